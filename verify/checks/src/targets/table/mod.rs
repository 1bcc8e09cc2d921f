//! The target `table`. Its oracle: a model of everything stored, and the table of all values of a
//! graph, computed from the definition.
//!
//! Tables return what was stored and nothing else, even where words are torn and threads interfere.
//! False entries may mislead a search, but do no other harm. All entries that searches store are
//! true, and so are those saved during a search.

mod hostile;
mod model;
mod operations;
mod saved;
mod searches;
mod subject;

use crate::shares::Coverage;
use crate::{Chance, SplitMix64};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::table::NewEntry;
use eldest::{Bound, Bounds, Depth, Score, SharedTable, Table};
use std::thread::scope;

/// The oracle of the target.
pub const ORACLE: &str = "a model of everything stored; and V(p, d) by its definition, over tables with false entries and for every stored entry";

/// Checks one input.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let kind = u8::arbitrary(u)?;
    match kind % 8 {
        0 | 1 => operations::check(u),
        2 => searches::check::<false, true>(u),
        3 => searches::check::<true, false>(u),
        4 => hostile::check::<false, true>(u),
        5 => hostile::check::<true, false>(u),
        6 => saved::check::<false, true>(u),
        _ => check_storm(u),
    }
}

/// Rounds of each thread.
const ROUNDS: u64 = 300;

/// Two threads store and probe in the same few cache lines: neither may find an entry that was not
/// stored.
fn check_storm(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let (keys, seed) = (1 + u.below(6), u.below(1 << 16));
    let table = SharedTable::new(128).expect("a small table");
    let hits: u64 = scope(|scope| {
        let storm = |thread| {
            let (table, random) = (&table, SplitMix64(seed << 8 | thread));
            scope.spawn(move || storm(table, random, keys))
        };
        let threads = [storm(0), storm(1)];
        threads.into_iter().map(|thread| thread.join().expect("no false entry")).sum()
    });
    let mut met = Coverage::default();
    met.add("found in a storm", hits);
    Ok(met)
}

/// Stores and probes alternately. Returns the number of hits.
fn storm(table: &SharedTable, mut random: SplitMix64, keys: u64) -> u64 {
    let mut hits = 0;
    for _ in 0..ROUNDS {
        let key = random.below(keys);
        table.store(table.slot(key), finding(key, 1 + random.below(65_535) as u16));
        let key = random.below(keys);
        if let Some(entry) = table.probe(table.slot(key), Depth::END) {
            let due = finding(key, entry.move_code);
            let bounds = Bounds::from_bound(due.value, due.bound);
            let NewEntry { depth, move_code, proved, .. } = due;
            assert_eq!(
                entry,
                model::entry(bounds, depth, move_code, proved),
                "a torn entry of {key}"
            );
            hits += 1;
        }
    }
    hits
}

/// An entry that is determined by its key and its move code, which is not 0.
fn finding(key: u64, move_code: u16) -> NewEntry {
    let mut random = SplitMix64(key << 16 | u64::from(move_code));
    let value = Score::new(random.below(1 << 20) as i32);
    let bound = random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]);
    let depth = Depth::plies(random.below(1000) as u16);
    NewEntry::new(value, bound, depth)
        .with(|new| (new.move_code, new.proved) = (move_code, random.odds(50)))
}
