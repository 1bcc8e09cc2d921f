//! What a report says of a giant, held against what is known by construction.

use super::{Goal, Question};
use eldest::{Bound, Depth, DepthMatch, Ending, LineEnd, Position, Report, RootMove, Score};
use eldest_games::trees::Synthetic;

/// Words for a check that fails.
type About<'a> = &'a dyn Fn() -> String;

/// Everything in `report`.
pub(super) fn check(
    start: &Synthetic,
    question: &Question,
    report: &Report<u16>,
    about: About<'_>,
) {
    let exact = question.options.depth_match == DepthMatch::Exact || question.goal == Goal::End;
    assert_eq!(report.exact, exact, "{}", about());
    check_value(start, question, report, about);
    check_best(start, question, report, about);
    report.moves.iter().for_each(|found| check_move(start, found, about));
    check_line(start, question, report, about);
}

fn value(node: &Synthetic, depth: Depth) -> Score {
    node.assigned_value_at(depth).expect("an ordered tree")
}

fn is_whole(report: &Report<u16>) -> bool {
    matches!(report.ending, Ending::Complete | Ending::Proved)
}

/// The value is the known one, or, if a limit was reached, within the bounds.
fn check_value(start: &Synthetic, question: &Question, report: &Report<u16>, about: About<'_>) {
    let value = value(start, report.depth.unwrap_or(Depth::END));
    assert!(report.bounds.contains(value), "{value}: {}", about());
    let end = start.assigned_value().expect("an ordered tree");
    assert!(!report.proved || report.bounds.contains(end), "{end}: {}", about());
    if !is_whole(report) {
        assert_eq!(report.ending, Ending::Nodes, "{}", about());
    } else if let Goal::AtLeast { .. } = question.goal {
        let least = question.least(start);
        assert!(report.bounds.lower >= least || report.bounds.upper < least, "{}", about());
    } else {
        assert_eq!(report.value(), Some(value), "{}", about());
    }
}

/// Only one move is the best, and it is the best at every depth.
fn check_best(start: &Synthetic, question: &Question, report: &Report<u16>, about: About<'_>) {
    let moves = start.spec().width;
    assert_eq!(report.moves.len(), usize::from(moves), "{}", about());
    assert!(report.best_move.is_some_and(|mv| mv < moves), "{}", about());
    if report.depth.is_some() && !matches!(question.goal, Goal::AtLeast { .. }) {
        assert_eq!(report.best_move, start.best_move(), "{}", about());
    }
}

/// What is said of a move is true at the depth at which it was found.
fn check_move(start: &Synthetic, found: &RootMove<u16>, about: About<'_>) {
    if found.depth.is_horizon() {
        return;
    }
    let mut child = *start;
    child.play(found.mv);
    let value = -value(&child, found.depth.below());
    let holds = match found.bound {
        Bound::Exact => found.value == value,
        Bound::Lower => found.value <= value,
        Bound::Upper => found.value >= value,
    };
    assert!(holds, "{found:?} is worth {value}: {}", about());
    assert_eq!(found.line.first(), Some(&found.mv), "{}", about());
}

/// The line is legal; where the value is known every move of it is the best one of its node, and so
/// every node on it has the same value, up to the sign. It goes as deep as the search.
fn check_line(start: &Synthetic, question: &Question, report: &Report<u16>, about: About<'_>) {
    let mut node = *start;
    for &mv in &report.line.moves {
        assert!(node.over().is_none() && mv < node.spec().width, "{}", about());
        let best = report.value().is_none() || node.best_move() == Some(mv);
        assert!(best, "{mv} at {node:?}: {}", about());
        node.play(mv);
    }
    let wanted = question.line && !matches!(question.goal, Goal::AtLeast { .. });
    if wanted && is_whole(report) && question.options.depth_match == DepthMatch::Exact {
        assert_eq!(report.line.end, end(start, report), "{}", about());
    }
}

/// How a line that is whole ends: at the horizon, or at a leaf if there is none.
fn end(start: &Synthetic, report: &Report<u16>) -> LineEnd {
    let left = start.plies_left().expect("a finite tree");
    let plies = report.depth.and_then(Depth::to_plies);
    let shallower = plies.is_some_and(|plies| u32::from(plies) < left);
    if shallower { LineEnd::Horizon } else { LineEnd::GameOver }
}
