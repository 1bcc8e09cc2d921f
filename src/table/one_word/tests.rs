use super::*;
use crate::sync::Arc;
use crate::{Bound, Score};

const RANGE: Bounds = Bounds { lower: Score::new(-18), upper: Score::new(18) };
const BITS: u32 = 30;

fn table(bytes: usize) -> OneWordTable {
    OneWordTable::with(bytes, BITS, RANGE).expect("a table")
}

fn finding(value: i32, bound: Bound, move_code: u16, work: u64) -> NewEntry {
    NewEntry { value: Score::new(value), bound, depth: Depth::END, move_code, proved: true, work }
}

fn store(table: &OneWordTable, key: u64, finding: NewEntry) {
    table.store(table.slot(key), finding);
}

fn probe(table: &OneWordTable, key: u64) -> Option<Entry> {
    table.probe(table.slot(key), Depth::END)
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
fn a_table_that_engines_share_is_the_one_inside() {
    let table = Arc::new(table(1 << 10));
    assert!(table.serves(KeyKind::Unique { bits: BITS }, RANGE));
    assert!(!Table::serves(&table, KeyKind::Hashed, RANGE));
    assert_eq!(Table::bytes(&table), 1 << 10);
}

#[test]
fn every_field_survives() {
    let table = table(128);
    let move_code = (table.payload_end >> MOVE_CODE_SHIFT) as u16 - 1;
    for (value, bound) in [(-18, Bound::Exact), (18, Bound::Exact), (3, Bound::Lower)] {
        table.clear();
        store(&table, 77, finding(value, bound, move_code, 5));
        let bounds = Bounds::from_bound(Score::new(value), bound);
        let bounds = bounds.intersect(RANGE).expect("a value of the range");
        let entry = Entry { bounds, depth: Depth::END, move_code, proved: true };
        assert_eq!(probe(&table, 77), Some(entry));
    }
}

/// Its lowest bit would overlap the key.
#[test]
fn a_tag_that_does_not_fit_is_left_out() {
    let table = OneWordTable::with(128, 38, RANGE).expect("a table");
    let most = table.payload_end >> MOVE_CODE_SHIFT;
    assert!((1..1 << 16).contains(&most), "some move_codes do not fit");
    for (move_code, found) in [(most - 1, most - 1), (most, 0), (most + 1, 0)] {
        for key in 70..80 {
            store(&table, key, finding(1, Bound::Exact, move_code as u16, 5));
            assert_eq!(
                probe(&table, key).map(|entry| u64::from(entry.move_code)),
                Some(found),
                "{move_code}"
            );
            table.clear();
        }
    }
}

/// The names of two neighbours differ by the lowest bit of the part that verifies a key.
#[test]
fn neighbours_are_not_taken_for_each_other() {
    let table = table(128);
    let slot = table.slot(77);
    let next = Slot::new(slot.index(), slot.name ^ table.payload_end);
    let [first, second] = table.bucket(slot);
    // The entry states only that the value lies in the range.
    first.store(next.name, Ordering::Relaxed);
    assert_eq!(table.probe(slot, Depth::END), None);
    table.store(slot, finding(1, Bound::Exact, 1, 5));
    assert_eq!(first.load(Ordering::Relaxed), next.name);
    assert_eq!(second.load(Ordering::Relaxed) & !(table.payload_end - 1), slot.name);
}

#[test]
fn the_cheapest_of_the_oldest_goes_first() {
    let [none, one, two, many] = [0, 1, 2, 1 << 40].map(|work| {
        let table = table(128);
        move |generation| table.pack(Bounds::exact(Score::new(1)), 0, work, generation)
    });
    for generation in 0..GENERATION.count() {
        let (old, keep) = ((generation + 1) % GENERATION.count(), OneWordTable::keep);
        let inviting = [0, none(old), one(old), two(old), many(old), none(generation)];
        let ranks = inviting.map(|word| keep(word, generation));
        assert!(ranks.is_sorted_by(|one, other| one < other), "{generation}: {ranks:?}");
    }
}

#[test]
fn a_finding_without_a_move_keeps_that_of_an_earlier_one() {
    let table = table(128);
    for (move_code, kept) in [(5, 5), (0, 5), (3, 3)] {
        store(&table, 77, finding(1, Bound::Exact, move_code, 5));
        assert_eq!(probe(&table, 77).map(|entry| entry.move_code), Some(kept));
    }
}

#[test]
fn what_belongs_to_another_game_is_forgotten() {
    let table = table(128);
    assert_eq!(table.bind(1), Ok(false), "it was empty");
    table.new_search();
    store(&table, 77, finding(1, Bound::Exact, 1, 5));
    assert!(table.bind(1) == Ok(false) && probe(&table, 77).is_some());
    (0..2).for_each(|_| table.release());
    assert!(table.bind(2) == Ok(true) && probe(&table, 77).is_none());
}

#[test]
fn a_table_that_is_refused_says_what_would_do() {
    let refused = |bytes, bits, range| OneWordTable::with(bytes, bits, range).expect_err("refused");
    assert_eq!(refused(128, 0, RANGE), TableError::KeyBits { bits: 0 });
    assert_eq!(refused(128, 65, RANGE), TableError::KeyBits { bits: 65 });
    let range = |upper| Bounds::new(Score::new(-1), Score::new(upper));
    assert!(OneWordTable::with(128, BITS, range(254)).is_ok());
    assert_eq!(refused(128, BITS, range(255)), TableError::RangeTooWide { span: 257 });
    for bits in [44, 50, 52] {
        let TableError::TooSmall { bytes: 128, least } = refused(128, bits, RANGE) else {
            panic!("{:?}", refused(128, bits, RANGE));
        };
        assert!(OneWordTable::with(least, bits, RANGE).is_ok());
        assert_eq!(
            refused(least - 1, bits, RANGE),
            TableError::TooSmall { bytes: least - 1, least }
        );
    }
}

/// A bucket has two slots.
#[test]
fn room_is_made_in_the_first_of_equals() {
    let table = table(128);
    let slot = table.slot(77);
    let [_, second] = table.bucket(slot);
    table.store(slot, finding(1, Bound::Exact, 1, 5));
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
