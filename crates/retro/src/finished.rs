//! [`Finished`]: the slices that are built, as the analysis of a later one reads them.

use crate::analysis::Earlier;
use crate::build_error::BuildError;
use crate::code::Code;
use crate::error::{Fault, FileError};
use crate::file::SliceFile;
use crate::numbering::Place;
use crate::states::States;
use crate::sync::Storage;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The slices that are built. A slice is decompressed into memory when it is first needed; where
/// there is no room, its file is read position by position.
pub(crate) struct Finished {
    slices: Vec<Built>,
    /// The bytes that may still be used.
    room: AtomicU64,
}

/// A slice that is built.
struct Built {
    file: SliceFile,
    /// The codes, `None` if there is no room for them, or the block that is damaged.
    codes: OnceLock<Result<Option<States>, u64>>,
}

impl Finished {
    pub(crate) fn new() -> Self {
        Self { slices: Vec::new(), room: AtomicU64::new(0) }
    }

    /// Adds the next slice.
    pub(crate) fn push(&mut self, file: SliceFile) {
        self.slices.push(Built { file, codes: OnceLock::new() });
    }

    /// Allows `bytes` of memory for what is decompressed. Frees what was decompressed before if
    /// that is more.
    pub(crate) fn allow(&mut self, bytes: u64) {
        let used = |built: &Built| built.codes.get().map_or(0, bytes_of);
        let in_use: u64 = self.slices.iter().map(used).sum();
        if in_use > bytes {
            self.slices.iter_mut().for_each(|built| built.codes = OnceLock::new());
        }
        let in_use = if in_use > bytes { 0 } else { in_use };
        self.room = AtomicU64::new(bytes - in_use);
    }

    /// Returns whether there is room for `bytes`, and takes it.
    fn take(&self, bytes: u64) -> bool {
        self.room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(bytes)).is_ok()
    }
}

fn bytes_of(codes: &Result<Option<States>, u64>) -> u64 {
    codes.as_ref().ok().and_then(Option::as_ref).map_or(0, |states| States::bytes(states.len()))
}

impl Earlier for Finished {
    #[inline]
    fn code(&self, place: Place) -> Result<Code, BuildError> {
        let built = &self.slices[place.slice];
        if place.number >= built.file.len() {
            return Ok(Code::NONE);
        }
        let decompress = || {
            if self.take(States::bytes(built.file.len())) {
                decompress(&built.file)
            } else {
                Ok(None)
            }
        };
        match built.codes.get_or_init(decompress) {
            Ok(Some(states)) => Ok(states.get(place.number)),
            Ok(None) => built.file.value(place.number).and_then(Code::of).ok_or_else(|| {
                let block = place.number / built.file.block_len(0).max(1) as u64;
                damaged(&built.file, block)
            }),
            Err(block) => Err(damaged(&built.file, *block)),
        }
    }
}

fn damaged(file: &SliceFile, block: u64) -> BuildError {
    let (path, fault) = (file.path().to_owned(), Fault::Block(block));
    FileError::Damaged { path, fault }.into()
}

/// Returns the codes of a file, or the block that is damaged. Draws of all kinds become the same.
///
/// One thread does it while others wait: a parallel loop here could take up a task that waits for
/// this one.
fn decompress(file: &SliceFile) -> Result<Option<States>, u64> {
    let Ok(states) = States::open(file.len(), Storage::Memory) else { return Ok(None) };
    let codes: Vec<Option<Code>> = file.scores().iter().map(|&score| Code::of(score)).collect();
    let block_len = file.block_len(0) as u64;
    for block in 0..file.blocks() {
        let contents = file.contents(block).ok_or(block as u64)?;
        for place in 0..file.block_len(block) {
            let code = codes.get(usize::from(contents.index(place))).copied().flatten();
            states.set(block as u64 * block_len + place as u64, code.ok_or(block as u64)?);
        }
    }
    Ok(Some(states))
}
