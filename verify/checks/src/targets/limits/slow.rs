//! [`SlowJudge`]: an evaluator that takes simulated time and may steer the search that calls it.

use super::log::SearchLog;
use super::plan::{Act, SteeringStep};
use crate::graph::{GameGraph, GraphJudge};
use eldest::{Evaluator, Handle, Score, forward_evaluator};
use eldest_schedule::{pass, turn_back};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time that the evaluator takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// Per move.
    pub(super) play: Duration,
    /// Per evaluation.
    pub(super) evaluate: Duration,
    /// The number of initial moves that take no time.
    pub(super) free: u64,
}

/// The remaining steps of a search, and its handle once it exists.
#[derive(Debug, Default)]
struct Steering {
    steps: VecDeque<SteeringStep>,
    /// The number of moves since the last act.
    moves: u64,
    handle: Option<Handle<u16>>,
    /// Whether a thread is performing an act. The next one waits, because limits are changed one at
    /// a time.
    is_held: bool,
}

/// A judge of graphs that takes simulated time.
#[derive(Clone, Debug)]
pub(super) struct SlowJudge {
    judge: GraphJudge,
    price: Price,
    log: SearchLog,
    steering: Arc<Mutex<Steering>>,
}

impl SlowJudge {
    /// A judge that performs `steps`, each after its number of moves.
    pub(super) fn new(
        judge: GraphJudge,
        price: Price,
        log: &SearchLog,
        steps: &[SteeringStep],
    ) -> Self {
        let steering = Steering { steps: steps.iter().copied().collect(), ..Steering::default() };
        Self { judge, price, log: log.clone(), steering: Arc::new(Mutex::new(steering)) }
    }

    /// Locks the state; never held across a step of the scheduler.
    fn steering(&self) -> MutexGuard<'_, Steering> {
        self.steering.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the handle of the search to steer.
    pub(super) fn steer(&self, handle: &Handle<u16>) {
        self.steering().handle = Some(handle.clone());
    }

    /// Counts a move. Returns the act that is now due.
    fn due(&self) -> Option<(Act, Handle<u16>)> {
        let mut steering = self.steering();
        steering.moves += 1;
        let handle = steering.handle.clone().filter(|_| !steering.is_held)?;
        let moves = steering.moves;
        let step = steering.steps.pop_front_if(|step| step.after < moves)?;
        (steering.moves, steering.is_held) = (0, true);
        Some((step.act, handle))
    }

    fn follow(&self) {
        let before = self.log.play() as u64;
        if before >= self.price.free {
            pass(self.price.play);
        }
        if let Some((act, handle)) = self.due() {
            act.apply(&handle, &self.log);
            self.steering().is_held = false;
        }
    }
}

impl Act {
    /// Applies this act to the search of `handle`, and records it in `log`.
    pub(super) fn apply(self, handle: &Handle<u16>, log: &SearchLog) {
        log.act(self, || match self {
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
