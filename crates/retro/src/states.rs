//! [`States`]: the codes of all positions of a slice, written by many threads.

use crate::build_error::BuildError;
use crate::code::Code;
use crate::sync::{
    AtomicU8, AtomicU16, AtomicU64, NUMBERS_AT_A_TIME as CHUNK, NUMBERS_IN_A_BLOCK as BLOCK,
    Storage, Zeros, zeroed,
};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// The codes of all positions of a slice.
///
/// Relaxed atomics suffice: a code is one word, and everything that depends on an earlier level is
/// separated from it by the end of a parallel loop.
pub(crate) struct States {
    codes: Zeros<AtomicU16>,
    /// For each block, the distances of the wins and losses that were stored there, modulo 64.
    marks: Zeros<AtomicU64>,
}

// A thread looks at whole blocks.
const _: () = assert!((CHUNK as u64).is_multiple_of(BLOCK));

fn mark(plies: u32) -> u64 {
    1 << (plies % 64)
}

impl States {
    /// Returns the memory that `len` codes take, in bytes.
    pub(crate) const fn bytes(len: u64) -> u64 {
        let marks = len.div_ceil(BLOCK).saturating_mul(size_of::<AtomicU64>() as u64);
        len.saturating_mul(size_of::<AtomicU16>() as u64).saturating_add(marks)
    }

    /// Creates `len` open codes.
    pub(crate) fn open(len: u64, storage: Storage<'_>) -> Result<Self, BuildError> {
        Ok(Self { codes: zeroed(len, storage)?, marks: zeroed(len.div_ceil(BLOCK), storage)? })
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> Code {
        Code::from_raw(self.codes[number as usize].load(Relaxed))
    }

    #[inline]
    pub(crate) fn set(&self, number: u64, code: Code) {
        self.codes[number as usize].store(code.raw(), Relaxed);
        if let Some(plies) = code.distance() {
            let marks = &self.marks[(number / BLOCK) as usize];
            if marks.load(Relaxed) & mark(plies) == 0 {
                marks.fetch_or(mark(plies), Relaxed);
            }
        }
    }

    /// Calls `each` with the numbers in `range` of wins and losses in `plies`, and their codes,
    /// until it fails. The range starts with a block.
    #[inline]
    pub(crate) fn each_ending_in<E>(
        &self,
        plies: u32,
        range: Range<u64>,
        mut each: impl FnMut(u64, Code) -> Result<(), E>,
    ) -> Result<(), E> {
        for start in range.step_by(BLOCK as usize) {
            if self.marks[(start / BLOCK) as usize].load(Relaxed) & mark(plies) == 0 {
                continue;
            }
            let end = (start + BLOCK).min(self.len());
            for (number, code) in (start..).zip(&self.codes[start as usize..end as usize]) {
                let code = Code::from_raw(code.load(Relaxed));
                if code.ends_in(plies) {
                    each(number, code)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Returns the numbers of chunk `index`.
    pub(crate) fn chunk(&self, index: usize) -> Range<u64> {
        let end = ((index + 1) * CHUNK).min(self.codes.len());
        (index * CHUNK) as u64..end as u64
    }

    pub(crate) fn chunks(&self) -> usize {
        self.codes.len().div_ceil(CHUNK)
    }
}

/// For each open position, a child that does not lose: one byte of its number.
///
/// Only when that child is settled can the position be lost, so most children that are settled need
/// no look at their parents' other moves: the watched literals of Moskewicz, Madigan, Zhao, Zhang
/// and Malik 2001, "Chaff: Engineering an Efficient SAT Solver".
pub(crate) struct Witnesses(Zeros<AtomicU8>);

impl Witnesses {
    /// Returns the memory that `len` witnesses take, in bytes.
    pub(crate) const fn bytes(len: u64) -> u64 {
        len
    }

    /// Creates `len` witnesses, none of which is known.
    pub(crate) fn unknown(len: u64, storage: Storage<'_>) -> Result<Self, BuildError> {
        zeroed(len, storage).map(Self)
    }

    /// Returns whether position `number` may be lost once `child` is.
    #[inline]
    pub(crate) fn may_be(&self, number: u64, child: u64) -> bool {
        let witness = self.0[number as usize].load(Relaxed);
        witness == 0 || witness == Self::byte_of(child)
    }

    /// Notes that position `number` is not lost before `child` is; never, if there is none.
    #[inline]
    pub(crate) fn set(&self, number: u64, child: Option<u64>) {
        self.0[number as usize].store(child.map_or(u8::MAX, Self::byte_of), Relaxed);
    }

    /// Returns a byte that is neither 0 nor the mark of a child outside the slice.
    #[inline]
    fn byte_of(child: u64) -> u8 {
        1 + (child % 254) as u8
    }
}
