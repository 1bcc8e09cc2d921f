//! Saves and loads the lines of the table.

use super::{Packed, SharedTable, generation_word, read};
use crate::sync::{Ordering, TableWord};
use crate::table::bucket;
use crate::table::header::Header;
use crate::table::saved::{LineAccess, Shape, TableKind, WordLine};
use crate::table::words::LINE;

impl LineAccess for SharedTable {
    fn shape(&self) -> Shape {
        Shape::plain(TableKind::Shared, self.words.buckets::<LINE>() as u64)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn lines(&self) -> impl Iterator<Item = WordLine> {
        self.words.lines()
    }

    /// In a table of the same size every word keeps its place, and the continued search visits the
    /// same nodes. In any other size an entry goes to the bucket of its key, which is stored whole.
    fn take(&self, from: &Shape, number: u64, line: WordLine) -> Option<()> {
        if *from == self.shape() {
            self.words.set_line(number as usize, line);
            return Some(());
        }
        let slots: &[[u64; 2]] = line.as_chunks().0;
        for &[check, packed] in slots {
            let (mixed, packed) = (check ^ packed, Packed(packed));
            // The key of a torn entry belongs elsewhere, where no probe would have found it.
            let torn = bucket(mixed, from.lines as usize) as u64 != number;
            if !torn && !packed.is_empty() {
                self.keep_best(mixed, packed);
            }
        }
        Some(())
    }
}

impl SharedTable {
    /// Replaces the cheapest entry of the bucket by `packed`, unless that entry ranks higher.
    fn keep_best(&self, mixed: u64, packed: Packed) {
        let youngest = generation_word(self.header.generation().wrapping_add(2));
        let worth = |packed: Packed| match packed.is_empty() {
            true => 0,
            false => packed.0.wrapping_sub(youngest).max(1),
        };
        let bucket = self.words.bucket::<LINE>(bucket(mixed, self.words.buckets::<LINE>()));
        let slots: &[[TableWord; 2]] = bucket.as_chunks().0;
        let cheapest = slots.iter().min_by_key(|slot| worth(read(slot).1));
        if let Some(slot) = cheapest.filter(|slot| worth(read(slot).1) < worth(packed)) {
            slot[0].store(mixed ^ packed.0, Ordering::Relaxed);
            slot[1].store(packed.0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NewEntry;
    use crate::table::Table;
    use crate::{Bound, Depth, Score};

    /// Halves of two entries claim some third key. In their bucket no probe has that key; in a
    /// table of another size one might.
    #[test]
    fn what_was_torn_stays_a_miss() {
        let finding = |value| NewEntry {
            value: Score::new(value),
            bound: Bound::Exact,
            depth: Depth::END,
            move_code: 0,
            proved: true,
            work: 1,
        };
        let (before, after) = (SharedTable::new(1 << 14), SharedTable::new(1 << 12));
        let (before, after) = (before.unwrap(), after.unwrap());
        let known = |key| after.probe(after.slot(key), Depth::END).is_some();
        let [other, key] = [1, 2].map(|key| before.slot(key).index());
        before.store(before.slot(2), finding(5));
        let whole: WordLine =
            before.words.bucket::<LINE>(key).each_ref().map(|word| word.load(Ordering::Relaxed));
        for (number, kept) in [(other, false), (key, true)] {
            after.take(&before.shape(), number as u64, whole).unwrap();
            assert_eq!(known(2), kept);
        }
    }
}
