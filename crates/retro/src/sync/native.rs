//! Threads of `rayon`, atomics of the standard library.

use super::Storage;
use crate::build_error::BuildError;
use bytemuck::Zeroable;
use rayon::prelude::*;

pub(crate) use eldest_pages::Zeros;
pub(crate) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// The number of numbers that a thread of the analysis takes at a time.
pub(crate) const NUMBERS_AT_A_TIME: usize = 1 << 14;
/// The number of numbers that share the marks of their distances.
pub(crate) const NUMBERS_IN_A_BLOCK: u64 = 64;
/// The number of positions that a thread expands at a time.
pub(crate) const POSITIONS_AT_A_TIME: usize = 1 << 10;

/// Calls `each` with every index below `count` in parallel, until one fails. No two threads share a
/// `T`.
pub(crate) fn try_for_each<T, E: Send>(
    count: usize,
    init: impl Fn() -> T + Send + Sync,
    each: impl Fn(&mut T, usize) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    each_alone(count).try_for_each_init(init, each)
}

/// Returns the results of `each` for every index below `count`, in order; an error, if one fails.
pub(crate) fn try_map<R: Send, E: Send>(
    count: usize,
    each: impl Fn(usize) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    each_alone(count).map(each).collect()
}

/// Returns the indices below `count`, each a task of its own. In longer tasks a thread would still
/// work while the others have run out of tasks: at most levels only the positions of one side to
/// move, half of all numbers, have something to do.
fn each_alone(count: usize) -> impl IndexedParallelIterator<Item = usize> {
    (0..count).into_par_iter().with_max_len(1)
}

/// Allocates `len` zeros.
pub(crate) fn zeroed<T: Zeroable>(len: u64, storage: Storage<'_>) -> Result<Zeros<T>, BuildError> {
    let bytes = len.saturating_mul(size_of::<T>() as u64);
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    match storage {
        Storage::Memory => Zeros::in_memory(len).map_err(|_| BuildError::OutOfMemory { bytes }),
        Storage::Disk(directory) => {
            let table = tempfile::tempfile_in(directory).and_then(|file| Zeros::on_disk(len, file));
            let path = directory.to_owned();
            table.map_err(|source| BuildError::Scratch { path, bytes, source })
        }
    }
}
