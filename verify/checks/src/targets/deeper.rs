//! Queries of a session at a fixed depth, where deeper entries count.

use super::on_graph::GraphTrial;
use super::subject::RecordedEngine;
use crate::deeper::{DeeperOracle, check_findings};
use crate::{Chance, GameGraph, GameTrial, Iterations};
use eldest::observe::Iteration;
use eldest::{Bound, Depth, Moves, Position, Report, Score};
use std::fmt::{Debug, Display, from_fn};
use std::sync::mpsc::Receiver;

/// A position, and the depth of its search.
type DeepRoot<const A: bool, const D: bool> = (GameGraph<A, D>, Depth);

/// Searches a position, and checks the report and every iteration by the spans of values.
///
/// # Panics
/// If one of them is wrong.
pub(super) fn ask_value<const A: bool, const D: bool>(
    trial: &GraphTrial<'_, '_, A, D>,
    subject: &mut RecordedEngine<A, D>,
    root: &DeepRoot<A, D>,
    with_line: bool,
) -> Report<u16> {
    let (observer, iterations) = Iterations::whole();
    let (position, depth) = root;
    let query = subject.query(position, *depth).observer(observer);
    let report = query.line(with_line).run().expect("a report");
    check_value(trial, root, &report, &iterations, &about(subject, root, &report));
    report
}

fn check_value<const A: bool, const D: bool>(
    trial: &GraphTrial<'_, '_, A, D>,
    (position, depth): &DeepRoot<A, D>,
    report: &Report<u16>,
    iterations: &Receiver<Iteration<u16>>,
    about: &dyn Display,
) {
    let oracle = DeeperOracle::new(&trial.values, position);
    oracle.check_whole(report, *depth, about);
    iterations.iter().for_each(|iteration| oracle.check_iteration(&iteration, about));
}

/// Runs one of the other queries about some position, unless the game is over there; sometimes with
/// entries planted in the table.
///
/// # Panics
/// If the report is wrong.
pub(super) fn ask_something<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
    subject: &mut RecordedEngine<A, D>,
) {
    let root = (trial.some_position(), trial.some_depth());
    if root.0.over().is_some() {
        return;
    }
    if trial.bytes.odds(50) {
        // From here on the table belongs to searches that accept deeper entries.
        ask_value(trial, subject, &root, false);
        check_findings(&trial.values, &trial.graph, &subject.stored);
        subject.plant(trial, true);
    }
    match trial.bytes.below(4) {
        0 => several(trial, subject, &root),
        1 => only_some(trial, subject, &root),
        2 => enough(trial, subject, &root),
        _ => drop(ask_value(trial, subject, &root, true)),
    }
}

fn several<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
    subject: &mut RecordedEngine<A, D>,
    root: &DeepRoot<A, D>,
) {
    let count = trial.bytes.pick(&[0, 1, 2, 3, usize::MAX]);
    let query = subject.query(&root.0, root.1).multi_pv(count);
    let report = query.line(trial.bytes.odds(50)).run().expect("a report");
    let about = about(subject, root, &report);
    DeeperOracle::new(&trial.values, &root.0).check_whole(&report, root.1, &about);
    check_count(&report, count, &about);
}

fn only_some<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
    subject: &mut RecordedEngine<A, D>,
    root: &DeepRoot<A, D>,
) {
    let mut moves = Moves::collect(|out| root.0.moves(out));
    moves.retain(|_| trial.bytes.odds(60));
    if moves.is_empty() {
        return;
    }
    let count = 1 + trial.bytes.below(2) as usize;
    let query = subject.query(&root.0, root.1).root_moves(moves.clone()).multi_pv(count);
    let report = query.run().expect("a report");
    let about = about(subject, root, &report);
    assert_eq!(report.moves.len(), moves.len(), "{about}");
    DeeperOracle::new(&trial.values, &root.0).only(&moves).check_whole(&report, root.1, &about);
    check_count(&report, count, &about);
}

/// The first `count` moves have exact values of the depth of the report.
fn check_count(report: &Report<u16>, count: usize, about: &dyn Display) {
    for found in report.moves.iter().take(count.max(1)) {
        assert_eq!((found.bound, Some(found.depth)), (Bound::Exact, report.depth), "{about}");
    }
}

fn enough<const A: bool, const D: bool>(
    trial: &mut GraphTrial<'_, '_, A, D>,
    subject: &mut RecordedEngine<A, D>,
    root: &DeepRoot<A, D>,
) {
    let oracle = DeeperOracle::new(&trial.values, &root.0);
    let span = oracle.span(root.1);
    let near =
        trial.bytes.pick(&[span.lower(), span.upper()]).get() + trial.bytes.below(5) as i32 - 2;
    let ends = [Score::INFINITY, -Score::INFINITY, Score::WIN, Score::LOSS];
    let far = trial.bytes.pick(&ends);
    let least = if trial.bytes.odds(20) { far } else { Score::new(near) };
    let report = subject.query(&root.0, root.1).decide(least).run().expect("a report");
    oracle.check_decision(&report, least, root.1, &about(subject, root, &report));
    let yes = subject.query(&root.0, root.1).decide(least).run().expect("an answer").decides(least);
    let possible = if yes == Some(true) { span.upper() >= least } else { span.lower() < least };
    assert!(yes.is_some() && possible, "{yes:?}: at least {least}: {root:?}");
}

/// The details of a failure.
fn about<const A: bool, const D: bool>(
    subject: &RecordedEngine<A, D>,
    root: &DeepRoot<A, D>,
    report: &impl Debug,
) -> impl Display {
    let options = *subject.engine.options();
    from_fn(move |f| write!(f, "{root:?} with {options:?}: {report:#?}"))
}
