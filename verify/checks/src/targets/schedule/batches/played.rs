//! Runs a [`BatchPlan`].

use super::super::memory::ScheduleTable;
use super::gate::{BatchPosition, GateLog, SearchGate};
use super::plan::{BatchPlan, ItemLimit, MUCH_MORE, UserAction};
use crate::fuse::Fuse;
use eldest::batch::{Batch, Executor};
use eldest::report::StopReason;
use eldest::{Bounds, Engine, Error, Limits, Report, StopToken};
use eldest_schedule::{AtomicBool, now};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The outcome of a batch.
pub(super) struct BatchRecord {
    pub(super) log: GateLog,
    /// The outcome of each position, in the order in which they finished.
    pub(super) finished: Vec<FinishedItem>,
    /// Reports that the user has taken.
    pub(super) reported: Vec<usize>,
    /// Positions that the user has stopped, and whether they had begun.
    pub(super) stopped: Vec<(usize, bool)>,
    /// Positions that were begun while a search with other rules was running.
    pub(super) waited: u64,
    /// Positions with more plies than all before them that were begun while others were running,
    /// and the threads that had searched by then, whose stacks are too small.
    pub(super) grown: Vec<(usize, BTreeSet<usize>)>,
    /// The most searches running at once, as seen by the user.
    pub(super) most_at_once: usize,
    pub(super) is_blown: bool,
    /// The number of searches that had begun when the batch was dropped.
    pub(super) begun_before_drop: Option<usize>,
    /// A search after the batch.
    pub(super) again: Option<Result<Report<u16>, Error>>,
}

/// The outcome of one position.
#[derive(Clone, Debug)]
pub(super) struct FinishedItem {
    pub(super) number: usize,
    pub(super) at: Duration,
    pub(super) outcome: ItemOutcome,
}

/// The way in which a search ended.
#[derive(Clone, Debug)]
pub(super) enum ItemOutcome {
    Found(ItemReport),
    Panicked,
    Failed(String),
}

impl ItemOutcome {
    fn of(outcome: &Result<Report<u16>, Error>) -> Self {
        match outcome {
            Ok(report) => Self::Found(ItemReport::of(report)),
            Err(Error::Panicked { .. }) => Self::Panicked,
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}

/// The report of a search.
#[derive(Clone, Debug)]
pub(super) struct ItemReport {
    pub(super) bounds: Bounds,
    pub(super) reason: StopReason,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) steals: u64,
    pub(super) workers: usize,
}

impl ItemReport {
    fn of(report: &Report<u16>) -> Self {
        Self {
            bounds: report.bounds,
            reason: report.stop_reason,
            nodes: report.progress.nodes,
            time: report.progress.time,
            steals: report.statistics.steals,
            workers: report.workers.len(),
        }
    }
}

/// The user of a batch, and its observations.
struct BatchUser<'e, 'p, const A: bool, const D: bool> {
    plan: &'p BatchPlan<A, D>,
    batch: Batch<'e, BatchPosition<A, D>, SearchGate, ScheduleTable>,
    gate: SearchGate,
    tokens: Vec<StopToken>,
    finished: Arc<Mutex<Vec<FinishedItem>>>,
    reported: Vec<usize>,
    stopped: Vec<(usize, bool)>,
    waited: u64,
    grown: Vec<(usize, BTreeSet<usize>)>,
    most_at_once: usize,
}

impl<const A: bool, const D: bool> BatchUser<'_, '_, A, D> {
    fn begin(&mut self, position: BatchPosition<A, D>) {
        let (number, items) = (position.number, &self.plan.items);
        let under_way = self.under_way();
        let has_others = under_way.iter().any(|&at| self.plan.rules(at) != self.plan.rules(number));
        let is_deepest = items[..number].iter().all(|item| item.more < items[number].more);
        self.waited += u64::from(has_others);
        self.most_at_once = self.most_at_once.max(under_way.len());
        if is_deepest && !under_way.is_empty() && items[number].more >= MUCH_MORE {
            let threads = self.gate.log().threads;
            self.grown.push((number, threads.into_iter().map(|(_, thread)| thread).collect()));
        }
        if items[number].limit != ItemLimit::Stopped {
            return self.batch.begin(number, position);
        }
        self.tokens[number].stop();
        self.batch.begin(number, position);
        self.stop(number, |_| ());
    }

    /// Searches that have begun and are not finished.
    fn under_way(&self) -> Vec<usize> {
        let finished = self.finished.lock().expect("no panic within");
        let mut begun = self.gate.log().begun;
        begun.retain(|number| finished.iter().all(|finished| finished.number != *number));
        begun
    }

    fn act(&mut self, action: UserAction) {
        match action {
            UserAction::Rest(steps) => {
                let something = AtomicBool::new(false);
                (0..steps).for_each(|_| something.store(true, Ordering::Relaxed));
            }
            UserAction::Take => {
                let answer = self.batch.answer_now();
                self.reported.extend(answer.map(|(number, _)| number));
            }
            UserAction::Withdraw(number) => self.stop(number, |user| user.batch.withdraw(number)),
            UserAction::Throw(number) => self.stop(number, |user| user.tokens[number].stop()),
            UserAction::Open => self.gate.open(),
        }
    }

    /// Stops a position, and waits for its report unless it is held: it must come even while
    /// another search is held.
    fn stop(&mut self, number: usize, stop: impl FnOnce(&mut Self)) {
        if self.reported.contains(&number) {
            return;
        }
        self.stopped.push((number, self.gate.log().place(number).is_some()));
        stop(self);
        // Tested after the stop: a stop does not release a held search.
        while !self.gate.holds(number) && !self.reported.contains(&number) {
            let (number, _) = self.batch.answer().expect("a report of each position");
            self.reported.push(number);
        }
    }

    /// Drops the batch.
    fn leave(self) -> BatchRecord {
        drop(self.batch);
        BatchRecord {
            log: self.gate.log(),
            finished: self.finished.lock().expect("no panic within").clone(),
            reported: self.reported,
            stopped: self.stopped,
            waited: self.waited,
            grown: self.grown,
            most_at_once: self.most_at_once,
            is_blown: false,
            begun_before_drop: None,
            again: None,
        }
    }

    /// Takes all reports.
    fn drain(&mut self) {
        while let Some((number, _)) = self.batch.answer() {
            self.reported.push(number);
        }
    }
}

impl<const A: bool, const D: bool> BatchPlan<A, D> {
    pub(super) fn play(&self) -> BatchRecord {
        let (fuse, gate) = (Fuse::default(), SearchGate::holding(self.held));
        let mut engine = Engine::<BatchPosition<A, D>>::builder()
            .evaluator(gate.clone())
            .table(self.table())
            .options(self.options)
            .build()
            .expect("valid options");
        let mut positions: Vec<_> =
            (0..self.items.len()).map(|n| self.position(n, &fuse)).collect();
        let again = self.position(0, &fuse);
        if let Some((call, calls)) = self.panic {
            fuse.set_to_panic(call, calls);
        }
        let mut user = self.user(&mut engine, &gate);
        for (position, item) in positions.drain(..).zip(&self.items) {
            user.begin(position);
            item.actions.iter().for_each(|action| user.act(*action));
        }
        gate.open();
        let begun_before_drop = self.is_dropped.then(|| gate.log().begun.len());
        if !self.is_dropped {
            user.drain();
        }
        let mut played = user.leave();
        played.begun_before_drop = begun_before_drop;
        played.is_blown = self.panic.is_some() && fuse.take_out();
        played.again = Some(engine.solve(&again, &Limits::new()));
        played
    }

    fn position(&self, number: usize, fuse: &Fuse) -> BatchPosition<A, D> {
        let item = &self.items[number];
        let graph = self.games[item.game].0.node_at(item.at);
        BatchPosition::new(graph, fuse, number, item.more)
    }

    fn user<'e, 'p>(
        &'p self,
        engine: &'e mut Engine<BatchPosition<A, D>, SearchGate, ScheduleTable>,
        gate: &SearchGate,
    ) -> BatchUser<'e, 'p, A, D> {
        let finished = Arc::<Mutex<Vec<FinishedItem>>>::default();
        let tokens: Vec<_> = self.items.iter().map(|_| StopToken::new()).collect();
        let limits = self.items.iter().zip(&tokens).map(|(item, token)| item.limit.limits(token));
        let (mut limits, noted) =
            (limits.collect::<Vec<_>>().into_iter().enumerate(), finished.clone());
        let batch = engine.batch(move |query| {
            let ((number, limits), noted) = (limits.next().expect("as many"), Arc::clone(&noted));
            query.to_end().limits(&limits).when_finished(move |outcome| {
                let finished =
                    FinishedItem { number, at: now(), outcome: ItemOutcome::of(outcome) };
                noted.lock().expect("no panic within").push(finished);
            })
        });
        BatchUser {
            plan: self,
            batch,
            gate: gate.clone(),
            tokens,
            finished,
            reported: Vec::new(),
            stopped: Vec::new(),
            waited: 0,
            grown: Vec::new(),
            most_at_once: 0,
        }
    }
}
