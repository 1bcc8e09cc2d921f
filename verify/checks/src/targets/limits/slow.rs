//! [`SlowJudge`]: an evaluator for which time passes, and which may steer the search that calls it.

use super::diary::Diary;
use super::plan::{Act, SteeringStep};
use crate::graph::{GameGraph, GraphJudge};
use eldest::{Evaluator, Handle, Score, forward_evaluator};
use eldest_schedule::{pass, turn_back};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the evaluator takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// For each move that it follows.
    pub(super) play: Duration,
    /// For each position that it evaluates.
    pub(super) evaluate: Duration,
    /// This many moves of the search take no time.
    pub(super) free: u64,
}

/// What steers a search: the steps that are still to be done, and the handle once there is one.
#[derive(Debug, Default)]
struct Wheel {
    steps: VecDeque<SteeringStep>,
    /// Moves since the last act.
    moves: u64,
    handle: Option<Handle<u16>>,
    /// Whether a thread is in the middle of an act: the next one waits, for limits are changed one
    /// by one.
    is_held: bool,
}

/// The judge of a graph, for which time passes.
#[derive(Clone, Debug)]
pub(super) struct SlowJudge {
    judge: GraphJudge,
    price: Price,
    diary: Diary,
    wheel: Arc<Mutex<Wheel>>,
}

impl SlowJudge {
    /// One that does `steps`, each after its number of moves.
    pub(super) fn new(
        judge: GraphJudge,
        price: Price,
        diary: &Diary,
        steps: &[SteeringStep],
    ) -> Self {
        let wheel = Wheel { steps: steps.iter().copied().collect(), ..Wheel::default() };
        Self { judge, price, diary: diary.clone(), wheel: Arc::new(Mutex::new(wheel)) }
    }

    /// Never held across a step of the scheduler.
    fn wheel(&self) -> MutexGuard<'_, Wheel> {
        self.wheel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search that calls it has this handle.
    pub(super) fn steer(&self, handle: &Handle<u16>) {
        self.wheel().handle = Some(handle.clone());
    }

    /// The act that is due at one more move, if one is.
    fn due(&self) -> Option<(Act, Handle<u16>)> {
        let mut wheel = self.wheel();
        wheel.moves += 1;
        let handle = wheel.handle.clone().filter(|_| !wheel.is_held)?;
        let moves = wheel.moves;
        let step = wheel.steps.pop_front_if(|step| step.after < moves)?;
        (wheel.moves, wheel.is_held) = (0, true);
        Some((step.act, handle))
    }

    fn follow(&self) {
        let before = self.diary.play() as u64;
        if before >= self.price.free {
            pass(self.price.play);
        }
        if let Some((act, handle)) = self.due() {
            act.apply(&handle, &self.diary);
            self.wheel().is_held = false;
        }
    }
}

impl Act {
    /// Does this to the search of `handle`, and writes it into `diary`.
    pub(super) fn apply(self, handle: &Handle<u16>, diary: &Diary) {
        diary.act(self, || match self {
            Self::Change { plan, from_now: true } => handle.change_limits_from_now(&plan.limits()),
            Self::Change { plan, from_now: false } => handle.change_limits(&plan.limits()),
            Self::Stop => handle.stop(),
            Self::TurnBack { time } => turn_back(time),
        });
    }
}

impl<const A: bool, const D: bool> Evaluator<GameGraph<A, D>> for SlowJudge {
    forward_evaluator!(self.judge: GraphJudge as Evaluator<GameGraph<A, D>>; except evaluate, play);

    fn evaluate(&self, graph: &GameGraph<A, D>, state: &u64) -> Score {
        pass(self.price.evaluate);
        self.judge.evaluate(graph, state)
    }

    fn play(&self, before: &GameGraph<A, D>, mv: u16, state: &mut u64) {
        self.follow();
        self.judge.play(before, mv, state);
    }
}
