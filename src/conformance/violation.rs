//! [`Violation`]: a promise that a game breaks. A panic breaks one too ([`caught`]).

use crate::search::contract::panic_message;
use crate::{Bounds, Position, Score, Window};
use std::fmt::{self, Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A promise of [`Position`](crate::Position) that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<M> {
    /// The moves that lead there from the position that was given.
    pub path: Vec<M>,
    /// The promise.
    pub broken: Broken<M>,
}

impl<M: Debug> Display for Violation<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after the moves {:?}: {}", self.path, self.broken)
    }
}

impl<M: Debug> std::error::Error for Violation<M> {}

/// An answer that should have been the same twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{what}` was {was}, is {is}")]
pub struct Difference {
    /// The method that was asked.
    pub what: &'static str,
    /// What it said first.
    pub was: String,
    /// What it said then.
    pub is: String,
}

/// Which promise is broken, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken<M> {
    /// The game's own code panicked.
    #[error("the game's own code panicked, here or in a position soon after: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// A method is no pure function of the position.
    #[error("asked twice, the same position answers differently: {0}")]
    Unstable(Difference),
    /// Playing on a clone changes the original.
    #[error("moves played on a clone changed the position it was cloned from: {0}")]
    CloneShares(Difference),
    /// `play` and `undo` do not lead back.
    #[error("{mv:?}, played and undone, does not lead back: {difference}")]
    Undo {
        /// The move.
        mv: M,
        /// What changed.
        difference: Difference,
    },
    /// A position, written and read, is another one.
    #[error("written as \"{text}\" and read again, it is another position: {difference}")]
    Text {
        /// The text.
        text: String,
        /// What changed.
        difference: Difference,
    },
    /// A position, written, cannot be read.
    #[error("written as \"{text}\", it cannot be read: {error}")]
    Unreadable {
        /// The text.
        text: String,
        /// Why.
        error: String,
    },
    /// Something declared for the whole game changes within it.
    #[error("must be the same in every position of a game: {0}")]
    Changes(Difference),
    /// `granularity` is 0.
    #[error("`granularity` is 0; expected at least 1")]
    NoGrid,
    /// `KeyKind::Unique` with a number of bits that no key has.
    #[error("`key_kind` is unique in {bits} bits; expected 1 to 64")]
    KeyBits {
        /// The number declared.
        bits: u32,
    },
    /// The key has more bits than declared.
    #[error("`key` is {key:#x}; expected at most {bits} bits, as `key_kind` says")]
    KeyTooWide {
        /// The key.
        key: u64,
        /// The number of bits declared.
        bits: u32,
    },
    /// `key_after` is not the key after the move.
    #[error("`key_after` {mv:?} is {told:#x}; expected {key:#x}, the key once it is played")]
    KeyAfter {
        /// The move.
        mv: M,
        /// What was told ahead.
        told: u64,
        /// The key after playing it.
        key: u64,
    },
    /// The score of a finished game is none that a game may give.
    #[error("`over` is {score}; expected at most 4000000 either way, or Score::WIN or Score::LOSS")]
    OverScore {
        /// The score.
        score: Score,
    },
    /// The game is over, but `bounds` does not say its score.
    #[error(
        "the game is over with {score}, but `bounds` are {bounds:?}; expected exactly the score"
    )]
    OverBounds {
        /// What `over` says.
        score: Score,
        /// What `bounds` says.
        bounds: Bounds,
    },
    /// A null window is told too little, though `bounds` would answer it.
    #[error(
        "`bounds` are {bounds:?}, which answers {window:?}, but `bounds_for` says {told:?}, which does not"
    )]
    Unanswered {
        /// What `bounds` says.
        bounds: Bounds,
        /// The null window.
        window: Window,
        /// What `bounds_for` says to it.
        told: Bounds,
    },
    /// No move, though the game is not over.
    #[error("the game is not over, but there is no move")]
    NoMoves,
    /// A move is generated twice.
    #[error("{mv:?} is generated twice")]
    Twice {
        /// The move.
        mv: M,
    },
    /// A relevant move is not legal.
    #[error("{mv:?} is among the `relevant_moves`, but not among the `moves`")]
    RelevantIllegal {
        /// The move.
        mv: M,
    },
    /// No relevant move, though the bounds are not exact.
    #[error("`bounds` are {bounds:?}, not exact, but there are no `relevant_moves`")]
    NoRelevantMoves {
        /// What `bounds` says.
        bounds: Bounds,
    },
    /// The same side moves twice in a game that declares `ALTERNATES`.
    #[error("after {mv:?} the same side is to move, but ALTERNATES is true")]
    SameSide {
        /// The move.
        mv: M,
    },
    /// `plies_left` is no upper bound.
    #[error("`plies_left` is {before}, and {after:?} after {mv:?}; expected less")]
    PliesLeft {
        /// The move.
        mv: M,
        /// What it was.
        before: u32,
        /// What it is after the move.
        after: Option<u32>,
    },
    /// `plies_left` is 0, but the game goes on.
    #[error("`plies_left` is 0, but the game is not over")]
    NoPliesLeft,
    /// Bounds and range leave no value possible.
    #[error("`bounds` {bounds:?} and `range` {range:?} have no value in common")]
    OutOfRange {
        /// What `bounds` says, or the exact value.
        bounds: Bounds,
        /// What `range` says.
        range: Bounds,
    },
    /// More points are taken than a score can be.
    #[error("`taken` is {taken}; expected at most 4000000 either way")]
    TakenTooMany {
        /// What `taken` says.
        taken: i32,
    },
    /// What is still to come, after the points that are taken, is beyond the range.
    #[error(
        "{whole} is right for the whole game, and `taken` is {taken}, so {left} would still be to come; expected \
         that within `range` {range:?} too, and at most 4000000 either way"
    )]
    ToCome {
        /// The value, or what an evaluator says.
        whole: Score,
        /// What `taken` says.
        taken: i32,
        /// One less the other.
        left: i64,
        /// What `range` says; all points for an evaluator.
        range: Bounds,
    },
    /// `taken` is told as the side sees it that is not to move.
    #[error(
        "after the moves {other:?} the key is the same, but values less `taken` are not; they are if `taken` is \
         turned round: expected it as the side to move sees it"
    )]
    TakenSide {
        /// The moves that lead to the other position.
        other: Vec<M>,
    },
    /// `bounds` exclude the value.
    #[error("the value to the end is {value}, found by minimax, but `bounds` are {bounds:?}")]
    Bounds {
        /// The value.
        value: Score,
        /// What `bounds` says.
        bounds: Bounds,
    },
    /// What a null window is told excludes the value.
    #[error("the value to the end is {value}, but `bounds_for` says {bounds:?} to {window:?}")]
    BoundsFor {
        /// The value.
        value: Score,
        /// The null window.
        window: Window,
        /// What `bounds_for` says to it.
        bounds: Bounds,
    },
    /// No relevant move is a best one.
    #[error("the value to the end is {value}, but the `relevant_moves` give {relevant} at best")]
    RelevantLose {
        /// The value.
        value: Score,
        /// The value of the best relevant move.
        relevant: Score,
    },
    /// The value lies off the grid.
    #[error("the value to the end is {value}; expected a multiple of {granularity} above {lower}")]
    OffGrid {
        /// The value.
        value: Score,
        /// The width of the grid.
        granularity: u32,
        /// The lower end of the range.
        lower: Score,
    },
    /// An evaluator's state, kept from move to move, is not that of `start`.
    #[error(
        "judged by a state kept from move to move, not by that of `start`, the position is another: {0}"
    )]
    State(Difference),
    /// An evaluation beyond what an evaluator may give.
    #[error("`evaluate` is {score}; expected at most 4000000 either way")]
    Evaluation {
        /// The score.
        score: Score,
    },
    /// A pass, as selective searches try it, is none, or does not lead back.
    #[error("after `pass` {what}")]
    Pass {
        /// What is wrong.
        what: &'static str,
    },
    /// A move is said to put the other side in danger, which is in none.
    #[error("`endangers` is true of {mv:?}, but after it `is_urgent` is false")]
    Endangers {
        /// The move.
        mv: M,
    },
    /// More kinds of moves than are told apart.
    #[error("`kind` of {mv:?} is {kind}; expected at most 511")]
    Kind {
        /// The move.
        mv: M,
        /// Its kind.
        kind: u16,
    },
    /// A noisy move is not legal.
    #[error("{mv:?} is among the `noisy_moves`, but not among the `moves`")]
    NoisyIllegal {
        /// The move.
        mv: M,
    },
    /// Two positions have the same key and different values.
    #[error("after the moves {other:?} the key is the same, but not the value: {difference}")]
    SameKey {
        /// The moves that lead to the other position.
        other: Vec<M>,
        /// How they differ.
        difference: Difference,
    },
    /// Two positions have the same key and different values, and positions of the game come again, on
    /// the way there or soon after: values seem to depend on what was played before.
    #[error(
        "after the moves {other:?} the key is the same, but not the value: {difference}. Positions come again on the \
         way: where values depend on that (repetition), expected a key that tells what they depend on, or \
         PATH_DEPENDENT = true"
    )]
    Repetition {
        /// The moves that lead to the other position.
        other: Vec<M>,
        /// How they differ.
        difference: Difference,
    },
}

/// Whether the promises that were looked at hold.
pub(super) type Verdict<P> = Result<(), Broken<<P as Position>::Move>>;

/// What `work` gives. If the game's own code panics in it, that is the promise that is broken: the moves
/// that lead there are for the caller to tell.
pub(super) fn caught<T, M>(work: impl FnOnce() -> Result<T, Broken<M>>) -> Result<T, Broken<M>> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Broken::Panicked { message: panic_message(&*panic) }))
}
