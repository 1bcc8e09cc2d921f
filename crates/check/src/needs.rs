//! [`Needs`]: positions that a writer still has to prove.

use crate::Error;
use crate::block::MOST_BYTES;
use crate::sort::{BoundEntry, EntryKind, EntrySource, Sorter};
use std::fmt;
use std::path::PathBuf;

/// Positions by their codes, each with the value that it must have. A writer uses it to process the
/// positions of one height in the order of the file.
///
/// What does not fit into the given memory is sorted on disk.
#[derive(Debug)]
pub struct Needs(Sorter);

impl Needs {
    /// An empty set with this many bytes of memory, and unnamed files in `folder`, or in the
    /// temporary folder of the system.
    #[must_use]
    pub fn new(memory: usize, folder: Option<PathBuf>) -> Self {
        Self(Sorter::new(memory, folder))
    }

    /// Requires that the position with this code is worth `least` to the prover.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written.
    ///
    /// # Panics
    /// If `code` is longer than [`MOST_BYTES`].
    pub fn push(&mut self, code: &[u8], least: i32) -> Result<(), Error> {
        assert!(code.len() <= MOST_BYTES, "a code has at most {MOST_BYTES} bytes");
        let kind = EntryKind::Needed;
        self.0.push(&BoundEntry { code: code.to_vec(), kind, least, ..BoundEntry::default() })
    }

    /// The memory in use, in bytes; as much again may be allocated but unused.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.filled()
    }

    /// Moves the contents of memory to disk, for writers that keep several sets in little memory.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written.
    pub fn spill(&mut self) -> Result<(), Error> {
        self.0.give_back()
    }

    /// Returns each position once, by rising codes, with the greatest value required of it.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written or read.
    pub fn sorted(mut self) -> Result<SortedNeeds, Error> {
        let (source, entry) = (self.0.drain()?, BoundEntry::default());
        Ok(SortedNeeds { sorter: self.0, source, entry })
    }
}

/// Iterates over the sorted [`Needs`].
pub struct SortedNeeds {
    /// Empty; kept for the name of its folder in errors.
    sorter: Sorter,
    source: Box<dyn EntrySource>,
    entry: BoundEntry,
}

impl SortedNeeds {
    /// The next code, and the value required of its position; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be read.
    pub fn next_need(&mut self) -> Result<Option<(&[u8], i32)>, Error> {
        let is_there = self.source.next(&mut self.entry);
        let is_there = is_there.map_err(|source| self.sorter.failure(source))?;
        Ok(is_there.then_some((&self.entry.code[..], self.entry.least)))
    }
}

impl fmt::Debug for SortedNeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SortedNeeds").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_comes_once_with_the_most_that_is_needed() {
        let mut needs = Needs::new(1 << 12, None);
        for round in 0..100 {
            if round == 50 {
                needs.spill().unwrap();
                assert_eq!(needs.bytes(), 0);
            }
            let mut each = |code: &[u8], least| needs.push(code, least).unwrap();
            [(b"b", 3), (b"a", -2), (b"b", 5), (b"b", 4)].into_iter().for_each(|(c, l)| each(c, l));
        }
        let mut sorted = needs.sorted().unwrap();
        assert_eq!(sorted.next_need().unwrap(), Some((&b"a"[..], -2)));
        assert_eq!(sorted.next_need().unwrap(), Some((&b"b"[..], 5)));
        assert_eq!(sorted.next_need().unwrap(), None);
    }
}
