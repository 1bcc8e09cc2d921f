//! [`Store`]: the results of a proof in a file.
//!
//! The file is a `redb` database: one table of results by their numbers, each with a checksum, and one that says whose
//! they are. It is only ever appended to. The graph is not in it: it is what the rules make of the results, in their
//! order.

mod answers;
mod create;
mod error;
mod record;

pub use answers::AnswerStore;
pub use error::StoreError;
pub(crate) use record::StoredResult;

use crate::job::VERSION;
use crate::part;
use create::{builder, create};
use eldest_check::printable;
use error::quietly;
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Another one where a program that knows this one would read something else out of the file.
pub(crate) const FORMAT: u32 = 2;
/// The oldest format that this program reads. In a store of format 1 no result names its worker.
const OLDEST: u32 = 1;
/// With this every database begins.
const MAGIC: &[u8] = b"redb";
/// No more characters of what a store says about itself are shown.
const LONGEST: usize = 500;

const RESULTS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("results");
const HEAD: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("head");
const FORMAT_KEY: &str = "format";
const ORIGIN_KEY: &str = "origin";
const GOAL_KEY: &str = "goal";

/// Whose results a store holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Origin {
    /// What the game is called, with its variant.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: u64,
    /// The position that is to be proved.
    pub position: String,
    /// The version of this package that made the store.
    pub version: String,
}

impl Origin {
    /// That of a proof by this version.
    #[must_use]
    pub fn new(game: &str, rules: u64, position: &str) -> Self {
        let (game, position) = (game.to_owned(), position.to_owned());
        Self { game, rules, position, version: VERSION.to_owned() }
    }

    /// That of the store at `path`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        read(path.as_ref()).map(|contents| contents.origin)
    }

    /// Whether what is in `database` is of use for this one.
    fn fits(&self, database: &impl ReadableDatabase) -> Result<(), StoreError> {
        head(database)?.map_or(Ok(()), |(found, _)| self.check(&found))
    }

    /// Whether results of `found` are of use for this one.
    pub(crate) fn check(&self, found: &Self) -> Result<(), StoreError> {
        let other = |what, found: &str, wanted: &str| {
            let (found, wanted) = (printable(found, LONGEST), wanted.to_owned());
            Err(StoreError::Other { what, found, wanted })
        };
        if found.game != self.game {
            return other("the game", &found.game, &self.game);
        }
        if found.position != self.position {
            return other("the position", &found.position, &self.position);
        }
        if found.rules != self.rules {
            return Err(StoreError::GameRules { game: self.game.clone() });
        }
        Ok(())
    }
}

/// The results of a proof in a file, which one process at a time appends to.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
    next: u64,
}

impl Store {
    /// The store at `path`, which is made if it is not there; and what is in it. From now on it is asked whether the
    /// value is at least `goal`, or for the value.
    pub(crate) fn open(
        path: &Path,
        origin: &Origin,
        goal: Option<i32>,
    ) -> Result<(Self, Vec<StoredResult>), StoreError> {
        guarded(|| {
            let database = own(path, origin, goal)?;
            let records = results(&database)?;
            let next = records.len() as u64;
            Ok((Self { database, next }, records))
        })
    }

    /// Writes `records` after those that are there. They are on the disk when this returns, all of them or none.
    pub(crate) fn append(&mut self, records: &[StoredResult]) -> Result<(), StoreError> {
        let next = self.next;
        guarded(|| {
            let transaction = self.database.begin_write()?;
            {
                let mut table = transaction.open_table(RESULTS)?;
                for (number, record) in (next..).zip(records) {
                    table.insert(number, record.to_bytes().as_slice())?;
                }
            }
            Ok(transaction.commit()?)
        })?;
        self.next += records.len() as u64;
        Ok(())
    }
}

/// What is in a store.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) origin: Origin,
    pub(crate) goal: Option<i32>,
    pub(crate) records: Vec<StoredResult>,
}

/// What is in a store, for whoever only wants to look at it: also while somebody else appends to it.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn read(path: &Path) -> Result<Contents, StoreError> {
    match start(path)? {
        None => return Err(StoreError::Missing),
        Some(start) if start.is_empty() => return Err(StoreError::Empty),
        Some(start) => refuse_strangers(&start)?,
    }
    guarded(|| match builder().open_read_only(path) {
        Ok(database) => contents(&database),
        // Whoever appended to it was killed: what was half written is taken back first.
        Err(DatabaseError::RepairAborted) => contents(&builder().open(path)?),
        Err(error) => Err(error.into()),
    })
}

fn contents(database: &impl ReadableDatabase) -> Result<Contents, StoreError> {
    let (origin, goal) = head(database)?.ok_or(StoreError::NoStore)?;
    Ok(Contents { origin, goal, records: results(database)? })
}

/// Whose results they are, and what is asked; `None` if nobody has begun.
fn head(database: &impl ReadableDatabase) -> Result<Option<(Origin, Option<i32>)>, StoreError> {
    let transaction = database.begin_read()?;
    let table = match transaction.open_table(HEAD) {
        Ok(table) => table,
        Err(redb::TableError::TableDoesNotExist(_)) if transaction.list_tables()?.count() == 0 => {
            return Ok(None);
        }
        Err(_) => return Err(StoreError::NoStore),
    };
    let format = table.get(FORMAT_KEY)?.ok_or(StoreError::NoStore)?;
    let format = format.value().try_into().map_or(0, u32::from_le_bytes);
    if !(OLDEST..=FORMAT).contains(&format) {
        return Err(StoreError::Format { found: format, wanted: FORMAT });
    }
    let origin = table.get(ORIGIN_KEY)?.ok_or(StoreError::NoStore)?;
    let goal = table.get(GOAL_KEY)?.ok_or(StoreError::NoStore)?;
    let head = record::unsealed(origin.value()).zip(record::unsealed(goal.value()));
    head.map(Some).ok_or_else(|| StoreError::Damaged("its head".to_owned()))
}

/// Returns the database at `path`, which is made if it is not there, to append to it; `origin` and
/// `goal` are its head. What killed processes have left beside it is removed.
fn own(path: &Path, origin: &Origin, goal: Option<i32>) -> Result<Database, StoreError> {
    let path = &if path.is_symlink() { part::place(path) } else { path.to_owned() };
    part::sweep(part::folder(path), path.file_name().unwrap_or_default());
    loop {
        if let Some(start) = start(path)?.filter(|start| !start.is_empty()) {
            refuse_strangers(&start)?;
            return resume(path, origin, goal);
        }
        if let Some(database) = create(path, &|database| begin(database, origin, goal))? {
            return Ok(database);
        }
    }
}

/// Returns the database that is at `path`, if it belongs to `origin`.
fn resume(path: &Path, origin: &Origin, goal: Option<i32>) -> Result<Database, StoreError> {
    // Opening a database to write writes, if only that it is open: one that does not belong is left
    // as it is.
    if let Ok(database) = builder().open_read_only(path) {
        origin.fits(&database)?;
    }
    let database = builder().open(path)?;
    origin.fits(&database)?;
    begin(&database, origin, goal)?;
    Ok(database)
}

/// Writes the head of a store, which is of this format from now on, whatever it was.
fn begin(database: &Database, origin: &Origin, goal: Option<i32>) -> Result<(), StoreError> {
    let transaction = database.begin_write()?;
    {
        let mut head = transaction.open_table(HEAD)?;
        head.insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
        head.insert(ORIGIN_KEY, record::sealed(origin).as_slice())?;
        head.insert(GOAL_KEY, record::sealed(&goal).as_slice())?;
        transaction.open_table(RESULTS)?;
    }
    Ok(transaction.commit()?)
}

/// All results, in their order.
fn results(database: &impl ReadableDatabase) -> Result<Vec<StoredResult>, StoreError> {
    let transaction = database.begin_read()?;
    let table = transaction.open_table(RESULTS)?;
    let mut records = Vec::new();
    for entry in table.iter()? {
        let (number, bytes) = entry?;
        let expected = records.len() as u64;
        let record = StoredResult::from_bytes(bytes.value()).filter(|_| number.value() == expected);
        let damaged = || StoreError::Damaged(format!("result {expected}"));
        records.push(record.ok_or_else(damaged)?);
    }
    Ok(records)
}

/// A file that begins so and is no database is somebody's: it is not touched.
fn refuse_strangers(start: &[u8]) -> Result<(), StoreError> {
    // Of an empty one nothing was written yet.
    if start.is_empty() || start == MAGIC {
        Ok(())
    } else if start.iter().all(|byte| *byte == 0) {
        Err(StoreError::Empty)
    } else {
        Err(StoreError::NoStore)
    }
}

/// With what the file at `path` begins, if it is there.
fn start(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(StoreError::NoFile);
    }
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut start = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(file, MAGIC.len() as u64), &mut start)?;
    Ok(Some(start))
}

/// Does `work`. A damaged file may make the database panic: that is an error as any other.
fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    quietly(work).unwrap_or_else(|| Err(StoreError::Damaged("its pages".to_owned())))
}

#[cfg(test)]
mod tests;
