//! [`Flaw`]: what is wrong in a sound file.

use crate::build_error::BuildError;
use crate::error::FileError;
use eldest::Score;
use std::path::PathBuf;

/// Why a check did not pass.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The file is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is sound, but what it holds is wrong.
    #[error("{} is wrong: {flaw}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        flaw: Flaw,
    },
    /// No database can hold the values of the game.
    #[error(transparent)]
    Game(#[from] BuildError),
    /// The slice has no file.
    #[error("slice {name} has no file")]
    NoFile {
        /// The name of the slice.
        name: String,
    },
    /// The memory cannot be allocated.
    #[error("{bytes} bytes of memory are not available")]
    OutOfMemory {
        /// The number of bytes.
        bytes: u64,
    },
    /// The stop token was set.
    #[error("stopped")]
    Stopped,
}

/// What is wrong in a sound file. An *entry* is a number of a dense file or a key of a keyed one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A value does not follow from those of the moves.
    #[error("entry {entry} has the value {found}; by the rules it is {follows}")]
    Value {
        /// The entry.
        entry: u64,
        /// Its value.
        found: Score,
        /// The value that follows.
        follows: Score,
    },
    /// A position has no value.
    #[error("entry {entry} has no value")]
    NoValue {
        /// The entry.
        entry: u64,
    },
    /// A number or key does not stand for a position that has it.
    #[error("entry {entry} does not stand for a position with this number or key")]
    NoPosition {
        /// The entry.
        entry: u64,
    },
    /// A move leads to a position that has no entry though it should.
    #[error("a move leads from entry {entry} to a position without a value")]
    NoChild {
        /// The entry.
        entry: u64,
    },
    /// A move leads into a slice without a file.
    #[error("a move leads from entry {entry} into slice {slice}, which has no file")]
    NoSlice {
        /// The entry.
        entry: u64,
        /// The name of the slice.
        slice: String,
    },
    /// The game is not over, and there are no moves.
    #[error("entry {entry} has no moves, but the game is not over")]
    NoMoves {
        /// The entry.
        entry: u64,
    },
    /// The position from which positions were collected is missing.
    #[error("the first position, with key {key}, is missing")]
    NoRoot {
        /// Its key.
        key: u64,
    },
    /// The counts in the header are not those of the values.
    #[error("the counts or the longest win in the header are not those of the values")]
    Counts,
    /// A score is neither a win nor a loss nor a draw.
    #[error("it holds the score {score}; only wins, losses and draws can be checked")]
    Points {
        /// The score.
        score: Score,
    },
    /// The game does not declare what endless play is worth.
    #[error("play may go on without end, and the game does not declare what that is worth")]
    NoEndless,
    /// Endless play is no draw.
    #[error("endless play is worth {score}; only draws can be checked")]
    Endless {
        /// What it is worth.
        score: Score,
    },
}
