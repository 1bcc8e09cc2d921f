//! Threads of `rayon`, atomics of the standard library.

use crate::build_error::BuildError;
use bytemuck::Zeroable;
use rayon::prelude::*;

pub(crate) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// The number of numbers that a thread of the analysis takes at a time.
pub(crate) const NUMBERS_AT_A_TIME: usize = 1 << 14;
/// The number of numbers that share the marks of their distances.
pub(crate) const NUMBERS_IN_A_BLOCK: u64 = 64;
/// The number of positions that a thread expands at a time.
pub(crate) const POSITIONS_AT_A_TIME: usize = 1 << 10;

/// Calls `each` with every index below `count` in parallel, until one fails. Each thread has a
/// `T` of its own.
pub(crate) fn try_for_each<T, E: Send>(
    count: usize,
    init: impl Fn() -> T + Send + Sync,
    each: impl Fn(&mut T, usize) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    (0..count).into_par_iter().try_for_each_init(init, each)
}

/// Returns the results of `each` for every index below `count`, in order; an error, if one fails.
pub(crate) fn try_map<R: Send, E: Send>(
    count: usize,
    each: impl Fn(usize) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    (0..count).into_par_iter().map(each).collect()
}

/// Allocates `len` zeros, in huge pages where the system gives them.
pub(crate) fn zeroed<T: Zeroable>(len: u64) -> Result<Box<[T]>, BuildError> {
    let memory = usize::try_from(len).ok().map(bytemuck::try_zeroed_slice_box);
    let Some(Ok(memory)) = memory else {
        return Err(BuildError::OutOfMemory { bytes: len.saturating_mul(size_of::<T>() as u64) });
    };
    eldest_pages::prefer_huge(&memory);
    Ok(memory)
}
