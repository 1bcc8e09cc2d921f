//! What came of a case, held against minimax.

use super::case::{Answers, Case, Heard};
use super::ear::Said;
use super::fault::Fault;
use super::tally::Tally;
use crate::answers::{check_report, holds};
use crate::definition::after;
use crate::graph::Values;
use crate::interrupted::{check_deepening, check_proof};
use crate::panics::BLOWN;
use crate::sharing::check_counts;
use eldest::{Bounds, Depth, Ending, Error, Position, Report, Table};
use eldest_schedule::Execution;
use std::fmt::from_fn;
use std::time::Duration;

/// Nodes that each further thread may visit beyond a limit.
const BATCH: u64 = 1_024;

impl<const A: bool, const D: bool> Case<A, D> {
    /// Panics if anything is wrong.
    pub(super) fn judge<T: Table>(
        &self,
        execution: &Execution<Answers>,
        table: &T,
        tally: &mut Tally,
    ) {
        let values = Values::of(&self.graph);
        tally.steps += execution.steps;
        tally.switches += execution.switches;
        let answers = execution.result.as_ref().unwrap_or_else(|failure| {
            panic!("{failure:?} in {self:#?}");
        });
        let well = answers.well.iter().map(|well| (well, Fault::None));
        for (heard, fault) in [(&answers.faulty, self.fault)].into_iter().chain(well) {
            self.judge_heard(heard, fault, &values, tally);
            self.judge_idle(heard, Duration::from_micros(execution.steps));
        }
        tally.entries += self.judge_table(table, &values);
    }

    /// Nobody has been idle for longer than `all` of the execution.
    fn judge_idle(&self, heard: &Heard, all: Duration) {
        for worker in heard.answer.iter().flat_map(|report| &report.workers) {
            assert!(worker.idle <= all, "{worker:?} of {all:?} in {self:#?}");
        }
    }

    /// `fault` has gone wrong, or was to go wrong, when `heard` was heard.
    fn judge_heard(&self, heard: &Heard, fault: Fault, values: &Values, tally: &mut Tally) {
        self.judge_on_the_way(heard, values);
        match &heard.answer {
            Ok(report) => self.judge_report(report, fault, values, tally),
            Err(Error::Panicked { message, .. })
                if message == BLOWN && matches!(fault, Fault::Panic { .. }) =>
            {
                tally.panicked += 1;
            }
            Err(error) => panic!("{error} in {self:#?}"),
        }
    }

    /// What was said after each depth is true, and all moves of the root were heard of before; after a
    /// stop each thread has played one move at most, if it was on its way to it.
    fn judge_on_the_way(&self, heard: &Heard, values: &Values) {
        for &Said { depth, value, untold } in &heard.iterations {
            let right = Bounds::exact(values.value(self.graph.number(), depth));
            assert_eq!(value, right, "at depth {depth} in {self:#?}");
            assert!(untold == 0 || depth.is_end(), "{untold} moves at depth {depth} in {self:#?}");
        }
        let late = heard.played_late;
        assert!(late <= self.options.threads as u64, "{late} moves after the stop in {self:#?}");
    }

    /// It has ended by itself, or by what was to end it; what it says is true.
    fn judge_report(&self, report: &Report<u16>, fault: Fault, values: &Values, tally: &mut Tally) {
        if self.graph.over().is_some() {
            let value = values.value(self.graph.number(), Depth::END);
            return assert_eq!(report.value(), Some(value), "{report:#?} in {self:#?}");
        }
        tally.count(&self.options, report);
        check_counts(report, self.options.threads);
        match (fault, report.ending) {
            (_, Ending::Complete | Ending::Proved) => return self.judge_whole(report, values),
            (Fault::Stop { .. }, Ending::Stopped) => tally.stopped += 1,
            (Fault::Nodes { .. }, Ending::Nodes) => tally.out_of_nodes += 1,
            (Fault::Time { .. }, Ending::Time) => tally.out_of_time += 1,
            _ => panic!("{fault:?}: {report:#?} in {self:#?}"),
        }
        self.judge_limits(report);
        self.judge_interrupted(report, values);
    }

    /// Nothing has ended the search early: it has found the value and a best move. At a fixed depth the
    /// line is whole, though nobody has asked for that.
    fn judge_whole(&self, report: &Report<u16>, values: &Values) {
        let with_line = !self.depth.is_end();
        check_report(values, report, &self.graph, self.depth, with_line, &self.options);
        self.judge_line(report, values);
    }

    /// Every move of the line is a best one, even if the line ends too soon to be worth anything.
    fn judge_line(&self, report: &Report<u16>, values: &Values) {
        let (mut node, mut left) = (self.graph.clone(), report.depth.expect("a completed depth"));
        for &mv in &report.line.moves {
            let found = after(&node, mv, |child| values.value(child.number(), left.below()));
            let best = values.value(node.number(), left);
            assert_eq!(found, best, "move {mv} of the line in {report:#?} in {self:#?}");
            node.play(mv);
            left = left.below();
        }
    }

    /// Depth 1 is completed, whatever the limits on nodes and time. To the end, where none is, limits on
    /// nodes hold from the first one on, but for what others have not told yet.
    fn judge_limits(&self, report: &Report<u16>) {
        let may_stop = matches!(self.fault, Fault::Stop { .. }) || self.depth.is_end();
        assert!(may_stop || report.depth.is_some(), "{report:#?} in {self:#?}");
        if let Fault::Nodes { nodes } = self.fault
            && self.depth.is_end()
        {
            // Nobody searches longer without a look than he could if he were alone.
            let untold = (self.options.threads as u64 - 1) * BATCH.min(nodes + 1);
            assert!(report.statistics.nodes <= nodes + untold, "{report:#?} in {self:#?}");
        }
    }

    /// What is said is true at the depth at which it is said, of each move at the root too.
    fn judge_interrupted(&self, report: &Report<u16>, values: &Values) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        let check = if self.depth.is_end() { check_proof } else { check_deepening };
        check(values, &self.graph, report, &about);
        let end = values.value(self.graph.number(), Depth::END);
        assert!(report.exact && (!report.proved || report.value() == Some(end)), "{about}");
        for found in &report.moves {
            let moves = values.root_values(&self.graph, found.depth);
            let (_, value) = moves[usize::from(found.mv)];
            assert!(holds(found, value), "move {} is worth {value}: {about}", found.mv);
        }
    }

    /// Every entry is true; how many there are.
    fn judge_table<T: Table>(&self, table: &T, values: &Values) -> u64 {
        let mut entries = 0;
        for at in 0..if T::KEEPS { self.graph.size() } else { 0 } {
            let node = self.graph.node_at(at);
            let Some(entry) = table.probe(table.place(node.key()), Depth::END) else { continue };
            let value = values.value(at, entry.depth);
            assert!(entry.bounds.contains(value), "{at} is worth {value}: {entry:?} in {self:#?}");
            let end = values.value(at, Depth::END);
            assert!(!entry.proved || entry.bounds.contains(end), "{at}: {entry:?} in {self:#?}");
            entries += 1;
        }
        entries
    }
}
