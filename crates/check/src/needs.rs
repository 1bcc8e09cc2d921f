//! [`Needs`]: positions that a writer still has to prove.

use crate::Error;
use crate::block::MOST_BYTES;
use crate::sort::{Entry, EntrySource, Kind, Sorter};
use std::fmt;
use std::path::PathBuf;

/// Positions, by their codes, and what each must be worth: for those who write certificates, and work through
/// the positions of one height in the order in which a file has them.
///
/// What does not fit into the stated memory is sorted on disk.
#[derive(Debug)]
pub struct Needs(Sorter);

impl Needs {
    /// None, with so many bytes of memory, and nameless files in `folder`, or where the system has such.
    #[must_use]
    pub fn new(memory: usize, folder: Option<PathBuf>) -> Self {
        Self(Sorter::new(memory, folder))
    }

    /// The position with this code must be worth `least` to the prover.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written.
    ///
    /// # Panics
    /// If `code` is longer than [`MOST_BYTES`].
    pub fn push(&mut self, code: &[u8], least: i32) -> Result<(), Error> {
        assert!(code.len() <= MOST_BYTES, "a code has at most {MOST_BYTES} bytes");
        let kind = Kind::Needed;
        self.0.push(&Entry { code: code.to_vec(), kind, least, ..Entry::default() })
    }

    /// How many bytes of memory it fills; as many again may be empty.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.filled()
    }

    /// Puts on disk what is in memory: for those who keep several, and little memory for all of them.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written.
    pub fn spill(&mut self) -> Result<(), Error> {
        self.0.give_back()
    }

    /// Each position once, by rising codes, and the most that it must be worth.
    ///
    /// # Errors
    /// [`Error::Temporary`] if a file cannot be written or read.
    pub fn sorted(mut self) -> Result<SortedNeeds, Error> {
        let (source, entry) = (self.0.drain()?, Entry::default());
        Ok(SortedNeeds { sorter: self.0, source, entry })
    }
}

/// What [`Needs::sorted`] gives.
pub struct SortedNeeds {
    /// Empty; it knows where the files are.
    sorter: Sorter,
    source: Box<dyn EntrySource>,
    entry: Entry,
}

impl SortedNeeds {
    /// The next code, and what its position must be worth; `None` at the end.
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
