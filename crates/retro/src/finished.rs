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

/// The slices that are built. The codes of a slice stay in memory when it is built; those of others
/// are decompressed when they are first needed. Where there is no room, a file is read position by
/// position.
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

    /// Adds the next slice, with its codes if they are in memory.
    pub(crate) fn push(&mut self, file: SliceFile, states: Option<States>) {
        let codes = states.map_or_else(OnceLock::new, |states| Ok(Some(states)).into());
        self.slices.push(Built { file, codes });
    }

    /// Allows `bytes` of memory for codes. If more is in use, frees those of the largest slices until
    /// half of it is: a freed slice that is needed finds room again.
    pub(crate) fn allow(&mut self, bytes: u64) {
        let mut in_use: u64 = self.slices.iter().map(Built::bytes).sum();
        let most = if in_use > bytes { bytes / 2 } else { bytes };
        while in_use > most {
            let Some(largest) = self.slices.iter_mut().max_by_key(|built| built.bytes()) else {
                break;
            };
            in_use -= largest.bytes();
            largest.codes = OnceLock::new();
        }
        // What found no room may find it now.
        let is_left_out = |built: &&mut Built| matches!(built.codes.get(), Some(Ok(None)));
        self.slices.iter_mut().filter(is_left_out).for_each(|built| built.codes = OnceLock::new());
        self.room = AtomicU64::new(bytes - in_use);
    }

    /// Returns whether there is room for `bytes`, and takes it.
    fn take(&self, bytes: u64) -> bool {
        self.room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(bytes)).is_ok()
    }
}

impl Built {
    /// Returns the memory that the codes take.
    fn bytes(&self) -> u64 {
        match self.codes.get() {
            Some(Ok(Some(states))) => States::bytes(states.len()),
            _ => 0,
        }
    }
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

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;
    use crate::file::{Heading, write_dense};
    use eldest::{Score, StopToken};
    use rayon::prelude::*;
    use std::path::Path;
    use std::sync::mpsc;
    use std::time::Duration;

    /// Adds a slice of draws with its codes.
    fn add(finished: &mut Finished, folder: &Path, name: &str, len: u64) {
        let heading = Heading { game: "game".into(), fingerprint: 1, slice: name.into() };
        let path = folder.join(name);
        write_dense(&path, &heading, Score::DRAW, |_| Code::DRAW, len, &StopToken::new()).unwrap();
        let file = SliceFile::open_dense(&path, &heading, len).unwrap();
        finished.push(file, Some(States::open(len, Storage::Memory).unwrap()));
    }

    /// Slices that nothing needs do not keep one that is needed on disk.
    #[test]
    fn a_slice_that_was_freed_and_fits_is_decompressed() {
        let folder = tempfile::tempdir().unwrap();
        let mut finished = Finished::new();
        add(&mut finished, folder.path(), "needed", 64_000);
        for name in ["b", "c", "d"] {
            add(&mut finished, folder.path(), name, 40_000);
        }
        finished.allow(2 * States::bytes(64_000));
        assert_eq!(finished.slices[0].bytes(), 0, "the largest is freed");
        assert_eq!(finished.code(Place { slice: 0, number: 5 }).unwrap(), Code::DRAW);
        assert_ne!(finished.slices[0].bytes(), 0, "it is read position by position");
    }

    /// Some tasks of a parallel loop need the codes while others do not, so that threads are free to
    /// take up what a decompression in parts would leave to them.
    #[test]
    fn threads_that_wait_for_codes_do_not_deadlock() {
        const LEN: u64 = 100_000;
        let (folder, (done, all_done)) = (tempfile::tempdir().unwrap(), mpsc::channel());
        let path = folder.path().to_owned();
        let rounds = move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
            let mut finished = Finished::new();
            add(&mut finished, &path, "needed", LEN);
            for _ in 0..200 {
                finished.allow(0);
                finished.allow(States::bytes(LEN));
                let read = |number: u32| {
                    if number.is_multiple_of(4) {
                        let place = Place { slice: 0, number: number.into() };
                        assert_eq!(finished.code(place).unwrap(), Code::DRAW);
                    } else {
                        std::thread::sleep(Duration::from_micros(200));
                    }
                };
                pool.install(|| (0..64_u32).into_par_iter().with_max_len(1).for_each(read));
            }
            done.send(()).unwrap();
        };
        std::thread::spawn(rounds);
        all_done.recv_timeout(Duration::from_secs(60)).expect("no deadlock");
    }
}
