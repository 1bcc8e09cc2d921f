//! [`Error`]: the reason why there is no report.

use crate::search::contract::{BrokenContract, panic_message};
use crate::search::stack::CapSource;
use crate::table::{TableError, TableInUse};
use std::any::Any;
use std::fmt;

/// The reason why a search failed.
///
/// A `main` that returns `Result<(), Error>` prints the error with `Debug`, so `Debug` prints the
/// `Display` text too, after the variant's name.
///
/// ```
/// use eldest::Error;
///
/// assert!(format!("{:?}", Error::Endless).starts_with("Endless: a search to the end needs"));
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The table could not be allocated.
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
    /// A search of another game or evaluator is using the table, or the table is being saved or
    /// loaded.
    #[error(transparent)]
    TableInUse(#[from] TableInUse),
    /// A search to the end needs a cap on plies. A game with cycles has none: search it to a depth
    /// (`docs/own-game.md`, "Games with cycles").
    #[error(
        "a search to the end needs a cap on plies, and this game gives none; implement Position::plies_left, or set Builder::max_ply to the plies of the longest game. {CYCLES}"
    )]
    Endless,
    /// The game went on longer than the stack was sized for, and no iteration was completed before.
    /// A search to the end of a game with cycles ends this way whatever the cap, unless it finds a
    /// win before it enters a cycle.
    #[error("{}", too_deep(*max_ply, *set_by))]
    TooDeep {
        /// The cap on plies.
        max_ply: u32,
        /// Where the cap came from. If it is [`Position::plies_left`](crate::Position::plies_left),
        /// the rules are wrong.
        set_by: CapSource,
    },
    /// A requested root move is not legal.
    #[error("root move {mv} is not legal in this position")]
    IllegalRootMove {
        /// The move, as `Debug` prints it.
        mv: String,
    },
    /// The list of root moves is empty.
    #[error("the list of root moves is empty; leave it out to search all")]
    NoRootMoves,
    /// The search detected a broken promise of the game or the evaluator; the engine can be used
    /// again. Nothing is printed. Debug builds check more (`docs/linking.md` lists the checks).
    #[error("broken contract: {message}")]
    BrokenContract {
        /// The promise, and what the search found instead.
        message: String,
    },
    /// The position, the evaluator or an observer panicked; the engine can be used again. The
    /// program's panic hook has been called, as in every panic: unless another hook was set, the
    /// panic is on stderr already.
    #[error("the game's own code panicked: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
    /// More threads than [`Options::MOST_THREADS`](crate::Options::MOST_THREADS).
    #[error("{threads} threads were requested; the maximum is {most}", most = crate::Options::MOST_THREADS)]
    TooManyThreads {
        /// The number of threads requested.
        threads: usize,
    },
    /// The threads of the borrowed pool have smaller stacks than the search needs.
    #[cfg(feature = "rayon")]
    #[error(
        "the pool's threads have stacks of {stack} bytes, and this search needs {needed}; build the pool with that stack_size, or set Builder::max_ply to fewer plies"
    )]
    PoolStack {
        /// The size of their stacks, in bytes.
        stack: usize,
        /// The size that the search needs.
        needed: usize,
    },
    /// The system could not start a thread.
    #[error("{}", no_thread(*stack, *plies, *set_by))]
    Thread {
        /// The requested stack size, in bytes.
        stack: usize,
        /// The number of plies that the stack was sized for.
        plies: u32,
        /// Where this number of plies came from.
        set_by: CapSource,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// Advice for games for which no cap suffices.
const CYCLES: &str = "If positions can repeat, the game has cycles and no number is enough: search to a depth \
     (Engine::search, with Limits::depth), within which wins and losses are final; docs/own-game.md, \
     \"Games with cycles\"";

fn too_deep(max_ply: u32, set_by: CapSource) -> String {
    match set_by {
        CapSource::PliesLeft => format!(
            "the game went on for more than the {max_ply} plies that Position::plies_left gave; plies_left, or undo, is wrong: run conformance::check to find where"
        ),
        CapSource::MaxPly => {
            format!(
                "the search went deeper than {max_ply} plies, the cap set by Builder::max_ply; raise Builder::max_ply to the plies of the longest game, if there is one. {CYCLES}"
            )
        }
        CapSource::Depth => format!(
            "the search went deeper than the {max_ply} plies that its stack was sized for when it began; set the greatest depth in the limits it begins with"
        ),
        CapSource::Stack => format!(
            "the stack, sized for {max_ply} plies, is full: a ply of this game takes more of it than estimated; raise Builder::max_ply"
        ),
    }
}

fn no_thread(stack: usize, plies: u32, set_by: CapSource) -> String {
    let why = match set_by {
        CapSource::PliesLeft => "which Position::plies_left gave: set Builder::max_ply to fewer",
        CapSource::MaxPly => "which Builder::max_ply allows: lower it",
        CapSource::Depth | CapSource::Stack => "which the depth limit requires: lower it",
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

    /// Converts a panic: a broken contract that the search detected, or the message of the
    /// panicking code.
    pub(super) fn panicked(panic: &(dyn Any + Send)) -> Self {
        match panic.downcast_ref() {
            Some(BrokenContract(message)) => Self::BrokenContract { message: message.clone() },
            None => Self::Panicked { message: panic_message(panic) },
        }
    }
}
