//! What came of a case, held against minimax.

use super::case::{ScheduleCase, SearchFault};
use super::memory::ScheduleTable;
use super::play::{CaseAnswers, ScheduleTally};
use super::question::RootQuestion;
use super::searcher::{DepthReport, SearchLog};
use crate::definition::to_come;
use crate::fuse::BLOWN;
use crate::shares::InputEvents;
use crate::sharing::check_counts;
use crate::timeline::{check_recorded, check_timeline, gives_way};
use eldest::options::Driver;
use eldest::report::StopReason;
use eldest::{Bounds, Depth, Error, Position, Report, Table};
use eldest_schedule::Execution;
use std::time::Duration;

/// After so many passes over the root a driver gives way to the full window.
const MOST_PASSES: usize = 200;
/// Nodes that each further thread may visit beyond a limit.
const BATCH: u64 = 1_024;

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// Panics if anything is wrong.
    pub(super) fn judge(
        &self,
        execution: &Execution<CaseAnswers>,
        table: &ScheduleTable,
        tally: &mut ScheduleTally,
    ) -> InputEvents {
        tally.steps += execution.steps;
        tally.switches += execution.switches;
        let answers = execution.result.as_ref().unwrap_or_else(|failure| {
            panic!("{failure:?} in {self:#?}");
        });
        let mut happened = InputEvents::default();
        let faulty = answers.faulty.iter().map(|heard| (heard, self.fault));
        let well = answers.well.iter().map(|heard| (heard, SearchFault::None));
        for (heard, fault) in faulty.chain(well) {
            happened.begin(self.options.algorithm);
            heard.answer.iter().for_each(|report| happened.add(report));
            self.judge_heard(heard, fault, tally);
            self.judge_idle(heard, Duration::from_micros(execution.steps));
        }
        if self.is_exact() {
            tally.entries += self.judge_table(table);
        }
        happened
    }

    /// Nobody has been idle for longer than `all` of the execution.
    fn judge_idle(&self, heard: &SearchLog, all: Duration) {
        for worker in heard.answer.iter().flat_map(|report| &report.workers) {
            assert!(worker.idle <= all, "{worker:?} of {all:?} in {self:#?}");
        }
    }

    /// `fault` has gone wrong, or was to go wrong, when `heard` was heard.
    fn judge_heard(&self, heard: &SearchLog, fault: SearchFault, tally: &mut ScheduleTally) {
        self.judge_on_the_way(heard);
        check_timeline(&heard.timeline);
        match &heard.answer {
            Ok(report) => self.judge_report(heard, report, fault, tally),
            Err(Error::Panicked { message, .. })
                if message == BLOWN && matches!(fault, SearchFault::Panic { .. }) =>
            {
                assert_ne!(heard.is_stopped, Some(false), "nobody was stopped in {self:#?}");
                tally.panicked += 1;
            }
            Err(error) => panic!("{error} in {self:#?}"),
        }
    }

    /// What was said after each depth is true, and all moves of the root were heard of before;
    /// after a stop each thread has played one move at most, if it was on its way to it.
    fn judge_on_the_way(&self, heard: &SearchLog) {
        for &DepthReport { depth, value, untold, .. } in &heard.iterations {
            self.judge_iteration(&heard.question, depth, value);
            let told = depth.is_end() || matches!(heard.question, RootQuestion::AtLeast(_));
            assert!(untold == 0 || told, "{untold} moves at depth {depth} in {self:#?}");
        }
        let late = heard.played_late;
        assert!(late <= self.options.threads as u64, "{late} moves after the stop in {self:#?}");
    }

    fn judge_iteration(&self, question: &RootQuestion, depth: Depth, found: Bounds) {
        if !self.is_exact() {
            return self.judge_deeper_iteration(question, depth, found);
        }
        let value = self.best_of(question, depth);
        let is_exact = !matches!(question, RootQuestion::AtLeast(_));
        let right = if is_exact { found == Bounds::exact(value) } else { found.contains(value) };
        assert!(right, "{found:?} for {value} at {depth} in {self:#?}");
    }

    /// Counts searches in which null windows have given way to the whole range, and root moves that
    /// are named twice.
    fn count_wide(&self, heard: &SearchLog, report: &Report<u16>, tally: &mut ScheduleTally) {
        let is_wide = self.depth.is_end() && gives_way(&heard.timeline, self.options.driver_to_end);
        tally.wide_windows += u64::from(is_wide);
        tally.wide_windows_beside += u64::from(is_wide && report.statistics.passes_beside > 0);
        tally.named_twice += u64::from(heard.question.names_twice());
    }

    /// It has ended by itself, or by what was to end it; what it says is true.
    fn judge_report(
        &self,
        heard: &SearchLog,
        report: &Report<u16>,
        fault: SearchFault,
        tally: &mut ScheduleTally,
    ) {
        if self.is_over() {
            let value = self.values.value(self.graph.number(), Depth::END);
            return assert_eq!(report.value(), Some(value), "{report:#?} in {self:#?}");
        }
        tally.count(&self.options, report);
        self.count_wide(heard, report, tally);
        check_counts(report, self.options.threads);
        check_recorded(&heard.timeline, self.options.algorithm, report);
        self.judge_nodes(heard, report);
        match (fault, report.stop_reason) {
            (_, StopReason::Complete | StopReason::Proved) => {
                self.judge_windows(heard, report);
                return self.judge_whole(&heard.question, report);
            }
            (SearchFault::Stop { .. }, StopReason::Stopped) => tally.stopped += 1,
            (SearchFault::Nodes { .. }, StopReason::Nodes) => tally.out_of_nodes += 1,
            (SearchFault::Time { .. }, StopReason::Time) => tally.out_of_time += 1,
            _ => panic!("{fault:?}: {report:#?} in {self:#?}"),
        }
        self.judge_limits(&heard.question, report);
        self.judge_interrupted(&heard.question, report);
    }

    /// Every move that was played led to a node, which a worker has counted; unless that was where
    /// it was stopped. It is stopped once for each sibling that was broken off, once for each pass
    /// that another one has won or ended or made needless, and once more.
    fn judge_nodes(&self, heard: &SearchLog, report: &Report<u16>) {
        let all = &report.statistics;
        let stopped = all.aborts + 2 * (all.steals + all.passes_beside) + 1;
        let (played, nodes) = (heard.played, all.nodes);
        assert!(played <= nodes + stopped, "{played} moves in {report:#?} in {self:#?}");
    }

    /// A pass over the root with a null window asks nothing else of any node: who claims a sibling
    /// when another one has given a cutoff would. The best move may take a pass of its own, and the
    /// line one around the value. Each window that a helper has searched beside others may have
    /// made one of the asker's needless, of which the observer does not hear.
    fn judge_windows(&self, heard: &SearchLog, report: &Report<u16>) {
        let is_null = matches!(self.options.driver_to_end, Driver::MtdF | Driver::Bisection);
        let RootQuestion::Value { line } = heard.question else { return };
        if !is_null || !self.depth.is_end() {
            return;
        }
        let passes: usize = heard.iterations.iter().map(|said| said.passes).sum();
        if passes > MOST_PASSES {
            return;
        }
        let more = heard.iterations.iter().any(|said| said.more);
        let beside = 2 * report.statistics.passes_beside as usize;
        let most = passes + beside + if more { 1 + 2 * usize::from(line) } else { 0 };
        let asked = heard.asked;
        assert!(asked <= most, "{asked} windows in {passes} passes in {self:#?}");
    }

    /// Depth 1 is completed, whatever the limits on nodes and time. To the end, where none is,
    /// limits on nodes hold from the first one on, but for what others have not told yet; so does a
    /// decision's.
    fn judge_limits(&self, question: &RootQuestion, report: &Report<u16>) {
        let at_once = self.depth.is_end() || matches!(question, RootQuestion::AtLeast(_));
        let may_stop = matches!(self.fault, SearchFault::Stop { .. }) || at_once;
        assert!(may_stop || report.depth.is_some(), "{report:#?} in {self:#?}");
        if let SearchFault::Nodes { nodes } = self.fault
            && at_once
        {
            // Nobody searches longer without a look than it could if it were alone.
            let untold = (self.options.threads as u64 - 1) * BATCH.min(nodes + 1);
            assert!(report.statistics.nodes <= nodes + untold, "{report:#?} in {self:#?}");
        }
    }

    /// Every entry is true; how many there are.
    fn judge_table(&self, table: &ScheduleTable) -> u64 {
        let mut entries = 0;
        for at in 0..self.graph.size() {
            let node = self.graph.node_at(at);
            let Some(entry) = table.probe(table.slot(node.key()), Depth::END) else { continue };
            let value = to_come(&node, self.values.value(at, entry.depth));
            assert!(entry.bounds.contains(value), "{at} is worth {value}: {entry:?} in {self:#?}");
            let end = to_come(&node, self.values.value(at, Depth::END));
            assert!(!entry.proved || entry.bounds.contains(end), "{at}: {entry:?} in {self:#?}");
            entries += 1;
        }
        entries
    }
}
