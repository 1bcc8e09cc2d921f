//! Databases of all positions that can be reached from the start of a game: dobutsu shogi.

use super::{
    DatabaseChoice, DatabaseError, DatabaseSlice, GameDatabase, OpenDatabase, check_directory,
};
use eldest::StopToken;
use eldest_games::dobutsu::Dobutsu;
use eldest_games::notation::Notation;
use eldest_retro::{
    BuildError, Builder, CheckError, Enumerable, KeyedDatabase, OnChecked, Summary, check_keyed,
    file_name,
};
use std::path::Path;
use std::sync::Arc;

/// The name of the only slice.
const ALL: &str = "all";
/// The positions of dobutsu shogi (Tanaka 2009).
const DOBUTSU: u64 = 246_803_167;
/// The least bytes of memory for a key: its slot in a table that is hardly ever full, and its
/// value.
const MEMORY_PER_KEY: u64 = 12;
/// The most bytes of a file for a key on average: an index, and its difference to the key before,
/// which is 340,000 on average in dobutsu shogi.
const BYTES_PER_KEY: u64 = 6;

/// Returns the database of all positions of dobutsu shogi.
pub(crate) fn dobutsu(choice: &DatabaseChoice) -> Result<Box<dyn GameDatabase>, DatabaseError> {
    let is_all = choice.men.is_none() && choice.slices.iter().all(|slice| slice == ALL);
    if !is_all {
        return Err(DatabaseError::OnlySlice { game: Dobutsu::NAME, slice: ALL });
    }
    Ok(Box::new(AllPositions { start: Dobutsu::new(), positions: DOBUTSU }))
}

/// Opens the positions in `directory`.
pub(crate) fn with_all<P: Notation + Enumerable>(
    directory: &Path,
    start: &P,
) -> Result<Arc<KeyedDatabase<P>>, DatabaseError> {
    check_directory(directory, P::NAME, ALL, |name| name == ALL)?;
    Ok(Arc::new(KeyedDatabase::open(&directory.join(file_name(ALL)), P::NAME, start)?))
}

/// All positions that can be reached from a start.
struct AllPositions<P> {
    start: P,
    /// Their number, as published.
    positions: u64,
}

impl<P: Notation + Enumerable + 'static> GameDatabase for AllPositions<P> {
    fn slices(&self) -> Vec<DatabaseSlice> {
        vec![DatabaseSlice {
            name: ALL.to_owned(),
            numbers: self.positions,
            memory_bytes: self.positions.saturating_mul(MEMORY_PER_KEY),
            file_bytes: self.positions.saturating_mul(BYTES_PER_KEY),
        }]
    }

    fn build(&self, builder: &Builder<'_>) -> Result<(), BuildError> {
        builder.enumerate(&self.start, ALL).map(drop)
    }

    fn game(&self) -> &'static str {
        P::NAME
    }

    fn open(&self, directory: &Path) -> Result<Box<dyn OpenDatabase>, DatabaseError> {
        let database = with_all(directory, &self.start)?;
        Ok(Box::new(OpenPositions { database, start: self.start.clone() }))
    }
}

struct OpenPositions<P> {
    database: Arc<KeyedDatabase<P>>,
    start: P,
}

impl<P: Enumerable + 'static> OpenDatabase for OpenPositions<P> {
    fn slices(&self) -> Vec<String> {
        vec![self.database.name().to_owned()]
    }

    fn check(
        &self,
        _: &str,
        report: &OnChecked<'_>,
        stop: &StopToken,
    ) -> Result<Summary, CheckError> {
        check_keyed(&self.database, &self.start, report, stop)
    }
}
