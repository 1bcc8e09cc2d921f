//! [`Store`]: the results of a proof in a file.
//!
//! The file is a `redb` database. One table has the results by number, each with a checksum;
//! another identifies the proof. Results are only appended. The graph is not stored: it is rebuilt
//! from the rules and the results, in their order.

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

/// The format that this program writes. It changes whenever older programs would misread the file.
pub(crate) const FORMAT: u32 = 2;
/// The oldest format that this program reads. In format 1, results do not name their worker.
const OLDEST: u32 = 1;
/// The first bytes of each database.
const MAGIC: &[u8] = b"redb";
/// The most characters of a text from a store that messages show.
const LONGEST: usize = 500;

const RESULTS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("results");
const HEAD: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("head");
const FORMAT_KEY: &str = "format";
const ORIGIN_KEY: &str = "origin";
const GOAL_KEY: &str = "goal";

/// Identifies the proof that a store belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Origin {
    /// The name of the game, with its variant.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: u64,
    /// The position to prove.
    pub position: String,
    /// The version of this package that created the store.
    pub version: String,
}

impl Origin {
    /// Creates the origin of a proof by this version.
    #[must_use]
    pub fn new(game: &str, rules: u64, position: &str) -> Self {
        let (game, position) = (game.to_owned(), position.to_owned());
        Self { game, rules, position, version: VERSION.to_owned() }
    }

    /// Reads the origin of the store at `path`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn of(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        read(path.as_ref()).map(|contents| contents.origin)
    }

    /// Checks that `database` belongs to this origin, or is empty.
    fn fits(&self, database: &impl ReadableDatabase) -> Result<(), StoreError> {
        head(database)?.map_or(Ok(()), |(found, _)| self.check(&found))
    }

    /// Checks that `found` has the same game, position and rules.
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

/// The results of a proof in a file. One process at a time can append to it.
#[derive(Debug)]
pub(crate) struct Store {
    database: Database,
    next: u64,
}

impl Store {
    /// Opens or creates the store at `path`. Returns it with its results. Stores the new goal: to
    /// decide whether the value is at least `goal`, or to find the value.
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

    /// Appends `records`. When this returns, all of them are on the disk, or none after an error.
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

/// The contents of a store.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) origin: Origin,
    pub(crate) goal: Option<i32>,
    pub(crate) records: Vec<StoredResult>,
}

/// Reads a store without writing, also while another process appends to it.
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
        // The writing process was killed: open the store to undo its incomplete write.
        Err(DatabaseError::RepairAborted) => contents(&builder().open(path)?),
        Err(error) => Err(error.into()),
    })
}

fn contents(database: &impl ReadableDatabase) -> Result<Contents, StoreError> {
    let (origin, goal) = head(database)?.ok_or(StoreError::NoStore)?;
    Ok(Contents { origin, goal, records: results(database)? })
}

/// Returns the origin and the goal; `None` for an empty database.
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

/// Opens or creates the database at `path` for appending, and writes its head (`origin` and
/// `goal`). Removes the temporary files of killed processes beside it.
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

/// Opens the database at `path`, if it belongs to `origin`.
fn resume(path: &Path, origin: &Origin, goal: Option<i32>) -> Result<Database, StoreError> {
    // Opening a database for writing changes the file. So check the origin first, read-only.
    if let Ok(database) = builder().open_read_only(path) {
        origin.fits(&database)?;
    }
    let database = builder().open(path)?;
    origin.fits(&database)?;
    begin(&database, origin, goal)?;
    Ok(database)
}

/// Writes the head of a store, which upgrades an older store to this format.
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

/// Reads all results, in order.
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

/// Refuses a file whose first bytes are not those of a database.
fn refuse_strangers(start: &[u8]) -> Result<(), StoreError> {
    // An empty file may become a store.
    if start.is_empty() || start == MAGIC {
        Ok(())
    } else if start.iter().all(|byte| *byte == 0) {
        Err(StoreError::Empty)
    } else {
        Err(StoreError::NoStore)
    }
}

/// Reads the first bytes of the file at `path`, if it exists.
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

/// Runs `work`. A damaged file may make the database panic, which counts as damage.
fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    quietly(work).unwrap_or_else(|| Err(StoreError::Damaged("its pages".to_owned())))
}

#[cfg(test)]
mod tests;
