//! [`ScheduledEngine`]: an engine, and the record of its searches.

use super::case::{ScheduleCase, SearchFault};
use super::memory::ScheduleTable;
use super::question::RootQuestion;
use crate::GameGraph;
use crate::fuse::Fuse;
use crate::graph::FusedJudge;
use crate::trial::limits;
use eldest::background::BorrowedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use eldest::timeline::{Recorder, Timeline};
use eldest::{Bounds, Depth, Engine, Error, Limits, Query, Report, StopToken};
use eldest_schedule::{AtomicBool, Thread, spawn};
use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The stack of the user's thread, in bytes.
const STACK: usize = 1 << 16;

/// The result of a search.
pub(super) type SearchResult = Result<Report<u16>, Error>;

/// The record of a search.
pub(super) struct SearchLog {
    pub(super) question: RootQuestion,
    pub(super) answer: SearchResult,
    /// The results after each depth.
    pub(super) iterations: Vec<DepthReport>,
    /// The number of moves played.
    pub(super) played: u64,
    /// The number of moves played after the user had stopped the search.
    pub(super) played_late: u64,
    /// The number of different null windows used.
    pub(super) windows: usize,
    /// The activities of the threads.
    pub(super) timeline: Timeline,
    /// Whether the search's own token was thrown at the end, if observed.
    pub(super) is_stopped: Option<bool>,
}

/// An engine with fuses in the rules and the evaluator.
pub(super) struct ScheduledEngine<const A: bool, const D: bool> {
    engine: Engine<GameGraph<A, D>, FusedJudge, Arc<ScheduleTable>>,
    root: GameGraph<A, D>,
    fuse: Fuse,
    recorder: Recorder,
}

impl<const A: bool, const D: bool> ScheduledEngine<A, D> {
    pub(super) fn new(case: &ScheduleCase<A, D>, table: Arc<ScheduleTable>) -> Self {
        let fuse = Fuse::default();
        let engine = Engine::<GameGraph<A, D>>::builder()
            .evaluator(FusedJudge::new(case.graph.judge(), Some(&fuse)))
            .table(table)
            .options(case.options)
            .max_ply(u32::from(case.graph.height()).max(1))
            .build()
            .expect("valid options");
        let root = case.graph.with_fuse(&fuse);
        Self { engine, root, fuse, recorder: Recorder::new() }
    }

    pub(super) fn fuse(&self) -> &Fuse {
        &self.fuse
    }

    pub(super) fn engine(
        &mut self,
    ) -> &mut Engine<GameGraph<A, D>, FusedJudge, Arc<ScheduleTable>> {
        &mut self.engine
    }

    /// Runs the query of `case` with `fault`. If two searches are to be stopped, also searches for
    /// the value on `beside` at the same time.
    pub(super) fn search(
        &mut self,
        case: &ScheduleCase<A, D>,
        fault: SearchFault,
        beside: Option<&mut Self>,
    ) -> Vec<SearchLog> {
        let (token, mut limits) = (StopToken::new(), limits(case.depth));
        match fault {
            SearchFault::Stop { .. } => limits = limits.stop(&token),
            SearchFault::Nodes { nodes } => limits = limits.nodes(nodes),
            SearchFault::Time { steps } => limits = limits.time(Duration::from_micros(steps)),
            SearchFault::None | SearchFault::Panic { .. } => {}
        }
        let mut fuses = vec![self.fuse().clone()];
        fuses.extend(beside.as_ref().map(|beside| beside.fuse().clone()));
        let mut recorders = vec![self.recorder.clone()];
        recorders.extend(beside.as_ref().map(|beside| beside.recorder.clone()));
        let before: Vec<u64> = fuses.iter().map(Fuse::followed).collect();
        let value = RootQuestion::Value { line: false };
        // Started first: the token stops the other search after this one.
        let under_way = beside.map(|beside| beside.start(case, &value, &limits, SearchFault::None));
        let user = if let SearchFault::Stop { steps, .. } = fault {
            Some(user(token, steps, fuses.clone()))
        } else {
            None
        };
        let mut log = vec![self.run(case, &limits, fault)];
        log.extend(under_way.map(|under_way| under_way.wait(value)));
        let stopped_at = user.map(|user| user.join().expect("no panic"));
        for (at, (log, fuse)) in log.iter_mut().zip(&fuses).enumerate() {
            let all = fuse.followed();
            log.played = all - before[at];
            log.timeline = recorders[at].take();
            log.windows = fuse.take_windows();
            log.played_late = stopped_at.as_ref().map_or(0, |played| all - played[at]);
        }
        log
    }

    /// Runs the query to its end. A decision cannot be started in the background.
    fn run(&mut self, case: &ScheduleCase<A, D>, limits: &Limits, fault: SearchFault) -> SearchLog {
        let question = case.question.clone();
        let RootQuestion::AtLeast(least) = question else {
            return self.start(case, &question, limits, fault).wait(question);
        };
        let (fuse, (observer, reports)) = (self.fuse().clone(), DepthObserver::channel());
        let query = self.query(case).limits(limits).observer(observer);
        fault.set(&fuse);
        let answer = query.decide(least).run();
        SearchLog::new(question, answer, &reports, None)
    }

    fn start<'e>(
        &'e mut self,
        case: &ScheduleCase<A, D>,
        question: &RootQuestion,
        limits: &Limits,
        fault: SearchFault,
    ) -> ScheduledSearch<'e> {
        let (fuse, (observer, reports)) = (self.fuse().clone(), DepthObserver::channel());
        let query = self.query(case).limits(limits).observer(observer).multi_pv(question.count());
        let query = match question {
            RootQuestion::Value { line: true } => query.line(true),
            RootQuestion::Some { moves, .. } => query.root_moves(moves.iter().copied()),
            _ => query,
        };
        fault.set(&fuse);
        let watched = matches!(fault, SearchFault::Panic { .. });
        ScheduledSearch { running: query.start(), reports, watched }
    }

    fn query(
        &mut self,
        case: &ScheduleCase<A, D>,
    ) -> Query<'_, GameGraph<A, D>, FusedJudge, Arc<ScheduleTable>> {
        let query = self.engine.query(&self.root).record(&self.recorder);
        if case.depth.is_end() { query.to_end() } else { query }
    }

    /// Removes the fault.
    pub(super) fn disarm(&self) {
        let _fired = self.fuse().take_out();
    }
}

impl SearchFault {
    /// Sets `fuse` if user code is to panic.
    pub(super) fn set(self, fuse: &Fuse) {
        if let Self::Panic { call, calls } = self {
            fuse.set_to_panic(call, calls);
        }
    }
}

/// A running search, or the error of its start.
struct ScheduledSearch<'e> {
    running: Result<BorrowedSearch<'e, u16>, Error>,
    reports: Receiver<DepthReport>,
    /// Whether the caller keeps a clone of its token.
    watched: bool,
}

impl ScheduledSearch<'_> {
    fn wait(self, question: RootQuestion) -> SearchLog {
        let Self { running, reports, watched } = self;
        let token = running.iter().find(|_| watched).map(|running| running.stop_token().clone());
        let answer = running.and_then(BorrowedSearch::wait);
        SearchLog::new(question, answer, &reports, token.map(|token| token.is_stopped()))
    }
}

impl SearchLog {
    fn new(
        question: RootQuestion,
        answer: SearchResult,
        reports: &Receiver<DepthReport>,
        is_stopped: Option<bool>,
    ) -> Self {
        let iterations = reports.try_iter().collect();
        let timeline = Timeline::default();
        Self {
            question,
            answer,
            iterations,
            played: 0,
            played_late: 0,
            windows: 0,
            timeline,
            is_stopped,
        }
    }
}

/// A thread of the user that idles for some steps, and then stops the searches. Returns the number
/// of moves played in each by then.
fn user(token: StopToken, steps: u64, fuses: Vec<Fuse>) -> Thread<Vec<u64>> {
    let something = AtomicBool::new(false);
    let work = move || {
        (0..steps).for_each(|_| something.store(true, Ordering::Relaxed));
        token.stop();
        fuses.iter().map(Fuse::followed).collect()
    };
    spawn(STACK, work).expect("a stack")
}

/// The results after a depth.
pub(super) struct DepthReport {
    pub(super) depth: Depth,
    pub(super) value: Bounds,
    /// Root moves that were not reported before the end of the iteration.
    pub(super) unreported: usize,
    /// Passes over the root that narrowed the bounds.
    pub(super) passes: usize,
    /// Whether passes followed, for the best move or its line.
    pub(super) more: bool,
}

/// An observer that forwards the results of each depth.
pub(super) struct DepthObserver {
    reported: Vec<u16>,
    passes: usize,
    more: bool,
    sender: Sender<DepthReport>,
}

impl DepthObserver {
    pub(super) fn channel() -> (Self, Receiver<DepthReport>) {
        let (sender, receiver) = channel();
        (Self { reported: Vec::new(), passes: 0, more: false, sender }, receiver)
    }
}

impl Observer<u16> for DepthObserver {
    fn root_move(&mut self, searched: &RootMove<u16>) {
        self.reported.push(searched.mv);
        self.more = true;
    }

    fn bounds(&mut self, _: Depth, _: Bounds) {
        self.passes += 1;
        self.more = false;
    }

    fn iteration(&mut self, iteration: &Iteration<u16>) {
        let unreported =
            iteration.moves.iter().filter(|found| !self.reported.contains(&found.mv)).count();
        self.reported.clear();
        let (passes, more) = (take(&mut self.passes), self.more);
        let Iteration { depth, value, .. } = *iteration;
        self.sender
            .send(DepthReport { depth, value, unreported, passes, more })
            .expect("the receiver is alive");
    }
}
