//! Detects broken promises of the game and the evaluator, and names the promise.
//!
//! Most checks exist in debug builds only. [`break_off`] ends a search that detects a broken
//! promise.

use super::worker::{SearchTypes, Worker};
use crate::position::{Moves, Points, Position, Ranked, Side, Turn, without_ranks};
use crate::{Bound, Bounds, Evaluator, Score};
use std::any::Any;
use std::fmt::Debug;
use std::panic::resume_unwind;

/// The maximum number of moves of a list that are compared with each other: the cost is quadratic.
const MOST_COMPARED: usize = 128;

/// Debug checks cover the first 10,000 nodes of each worker, then one in 64: a check takes longer
/// than the search of a node.
const LOOKED_AT: u64 = 10_000;
const THEN_ONE_IN: u64 = 64;

impl<C: SearchTypes> Worker<C> {
    /// In debug builds: whether this node is checked.
    #[inline(always)]
    pub(super) fn is_checked(&self) -> bool {
        let nodes = self.statistics.nodes;
        cfg!(debug_assertions) && (nodes <= LOOKED_AT || nodes.is_multiple_of(THEN_ONE_IN))
    }
}

/// In debug builds: breaks off with the message unless `$holds`.
macro_rules! promised {
    ($holds:expr, $($message:tt)+) => {
        if cfg!(debug_assertions) && !$holds {
            $crate::search::contract::broken(&format!($($message)+));
        }
    };
}

pub(super) use promised;

/// Breaks off: [`Position`] breaks the promise described by `what`.
#[cold]
#[inline(never)]
pub(super) fn broken(what: &str) -> ! {
    break_off(format!("{what}; the conformance check names the moves that lead there"))
}

/// Breaks off with the promise that `position` breaks: a search needed its moves, and there were
/// none.
#[cold]
#[inline(never)]
pub(crate) fn no_moves<P: Position>(position: &P) -> ! {
    let bounds = position.bounds();
    broken(&match (position.over(), bounds.value()) {
        (Some(score), known) if known != Some(score) => {
            format!("the game is over with {score}, but `bounds` gave {bounds:?}, not exactly that")
        }
        (None, _) if Moves::collect(|out| position.moves(out)).is_empty() => {
            "the position has no moves, but the game is not over".to_owned()
        }
        (_, Some(_)) => {
            format!("`bounds` gave {bounds:?}, but `bounds_for` left a null window open")
        }
        (_, None) => format!("`relevant_moves` gave none, but `bounds`, {bounds:?}, are not exact"),
    })
}

/// Returns the evaluation of `position`. Breaks off, in every build, if it is not a valid
/// evaluation: beyond the valid range lie wins, and numbers that are not values.
#[inline(always)]
pub(super) fn evaluation<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    state: &E::State,
) -> Score {
    let score = evaluator.evaluate(position, state);
    if score.get().abs() > Score::MAX_VALUE.get() {
        too_large(score);
    }
    score
}

#[cold]
#[inline(never)]
fn too_large(score: Score) -> ! {
    break_off(format!(
        "`evaluate` gave {score}, beyond {}; the conformance check names the moves that lead there",
        Score::MAX_VALUE
    ))
}

/// Returns the score of `position` if the game is over; debug builds check that the score is valid.
#[inline(always)]
pub(super) fn over<P: Position>(position: &P) -> Option<Score> {
    let over = position.over();
    promised!(
        over.is_none_or(|score| score.is_outcome(P::WIN_DISTANCE)),
        "`over` gave {over:?}; expected at most {} either way, or WIN or LOSS{}",
        Score::MAX_VALUE,
        if P::WIN_DISTANCE { ", or a win or loss with its distance" } else { "" }
    );
    over
}

/// In debug builds: checks that the static bounds of `position` agree with `over`, `range` and
/// `granularity`.
#[inline(always)]
pub(super) fn check_glance<P: Position>(position: &P) {
    if !cfg!(debug_assertions) {
        return;
    }
    let (known, range) = (position.bounds(), position.range());
    if let Some(score) = over(position) {
        promised!(
            known == Bounds::exact(score),
            "the game is over with {score}, but `bounds` gave {known:?}, not exactly that"
        );
        check_found(position, score, Bound::Exact);
    }
    promised!(
        known.intersect(range).is_some(),
        "`bounds` gave {known:?}, outside of `range`, {range:?}"
    );
}

/// In debug builds: checks that `value` agrees with everything that `position` declares.
#[inline(always)]
pub(super) fn check_found<P: Position>(position: &P, value: Score, bound: Bound) {
    if !cfg!(debug_assertions) {
        return;
    }
    let found = Bounds::from_bound(value, bound);
    let (known, range) = (position.bounds(), position.range());
    promised!(
        known.intersect(found).is_some(),
        "`bounds` gave {known:?}, but {bound:?} {value} was found{}",
        suspected(Points::at(position))
    );
    check_taken(Points::at(position), found, range);
    promised!(
        range.intersect(found).is_some(),
        "`range` gave {range:?}, but {bound:?} {value} was found"
    );
    let (step, above) = (position.granularity(), i64::from(value.get() - range.lower.get()));
    promised!(step > 0, "`granularity` gave 0; expected at least 1");
    promised!(
        bound != Bound::Exact || above % i64::from(step) == 0,
        "{value} is no multiple of {step}, `granularity`, above {}, where `range` begins",
        range.lower
    );
}

/// In debug builds: in a game with `points`, checks that `found` and the value still to come lie
/// within `range`. A wrong sign of the points, which affects the values stored in the table, breaks
/// this far more often than a wrong range does.
fn check_taken(points: Points, found: Bounds, range: Bounds) {
    let Some(taken) = points.get() else { return };
    let to_come = points.bounds_to_come(found);
    promised!(
        range.intersect(found).is_some() && range.intersect(to_come).is_some(),
        "`taken` gave {taken} where a value within {found:?} was found, so one within {to_come:?} would \
         still be to come, and `range` gave {range:?}; expected `taken` as the side to move sees it \
         (its points less those of its opponent), and a range that holds both values"
    );
}

/// Names `taken` as another suspect in a game with `points`.
fn suspected(points: Points) -> String {
    points.get().map_or_else(String::new, |taken| {
        format!(
            ", if `taken`, which gave {taken}, is right: expected it as the side to move sees it"
        )
    })
}

/// In debug builds: checks the promises of the position where a search starts.
pub(crate) fn check_start<P: Position>(position: &P, to_end: bool) {
    if !cfg!(debug_assertions) {
        return;
    }
    if to_end {
        check_glance(position);
    }
    if over(position).is_none() {
        check_list("moves", &Moves::collect(|out| position.moves(out)));
    }
}

/// In debug builds: checks that `moves`, which `position` generated for a search, are legal and
/// distinct.
#[inline(always)]
pub(super) fn check_moves<P: Position>(position: &P, moves: &[Ranked<P::Move>], to_end: bool) {
    if !cfg!(debug_assertions) {
        return;
    }
    let moves = without_ranks(moves);
    if !to_end {
        return check_list("moves", &moves);
    }
    let legal = Moves::collect(|out| position.moves(out));
    check_list("moves", &legal);
    check_list("relevant_moves", &moves);
    if let Some(mv) = moves.iter().take(MOST_COMPARED).find(|mv| !legal.contains(mv)) {
        broken(&format!("`relevant_moves` gave {mv:?}, which `moves` did not"));
    }
}

/// Checks that the first of `moves`, which Position::`method` generated, are distinct.
fn check_list<M: Eq + Debug>(method: &str, moves: &[M]) {
    let first = &moves[..moves.len().min(MOST_COMPARED)];
    if let Some((_, mv)) = first.iter().enumerate().find(|(at, mv)| first[..*at].contains(mv)) {
        broken(&format!("`{method}` gave {mv:?} twice"));
    }
}

/// Returns the turn from a node where `before` moves to a child where `after` does.
#[inline(always)]
pub(super) fn turn<P: Position>(before: Side, after: Side) -> Turn {
    promised!(
        !P::ALTERNATES || before != after,
        "`ALTERNATES` is true, but the same side moves twice"
    );
    Turn::between::<P>(before, after)
}

/// The payload of a broken contract: the promise of the game or the evaluator that is broken.
#[derive(Debug)]
pub(crate) struct BrokenContract(pub(crate) String);

/// Breaks off: `message` describes the broken promise. The stack unwinds as in a panic, but without
/// the panic hook, because the caller of the engine gets the error. Where panics abort there is no
/// such error, so the hook is called.
#[cold]
#[inline(never)]
pub(crate) fn break_off(message: String) -> ! {
    if cfg!(panic = "abort") {
        panic!("broken contract: {message}");
    }
    resume_unwind(Box::new(BrokenContract(message)))
}

/// Returns the message of `panic`, if it is a string.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "(no message)".to_owned())
}
