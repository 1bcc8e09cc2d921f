//! [`Violation`]: a broken promise of a game. A panic is one too ([`caught`]).

use crate::search::contract::panic_message;
use crate::{Bounds, Position, Score, Window};
use std::fmt::{self, Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A broken promise of [`Position`](crate::Position), and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<M> {
    /// The moves that lead there from the start position of the check.
    pub path: Vec<M>,
    /// The broken promise.
    pub broken: Broken<M>,
}

impl<M: Debug> Display for Violation<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after the moves {:?}: {}", self.path, self.broken)
    }
}

impl<M: Debug> std::error::Error for Violation<M> {}

/// Two results that should have been equal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{what}` was {was}, is {is}")]
pub struct Difference {
    /// The method that was called.
    pub what: &'static str,
    /// The first result.
    pub was: String,
    /// The second result.
    pub is: String,
}

/// The promise that is broken, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken<M> {
    /// The game's own code panicked.
    #[error("the game's own code panicked, here or in a position soon after: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// A method is not a pure function of the position.
    #[error("two calls on the same position return different results: {0}")]
    Unstable(Difference),
    /// Playing on a clone changes the original.
    #[error("moves played on a clone changed the position it was cloned from: {0}")]
    CloneShares(Difference),
    /// `undo` does not revert `play`.
    #[error("{mv:?}, played and undone, does not lead back: {difference}")]
    Undo {
        /// The move.
        mv: M,
        /// What changed.
        difference: Difference,
    },
    /// A position, printed and parsed, is another one.
    #[error("printed as \"{text}\" and parsed again, it is another position: {difference}")]
    Text {
        /// The text.
        text: String,
        /// What changed.
        difference: Difference,
    },
    /// A printed position cannot be parsed.
    #[error("printed as \"{text}\", it cannot be parsed: {error}")]
    Unreadable {
        /// The text.
        text: String,
        /// The error of the parser.
        error: String,
    },
    /// A declaration for the whole game changes within it.
    #[error("must be the same in every position of a game: {0}")]
    Changes(Difference),
    /// `granularity` is 0.
    #[error("`granularity` is 0; expected at least 1")]
    NoGrid,
    /// `KeyKind::Unique` with an invalid number of bits.
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
    #[error("`key_after` {mv:?} is {predicted:#x}; expected {key:#x}, the key after the move")]
    KeyAfter {
        /// The move.
        mv: M,
        /// The result of `key_after`.
        predicted: u64,
        /// The key after playing it.
        key: u64,
    },
    /// The score of a finished game is not a valid outcome.
    #[error(
        "`over` is {score}; expected at most 4000000 either way, or WIN or LOSS, or with WIN_DISTANCE \
         a win or loss with its distance"
    )]
    OverScore {
        /// The score.
        score: Score,
    },
    /// The game is over, but `bounds` are not exactly its score.
    #[error(
        "the game is over with {score}, but `bounds` are {bounds:?}; expected exactly the score"
    )]
    OverBounds {
        /// The result of `over`.
        score: Score,
        /// The result of `bounds`.
        bounds: Bounds,
    },
    /// `bounds_for` does not decide a null window that `bounds` decide.
    #[error(
        "`bounds` are {bounds:?}, which decides {window:?}, but `bounds_for` returns {answer:?}, which does not"
    )]
    Unanswered {
        /// The result of `bounds`.
        bounds: Bounds,
        /// The null window.
        window: Window,
        /// The result of `bounds_for`.
        answer: Bounds,
    },
    /// There is no move, though the game is not over.
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
    /// There is no relevant move, though the bounds are not exact.
    #[error("`bounds` are {bounds:?}, not exact, but there are no `relevant_moves`")]
    NoRelevantMoves {
        /// The result of `bounds`.
        bounds: Bounds,
    },
    /// The same side moves twice in a game that declares `ALTERNATES`.
    #[error("after {mv:?} the same side is to move, but ALTERNATES is true")]
    SameSide {
        /// The move.
        mv: M,
    },
    /// `plies_left` does not decrease.
    #[error("`plies_left` is {before}, and {after:?} after {mv:?}; expected less")]
    PliesLeft {
        /// The move.
        mv: M,
        /// The value before the move.
        before: u32,
        /// The value after the move.
        after: Option<u32>,
    },
    /// `plies_left` is 0, but the game goes on.
    #[error("`plies_left` is 0, but the game is not over")]
    NoPliesLeft,
    /// The worth of endless play is no value of the game.
    #[error(
        "`endless` is {score}; expected at most 4000000 either way, within `range` {range:?}, and a multiple of \
         {granularity} above its lower end"
    )]
    Endless {
        /// The result of `endless`.
        score: Score,
        /// The result of `range`.
        range: Bounds,
        /// The result of `granularity`.
        granularity: u32,
    },
    /// Bounds and range have no value in common.
    #[error("`bounds` {bounds:?} and `range` {range:?} have no value in common")]
    OutOfRange {
        /// The result of `bounds`, or the exact value.
        bounds: Bounds,
        /// The result of `range`.
        range: Bounds,
    },
    /// The points taken exceed the largest score.
    #[error("`taken` is {taken}; expected at most 4000000 either way")]
    TakenTooMany {
        /// The result of `taken`.
        taken: i32,
    },
    /// The value still to come, after subtracting the points taken, is beyond the range.
    #[error(
        "{whole} is right for the whole game, and `taken` is {taken}, so {left} would still be to come; expected \
         that within `range` {range:?} too, and at most 4000000 either way"
    )]
    ToCome {
        /// The value, or an evaluation.
        whole: Score,
        /// The result of `taken`.
        taken: i32,
        /// The difference.
        left: i64,
        /// The result of `range`; all points for an evaluator.
        range: Bounds,
    },
    /// `taken` seems to be from the point of view of the side that is not to move.
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
        /// The result of `bounds`.
        bounds: Bounds,
    },
    /// `bounds_for` excludes the value.
    #[error("the value to the end is {value}, but `bounds_for` {window:?} returns {bounds:?}")]
    BoundsFor {
        /// The value.
        value: Score,
        /// The null window.
        window: Window,
        /// The result of `bounds_for`.
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
    /// The value is not on the grid.
    #[error("the value to the end is {value}; expected a multiple of {granularity} above {lower}")]
    OffGrid {
        /// The value.
        value: Score,
        /// The width of the grid.
        granularity: u32,
        /// The lower end of the range.
        lower: Score,
    },
    /// An evaluator's state, updated from move to move, differs from a fresh one.
    #[error(
        "results with a state updated from move to move differ from those with a fresh one from `start`: {0}"
    )]
    State(Difference),
    /// An evaluation is beyond the valid range.
    #[error("`evaluate` is {score}; expected at most 4000000 either way")]
    Evaluation {
        /// The score.
        score: Score,
    },
    /// A pass, as selective searches try it, has a wrong effect, or cannot be taken back.
    #[error("after `pass` {what}")]
    Pass {
        /// What is wrong.
        what: &'static str,
    },
    /// A move is declared to put the other side in danger, but does not.
    #[error("`endangers` is true of {mv:?}, but after it `is_urgent` is false")]
    Endangers {
        /// The move.
        mv: M,
    },
    /// The kind of a move is beyond the range.
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
    /// Two positions have equal keys but different values, and positions repeat on the way to them
    /// or soon after: values seem to depend on the moves played before.
    #[error(
        "after the moves {other:?} the key is the same, but not the value: {difference}. Positions repeat on the \
         way: where values depend on that (repetition), expected a key that contains what they depend on, or \
         PATH_DEPENDENT = true"
    )]
    Repetition {
        /// The moves that lead to the other position.
        other: Vec<M>,
        /// How they differ.
        difference: Difference,
    },
}

/// Whether all promises checked so far hold.
pub(super) type Verdict<P> = Result<(), Broken<<P as Position>::Move>>;

/// Runs `work`. A panic of the game's own code in it counts as a broken promise; the caller
/// supplies the moves that lead there.
pub(super) fn caught<T, M>(work: impl FnOnce() -> Result<T, Broken<M>>) -> Result<T, Broken<M>> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Broken::Panicked { message: panic_message(&*panic) }))
}
