//! Compares the outcome of a case with minimax.

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

/// The number of passes over the root after which a driver uses the full window.
const MOST_PASSES: usize = 200;
/// The nodes that each further thread may visit beyond a limit.
const BATCH: u64 = 1_024;

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// Panics if anything is wrong. Returns the events.
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
        let faulty = answers.faulty.iter().map(|log| (log, self.fault));
        let well = answers.well.iter().map(|log| (log, SearchFault::None));
        for (log, fault) in faulty.chain(well) {
            happened.begin(self.options.algorithm);
            log.answer.iter().for_each(|report| happened.add(report));
            self.judge_log(log, fault, tally);
            self.judge_idle(log, Duration::from_micros(execution.steps));
        }
        if self.is_exact() {
            tally.entries += self.judge_table(table);
        }
        happened
    }

    /// No worker was idle for longer than `all` of the execution.
    fn judge_idle(&self, log: &SearchLog, all: Duration) {
        for worker in log.answer.iter().flat_map(|report| &report.workers) {
            assert!(worker.idle <= all, "{worker:?} of {all:?} in {self:#?}");
        }
    }

    /// Checks the search of `log`, which ran with `fault`.
    fn judge_log(&self, log: &SearchLog, fault: SearchFault, tally: &mut ScheduleTally) {
        self.judge_on_the_way(log);
        check_timeline(&log.timeline);
        match &log.answer {
            Ok(report) => self.judge_report(log, report, fault, tally),
            Err(Error::Panicked { message, .. })
                if message == BLOWN && matches!(fault, SearchFault::Panic { .. }) =>
            {
                assert_ne!(log.is_stopped, Some(false), "the search was not stopped in {self:#?}");
                tally.panicked += 1;
            }
            Err(error) => panic!("{error} in {self:#?}"),
        }
    }

    /// The results after each depth are true, and all root moves were reported before. After a stop
    /// each thread plays at most one move, which it had begun.
    fn judge_on_the_way(&self, log: &SearchLog) {
        for &DepthReport { depth, value, unreported, .. } in &log.iterations {
            self.judge_iteration(&log.question, depth, value);
            let is_exempt = depth.is_end() || matches!(log.question, RootQuestion::AtLeast(_));
            assert!(
                unreported == 0 || is_exempt,
                "{unreported} moves at depth {depth} in {self:#?}"
            );
        }
        let late = log.played_late;
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

    /// Counts searches in which null windows fell back to the full range, and queries that name a
    /// move twice.
    fn count_wide(&self, log: &SearchLog, report: &Report<u16>, tally: &mut ScheduleTally) {
        let is_wide = self.depth.is_end() && gives_way(&log.timeline, self.options.driver_to_end);
        tally.wide_windows += u64::from(is_wide);
        tally.wide_windows_beside += u64::from(is_wide && report.statistics.passes_beside > 0);
        tally.named_twice += u64::from(log.question.names_twice());
    }

    /// The search ended by itself, or by its fault; its report is true.
    fn judge_report(
        &self,
        log: &SearchLog,
        report: &Report<u16>,
        fault: SearchFault,
        tally: &mut ScheduleTally,
    ) {
        if self.is_over() {
            let value = self.values.value(self.graph.number(), Depth::END);
            return assert_eq!(report.value(), Some(value), "{report:#?} in {self:#?}");
        }
        tally.count(&self.options, report);
        self.count_wide(log, report, tally);
        check_counts(report, self.options.threads);
        check_recorded(&log.timeline, self.options.algorithm, report);
        self.judge_nodes(log, report);
        match (fault, report.stop_reason) {
            (_, StopReason::Complete | StopReason::Proved) => {
                self.judge_windows(log, report);
                return self.judge_whole(&log.question, report);
            }
            (SearchFault::Stop { .. }, StopReason::Stopped) => tally.stopped += 1,
            (SearchFault::Nodes { .. }, StopReason::Nodes) => tally.out_of_nodes += 1,
            (SearchFault::Time { .. }, StopReason::Time) => tally.out_of_time += 1,
            _ => panic!("{fault:?}: {report:#?} in {self:#?}"),
        }
        self.judge_limits(&log.question, report);
        self.judge_interrupted(&log.question, report);
    }

    /// Every move played led to a node that a worker counted, unless the search was stopped there.
    /// A worker is stopped once for each aborted sibling, once for each pass that another worker
    /// won, ended or made needless, and once at the end.
    fn judge_nodes(&self, log: &SearchLog, report: &Report<u16>) {
        let all = &report.statistics;
        let stopped = all.aborts + 2 * (all.steals + all.passes_beside) + 1;
        let (played, nodes) = (log.played, all.nodes);
        assert!(played <= nodes + stopped, "{played} moves in {report:#?} in {self:#?}");
    }

    /// A null-window pass over the root uses no other window at any node. A worker that claims a
    /// sibling after another one has found a cutoff would. The best move may take a pass of its
    /// own, and the line one around the value. Each window that a helper searched in parallel may
    /// have made one of the owner's needless, which the observer does not see.
    fn judge_windows(&self, log: &SearchLog, report: &Report<u16>) {
        let is_null = matches!(self.options.driver_to_end, Driver::MtdF | Driver::Bisection);
        let RootQuestion::Value { line } = log.question else { return };
        if !is_null || !self.depth.is_end() {
            return;
        }
        let passes: usize = log.iterations.iter().map(|report| report.passes).sum();
        let beside = report.statistics.passes_beside as usize;
        if passes + beside > MOST_PASSES {
            return;
        }
        let more = log.iterations.iter().any(|report| report.more);
        let most = passes + 2 * beside + if more { 1 + 2 * usize::from(line) } else { 0 };
        let windows = log.windows;
        assert!(windows <= most, "{windows} windows in {passes} passes in {self:#?}");
    }

    /// Depth 1 is completed under any limits on nodes and time. In searches to the end, and in
    /// decisions, limits on nodes apply from the first node, except for nodes that other threads
    /// have not yet reported.
    fn judge_limits(&self, question: &RootQuestion, report: &Report<u16>) {
        let at_once = self.depth.is_end() || matches!(question, RootQuestion::AtLeast(_));
        let may_stop = matches!(self.fault, SearchFault::Stop { .. }) || at_once;
        assert!(may_stop || report.depth.is_some(), "{report:#?} in {self:#?}");
        if let SearchFault::Nodes { nodes } = self.fault
            && at_once
        {
            // No thread searches longer between two checks than it could alone.
            let unreported = (self.options.threads as u64 - 1) * BATCH.min(nodes + 1);
            assert!(report.statistics.nodes <= nodes + unreported, "{report:#?} in {self:#?}");
        }
    }

    /// Checks that every entry is true. Returns the number of entries.
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
