//! A slot of a table: two threads write, one reads.

use super::{NewEntry, OneWordTable, SharedTable, Table};
use crate::position::KeyKind;
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::{Bound, Bounds, Depth, Moves, Position, Score, Side};
use loom::thread::spawn;

/// The smallest table: one cache line.
const BYTES: usize = 128;

/// Results for two positions are stored in one slot: a probe for one of them returns the one stored
/// for it, or nothing.
pub fn two_positions_share_a_slot() {
    let table = SharedTable::new(BYTES).expect("a line");
    store_twice_and_probe(table, [(1, finding(10, 1)), (2, finding(20, 2))]);
}

/// Two results for the same position: a probe returns one of the two, whole, or nothing.
pub fn two_findings_about_one_position() {
    let table = SharedTable::new(BYTES).expect("a line");
    store_twice_and_probe(table, [(1, finding(10, 1)), (1, finding(20, 2))]);
}

/// The same for the table with one word for an entry.
pub fn two_positions_share_a_word() {
    let table = OneWordTable::new(BYTES, &Flat).expect("a line");
    let bucket = |key: &u64| table.slot(*key).index() == table.slot(1).index();
    let other = (2..64).find(bucket).expect("more keys than buckets");
    store_twice_and_probe(table, [(1, finding(10, 1)), (other, finding(20, 2))]);
}

fn finding(value: i32, move_code: u16) -> NewEntry {
    let (value, depth) = (Score::new(value), Depth::END);
    NewEntry { value, bound: Bound::Exact, depth, move_code, proved: true, work: 1 }
}

/// Two threads write to one line at the same time; both positions are probed.
fn store_twice_and_probe<T: Table + 'static>(table: T, stored: [(u64, NewEntry); 2]) {
    let table = Arc::new(table);
    let storing = stored.map(|(key, finding)| {
        let table = Arc::clone(&table);
        spawn(move || table.store(table.slot(key), finding))
    });
    for (key, _) in stored {
        let slot = table.slot(key);
        let Some(entry) = table.probe(slot, Depth::END) else { continue };
        let found = (entry.bounds, entry.move_code);
        let of_this = stored.iter().filter(|(other, _)| *other == key);
        let mut of_this =
            of_this.map(|(_, finding)| (Bounds::exact(finding.value), finding.move_code));
        // An empty slot of the table with one word holds bounds that are true for every position.
        let is_nothing = found == (Flat.range(), 0);
        assert!(is_nothing || of_this.any(|stored| stored == found), "never stored: {entry:?}");
    }
    storing.into_iter().for_each(|storing| storing.join().unwrap());
}

/// A thread that reads before it writes, as every table does, beside a thread that reads: the order
/// in which the write comes first must be tried.
pub fn wrong_if_only_one_order_is_tried() {
    let word = Arc::new(AtomicU64::new(0));
    let other = Arc::clone(&word);
    let adding = spawn(move || other.store(other.load(Ordering::Relaxed) + 1, Ordering::Relaxed));
    assert!(word.load(Ordering::Relaxed) == 0, "the other order");
    adding.join().unwrap();
}

/// A slot of two words, where the first is the plain key.
pub fn wrong_with_a_plain_key() {
    let slot = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let storing = [1, 2].map(|key| {
        let slot = Arc::clone(&slot);
        spawn(move || {
            slot[0].store(key, Ordering::Relaxed);
            slot[1].store(10 * key, Ordering::Relaxed);
        })
    });
    let [key, value] = [0, 1].map(|word| slot[word].load(Ordering::Relaxed));
    let is_nothing = key == 0 || value == 0;
    assert!(is_nothing || value == 10 * key, "never stored: {value} for {key}");
    storing.into_iter().for_each(|storing| storing.join().unwrap());
}

/// A game with keys of six bits, and nothing to play.
#[derive(Clone)]
struct Flat;

impl Position for Flat {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        Side::First
    }
    fn key(&self) -> u64 {
        0
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 6 }
    }
    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-100), Score::new(100))
    }
    fn over(&self) -> Option<Score> {
        None
    }
    fn moves(&self, _: &mut Moves<'_, u8>) {}
    fn play(&mut self, _: u8) {}
    fn undo(&mut self, _: u8, (): ()) {}
}
