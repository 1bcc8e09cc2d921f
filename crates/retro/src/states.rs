//! [`States`]: the codes of all positions of a slice, written by many threads.

use crate::build_error::BuildError;
use crate::code::Code;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// The number of positions that a thread takes at a time.
pub(crate) const CHUNK: usize = 1 << 14;

/// The codes of all positions of a slice.
///
/// Relaxed atomics suffice: a code is one word, and everything that depends on an earlier level is
/// separated from it by the end of a parallel loop.
pub(crate) struct States(Box<[AtomicU16]>);

impl States {
    /// Returns the memory that `len` codes take, in bytes.
    pub(crate) const fn bytes(len: u64) -> u64 {
        len.saturating_mul(size_of::<AtomicU16>() as u64)
    }

    /// Creates `len` open codes.
    pub(crate) fn open(len: u64) -> Result<Self, BuildError> {
        zeroed(len).map(Self)
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Code {
        Code::from_raw(self.0[number as usize].load(Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, number: u64, code: Code) {
        self.0[number as usize].store(code.raw(), Relaxed);
    }

    pub(crate) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns the numbers of chunk `index`.
    pub(crate) fn chunk(&self, index: usize) -> std::ops::Range<u64> {
        let end = ((index + 1) * CHUNK).min(self.0.len());
        (index * CHUNK) as u64..end as u64
    }

    pub(crate) fn chunks(&self) -> usize {
        self.0.len().div_ceil(CHUNK)
    }
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
