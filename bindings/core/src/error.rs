//! [`Error`]: why a call failed.

use crate::Failure;
use eldest::report::CapSource;
use eldest_catalog::database::DatabaseError;
use std::fmt;

/// Why a call failed. Each variant has a stable code.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No shipped game has the name, or not this variant.
    Game(String),
    /// A text is not a position of the game.
    Position(String),
    /// A text or a number is not a legal move of the position.
    Move(String),
    /// An option or a limit is invalid.
    Option(String),
    /// The search cannot begin, or was ended by an error of its own: no cap on plies, no memory,
    /// no thread.
    Search(String),
    /// The rules break a promise.
    Contract(String),
    /// Foreign code failed: the rules of a game, or a callback.
    Foreign(Failure),
    /// Code panicked: the rules of a game, a callback, or the library.
    Panic(String),
    /// The engine is searching, so that it cannot begin another search.
    Busy(String),
    /// A file or a directory cannot be read or written.
    File(String),
    /// The game does not support the call.
    Unsupported(String),
    /// A claim is false, or a file does not prove what it claims.
    False(String),
    /// A limit or a stop ended a call that has no partial result.
    Unfinished(String),
    /// The call would wait for what waits for the caller.
    Deadlock(String),
}

impl Error {
    /// Returns the stable code of the variant, from 1 on.
    #[must_use]
    pub const fn code(&self) -> i32 {
        match self {
            Self::Game(_) => 1,
            Self::Position(_) => 2,
            Self::Move(_) => 3,
            Self::Option(_) => 4,
            Self::Search(_) => 5,
            Self::Contract(_) => 6,
            Self::Foreign(_) => 7,
            Self::Panic(_) => 8,
            Self::Busy(_) => 9,
            Self::File(_) => 10,
            Self::Unsupported(_) => 11,
            Self::False(_) => 12,
            Self::Unfinished(_) => 13,
            Self::Deadlock(_) => 14,
        }
    }

    /// Returns the name of the variant, as in `position`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Game(_) => "game",
            Self::Position(_) => "position",
            Self::Move(_) => "move",
            Self::Option(_) => "option",
            Self::Search(_) => "search",
            Self::Contract(_) => "contract",
            Self::Foreign(_) => "foreign",
            Self::Panic(_) => "panic",
            Self::Busy(_) => "busy",
            Self::File(_) => "file",
            Self::Unsupported(_) => "unsupported",
            Self::False(_) => "false",
            Self::Unfinished(_) => "unfinished",
            Self::Deadlock(_) => "deadlock",
        }
    }
}

impl Error {
    /// Returns the error for one of the library. Where that names items of Rust, the message is
    /// another one.
    pub(crate) fn of_search(error: &eldest::Error) -> Self {
        match error {
            eldest::Error::Endless => Self::Search(ENDLESS.to_owned()),
            eldest::Error::TooDeep { max_ply, set_by } => Self::Search(too_deep(*max_ply, *set_by)),
            eldest::Error::Thread { plies, source, .. } => Self::Search(no_thread(*plies, source)),
            eldest::Error::IllegalRootMove { .. } => Self::Move(error.to_string()),
            eldest::Error::NoRootMoves | eldest::Error::TooManyThreads { .. } => {
                Self::Option(error.to_string())
            }
            eldest::Error::BrokenContract { .. } => Self::Contract(error.to_string()),
            eldest::Error::Panicked { message } => Self::Panic(format!("panicked: {message}")),
            _ => Self::Search(error.to_string()),
        }
    }
}

impl Error {
    /// Returns the error for a thread that was not started.
    #[must_use]
    pub fn of_thread(error: &std::io::Error) -> Self {
        Self::Search(format!("no thread could be started: {error}"))
    }

    /// Returns the error for one of a database.
    pub(crate) fn of_database(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Unsupported { .. } => Self::Unsupported(error.to_string()),
            DatabaseError::Slice(_) | DatabaseError::OnlySlice { .. } => {
                Self::Option(error.to_string())
            }
            _ => Self::File(error.to_string()),
        }
    }
}

/// What to do where a game may go on for ever.
const ENDLESS: &str = "a search to the end needs a cap on plies, and this game gives none; give the \
     plies of the longest game (max_ply in C, max_plies in Python, or plies_left in the rules), or \
     search to a depth if positions can repeat";

fn too_deep(max_ply: u32, set_by: CapSource) -> String {
    match set_by {
        CapSource::PliesLeft => format!(
            "the game went on for more than the {max_ply} plies that plies_left gave; plies_left, \
             or undo, is wrong: the conformance check finds where"
        ),
        _ => format!(
            "the search went deeper than {max_ply} plies, which is the cap that was given; raise \
             that cap, or search to a depth if positions can repeat"
        ),
    }
}

fn no_thread(plies: u32, error: &std::io::Error) -> String {
    format!(
        "no thread could be started for lines of {plies} plies: {error}; give a lower cap on plies \
         (max_ply in C, max_plies in Python, or plies_left in the rules), or a smaller depth"
    )
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(message)
            | Self::Position(message)
            | Self::Move(message)
            | Self::Option(message)
            | Self::Search(message)
            | Self::Contract(message)
            | Self::Panic(message)
            | Self::Busy(message)
            | Self::File(message)
            | Self::Unsupported(message)
            | Self::False(message)
            | Self::Unfinished(message)
            | Self::Deadlock(message) => f.write_str(message),
            Self::Foreign(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Foreign(failure)
    }
}

impl From<eldest::Error> for Error {
    fn from(error: eldest::Error) -> Self {
        Self::of_search(&error)
    }
}
