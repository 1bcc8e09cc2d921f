//! Saves and loads the map's entries, two to a line.
//!
//! An entry is four words: its key; depth, move code and flags; its bounds; and 0, which takes no
//! room in a file.

use super::MapTable;
use crate::table::Entry;
use crate::table::fields::BitField;
use crate::table::header::Header;
use crate::table::saved::{LineAccess, Shape, TableKind, WordLine};
use crate::{Bounds, Depth, Score};

// The second word, from the lowest bit up:
const DEPTH: BitField = BitField::lowest(16);
const MOVE_CODE: BitField = DEPTH.above(16);
const PROVED: BitField = MOVE_CODE.above(1);
/// Distinguishes an entry from an empty place: 1.
const PRESENT: BitField = PROVED.above(1);

// The third one:
const LOWER: BitField = BitField::lowest(32);
const UPPER: BitField = LOWER.above(32);

impl LineAccess for MapTable {
    fn shape(&self) -> Shape {
        Shape::plain(TableKind::Map, u64::MAX)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn lines(&self) -> impl Iterator<Item = WordLine> {
        let mut entries = self.map.iter().map(|entry| pack(entry.key().0, *entry.value()));
        std::iter::from_fn(move || {
            let pair = [entries.next()?, entries.next().unwrap_or_default()];
            pair.as_flattened().try_into().ok()
        })
    }

    fn take(&self, _: &Shape, _: u64, line: WordLine) -> Option<()> {
        let entries: &[[u64; 4]] = line.as_chunks().0;
        for words in entries.iter().filter(|words| **words != [0; 4]) {
            let (key, entry) = unpack(*words)?;
            self.map.insert((key, entry.depth), entry);
        }
        Some(())
    }
}

/// Packs an entry into four words.
fn pack(key: u64, entry: Entry) -> [u64; 4] {
    let Entry { bounds, depth, move_code, proved } = entry;
    let about = DEPTH.put(depth.raw().into())
        | MOVE_CODE.put(move_code.into())
        | PROVED.put(proved.into())
        | PRESENT.put(1);
    let score = |field: BitField, score: Score| field.put_low(score.get() as u64);
    [key, about, score(LOWER, bounds.lower) | score(UPPER, bounds.upper), 0]
}

/// Unpacks an entry; `None` if the words are not one.
fn unpack([key, about, bounds, last]: [u64; 4]) -> Option<(u64, Entry)> {
    let most = Score::INFINITY.get();
    let score = |field: BitField| {
        let score = field.get_signed(bounds) as i32;
        (-most..=most).contains(&score).then(|| Score::new(score))
    };
    let bounds = Bounds { lower: score(LOWER)?, upper: score(UPPER)? };
    let is_entry = PRESENT.get(about) == 1 && about >> PRESENT.end() == 0;
    let sound = bounds.lower <= bounds.upper && is_entry && last == 0;
    let entry = Entry {
        bounds,
        depth: Depth::from_raw(DEPTH.get(about) as u16),
        move_code: MOVE_CODE.get(about) as u16,
        proved: PROVED.get(about) == 1,
    };
    sound.then_some((key, entry))
}
