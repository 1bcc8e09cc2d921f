//! [`Searcher`]: an engine that is asked, and what is heard of its searches.

use super::case::Case;
use super::ear::{Ear, Said};
use super::fault::Fault;
use super::question::Question;
use crate::case::{Fuse, Fused, FusedJudge};
use crate::trial::limits;
use eldest::background::BorrowedSearch;
use eldest::timeline::{Recorder, Timeline};
use eldest::{Engine, Error, Limits, Query, Report, StopToken, Table};
use eldest_schedule::{AtomicBool, Thread, spawn};
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Bytes of stack for the user's thread.
const STACK: usize = 1 << 16;

/// What a search has answered.
pub(super) type Answer = Result<Report<u16>, Error>;

/// What was heard of a search.
pub(super) struct Heard {
    pub(super) question: Question,
    pub(super) answer: Answer,
    /// What was said after each depth.
    pub(super) iterations: Vec<Said>,
    /// Moves that were played.
    pub(super) played: u64,
    /// Those among them that were played after the user had stopped the search.
    pub(super) played_late: u64,
    /// How many different null windows were asked.
    pub(super) asked: usize,
    /// Which thread did what.
    pub(super) timeline: Timeline,
    /// Whether the search's own token was thrown in the end, if it is known.
    pub(super) is_stopped: Option<bool>,
}

/// An engine that is asked, with fuses in the rules and the evaluator.
pub(super) struct Searcher<const A: bool, const D: bool, T> {
    engine: Engine<Fused<A, D>, FusedJudge, T>,
    root: Fused<A, D>,
    recorder: Recorder,
}

impl<const A: bool, const D: bool, T: Table + 'static> Searcher<A, D, T> {
    pub(super) fn new(case: &Case<A, D>, table: T) -> Self {
        let fuse = Fuse::default();
        let engine = Engine::<Fused<A, D>>::builder()
            .evaluator(FusedJudge::new(case.graph.judge(), &fuse))
            .table(table)
            .options(case.options)
            .max_ply(u32::from(case.graph.height()).max(1))
            .build()
            .expect("right options");
        let root = Fused::new(case.graph.clone(), &fuse);
        Self { engine, root, recorder: Recorder::new() }
    }

    pub(super) fn fuse(&self) -> &Fuse {
        &self.root.fuse
    }

    pub(super) fn engine(&mut self) -> &mut Engine<Fused<A, D>, FusedJudge, T> {
        &mut self.engine
    }

    /// Asks what `case` asks, while `fault` goes wrong; and `beside` for the value at the same time, if both
    /// are to be stopped.
    pub(super) fn ask(
        &mut self,
        case: &Case<A, D>,
        fault: Fault,
        beside: Option<&mut Self>,
    ) -> Vec<Heard> {
        let (token, mut limits) = (StopToken::new(), limits(case.depth));
        match fault {
            Fault::Stop { .. } => limits = limits.stop(&token),
            Fault::Nodes { nodes } => limits = limits.nodes(nodes),
            Fault::Time { steps } => limits = limits.time(Duration::from_micros(steps)),
            Fault::None | Fault::Panic { .. } => {}
        }
        let mut fuses = vec![self.fuse().clone()];
        fuses.extend(beside.as_ref().map(|beside| beside.fuse().clone()));
        let mut recorders = vec![self.recorder.clone()];
        recorders.extend(beside.as_ref().map(|beside| beside.recorder.clone()));
        let before: Vec<u64> = fuses.iter().map(Fuse::followed).collect();
        let value = Question::Value { line: false };
        // It goes first: the other search is told of the token after this one.
        let under_way = beside.map(|beside| beside.start(case, &value, &limits, Fault::None));
        let user = if let Fault::Stop { steps, .. } = fault {
            Some(user(token, steps, fuses.clone()))
        } else {
            None
        };
        let mut heard = vec![self.search(case, &limits, fault)];
        heard.extend(under_way.map(|under_way| under_way.wait(value)));
        let stopped_at = user.map(|user| user.join().expect("no panic"));
        for (at, (heard, fuse)) in heard.iter_mut().zip(&fuses).enumerate() {
            let all = fuse.followed();
            heard.played = all - before[at];
            heard.timeline = recorders[at].take();
            heard.asked = fuse.take_asked();
            heard.played_late = stopped_at.as_ref().map_or(0, |played| all - played[at]);
        }
        heard
    }

    /// Searches until the end. Of a decision nothing is known before.
    fn search(&mut self, case: &Case<A, D>, limits: &Limits, fault: Fault) -> Heard {
        let question = case.question.clone();
        let Question::AtLeast(least) = question else {
            return self.start(case, &question, limits, fault).wait(question);
        };
        let (fuse, (observer, said)) = (self.fuse().clone(), Ear::channel());
        let query = self.query(case).limits(limits).observer(observer);
        fault.set(&fuse);
        let answer = query.decide(least).run();
        Heard::new(question, answer, &said, None)
    }

    fn start<'e>(
        &'e mut self,
        case: &Case<A, D>,
        question: &Question,
        limits: &Limits,
        fault: Fault,
    ) -> UnderWay<'e> {
        let (fuse, (observer, said)) = (self.fuse().clone(), Ear::channel());
        let query = self.query(case).limits(limits).observer(observer).multi_pv(question.count());
        let query = match question {
            Question::Value { line: true } => query.line(true),
            Question::Some { moves, .. } => query.root_moves(moves.iter().copied()),
            _ => query,
        };
        fault.set(&fuse);
        let watched = matches!(fault, Fault::Panic { .. });
        UnderWay { running: query.start(), said, watched }
    }

    fn query(&mut self, case: &Case<A, D>) -> Query<'_, Fused<A, D>, FusedJudge, T> {
        let query = self.engine.query(&self.root).record(&self.recorder);
        if case.depth.is_end() { query.to_end() } else { query }
    }

    /// Nothing goes wrong in it any more.
    pub(super) fn mend(&self) {
        let _blown = self.fuse().take_out();
    }
}

impl Fault {
    /// Sets `fuse`, if the user's code is to panic.
    pub(super) fn set(self, fuse: &Fuse) {
        if let Self::Panic { call, calls } = self {
            fuse.set_to_panic(call, calls);
        }
    }
}

/// A search under way, unless it could not be begun.
struct UnderWay<'e> {
    running: Result<BorrowedSearch<'e, u16>, Error>,
    said: Receiver<Said>,
    /// Whether somebody looks at its token, and so has a share in it.
    watched: bool,
}

impl UnderWay<'_> {
    fn wait(self, question: Question) -> Heard {
        let Self { running, said, watched } = self;
        let token = running.iter().find(|_| watched).map(|running| running.stop_token().clone());
        let answer = running.and_then(BorrowedSearch::wait);
        Heard::new(question, answer, &said, token.map(|token| token.is_stopped()))
    }
}

impl Heard {
    fn new(
        question: Question,
        answer: Answer,
        said: &Receiver<Said>,
        is_stopped: Option<bool>,
    ) -> Self {
        let iterations = said.try_iter().collect();
        let timeline = Timeline::default();
        Self {
            question,
            answer,
            iterations,
            played: 0,
            played_late: 0,
            asked: 0,
            timeline,
            is_stopped,
        }
    }
}

/// A thread of the user's, who does something else for some steps, and then stops the searches; how many
/// moves had been played in each by then.
fn user(token: StopToken, steps: u64, fuses: Vec<Fuse>) -> Thread<Vec<u64>> {
    let something = AtomicBool::new(false);
    let work = move || {
        (0..steps).for_each(|_| something.store(true, Ordering::Relaxed));
        token.stop();
        fuses.iter().map(Fuse::followed).collect()
    };
    spawn(STACK, work).expect("a stack")
}
