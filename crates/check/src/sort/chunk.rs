//! [`Chunk`]: entries in memory.

use super::entry::BoundEntry;
use super::merge::EntrySource;
use std::io;

/// Serialized entries, and the order in which they are returned.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    bytes: Vec<u8>,
    index: Vec<ChunkSlot>,
}

/// The first bytes of a code, which decide most comparisons, and the offset of its entry.
#[derive(Copy, Clone, Debug)]
struct ChunkSlot {
    begin: u64,
    at: usize,
}

impl Chunk {
    /// The memory in use, in bytes.
    pub(super) fn filled(&self) -> usize {
        self.bytes.len() + self.index.len() * size_of::<ChunkSlot>()
    }

    pub(super) fn push(&mut self, entry: &BoundEntry) {
        let mut begin = [0; 8];
        begin.iter_mut().zip(&entry.code).for_each(|(to, from)| *to = *from);
        self.index.push(ChunkSlot { begin: u64::from_be_bytes(begin), at: self.bytes.len() });
        entry.write(&mut self.bytes).expect("a vector takes all");
    }

    /// The code and the kind of the entry at `at`.
    fn key(bytes: &[u8], at: usize) -> (&[u8], u8) {
        let length = usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let code = &bytes[at + 2..at + 2 + length];
        (code, bytes[at + 2 + length])
    }

    /// Sorts the entries.
    pub(super) fn sorted(mut self) -> Sorted {
        let Self { bytes, index } = &mut self;
        index.sort_unstable_by(|a, b| {
            let keys = || Self::key(bytes, a.at).cmp(&Self::key(bytes, b.at));
            a.begin.cmp(&b.begin).then_with(keys)
        });
        Sorted { chunk: self, next: 0 }
    }
}

/// A sorted chunk, read entry by entry.
#[derive(Debug)]
pub(super) struct Sorted {
    chunk: Chunk,
    next: usize,
}

impl Sorted {
    /// The chunk, emptied, with its allocated memory.
    pub(super) fn emptied(mut self) -> Chunk {
        self.chunk.bytes.clear();
        self.chunk.index.clear();
        self.chunk
    }
}

impl EntrySource for Sorted {
    fn next(&mut self, entry: &mut BoundEntry) -> io::Result<bool> {
        let Some(place) = self.chunk.index.get(self.next) else { return Ok(false) };
        self.next += 1;
        entry.read(&mut &self.chunk.bytes[place.at..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::EntryKind;

    /// Codes with equal first bytes are distinguished.
    #[test]
    fn codes_come_in_their_order_and_stated_bounds_first() {
        let codes: [&[u8]; 5] = [b"a", b"a\0", b"a\0\0\0\0\0\0\0\0\0b", b"ab", b"b"];
        let mut chunk = Chunk::default();
        for (code, kind) in [
            (4, EntryKind::Stated),
            (2, EntryKind::Needed),
            (1, EntryKind::Stated),
            (0, EntryKind::Needed),
        ]
        .into_iter()
        .chain([(3, EntryKind::Stated), (0, EntryKind::Stated)])
        {
            chunk.push(&BoundEntry { code: codes[code].to_vec(), kind, ..BoundEntry::default() });
        }
        let (mut sorted, mut entry, mut found) =
            (chunk.sorted(), BoundEntry::default(), Vec::new());
        while sorted.next(&mut entry).unwrap() {
            found.push((entry.code.clone(), entry.kind));
        }
        assert!(found.is_sorted());
        assert_eq!(found.len(), 6);
    }
}
