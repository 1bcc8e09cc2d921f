//! [`Error`]: why there is no report.

use crate::search::contract::{BrokenContract, panic_message};
use crate::search::stack::CapSource;
use crate::table::{TableError, TableInUse};
use std::any::Any;
use std::fmt;

/// Why a question could not be answered.
///
/// A `main` that returns `Result<(), Error>` shows the error by `Debug`: so that shows the text that is
/// meant for people too, after the variant's name.
///
/// ```
/// use eldest::Error;
///
/// assert!(format!("{:?}", Error::Endless).starts_with("Endless: a search to the end needs"));
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The table could not be made.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table serves only searches to the end of the game.
    #[error("this table serves only searches to the end of the game; use the shared table")]
    TableServesEndOnly,
    /// The table was made for another game, or another variant of this one.
    #[error(
        "this table was made for other keys or another range of values; make one for this position"
    )]
    TableServesAnother,
    /// The table is held by a search with other findings, or is being saved or loaded.
    #[error(transparent)]
    TableInUse(#[from] TableInUse),
    /// A search to the end needs to know how many plies it can take. In a game with cycles there is no such number:
    /// such a game is searched to a depth (`docs/own-game.md`, "Games with cycles").
    #[error(
        "a search to the end needs a cap on plies, and this game gives none; implement Position::plies_left, or set Builder::max_ply to the plies of the longest game. {CYCLES}"
    )]
    Endless,
    /// The game went on longer than the stack was sized for, and nothing was completed before. A search to the end
    /// of a game with cycles ends so whatever the cap, unless it finds a win before it runs into a cycle.
    #[error("{}", too_deep(*max_ply, *set_by))]
    TooDeep {
        /// The most plies that there should have been.
        max_ply: u32,
        /// Who said so. If it is [`Position::plies_left`](crate::Position::plies_left), the rules are
        /// wrong.
        set_by: CapSource,
    },
    /// A root move that was asked for is not legal.
    #[error("root move {mv} is not legal in this position")]
    IllegalRootMove {
        /// The move, as `Debug` shows it.
        mv: String,
    },
    /// No root move was left to search.
    #[error("the list of root moves is empty; leave it out to search all")]
    NoRootMoves,
    /// The search has seen that the game or the evaluator does not keep a promise; the engine can be used
    /// again. Nothing is printed. In debug builds searches look closer (`docs/own-game.md` tells at what).
    #[error("broken contract: {message}")]
    BrokenContract {
        /// The promise, and what was found instead.
        message: String,
    },
    /// The position, the evaluator or an observer panicked; the engine can be used again. The panic hook
    /// of the program has been called, as in every panic: if none was set, the panic is on stderr already.
    #[error("the game's own code panicked: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// More threads than anybody can want.
    #[error("{threads} threads were asked for; at most {most} can be had", most = crate::Options::MOST_THREADS)]
    TooManyThreads {
        /// What was asked for.
        threads: usize,
    },
    /// The threads of the pool that was lent have smaller stacks than the search needs.
    #[cfg(feature = "rayon")]
    #[error(
        "the pool's threads have stacks of {stack} bytes, and this search needs {needed}; build the pool with that stack_size, or set Builder::max_ply to fewer plies"
    )]
    PoolStack {
        /// What they have.
        stack: usize,
        /// What the search needs.
        needed: usize,
    },
    /// The machine gave no thread.
    #[error("{}", no_thread(*stack, *plies, *set_by))]
    Thread {
        /// The stack that was asked for, in bytes.
        stack: usize,
        /// The plies that it was sized for.
        plies: u32,
        /// Who said that so many may be played.
        set_by: CapSource,
        /// What the machine said.
        source: std::io::Error,
    },
}

/// What to do where no cap is enough.
const CYCLES: &str = "If positions come again, the game has cycles and no number is enough: search to a depth \
     (Engine::search, with Limits::depth), within which wins and losses are final; docs/own-game.md, \
     \"Games with cycles\"";

fn too_deep(max_ply: u32, set_by: CapSource) -> String {
    match set_by {
        CapSource::PliesLeft => format!(
            "the game went on for more than the {max_ply} plies that Position::plies_left gave; plies_left, or undo, is wrong: conformance::check tells where"
        ),
        CapSource::MaxPly => {
            format!(
                "the search went deeper than {max_ply} plies, all that Builder::max_ply allows; raise Builder::max_ply to the plies of the longest game, if there is one. {CYCLES}"
            )
        }
        CapSource::Depth => format!(
            "the search went deeper than the {max_ply} plies that it was prepared for when it began; begin with limits that name the greatest depth"
        ),
        CapSource::Stack => format!(
            "the stack that was sized for {max_ply} plies is full before: a ply of this game takes more of it than was reckoned; set Builder::max_ply to more"
        ),
    }
}

fn no_thread(stack: usize, plies: u32, set_by: CapSource) -> String {
    let why = match set_by {
        CapSource::PliesLeft => "which Position::plies_left gave: set Builder::max_ply to less",
        CapSource::MaxPly => "which Builder::max_ply allows: lower it",
        CapSource::Depth | CapSource::Stack => {
            "which the depth among the limits asks for: ask for less"
        }
    };
    let mebibytes = stack >> 20;
    format!(
        "no thread with a stack of {mebibytes} MiB could be started; it was sized for {plies} plies, {why}, if that is too much"
    )
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.name())?;
        match std::error::Error::source(self) {
            Some(source) => write!(f, ": {source}"),
            None => Ok(()),
        }
    }
}

impl Error {
    const fn name(&self) -> &'static str {
        match self {
            Self::Table(_) => "Table",
            Self::TableServesEndOnly => "TableServesEndOnly",
            Self::TableServesAnother => "TableServesAnother",
            Self::TableInUse(_) => "TableInUse",
            Self::Endless => "Endless",
            Self::TooDeep { .. } => "TooDeep",
            Self::IllegalRootMove { .. } => "IllegalRootMove",
            Self::NoRootMoves => "NoRootMoves",
            Self::BrokenContract { .. } => "BrokenContract",
            Self::Panicked { .. } => "Panicked",
            Self::TooManyThreads { .. } => "TooManyThreads",
            #[cfg(feature = "rayon")]
            Self::PoolStack { .. } => "PoolStack",
            Self::Thread { .. } => "Thread",
        }
    }

    /// What panicking code has said, or what the search has broken off with.
    pub(super) fn panicked(panic: &(dyn Any + Send)) -> Self {
        match panic.downcast_ref() {
            Some(BrokenContract(message)) => Self::BrokenContract { message: message.clone() },
            None => Self::Panicked { message: panic_message(panic) },
        }
    }
}
