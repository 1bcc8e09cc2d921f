//! [`Sorter`]: sorts entries by their codes, in memory and beyond that on disk.
//!
//! An external merge sort: when memory is full, its entries are sorted and written to an unnamed
//! file; in the end all files are merged. At most [`MOST_FILES`] are open at once: when the limit
//! is reached, they are merged into one.

mod chunk;
mod entry;
mod merge;

use crate::error::Error;
use chunk::Chunk;
pub(crate) use entry::{BoundEntry, EntryKind};
pub(crate) use merge::EntrySource;
use merge::{Folded, Merge, write};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;

const MOST_FILES: usize = 64;
/// The least size of a read buffer, in bytes.
const LEAST_BUFFER: usize = 1 << 12;

/// Sorts entries.
#[derive(Debug)]
pub(crate) struct Sorter {
    chunk: Chunk,
    files: Vec<File>,
    /// The number of runs written, not counting merged ones.
    runs: u64,
    memory: usize,
    folder: Option<PathBuf>,
}

impl Sorter {
    /// A sorter with this many bytes of memory, and unnamed files in `folder`, or in the temporary
    /// folder of the system.
    pub(crate) fn new(memory: usize, folder: Option<PathBuf>) -> Self {
        Self { chunk: Chunk::default(), files: Vec::new(), runs: 0, memory, folder }
    }

    pub(crate) fn push(&mut self, entry: &BoundEntry) -> Result<(), Error> {
        // Vectors double, so half of their memory may be unused; and merging needs buffers.
        if self.chunk.filled() >= self.memory / 8 * 3 {
            self.spill().map_err(|source| self.failure(source))?;
        }
        self.chunk.push(entry);
        Ok(())
    }

    /// Returns all entries in order: for each position first the stated bound, then its needs
    /// combined into one.
    pub(crate) fn drain(&mut self) -> Result<Box<dyn EntrySource>, Error> {
        if self.files.is_empty() {
            return Ok(Box::new(Folded::new(std::mem::take(&mut self.chunk).sorted())));
        }
        self.give_back()?;
        let merged = self.merged().map_err(|source| self.failure(source))?;
        Ok(Box::new(merged))
    }

    /// The memory in use, in bytes.
    pub(crate) fn filled(&self) -> usize {
        self.chunk.filled()
    }

    /// Writes the contents of memory to a file, and frees the memory.
    pub(crate) fn give_back(&mut self) -> Result<(), Error> {
        self.spill().map_err(|source| self.failure(source))?;
        self.chunk = Chunk::default();
        Ok(())
    }

    /// The number of sorted runs written to disk; 0 if everything fitted into memory.
    pub(crate) fn runs(&self) -> u64 {
        self.runs
    }

    /// Adds the temporary folder to the error `source`.
    pub(crate) fn failure(&self, source: io::Error) -> Error {
        let folder = self.folder.as_ref().map_or_else(tempfile::env::temp_dir, PathBuf::clone);
        Error::Temporary { folder, source }
    }

    /// Writes the contents of memory to a file.
    fn spill(&mut self) -> io::Result<()> {
        if self.chunk.filled() == 0 {
            return Ok(());
        }
        if self.files.len() == MOST_FILES {
            let mut merged = self.merged()?;
            self.files = vec![write(&mut merged, self.file()?)?];
        }
        let mut folded = Folded::new(std::mem::take(&mut self.chunk).sorted());
        self.files.push(write(&mut folded, self.file()?)?);
        self.runs += 1;
        self.chunk = folded.into_inner().emptied();
        Ok(())
    }

    /// Merges the files, and takes them out of `self`.
    fn merged(&mut self) -> io::Result<Folded<Merge<BufReader<File>>>> {
        let files = std::mem::take(&mut self.files);
        let buffer = (self.memory / 8 / files.len()).clamp(LEAST_BUFFER, 1 << 20);
        let files = files.into_iter().map(|file| BufReader::with_capacity(buffer, file));
        Ok(Folded::new(Merge::new(files.collect())?))
    }

    fn file(&self) -> io::Result<File> {
        self.folder.as_ref().map_or_else(tempfile::tempfile, tempfile::tempfile_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut source: Box<dyn EntrySource>) -> Vec<BoundEntry> {
        let (mut entry, mut entries) = (BoundEntry::default(), Vec::new());
        while source.next(&mut entry).unwrap() {
            entries.push(entry.clone());
        }
        entries
    }

    /// Pseudo-random numbers, as codes of one to three bytes.
    fn entries() -> impl Iterator<Item = BoundEntry> {
        (1..30_000_u64).map(|number| {
            let drawn = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            let code = drawn.to_be_bytes()[5..][..(1 + drawn % 3) as usize].to_vec();
            let kind = if drawn % 5 == 0 { EntryKind::Stated } else { EntryKind::Needed };
            let (height, least) = (drawn as u32 % 97, drawn as i32 % 89);
            BoundEntry { code, kind, height, height_of: number, least, least_of: number }
        })
    }

    fn sorted(memory: usize) -> (Vec<BoundEntry>, usize) {
        let (mut sorter, mut files) = (Sorter::new(memory, None), 0);
        for entry in entries() {
            sorter.push(&entry).unwrap();
            files = files.max(sorter.files.len());
        }
        (all(sorter.drain().unwrap()), files)
    }

    #[test]
    fn little_memory_gives_the_same_order() {
        let key = |entry: &BoundEntry| {
            let BoundEntry { code, kind, height, least, .. } = entry;
            (code.clone(), *kind, *height, *least)
        };
        let keys = |(mut entries, files): (Vec<BoundEntry>, usize)| {
            entries.sort_by_key(key); // equal entries come in any order
            (entries.iter().map(key).collect::<Vec<_>>(), files)
        };
        let ((within, none), (beyond, many)) = (keys(sorted(1 << 26)), keys(sorted(1 << 14)));
        assert_eq!((none, many), (0, MOST_FILES));
        assert!(within == beyond);
    }

    /// Without memory each entry goes to a file of its own: tests around the numbers of files at
    /// which they are merged.
    #[test]
    fn no_file_is_lost_whatever_their_number() {
        let many = MOST_FILES as u64;
        let around = [many, 2 * many - 1, 3 * many - 2].into_iter().flat_map(|at| at - 2..=at + 3);
        for count in (1..5).chain(around) {
            let mut sorter = Sorter::new(0, None);
            let entry = |number: u64| BoundEntry {
                code: number.to_be_bytes().to_vec(),
                ..BoundEntry::default()
            };
            // In reverse order, so that the newest file always has the least entry.
            (0..count).rev().for_each(|number| sorter.push(&entry(number)).unwrap());
            let all = all(sorter.drain().unwrap());
            assert!(all.into_iter().eq((0..count).map(entry)), "{count}");
            assert_eq!(sorter.runs(), if count == 1 { 0 } else { count });
        }
    }

    #[test]
    fn the_lowest_height_and_the_highest_need_are_kept_with_their_records() {
        let (sorted, _) = sorted(1 << 14);
        assert!(sorted.is_sorted_by_key(|entry| (entry.code.clone(), entry.kind)));
        let all: Vec<_> = entries().collect();
        for entry in sorted.iter().filter(|entry| entry.kind == EntryKind::Needed).step_by(101) {
            let needed =
                || all.iter().filter(|e| (e.kind, &e.code) == (EntryKind::Needed, &entry.code));
            assert_eq!(needed().map(|e| e.height).min(), Some(entry.height));
            assert_eq!(needed().map(|e| e.least).max(), Some(entry.least));
            assert_eq!(all[entry.height_of as usize - 1].height, entry.height);
            assert_eq!(all[entry.least_of as usize - 1].least, entry.least);
        }
    }
}
