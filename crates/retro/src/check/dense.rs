//! [`check`]: verifies the file of a slice.

use super::{
    CheckError, Flaw, OnChecked, check_counts, check_header, compare, damaged, each_block, follows,
    wrong,
};
use crate::database::Database;
use crate::error::Fault;
use crate::file::{DENSE_BLOCK, SliceFile, Summary, Tally};
use crate::numbering::{Numbering, Place};
use eldest::{MoveList, Position, Score, StopToken};
use rayon::prelude::*;

/// The index of a number without a position.
const NONE: u16 = u16::MAX;

/// Verifies the file of slice `slice` by the rules; `src/check/mod.rs` explains what that proves.
/// It needs two bytes of memory for each number, and runs on the threads of the current `rayon`
/// pool. Calls `report` with the numbers done and all of them, from any thread.
///
/// # Errors
/// If the slice has no file, the file is damaged, something in it is wrong, the memory does not
/// suffice, or `stop` is set.
///
/// # Panics
/// If the numbering has no such slice.
pub fn check<N: Numbering>(
    database: &Database<N>,
    slice: usize,
    report: &OnChecked<'_>,
    stop: &StopToken,
) -> Result<Summary, CheckError> {
    let name = &database.numbering().slices()[slice].name;
    let file = database.file(slice).ok_or_else(|| CheckError::NoFile { name: name.clone() })?;
    check_header(file)?;
    let check = SliceCheck { database, slice, file, values: loaded(database, slice, file, stop)? };
    let tally = each_block(file, report, stop, |block| check.block(block))?;
    check_counts(file, tally)?;
    Ok(file.summary())
}

/// Reads all values; verifies that each number is the place of its position.
fn loaded<N: Numbering>(
    database: &Database<N>,
    slice: usize,
    file: &SliceFile,
    stop: &StopToken,
) -> Result<Vec<u16>, CheckError> {
    let none = || CheckError::OutOfMemory { bytes: file.len().saturating_mul(2) };
    let len = usize::try_from(file.len()).map_err(|_| none())?;
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| none())?;
    values.resize(len, NONE);
    let load = |(block, values): (usize, &mut [u16])| {
        if stop.is_stopped() {
            return Some(CheckError::Stopped);
        }
        load_block(database.numbering(), slice, file, block, values).err()
    };
    let blocks = values.par_chunks_mut(DENSE_BLOCK).enumerate();
    blocks.find_map_first(load).map_or(Ok(values), Err)
}

fn load_block<N: Numbering>(
    numbering: &N,
    slice: usize,
    file: &SliceFile,
    block: usize,
    values: &mut [u16],
) -> Result<(), CheckError> {
    let contents = file.contents(block).filter(|contents| contents.is_canonical(false));
    let contents = contents.ok_or_else(|| damaged(file, Fault::Block(block as u64)))?;
    let start = (block * DENSE_BLOCK) as u64;
    for (index, (entry, value)) in (start..).zip(values).enumerate() {
        let place = Place { slice, number: entry };
        let Some(position) = numbering.position(place) else { continue };
        if numbering.place(&position) != Some(place) {
            return Err(wrong(file, Flaw::NoPosition { entry }));
        }
        *value = contents.index(index);
        if file.score(*value).is_none() {
            return Err(wrong(file, Flaw::NoValue { entry }));
        }
    }
    Ok(())
}

/// The check of one slice.
struct SliceCheck<'a, N> {
    database: &'a Database<N>,
    slice: usize,
    file: &'a SliceFile,
    /// The index of each value; [`NONE`] without a position.
    values: Vec<u16>,
}

impl<N: Numbering> SliceCheck<'_, N> {
    fn block(&self, block: usize) -> Result<Tally, CheckError> {
        let start = block * DENSE_BLOCK;
        let (mut tally, mut moves) = (Tally::default(), MoveList::default());
        for number in start as u64..(start + self.file.block_len(block)) as u64 {
            self.number(number, &mut tally, &mut moves).map_err(|flaw| wrong(self.file, flaw))?;
        }
        Ok(tally)
    }

    fn number(
        &self,
        entry: u64,
        tally: &mut Tally,
        moves: &mut MoveList<<N::Position as Position>::Move>,
    ) -> Result<(), Flaw> {
        let Some(found) = self.file.score(self.values[entry as usize]) else { return Ok(()) };
        let place = Place { slice: self.slice, number: entry };
        let position = self.database.numbering().position(place);
        let mut position = position.ok_or(Flaw::NoPosition { entry })?;
        let follows = follows(&mut position, entry, moves, |child| self.child(entry, child))?;
        compare(entry, found, follows)?;
        tally.count(entry, found);
        Ok(())
    }

    /// Returns the value of a child of `entry`.
    fn child(&self, entry: u64, child: &N::Position) -> Result<Score, Flaw> {
        if let Some(score) = child.over() {
            return Ok(score);
        }
        let numbering = self.database.numbering();
        let place = numbering.place(child).ok_or(Flaw::NoChild { entry })?;
        if place.slice == self.slice {
            let index = self.values.get(place.number as usize);
            return index.and_then(|&index| self.file.score(index)).ok_or(Flaw::NoChild { entry });
        }
        let Some(file) = self.database.file(place.slice) else {
            let slice = numbering.slices().get(place.slice).map(|slice| slice.name.clone());
            return Err(Flaw::NoSlice { entry, slice: slice.unwrap_or_default() });
        };
        let is_position = place.number < file.len() && numbering.position(place).is_some();
        let value = is_position.then(|| file.value(place.number)).flatten();
        value.ok_or(Flaw::NoChild { entry })
    }
}
