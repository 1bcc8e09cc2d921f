//! What a search that was ended early may say, held against the oracle.

use crate::table::{Case, Question};
use eldest::{Bound, Depth, Report};

/// The report is true, as far as it goes. Whether it shows a move that is better than the best one
/// of the last completed depth.
///
/// # Panics
/// If it is not.
pub(super) fn check<const A: bool, const D: bool>(
    case: &Case<A, D>,
    question: Question,
    report: &Report<u16>,
) -> bool {
    case.check_legal(question, report);
    check_moves(case, question, report);
    if question.to_end {
        check_proof(case, question, report);
        false
    } else {
        check_deepening(case, question, report)
    }
}

fn value<const A: bool, const D: bool>(case: &Case<A, D>, depth: Depth) -> eldest::Score {
    case.values.value(case.graph().number(), depth)
}

/// Every legal move once, with what is true of it at its depth; an unsearched one says nothing.
fn check_moves<const A: bool, const D: bool>(
    case: &Case<A, D>,
    question: Question,
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
        let holds = match root.bound {
            Bound::Exact => root.value == value,
            Bound::Lower => root.value <= value,
            Bound::Upper => root.value >= value,
        };
        assert!(holds, "move {} is worth {value}: {}", root.mv, about());
    }
}

/// To the end: the bounds hold, and one that is left is the value.
fn check_proof<const A: bool, const D: bool>(
    case: &Case<A, D>,
    question: Question,
    report: &Report<u16>,
) {
    let value = value(case, Depth::END);
    let about = || case.about(question, report);
    assert!(report.bounds.contains(value), "{value}: {}", about());
    assert!(report.value().is_none_or(|found| found == value), "{value}: {}", about());
    assert!(report.depth.is_none_or(Depth::is_end), "{}", about());
}

/// Deeper and deeper: the value is that of the last completed depth, and the move a best one there,
/// or one that beats the best ones a ply deeper.
fn check_deepening<const A: bool, const D: bool>(
    case: &Case<A, D>,
    question: Question,
    report: &Report<u16>,
) -> bool {
    let about = || case.about(question, report);
    let Some(depth) = report.depth else {
        assert_eq!(report.value(), None, "{}", about());
        return false;
    };
    let worth = value(case, depth);
    assert_eq!(report.value(), Some(worth), "{}", about());
    let proved = value(case, Depth::END);
    assert!(!report.proved || proved == worth, "{}", about());
    let best = report.moves[0].mv;
    let of = |mv: u16, depth| case.values.root_values(case.graph(), depth)[usize::from(mv)].1;
    if of(best, depth) == worth {
        return false;
    }
    let next = Depth::plies(depth.to_plies().expect("plies") + 1);
    assert_eq!(report.moves[0].depth, next, "{}", about());
    let former = report.moves.iter().find(|m| m.depth == depth && m.value == worth);
    let former = former.expect("the best move before").mv;
    assert!(of(best, next) > of(former, next), "{}", about());
    true
}
