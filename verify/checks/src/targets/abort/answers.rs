//! What a search that was ended early may say, held against the oracle.

use crate::answers::holds;
use crate::case::{DepthQuestion, FusedCase};
use crate::interrupted::{check_deepening, check_proof};
use eldest::{Depth, Report};
use std::fmt;

/// The report is true, as far as it goes. Whether it shows a move that is better than the best one
/// of the last completed depth.
///
/// # Panics
/// If it is not.
pub(super) fn check<const A: bool, const D: bool>(
    case: &FusedCase<A, D>,
    question: DepthQuestion,
    report: &Report<u16>,
) -> bool {
    case.check_legal(question, report);
    check_moves(case, question, report);
    let about = fmt::from_fn(|f| f.write_str(&case.about(question, report)));
    if question.to_end {
        check_proof(&case.values, case.graph(), report, &about);
        assert!(report.depth.is_none_or(Depth::is_end), "{report:?}");
        return false;
    }
    check_deepening(&case.values, case.graph(), report, &about);
    case.shown.check(&case.values, case.graph(), report, &about);
    report.depth.is_some_and(|depth| report.moves[0].depth > depth)
}

/// Every legal move once, with what is true of it at its depth; an unsearched one says nothing.
fn check_moves<const A: bool, const D: bool>(
    case: &FusedCase<A, D>,
    question: DepthQuestion,
    report: &Report<u16>,
) {
    let about = || case.about(question, report);
    let mut named: Vec<u16> = report.moves.iter().map(|root| root.mv).collect();
    named.sort_unstable();
    let legal = case.values.root_values(case.graph(), Depth::plies(1));
    assert!(named.iter().eq(legal.iter().map(|(mv, _)| mv)), "{}", about());
    for root in report.moves.iter().filter(|root| !root.depth.is_horizon()) {
        let values = case.values.root_values(case.graph(), root.depth);
        let value = values[usize::from(root.mv)].1;
        assert!(holds(root, value), "move {} is worth {value}: {}", root.mv, about());
    }
}
