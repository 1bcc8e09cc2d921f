//! Databases of chess: [`Endings`].

use super::{
    DatabaseChoice, DatabaseError, DatabaseSlice, GameDatabase, OpenDatabase, check_directory,
};
use eldest::StopToken;
use eldest_games::chess::endings::{ChessEndings, Endings, MOST_MEN};
use eldest_games::chess::{Chess, Draws, Timeless};
use eldest_games::notation::Notation;
use eldest_retro::{
    BuildError, Builder, CheckError, Database, Numbering, OnChecked, Slice, Summary, check,
};
use std::path::Path;
use std::sync::Arc;

/// The name of the game in the files: that without the fifty-move rule.
const GAME: &str = <Chess>::NAME;
/// The most bytes of a file for each number: those of an index.
const BYTES_PER_NUMBER: u64 = 2;
/// The men of the endings that are built by default.
const USUAL_MEN: usize = 4;

/// Returns the endings of `choice`; those with up to four men by default.
pub(crate) fn endings(choice: &DatabaseChoice) -> Result<Box<dyn GameDatabase>, DatabaseError> {
    let endings = if choice.slices.is_empty() {
        Endings::new(choice.men.map_or(USUAL_MEN, usize::from).min(MOST_MEN))
    } else {
        let names: Vec<&str> = choice.slices.iter().map(String::as_str).collect();
        Endings::of(&names).map_err(DatabaseError::Slice)?
    };
    Ok(Box::new(ChosenEndings(endings)))
}

/// Opens the endings in `directory`, to search positions of chess with the draw rules `D`.
pub(crate) fn with_endings<D: Draws>(
    directory: &Path,
) -> Result<Arc<Database<ChessEndings<D>>>, DatabaseError> {
    let endings = Endings::new(MOST_MEN);
    let names = endings.slices();
    let is_slice = |name: &str| names.iter().any(|slice| slice.name == name);
    check_directory(directory, GAME, &names[0].name, is_slice)?;
    Ok(Arc::new(Database::open(directory, GAME, endings.into())?))
}

struct ChosenEndings(Endings);

impl GameDatabase for ChosenEndings {
    fn slices(&self) -> Vec<DatabaseSlice> {
        let row = |slice: &Slice| DatabaseSlice {
            name: slice.name.clone(),
            numbers: slice.len,
            memory_bytes: slice.build_bytes(),
            file_bytes: slice.len.saturating_mul(BYTES_PER_NUMBER),
        };
        self.0.slices().iter().map(row).collect()
    }

    fn build(&self, builder: &Builder<'_>) -> Result<(), BuildError> {
        builder.build(&self.0).map(drop)
    }

    fn game(&self) -> &'static str {
        GAME
    }

    fn open(&self, directory: &Path) -> Result<Box<dyn OpenDatabase>, DatabaseError> {
        Ok(Box::new(OpenEndings(with_endings(directory)?)))
    }
}

/// Open files. They were built with the moves of [`Endings`], and are verified with those of
/// `cozy-chess`.
struct OpenEndings(Arc<Database<ChessEndings<Timeless>>>);

impl OpenDatabase for OpenEndings {
    fn slices(&self) -> Vec<String> {
        let built = self.0.slices().filter(|(_, summary)| summary.is_some());
        built.map(|(slice, _)| slice.name.clone()).collect()
    }

    fn check(
        &self,
        slice: &str,
        report: &OnChecked<'_>,
        stop: &StopToken,
    ) -> Result<Summary, CheckError> {
        let number = self.0.numbering().slices().iter().position(|known| known.name == slice);
        let number = number.ok_or_else(|| CheckError::NoFile { name: slice.to_owned() })?;
        check(&self.0, number, report, stop)
    }
}
