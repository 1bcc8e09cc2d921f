//! The map's entries, two to a line, saved and loaded.

use super::MapTable;
use crate::table::Entry;
use crate::table::header::Header;
use crate::table::saved::{Kind, Line, Lines, Shape};
use crate::{Bounds, Depth, Score};

/// Distinguishes an entry from none.
const PRESENT: u64 = 1 << 33;
const PROVED: u64 = 1 << 32;

impl Lines for MapTable {
    fn shape(&self) -> Shape {
        Shape::plain(Kind::Map, u64::MAX)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn lines(&self) -> impl Iterator<Item = Line> {
        let mut entries = self.map.iter().map(|entry| pack(entry.key().0, *entry.value()));
        std::iter::from_fn(move || {
            let pair = [entries.next()?, entries.next().unwrap_or_default()];
            pair.as_flattened().try_into().ok()
        })
    }

    fn take(&self, _: &Shape, _: u64, line: Line) -> Option<()> {
        let entries: &[[u64; 4]] = line.as_chunks().0;
        for words in entries.iter().filter(|words| **words != [0; 4]) {
            let (key, entry) = unpack(*words)?;
            self.map.insert((key, entry.depth), entry);
        }
        Some(())
    }
}

/// An entry as four words; the last is 0, which takes no room in a file.
fn pack(key: u64, entry: Entry) -> [u64; 4] {
    let Entry { bounds, depth, move_code, proved } = entry;
    let about = u64::from(depth.raw()) | u64::from(move_code) << 16;
    let [lower, upper] = [bounds.lower, bounds.upper].map(|score| u64::from(score.get() as u32));
    [key, about | PRESENT | if proved { PROVED } else { 0 }, lower | upper << 32, 0]
}

/// The entry that is packed so; `None` if there is none.
fn unpack([key, about, bounds, last]: [u64; 4]) -> Option<(u64, Entry)> {
    let [lower, upper] = [bounds as i32, (bounds >> 32) as i32];
    let most = Score::INFINITY.get();
    let score = |score: i32| (-most..=most).contains(&score).then(|| Score::new(score));
    let bounds = Bounds { lower: score(lower)?, upper: score(upper)? };
    let (depth, move_code, proved) = (about as u16, (about >> 16) as u16, about & PROVED != 0);
    let sound = lower <= upper && about >> 33 == 1 && last == 0;
    let entry = Entry { bounds, depth: Depth::from_raw(depth), move_code, proved };
    sound.then_some((key, entry))
}
