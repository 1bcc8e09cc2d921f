//! What a report says, held against the values of all moves.

use crate::definition::after;
use crate::trial::{EngineGame, Truth};
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::{Bound, Bounds, Depth, Moves, Options, Position, Report, Score};
use std::fmt::{Debug, Display, from_fn};

/// A report on `position`, searched to `depth` without other limits: best move, list of moves,
/// proof and line are true.
///
/// # Panics
/// If one of them is not.
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

/// The best move is a best one, and stands first with its exact value.
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

/// Every legal move once, with what is true of it at its depth; an unsearched one says nothing.
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

/// Whether what is said of a root move is true, if it is worth `value`.
#[must_use]
pub fn holds<M>(found: &RootMove<M>, value: Score) -> bool {
    Bounds::from_bound(found.value, found.bound).contains(value)
}

/// Every line is legal, whatever counted as a value.
///
/// # Panics
/// If one is not.
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

/// What is proved is the value to the end; the last depth is the first one proved, or the one
/// asked.
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
    assert!(report.proved || !whole, "no horizon is left: {about}");
    assert!(report.proved || !is_decided(report, P::WIN_DISTANCE), "it is decided: {about}");
}

/// Whether the value is a win or a loss within the depth that was searched, as far as distances
/// tell.
fn is_decided<M>(report: &Report<M>, tells: bool) -> bool {
    let distance = report.value().and_then(Score::distance).filter(|_| tells);
    let plies = report.depth.and_then(Depth::to_plies).map_or(u32::MAX, u32::from);
    distance.is_some_and(|distance| distance <= plies)
}

/// The line is legal, ends as it says, and the value of its end is the value of the root.
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
}

/// What `end` says of the line's end, as seen from its beginning.
fn along<P: Position>(position: &P, line: &[P::Move], end: &dyn Fn(&P) -> Score) -> Score {
    match line {
        [] => end(position),
        [mv, rest @ ..] => after(position, *mv, |child| along(child, rest, end)),
    }
}

/// The report of `decide(least)` about a position that is worth something within `span` at the
/// depth asked for, and `end` to the end: it tells on which side of `least` the value lies, its
/// bounds say the same, and they are true; those that are proved, to the end too.
///
/// # Panics
/// If one of that is not so, unless a limit has ended the search before it was decided.
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
    let told = report.bounds;
    assert!(told.lower() >= least || told.upper() < least, "at least {least}: undecided: {about}");
    assert!(told.intersect(span).is_some(), "at least {least}: {told:?}, not {span:?}: {about}");
    let proved = !report.proved || told.contains(end);
    assert!(proved, "at least {least}: {told:?} is not proved, but {end}: {about}");
}
