//! [`TableWords`]: the memory of the tables, atomics in cache lines.

use super::TableError;
use crate::sync::{Ordering, TableWord, cores, team, zeroed};
use std::fmt;

/// Bytes of a cache line.
pub(super) const LINE_BYTES: usize = 64;
/// Words in a cache line.
pub(super) const LINE: usize = LINE_BYTES / size_of::<u64>();
/// Words in the smallest page of memory.
const PAGE: usize = 4096 / size_of::<u64>();

/// Whole cache lines of atomic words, aligned, in at most the requested number of bytes.
///
/// The storage consists of atomics, so it can be shared safely. The lines begin at an offset within
/// the allocation. Alignment always costs one line, so that the number of buckets, and with it
/// every node count, depends on the size alone and not on the address of the memory.
pub(super) struct TableWords {
    memory: Box<[TableWord]>,
    first: usize,
    lines: usize,
}

impl TableWords {
    /// Allocates as many lines as fit into `bytes`, zeroed, with their pages written: otherwise
    /// lazily zeroed pages would be written one fault at a time during the first search, which
    /// costs more than the search.
    pub(super) fn new(bytes: usize) -> Result<Self, TableError> {
        let least = 2 * LINE_BYTES;
        if bytes < least {
            return Err(TableError::TooSmall { bytes, least });
        }
        let memory = zeroed(bytes / size_of::<u64>()).ok_or(TableError::OutOfMemory { bytes })?;
        #[cfg(feature = "huge-pages")]
        eldest_pages::prefer_huge(&memory);
        // In a model the words are not aligned: it must run the same way at every address.
        let misaligned = if cfg!(loom) { 0 } else { memory.as_ptr().addr() % LINE_BYTES };
        let first = (LINE_BYTES - misaligned) % LINE_BYTES / size_of::<u64>();
        let lines = memory.len() / LINE - 1;
        let words = Self { memory, first, lines };
        words.in_parts(cores(), |part| part.iter().step_by(PAGE).for_each(zero));
        Ok(words)
    }

    /// Returns the number of buckets of `N` words; `N` divides a line.
    #[inline(always)]
    pub(super) fn buckets<const N: usize>(&self) -> usize {
        const { assert!(LINE.is_multiple_of(N)) };
        self.lines * (LINE / N)
    }

    /// Returns bucket `index` of `N` words.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[inline(always)]
    pub(super) fn bucket<const N: usize>(&self, index: usize) -> &[TableWord; N] {
        let words = &self.memory[self.first + index * N..];
        words.first_chunk().expect("an index below the number of buckets")
    }

    /// Iterates over all lines, in order.
    #[cfg(feature = "save")]
    pub(super) fn lines(&self) -> impl Iterator<Item = [u64; LINE]> {
        let line = |line| self.bucket::<LINE>(line).each_ref();
        (0..self.lines).map(move |number| line(number).map(|word| word.load(Ordering::Relaxed)))
    }

    /// Replaces line number `number` by `line`.
    #[cfg(feature = "save")]
    pub(super) fn set_line(&self, number: usize, line: [u64; LINE]) {
        let words = self.bucket::<LINE>(number).iter().zip(line);
        words.for_each(|(word, value)| word.store(value, Ordering::Relaxed));
    }

    /// Zeroes everything, on all cores.
    pub(super) fn clear(&self) {
        self.in_parts(cores(), |part| part.iter().for_each(zero));
    }

    /// Calls `work` with parts of the memory, by at most `workers` threads, but at least one.
    fn in_parts(&self, workers: usize, work: impl Fn(&[TableWord]) + Sync) {
        let workers = workers.min(self.lines);
        let share = self.memory.len().div_ceil(workers);
        team(workers, |worker| {
            self.memory.chunks(share).nth(worker).into_iter().for_each(&work);
        });
    }

    /// Returns all words, in order.
    #[cfg(not(loom))]
    pub(super) fn all(&self) -> &[TableWord] {
        &self.memory[self.first..][..self.lines * LINE]
    }

    /// Returns the number of bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.memory)
    }
}

fn zero(word: &TableWord) {
    word.store(0, Ordering::Relaxed);
}

impl fmt::Debug for TableWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableWords").field("lines", &self.lines).finish_non_exhaustive()
    }
}

/// Prefetches the line of `target`; does nothing where the machine has no such instruction.
#[inline]
pub(super) fn prefetch<T>(target: &T) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    safe_arch::prefetch_t0(target);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = target;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_more_than_asked_and_aligned() {
        for bytes in [128, 129, 200, 1000, 65_536, 1_000_003] {
            let words = TableWords::new(bytes).unwrap();
            assert_eq!(words.bytes(), bytes / size_of::<u64>() * size_of::<u64>());
            #[cfg(not(loom))]
            assert_eq!(words.all().len(), words.lines * LINE);
            assert_eq!(words.lines, bytes / LINE_BYTES - 1);
            assert_eq!(words.buckets::<4>(), 2 * words.lines);
            let ends = [0, words.lines - 1].map(|line| words.bucket::<LINE>(line));
            assert!(ends.iter().all(|line| line.as_ptr().addr().is_multiple_of(LINE_BYTES)));
        }
    }

    /// Where the words cannot be divided evenly, the last thread has fewer, and some threads none.
    #[test]
    fn any_number_of_threads_clears_every_word() {
        for bytes in [128, 136, 192, 200, 1_000, 4_095, 4_096, 8_191, 65_537] {
            let words = TableWords::new(bytes).unwrap();
            for workers in 1..=66 {
                words.memory.iter().for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
                words.in_parts(workers, |part| part.iter().for_each(zero));
                let left = words.memory.iter().filter(|word| word.load(Ordering::Relaxed) > 0);
                assert_eq!(left.count(), 0, "{bytes} bytes, {workers} threads");
            }
        }
    }

    #[test]
    fn failures_are_errors() {
        assert_eq!(
            TableWords::new(100).unwrap_err(),
            TableError::TooSmall { bytes: 100, least: 128 }
        );
        let bytes = isize::MAX as usize - 4096;
        assert_eq!(TableWords::new(bytes).unwrap_err(), TableError::OutOfMemory { bytes });
    }
}
