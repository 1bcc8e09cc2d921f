//! Tables that are saved and loaded say what they have said, whatever their size.

use crate::common::Random;
use crate::common::engines::plain_engine;
use crate::common::saved::{
    KEYS, OVER, fill, finding, key, one_word, origin, probe, saved, shared, tree_origin,
};
use eldest::table::{Entry, LoadError, MapTable, Persist, SaveError, TableInUse};
use eldest::{Depth, Limits, Position, SharedTable, Table};
use eldest_games::trees::Tree;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The same answers about all keys, those that are unknown too.
#[track_caller]
fn assert_same(one: &impl Table, other: &impl Table) {
    for key in (0..2 * KEYS).map(key) {
        for depth in [Depth::END, Depth::plies(3)] {
            assert_eq!(probe(one, key, depth), probe(other, key, depth), "{key:#x}");
        }
    }
}

#[test]
fn a_table_of_the_same_size_is_the_same_afterwards() {
    for seed in 0..20 {
        let (before, after) = (shared(1 << 14), shared(1 << 14));
        fill(&before, seed);
        fill(&after, seed + 100);
        after.load(&origin(), &saved(&before)[..]).expect("loaded");
        let words = |table: &SharedTable| -> Vec<u64> {
            table.words().iter().map(|word| word.load(Ordering::Relaxed)).collect()
        };
        assert_eq!(words(&before), words(&after));
        let (before, after) = (one_word(1 << 13), one_word(1 << 13));
        fill(&before, seed);
        after.load(&origin(), &saved(&before)[..]).expect("loaded");
        assert_same(&before, &after);
        let (before, after) = (MapTable::new(), Arc::new(MapTable::new()));
        fill(&before, seed);
        fill(&after, seed + 100);
        after.load(&origin(), &saved(&before)[..]).expect("loaded");
        assert_same(&before, &after);
        assert_eq!(before.len(), after.len());
    }
}

/// What is known to the end, if anything is.
fn knows(table: &impl Table, key: u64) -> Option<Entry> {
    probe(table, key, Depth::END)
        .filter(|entry| (entry.bounds, entry.move_code) != (OVER.range(), 0))
}

/// Of how many keys out of a hundred `before` knows `after` knows the same. It knows no others.
#[track_caller]
fn percent(before: &impl Persist, after: &impl Persist) -> usize {
    after.load(&origin(), &saved(before)[..]).expect("loaded");
    let mut counts = [0; 2];
    for key in (0..2 * KEYS).map(key) {
        let [was, is] = [knows(before, key), knows(after, key)];
        assert!(is.is_none() || is == was, "{key:#x}: {is:?}, and it was {was:?}");
        counts[0] += usize::from(was.is_some());
        counts[1] += usize::from(is.is_some());
    }
    counts[1] * 100 / counts[0]
}

#[test]
fn a_table_of_another_size_takes_what_fits() {
    for seed in 0..20 {
        let (before, bytes) = (shared(1 << 14), [1 << 18, 3 << 14, 1 << 12]);
        fill(&before, seed);
        let [most, many, few] = bytes.map(|bytes| percent(&before, &shared(bytes)));
        assert!(most == 100 && many > 96 && (20..100).contains(&few), "{most}, {many}, {few}");
        let (before, bytes) = (one_word(1 << 14), [1 << 18, 3 << 14, 1 << 12]);
        fill(&before, seed);
        let [most, many, few] = bytes.map(|bytes| percent(&before, &one_word(bytes)));
        assert!(most > 98 && many > 90 && (20..100).contains(&few), "{most}, {many}, {few}");
    }
}

/// Of 30 findings, each of which cost twice the one before, `after` keeps those that cost most.
fn check_small(before: &impl Persist, after: &impl Persist) {
    for number in 0..30 {
        let finding = finding(&mut Random(1)).with(|new| new.work = 1 << number);
        before.store(before.slot(key(number)), finding);
    }
    after.load(&origin(), &saved(before)[..]).expect("loaded");
    let kept: Vec<_> = (0..30).filter(|number| knows(after, key(*number)).is_some()).collect();
    assert!(kept.len() <= 8 && kept.contains(&29) && kept[0] > 10, "{kept:?}");
}

#[test]
fn a_table_that_is_too_small_keeps_what_cost_most() {
    check_small(&shared(1 << 16), &shared(128));
    check_small(&one_word(1 << 16), &one_word(128));
}

fn store_move_code(table: &impl Table, move_code: u16) {
    let finding = finding(&mut Random(1)).with(|new| new.move_code = move_code);
    table.store(table.slot(key(move_code.into())), finding);
}

fn kept_move_code(table: &impl Table, move_code: u16) -> Option<u16> {
    Some(knows(table, key(move_code.into()))?.move_code)
}

/// Of a key of 40 bits a table of four buckets keeps 38, which leaves a few for the move code.
#[test]
fn a_one_word_table_keeps_the_tags_that_fit() {
    let (before, after) = (one_word(1 << 16), one_word(128));
    (1..=8).for_each(|move_code| store_move_code(&before, move_code));
    after.load(&origin(), &saved(&before)[..]).expect("loaded");
    let loaded: Vec<_> = (1..=8)
        .filter_map(|move_code| Some((move_code, kept_move_code(&after, move_code)?)))
        .collect();
    for (move_code, found) in &loaded {
        let small = one_word(128);
        store_move_code(&small, *move_code);
        assert_eq!(kept_move_code(&small, *move_code), Some(*found), "{loaded:?}");
    }
    let lost = loaded.iter().filter(|(_, found)| *found == 0).count();
    assert!((1..loaded.len()).contains(&lost), "{loaded:?}");
}

#[test]
fn a_table_is_saved_as_that_of_the_search_that_filled_it() {
    let tree = "[[1 2] [3 4]]".parse().expect("a tree");
    let mut engine = plain_engine(shared(1 << 10));
    let other = tree_origin("[1 2]");
    engine.table().save(&other, io::sink()).expect("no search holds the table");
    engine.search(&tree, &Limits::new()).expect("a report");
    let error = engine.table().save(&other, io::sink()).expect_err("refused");
    assert!(matches!(error, SaveError::OtherFindings), "{error}");
    let ours = engine.origin(&tree, "tree").expect("an origin");
    engine.table().save(&ours, io::sink()).expect("its own");
    let long = engine.origin(&tree, "x".repeat(65_536)).expect("an origin");
    let error = engine.table().save(&long, io::sink()).expect_err("refused");
    assert!(matches!(error, SaveError::LongLabel { bytes: 65_536, most: 65_535 }), "{error}");
}

/// Another game's findings would be written over those of this one, in the midst of saving.
#[test]
fn a_table_that_is_being_saved_is_not_given_to_another_game() {
    struct Binds<'t>(&'t SharedTable, u64, Vec<Result<bool, TableInUse>>);
    impl Write for Binds<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.2.push(self.0.bind(self.1));
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let table = shared(1 << 16);
    let file = saved(&table);
    let outcomes = |fingerprint| {
        let mut binds = Binds(&table, fingerprint, Vec::new());
        table.save(&origin(), &mut binds).expect("no search comes between");
        binds.2
    };
    assert!(outcomes(77).iter().all(|bound| *bound == Err(TableInUse)));
    let ours = outcomes(origin().fingerprint());
    assert!(ours.iter().all(|bound| *bound == Ok(false)), "the same game may search meanwhile");
    let error = table.load(&origin(), &file[..]).expect_err("it has not released the table");
    assert!(matches!(error, LoadError::InUse(_)), "{error}");
    ours.iter().for_each(|_| table.release());
    table.load(&origin(), &file[..]).expect("loaded");
}

#[test]
fn a_table_that_is_being_loaded_is_given_to_no_search() {
    struct Binds<'t>(&'t SharedTable, io::Cursor<Vec<u8>>);
    impl io::Read for Binds<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            if self.1.position() > 1_000 {
                assert_eq!(self.0.bind(origin().fingerprint()), Err(TableInUse));
                let error = self.0.save(&origin(), io::sink()).expect_err("half of a table");
                assert!(matches!(error, SaveError::InUse(_)), "{error}");
            }
            self.1.read(bytes)
        }
    }
    let (before, after) = (shared(1 << 16), shared(1 << 16));
    fill(&before, 1);
    let file = io::Cursor::new(saved(&before));
    after.load(&origin(), Binds(&after, file)).expect("loaded");
    assert_eq!(after.bind(origin().fingerprint()), Ok(false));
}

#[test]
fn what_is_loaded_belongs_to_its_game_alone() {
    let trees: [Tree; 2] = ["[1 2]", "[[1 2] [3 4]]"].map(|text| text.parse().expect("a tree"));
    for (tree, kept) in trees.iter().zip([true, false]) {
        let before = shared(1 << 11);
        fill(&before, 3);
        let mut engine = plain_engine(shared(1 << 11));
        engine.table().load(&origin(), &saved(&before)[..]).expect("loaded");
        engine.search(tree, &Limits::new()).expect("a report");
        let known = (0..KEYS).any(|n| probe(engine.table(), key(n), Depth::END).is_some());
        assert_eq!(known, kept, "{tree}");
    }
}

/// They would be the first to make room.
#[test]
fn what_is_loaded_counts_as_found_by_the_next_search() {
    for searches in (1..70).chain([1 << 20]) {
        let before = shared(1 << 10);
        before.bind(origin().fingerprint()).expect("the table is free");
        (0..searches).for_each(|_| before.new_search());
        (0..200).for_each(|n| before.store(before.slot(key(n)), finding(&mut Random(n))));
        let [middle, after] = [shared(1 << 10), shared(1 << 10)];
        middle.load(&origin(), &saved(&before)[..]).expect("loaded");
        after.load(&origin(), &saved(&middle)[..]).expect("loaded, with no search since");
        for table in [middle, after] {
            table.new_search();
            assert_eq!(table.hashfull(), before.hashfull());
        }
        assert!(before.hashfull() > 900);
    }
}

#[test]
fn a_full_stream_is_reported() {
    struct Room(usize);
    impl Write for Room {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.0);
            self.0 -= count;
            if count == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(count) }
        }
        fn flush(&mut self) -> io::Result<()> {
            if self.0 == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }
    let table = shared(1 << 11);
    fill(&table, 3);
    let length = saved(&table).len();
    for room in 0..=length {
        let error = table.save(&origin(), Room(room)).expect_err("no room");
        assert!(matches!(error, SaveError::Write(_)), "{error}");
    }
    table.save(&origin(), Room(length + 1)).expect("room");
}

#[test]
fn no_more_is_read_than_was_written() {
    let more = [&saved(&MapTable::new())[..], b"more"].concat();
    let mut rest = &more[..];
    MapTable::new().load(&origin(), &mut rest).expect("loaded");
    assert_eq!(rest, b"more");
}

#[test]
fn an_empty_table_takes_next_to_nothing() {
    assert!(saved(&shared(1 << 20)).len() < 200);
}
