//! Databases of all values of a set of positions, for games with cycles.

use crate::erased::{ErasedPosition, position_for};
use crate::fault::guard;
use crate::kind::Kind;
use crate::options::check_threads;
use crate::waits::Caller;
use crate::{Error, Failure, Game, Move, Position, Result, Value};
use eldest::{Bounds, Position as _, Score, StopToken};
use eldest_catalog::database::{DatabaseChoice, DatabaseSlice, GameDatabase, OpenDatabase};
use eldest_catalog::games::{self, Catalog, Visitor};
use eldest_retro::{BuildError, Builder, CheckError, Phase};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Names of slices, such as `KRvK`; those that their moves lead to are added. Empty for games
    /// with one slice.
    pub slices: Vec<String>,
    /// All slices with at most this many men, for games that count them.
    pub men: Option<u8>,
    /// The number of threads, at most 4,096; 0 for all cores.
    pub threads: usize,
    /// The most memory, in MiB. The default is 1,024.
    pub memory_mib: u64,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { slices: Vec::new(), men: None, threads: 0, memory_mib: 1_024 }
    }
}

/// A slice of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name. The file is called after it.
    pub name: String,
    /// The positions in it, or the numbers that may be positions.
    pub numbers: u64,
    /// The memory that building it takes at least, in bytes.
    pub memory_bytes: u64,
    /// The size of its file at most, in bytes.
    pub file_bytes: u64,
}

impl From<DatabaseSlice> for Slice {
    fn from(slice: DatabaseSlice) -> Self {
        let DatabaseSlice { name, numbers, memory_bytes, file_bytes } = slice;
        Self { name, numbers, memory_bytes, file_bytes }
    }
}

/// A step of building or checking a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The slice.
    pub slice: String,
    /// What is done with it.
    pub task: String,
    /// The positions that are done.
    pub done: u64,
    /// All positions; 0 if unknown.
    pub all: u64,
}

/// A callback while a database is built or checked, from any thread. A failure ends it.
pub type OnProgress<'a> = &'a (dyn Fn(&BuildProgress) -> Result<(), Failure> + Sync);

/// Returns the slices that would be built, in their order.
///
/// # Errors
/// [`Error::Unsupported`] for a game without databases, and [`Error::Option`] for an unknown slice.
pub fn slices(game: &Game, options: &BuildOptions) -> Result<Vec<Slice>> {
    let database = chosen(game, options)?;
    Ok(database.slices().into_iter().map(Slice::from).collect())
}

/// Returns the database that is to be built.
fn chosen(game: &Game, options: &BuildOptions) -> Result<Box<dyn GameDatabase>> {
    let BuildOptions { slices, men, .. } = options.clone();
    let Kind::Shipped(game) = &game.0 else {
        let name = game.name();
        return Err(Error::Unsupported(format!(
            "{name} is a game of your own; only shipped games have databases"
        )));
    };
    game.database(&DatabaseChoice { slices, men }).map_err(Error::of_database)
}

/// Builds a database of a game in `directory`. Files that are complete already are not built again.
///
/// # Errors
/// As [`slices`], [`Error::File`], [`Error::Foreign`] if the callback failed, and
/// [`Error::Unfinished`] if it was stopped.
pub fn build(
    game: &Game,
    directory: &Path,
    options: &BuildOptions,
    on_progress: OnProgress<'_>,
    stop: &StopToken,
) -> Result<Vec<Slice>> {
    check_threads(options.threads)?;
    let database = chosen(game, options)?;
    let relay = ProgressRelay::new(on_progress, stop);
    let builder = Builder::new(directory, database.game())
        .threads(options.threads)
        .memory_mib(options.memory_mib)
        .stop(stop.clone())
        .on_progress(|progress| relay.built(progress));
    let built = guard(|| database.build(&builder).map_err(|error| unbuilt(&error)));
    drop(builder);
    relay.instead(built)?;
    slices(game, options)
}

/// Calls back, and ends the work after a failure.
struct ProgressRelay<'a> {
    on_progress: OnProgress<'a>,
    stop: &'a StopToken,
    caller: Caller,
    failure: Mutex<Option<Failure>>,
}

impl<'a> ProgressRelay<'a> {
    fn new(on_progress: OnProgress<'a>, stop: &'a StopToken) -> Self {
        Self { on_progress, stop, caller: Caller::current(), failure: Mutex::default() }
    }

    fn built(&self, progress: &eldest_retro::BuildProgress) {
        let task = match progress.phase {
            Phase::Collect => "collect".to_owned(),
            Phase::Start => "start".to_owned(),
            Phase::Invert => "invert".to_owned(),
            Phase::Level(plies) => format!("level {plies}"),
            _ => "write".to_owned(),
        };
        let slice = progress.slice.clone();
        self.call(&BuildProgress { slice, task, done: progress.done, all: progress.of });
    }

    fn call(&self, progress: &BuildProgress) {
        if let Err(failure) = self.caller.run(|| (self.on_progress)(progress)) {
            self.first().get_or_insert(failure);
            self.stop.stop();
        }
    }

    fn first(&self) -> std::sync::MutexGuard<'_, Option<Failure>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the result of the work; the failure, if there was one.
    fn instead<T>(&self, found: Result<T>) -> Result<T> {
        match self.first().take() {
            Some(failure) => Err(Error::Foreign(failure)),
            None => found,
        }
    }
}

fn unbuilt(error: &BuildError) -> Error {
    match error {
        BuildError::Stopped => Error::Unfinished(error.to_string()),
        BuildError::OutOfMemory { .. } => Error::Search(error.to_string()),
        _ => Error::File(error.to_string()),
    }
}

/// The open files of a database. Clones share them.
#[derive(Clone)]
pub struct Database {
    game: Game,
    files: Arc<dyn OpenDatabase>,
}

impl Database {
    /// Opens all files of a game in `directory`.
    ///
    /// # Errors
    /// [`Error::File`] if there are none, or one is damaged; [`Error::Unsupported`] for a game
    /// without databases.
    pub fn open(game: &Game, directory: &Path) -> Result<Self> {
        let known = game.with_database(directory)?;
        let files =
            chosen(game, &BuildOptions::default())?.open(directory).map_err(Error::of_database)?;
        Ok(Self { game: known, files: files.into() })
    }

    /// Returns the game, which ends where the database knows the value.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the names of its slices.
    #[must_use]
    pub fn slices(&self) -> Vec<String> {
        self.files.slices()
    }

    /// Returns the value of a position of the game for its side to move; `None` if it is in no
    /// slice.
    ///
    /// # Errors
    /// [`Error::Position`] for a position of another game.
    pub fn probe(&self, position: &Position) -> Result<Option<Value>> {
        position.with(|erased| self.game.0.visit(Probe { erased }))
    }

    /// Returns the value of each legal move, for the side to move; `None` where the position after
    /// it is in no slice.
    ///
    /// # Errors
    /// As [`probe`](Self::probe).
    pub fn probe_moves(&self, position: &Position) -> Result<Vec<(Move, Option<Value>)>> {
        position.with(|erased| self.game.0.visit(ProbeMoves { erased }))
    }

    /// Verifies the file of a slice by the rules alone, on this number of threads; 0 for all cores.
    ///
    /// # Errors
    /// [`Error::False`] if it is wrong, [`Error::File`] if it is damaged or not there,
    /// [`Error::Foreign`] if the callback failed and [`Error::Unfinished`] if it was stopped.
    pub fn check(
        &self,
        slice: &str,
        threads: usize,
        on_progress: OnProgress<'_>,
        stop: &StopToken,
    ) -> Result<()> {
        let relay = ProgressRelay::new(on_progress, stop);
        let report = |done, all| {
            let (slice, task) = (slice.to_owned(), "check".to_owned());
            relay.call(&BuildProgress { slice, task, done, all });
        };
        let pool = pool(threads)?;
        let checked =
            guard(|| pool.install(|| self.files.check(slice, &report, stop)).map_err(wrong));
        relay.instead(checked.map(drop))
    }
}

fn pool(threads: usize) -> Result<ThreadPool> {
    check_threads(threads)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Search(format!("threads cannot be started: {error}")))
}

fn wrong(error: CheckError) -> Error {
    match error {
        CheckError::Stopped => Error::Unfinished(error.to_string()),
        CheckError::Wrong { .. } => Error::False(error.to_string()),
        _ => Error::File(error.to_string()),
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, slices) = (&self.game, self.slices());
        f.debug_struct("Database").field("game", game).field("slices", &slices).finish()
    }
}

fn exact(score: Score) -> Value {
    Bounds::exact(score).into()
}

/// Returns the value of a position by the database.
struct Probe<'a> {
    erased: &'a dyn ErasedPosition,
}

impl Visitor for Probe<'_> {
    type Output = Result<Option<Value>>;

    fn visit<G: games::Game>(self, game: &G) -> Self::Output {
        Ok(position_for(game, self.erased)?.known().map(exact))
    }
}

/// Returns the value of each move by the database.
struct ProbeMoves<'a> {
    erased: &'a dyn ErasedPosition,
}

impl Visitor for ProbeMoves<'_> {
    type Output = Result<Vec<(Move, Option<Value>)>>;

    fn visit<G: games::Game>(self, game: &G) -> Self::Output {
        let root = position_for(game, self.erased)?;
        let (side, moves) = (root.position.side(), root.moves());
        let probed = |mv: Move| {
            let child = root.after(&mv)?;
            let known = child.known().map(Score::one_ply_up);
            let known = if child.side() == side { known } else { known.map(|score| -score) };
            Ok((mv, known.map(exact)))
        };
        moves.into_iter().map(probed).collect()
    }
}
