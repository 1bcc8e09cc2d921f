use super::*;
use crate::{Bound, Score};

const RANGE: Bounds = Bounds { lower: Score::new(-18), upper: Score::new(18) };
const BITS: u32 = 30;

fn table(bytes: usize) -> OneWordTable {
    OneWordTable::with(bytes, BITS, RANGE).expect("a table")
}

fn finding(value: i32, bound: Bound, tag: u16, work: u64) -> Finding {
    Finding { value: Score::new(value), bound, depth: Depth::END, tag, proved: true, work }
}

fn store(table: &OneWordTable, key: u64, finding: Finding) {
    table.store(table.place(key), finding);
}

fn probe(table: &OneWordTable, key: u64) -> Option<Entry> {
    table.probe(table.place(key), Depth::END)
}

#[test]
fn only_games_that_fit_are_served() {
    let table = table(128);
    let serves = |bits, lower, upper| {
        let range = Bounds::new(Score::new(lower), Score::new(upper));
        table.serves(KeyKind::Unique { bits }, range)
    };
    assert!(serves(BITS, -18, 18) && serves(BITS - 1, -17, 17));
    assert!(!serves(BITS + 1, -18, 18));
    assert!(!serves(BITS, -19, 18) && !serves(BITS, -18, 19));
    assert!(!table.serves(KeyKind::Hashed, RANGE));
}

#[test]
fn every_field_survives() {
    let table = table(128);
    let tag = (table.payload_end >> TAG_SHIFT) as u16 - 1;
    for (value, bound) in [(-18, Bound::Exact), (18, Bound::Exact), (3, Bound::Lower)] {
        table.clear();
        store(&table, 77, finding(value, bound, tag, 5));
        let bounds = Bounds::from_bound(Score::new(value), bound);
        let bounds = bounds.intersect(RANGE).expect("a value of the range");
        let entry = Entry { bounds, depth: Depth::END, tag, proved: true };
        assert_eq!(probe(&table, 77), Some(entry));
    }
}

/// Its lowest bit would belong to the key.
#[test]
fn a_tag_that_does_not_fit_is_left_out() {
    let table = OneWordTable::with(128, 38, RANGE).expect("a table");
    let most = table.payload_end >> TAG_SHIFT;
    assert!((1..1 << 16).contains(&most), "some tags do not fit");
    for (tag, found) in [(most - 1, most - 1), (most, 0), (most + 1, 0)] {
        table.clear();
        table.store(table.place(77), finding(1, Bound::Exact, tag as u16, 5));
        let entry = table.probe(table.place(77), Depth::END);
        assert_eq!(entry.map(|entry| u64::from(entry.tag)), Some(found), "{tag}");
    }
}

/// The names of two neighbours differ by the lowest bit of what verifies a key.
#[test]
fn neighbours_are_not_taken_for_each_other() {
    let table = table(128);
    let place = table.place(77);
    let next = Place::new(place.index(), place.name ^ table.payload_end);
    let [first, second] = table.bucket(place);
    // All zeros: the value lies in the range, and nothing more.
    first.store(next.name, Ordering::Relaxed);
    second.store(next.name | 1, Ordering::Relaxed);
    assert_eq!(table.probe(place, Depth::END), None);
    table.store(place, finding(1, Bound::Exact, 1, 5));
    let kept = [first, second].map(|slot| slot.load(Ordering::Relaxed) & !(table.payload_end - 1));
    assert!(kept.contains(&next.name) && kept.contains(&place.name));
}

#[test]
fn the_cheapest_of_the_oldest_goes_first() {
    let [one, two, many] = [1, 2, 1 << 40].map(|work| {
        let table = table(128);
        move |generation| table.pack(RANGE, 0, work, generation)
    });
    for generation in 0..GENERATIONS {
        let (old, keep) = ((generation + 1) % GENERATIONS, OneWordTable::keep);
        let inviting = [0, one(old), two(old), many(old), one(generation), two(generation)];
        let ranks = inviting.map(|word| keep(word, generation));
        assert!(ranks.is_sorted_by(|one, other| one < other), "{generation}: {ranks:?}");
    }
}

/// A bucket has two slots.
#[test]
fn room_is_made_in_the_first_of_equals() {
    let table = table(128);
    let place = table.place(77);
    let [_, second] = table.bucket(place);
    table.store(place, finding(1, Bound::Exact, 1, 5));
    assert_eq!(second.load(Ordering::Relaxed), 0);
}

#[test]
fn only_entries_of_this_search_count_as_full() {
    let table = table(1 << 10);
    assert_eq!(table.hashfull(), 0);
    (0..4_000).for_each(|key| store(&table, key, finding(1, Bound::Exact, 1, u64::MAX)));
    assert!(table.hashfull() > 900, "{}", table.hashfull());
    table.new_search();
    assert_eq!(table.hashfull(), 0);
}

#[cfg(not(loom))]
#[test]
fn all_words_but_those_that_align_are_entries() {
    let table = table(1 << 10);
    assert_eq!((table.bytes(), table.words().len()), (1 << 10, (1 << 7) - 8));
}
