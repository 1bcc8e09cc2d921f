//! Merges several sorted sources of entries.

use super::entry::{BoundEntry, EntryKind};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};

/// Returns entries in order.
pub(crate) trait EntrySource {
    /// Reads the next entry. Returns false at the end, and then the contents of `entry` are
    /// unspecified.
    fn next(&mut self, entry: &mut BoundEntry) -> io::Result<bool>;
}

impl EntrySource for BufReader<File> {
    fn next(&mut self, entry: &mut BoundEntry) -> io::Result<bool> {
        entry.read(self)
    }
}

/// Merges sorted sources.
#[derive(Debug)]
pub(super) struct Merge<S> {
    sources: Vec<S>,
    heads: Vec<BoundEntry>,
    heap: BinaryHeap<Reverse<(Vec<u8>, EntryKind, usize)>>,
}

impl<S: EntrySource> Merge<S> {
    pub(super) fn new(sources: Vec<S>) -> io::Result<Self> {
        let heads = vec![BoundEntry::default(); sources.len()];
        let mut merge = Self { sources, heads, heap: BinaryHeap::new() };
        (0..merge.sources.len()).try_for_each(|from| merge.advance(from, Vec::new()))?;
        Ok(merge)
    }

    /// Reads the next entry of a source, reusing the memory of `code`.
    fn advance(&mut self, from: usize, mut code: Vec<u8>) -> io::Result<()> {
        let head = &mut self.heads[from];
        if self.sources[from].next(head)? {
            code.clone_from(&head.code);
            self.heap.push(Reverse((code, head.kind, from)));
        }
        Ok(())
    }
}

impl<S: EntrySource> EntrySource for Merge<S> {
    fn next(&mut self, entry: &mut BoundEntry) -> io::Result<bool> {
        let Some(Reverse((code, _, from))) = self.heap.pop() else { return Ok(false) };
        std::mem::swap(entry, &mut self.heads[from]);
        self.advance(from, code)?;
        Ok(true)
    }
}

/// Combines all needs of one position into one entry.
pub(super) struct Folded<S> {
    source: S,
    /// The next entry; `None` before the first and after the last.
    ahead: Option<BoundEntry>,
    has_begun: bool,
}

impl<S: EntrySource> Folded<S> {
    pub(super) fn new(source: S) -> Self {
        Self { source, ahead: None, has_begun: false }
    }

    pub(super) fn into_inner(self) -> S {
        self.source
    }

    fn look_ahead(&mut self, mut spare: BoundEntry) -> io::Result<()> {
        self.ahead = self.source.next(&mut spare)?.then_some(spare);
        Ok(())
    }
}

impl<S: EntrySource> EntrySource for Folded<S> {
    fn next(&mut self, entry: &mut BoundEntry) -> io::Result<bool> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.look_ahead(BoundEntry::default())?;
        }
        let Some(first) = self.ahead.take() else { return Ok(false) };
        let spare = std::mem::replace(entry, first);
        self.look_ahead(spare)?;
        while let Some(other) = self.ahead.take_if(|other| entry.folds_with(other)) {
            entry.fold(&other);
            self.look_ahead(other)?;
        }
        Ok(true)
    }
}

/// The size of the write buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// Writes all entries of `source` to `file`, and rewinds it.
pub(super) fn write(source: &mut impl EntrySource, file: File) -> io::Result<File> {
    let (mut out, mut entry) = (BufWriter::with_capacity(BUFFER, file), BoundEntry::default());
    while source.next(&mut entry)? {
        entry.write(&mut out)?;
    }
    out.flush()?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}
