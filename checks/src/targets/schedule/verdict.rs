//! What came of a case, held against minimax.

use super::case::{Answer, Answers, Case, Heard};
use super::fault::Fault;
use super::tally::Tally;
use crate::graph::Values;
use crate::panics::BLOWN;
use eldest::{Bound, Bounds, Depth, Ending, Error, LineEnd, Position, Report, Table};
use eldest_schedule::Execution;

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
        self.judge_faulty(&answers.faulty.answer, &values, tally);
        self.judge_on_the_way(&answers.faulty, &values);
        if let Some(well) = &answers.well {
            self.judge_whole(&well.answer, &values, tally);
            self.judge_on_the_way(well, &values);
        }
        tally.entries += self.judge_table(table, &values);
    }

    /// What was said after each depth is true; after a stop each thread has played one move at most, if it
    /// was on its way to it.
    fn judge_on_the_way(&self, heard: &Heard, values: &Values) {
        for &(depth, value) in &heard.iterations {
            let right = Bounds::exact(values.value(self.graph.number(), depth));
            assert_eq!(value, right, "at depth {depth} in {self:#?}");
        }
        let late = heard.played_late;
        assert!(late <= self.options.threads as u64, "{late} moves after the stop in {self:#?}");
    }

    fn judge_faulty(&self, answer: &Answer, values: &Values, tally: &mut Tally) {
        match answer {
            Ok(report) if is_interrupted(report) => {
                self.judge_limits(report);
                match self.fault {
                    Fault::Stop { .. } => tally.stopped += 1,
                    Fault::Nodes { .. } | Fault::Time { .. } => tally.limited += 1,
                    Fault::None | Fault::Panic { .. } => panic!("{report:#?} in {self:#?}"),
                }
                self.judge_interrupted(report, values);
            }
            Err(Error::Panicked { message, .. }) if message == BLOWN => {
                assert!(matches!(self.fault, Fault::Panic { .. }), "{self:#?}");
                tally.panicked += 1;
            }
            _ => self.judge_whole(answer, values, tally),
        }
    }

    /// Nothing has ended the search early: it has found the value and a best move.
    fn judge_whole(&self, answer: &Answer, values: &Values, tally: &mut Tally) {
        let report = answer.as_ref().unwrap_or_else(|error| panic!("{error} in {self:#?}"));
        tally.count(report);
        let value = values.value(self.graph.number(), self.depth);
        assert_eq!(report.value(), Some(value), "{report:#?} in {self:#?}");
        if self.graph.over().is_none() {
            let best = report.best_move.expect("a move");
            let depth = report.depth.expect("a value has a depth");
            let mut moves = values.root_values(&self.graph, depth).into_iter();
            assert!(moves.any(|found| found == (best, value)), "{report:#?} in {self:#?}");
            self.judge_line(report, values, depth);
        }
        self.judge_moves(report, values);
    }

    /// Every move of the line is a best one, and at a fixed depth it is whole.
    fn judge_line(&self, report: &Report<u16>, values: &Values, depth: Depth) {
        let (mut node, mut left) = (self.graph.clone(), depth);
        for &mv in &report.line.moves {
            let value = values.value(node.number(), left);
            let found = (mv, value);
            let is_best = values.root_values(&node, left).contains(&found);
            assert!(is_best, "move {mv} of the line in {report:#?} in {self:#?}");
            node.play(mv);
            left = left.below();
        }
        let is_whole = report.line.end != LineEnd::Unfinished;
        assert!(depth.is_end() || is_whole, "{report:#?} in {self:#?}");
    }

    /// Depth 1 is completed, whatever the limits on nodes and time.
    fn judge_limits(&self, report: &Report<u16>) {
        let may_stop = matches!(self.fault, Fault::Stop { .. }) || self.depth.is_end();
        assert!(may_stop || report.depth.is_some(), "{report:#?} in {self:#?}");
    }

    /// What is said is true at the depth at which it is said.
    fn judge_interrupted(&self, report: &Report<u16>, values: &Values) {
        let depth = if self.depth.is_end() { Some(Depth::END) } else { report.depth };
        let Some(depth) = depth else {
            return assert_eq!(report.value(), None, "{report:#?} in {self:#?}");
        };
        let value = values.value(self.graph.number(), depth);
        assert!(report.bounds.contains(value), "not {value}: {report:#?} in {self:#?}");
        assert!(self.depth.is_end() || report.value() == Some(value), "{report:#?} in {self:#?}");
        self.judge_moves(report, values);
    }

    /// What is said of each move at the root is true at the depth at which it was found.
    fn judge_moves(&self, report: &Report<u16>, values: &Values) {
        for found in &report.moves {
            let moves = values.root_values(&self.graph, found.depth);
            let (_, value) = moves[usize::from(found.mv)];
            let holds = match found.bound {
                Bound::Exact => found.value == value,
                Bound::Lower => found.value <= value,
                Bound::Upper => found.value >= value,
            };
            assert!(holds, "move {} is worth {value}: {report:#?} in {self:#?}", found.mv);
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

fn is_interrupted(report: &Report<u16>) -> bool {
    matches!(report.ending, Ending::Stopped | Ending::Nodes | Ending::Time)
}
