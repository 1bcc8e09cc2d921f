//! Compares reports with the values of all moves.

use crate::definition::after;
use crate::trial::{EngineGame, Truth};
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::{Bound, Bounds, Depth, Moves, Options, Position, Report, Score};
use std::fmt::{Debug, Display, from_fn};

/// Checks the best move, the list of moves, the proof and the line in a report on `position`,
/// searched to `depth` without other limits.
///
/// # Panics
/// If one of them is wrong.
pub fn check_report<P: EngineGame>(
    truth: &impl Truth<P>,
    report: &Report<P::Move>,
    position: &P,
    depth: Depth,
    with_line: bool,
    options: &Options,
) {
    let searched = report.depth.expect("no limit but depth");
    let about = from_fn(|f| write!(f, "{position:?} to {depth} with {options:?}: {report:#?}"));
    check_best(report, &truth.root_values(position, searched), &about);
    check_moves(report, |depth| truth.root_values(position, depth), &about);
    check_proof(truth, report, position, depth, &about);
    check_line(truth, report, position, searched, with_line, &about);
}

/// The best move has the best value, and comes first with its exact value.
fn check_best<M: Copy + Eq + Debug>(
    report: &Report<M>,
    values: &[(M, Score)],
    about: &dyn Display,
) {
    let best = values.iter().map(|(_, value)| *value).max();
    let value = |mv| values.iter().find(|(legal, _)| *legal == mv).map(|(_, value)| *value);
    let first = &report.moves[0];
    assert_eq!((value(first.mv), report.best_move), (best, Some(first.mv)), "{about}");
    assert_eq!((Some(first.value), first.bound), (best, Bound::Exact), "{about}");
    assert_eq!(Some(first.depth), report.depth, "{about}");
}

/// Every legal move is listed once, with a correct bound at its depth; an unsearched move has no
/// bound.
fn check_moves<M: Copy + Eq + Debug>(
    report: &Report<M>,
    values: impl Fn(Depth) -> Vec<(M, Score)>,
    about: &dyn Display,
) {
    let legal = values(Depth::plies(1));
    assert_eq!(report.moves.len(), legal.len(), "{about}");
    for (mv, _) in legal {
        let found = report.moves.iter().find(|found| found.mv == mv);
        let found = found.unwrap_or_else(|| panic!("{mv:?} is missing: {about}"));
        let value = values(found.depth).into_iter().find(|(other, _)| *other == mv);
        let (_, value) = value.expect("a legal move");
        assert!(holds(found, value), "{mv:?} is worth {value}: {about}");
        assert_eq!(found.line.first(), Some(&mv), "{about}");
    }
}

/// Whether the bound on a root move is correct if the move is worth `value`.
#[must_use]
pub fn holds<M>(found: &RootMove<M>, value: Score) -> bool {
    Bounds::from_bound(found.value, found.bound).contains(value)
}

/// Checks that every line is legal, whatever was counted as a value.
///
/// # Panics
/// If a line is illegal.
pub fn check_legal<P: Position<Move: Debug>>(
    report: &Report<P::Move>,
    position: &P,
    about: &dyn Display,
) {
    let lines = report.moves.iter().map(|found| &found.line).chain([&report.line.moves]);
    for line in lines {
        let mut last = position.clone();
        for mv in line {
            let legal = Moves::collect(|out| last.moves(out));
            assert!(last.over().is_none() && legal.contains(mv), "{mv:?} in {line:?}: {about}");
            last.play(*mv);
        }
    }
}

/// A proved value is the value to the end. The last depth is the requested one, or the first one at
/// which the value was proved.
fn check_proof<P: EngineGame>(
    truth: &impl Truth<P>,
    report: &Report<P::Move>,
    position: &P,
    depth: Depth,
    about: &dyn Display,
) {
    assert!(report.exact, "{about}");
    if report.proved {
        assert_eq!(report.value(), Some(truth.value(position, Depth::END)), "{about}");
        assert_eq!(report.stop_reason, StopReason::Proved, "{about}");
    } else {
        assert_eq!(
            (report.depth, report.stop_reason),
            (Some(depth), StopReason::Complete),
            "{about}"
        );
    }
    let whole = depth.to_plies().is_none_or(|plies| plies >= truth.plies_left(position));
    assert!(report.proved || !whole, "no horizon is left, but nothing is proved: {about}");
    assert!(
        report.proved || !is_decided(report, P::WIN_DISTANCE),
        "the value is decided, but not proved: {about}"
    );
}

/// Whether the value is a win or a loss within the searched depth, where wins count their distance.
fn is_decided<M>(report: &Report<M>, has_distance: bool) -> bool {
    let distance = report.value().and_then(Score::distance).filter(|_| has_distance);
    let plies = report.depth.and_then(Depth::to_plies).map_or(u32::MAX, u32::from);
    distance.is_some_and(|distance| distance <= plies)
}

/// The line is legal and one of best play, ends as stated, and the value at its end is the value of
/// the root.
fn check_line<P: EngineGame>(
    truth: &impl Truth<P>,
    report: &Report<P::Move>,
    position: &P,
    depth: Depth,
    with_line: bool,
    about: &dyn Display,
) {
    let line = &report.line;
    assert_eq!(line.moves.first(), report.best_move.as_ref(), "{about}");
    let mut last = position.clone();
    for mv in &line.moves {
        assert!(Moves::collect(|out| last.moves(out)).contains(mv), "{mv:?} is illegal: {about}");
        last.play(*mv);
    }
    let at_horizon = depth.to_plies().is_some_and(|plies| line.moves.len() == usize::from(plies));
    let ended = match line.end {
        LineEnd::GameOver => last.over().is_some(),
        LineEnd::Horizon => last.over().is_none() && at_horizon,
        LineEnd::Decided => {
            last.over().is_none() && depth.is_end() && last.bounds().value().is_some()
        }
        _ => !with_line,
    };
    assert!(ended, "{about}");
    if line.end != LineEnd::Unfinished {
        let end = |end: &P| end.bounds().value().filter(|_| depth.is_end());
        let end = |last: &P| end(last).unwrap_or_else(|| truth.value(last, Depth::HORIZON));
        assert_eq!(Some(along(position, &line.moves, &end)), report.value(), "{about}");
    }
    check_best_play(truth, &line.moves, position, depth, about);
}

/// Every move of the line is a best one, even if the line ends too early to prove the value.
fn check_best_play<P: EngineGame>(
    truth: &impl Truth<P>,
    line: &[P::Move],
    position: &P,
    depth: Depth,
    about: &dyn Display,
) {
    let (mut position, mut left) = (position.clone(), depth);
    for &mv in line {
        let found = after(&position, mv, |child| truth.value(child, left.below()));
        assert_eq!(found, truth.value(&position, left), "move {mv:?} of the line: {about}");
        position.play(mv);
        left = left.below();
    }
}

/// Returns the value of `end` at the end of the line, as seen from its beginning.
fn along<P: Position>(position: &P, line: &[P::Move], end: &dyn Fn(&P) -> Score) -> Score {
    match line {
        [] => end(position),
        [mv, rest @ ..] => after(position, *mv, |child| along(child, rest, end)),
    }
}

/// Checks a report of `decide(least)`. The value of the position lies within `span` at the
/// requested depth, and is `end` at the end of the game. The bounds decide on which side of `least`
/// the value lies, and must contain it; proved bounds must contain `end`, too.
///
/// # Panics
/// If one of these does not hold, unless a limit ended the search before the decision.
pub fn check_decision<M>(
    report: &Report<M>,
    least: Score,
    span: Bounds,
    end: Score,
    about: &dyn Display,
) {
    if report.depth.is_none() {
        return;
    }
    let found = report.bounds;
    assert!(
        found.lower() >= least || found.upper() < least,
        "at least {least}: undecided: {about}"
    );
    assert!(found.intersect(span).is_some(), "at least {least}: {found:?}, not {span:?}: {about}");
    let proved = !report.proved || found.contains(end);
    assert!(proved, "at least {least}: {found:?} is not proved; the value is {end}: {about}");
}
