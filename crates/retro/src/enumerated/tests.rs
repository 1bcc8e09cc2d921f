//! The collected positions beside a set.

use super::Enumerated;
use crate::build_error::BuildError;
use crate::numbering::{Enumerable, Numbering};
use crate::progress::Watch;
use crate::sync::Storage;
use eldest::{Moves, Position, Score, Side, StopToken};
use std::collections::BTreeSet;
use std::path::Path;

/// Numbers below a bound; a move triples one, or adds one. Multiples of 1,000 end the game.
#[derive(Clone, Debug)]
struct Ring {
    at: u64,
    bound: u64,
}

/// Spreads the keys, so that they are not dense.
const SPREAD: u64 = 1_000_003;

impl Position for Ring {
    type Move = u64;
    type Undo = u64;

    fn side(&self) -> Side {
        Side::First
    }
    fn key(&self) -> u64 {
        self.at * SPREAD
    }
    fn over(&self) -> Option<Score> {
        self.at.is_multiple_of(1_000).then_some(Score::DRAW)
    }
    fn moves(&self, out: &mut Moves<'_, u64>) {
        out.push(self.at * 3 % self.bound);
        out.push((self.at + 1) % self.bound);
    }
    fn play(&mut self, to: u64) -> u64 {
        std::mem::replace(&mut self.at, to)
    }
    fn undo(&mut self, _: u64, from: u64) {
        self.at = from;
    }
}

impl Enumerable for Ring {
    fn with_key(&self, key: u64) -> Option<Self> {
        (key.is_multiple_of(SPREAD)).then_some(Self { at: key / SPREAD, ..*self })
    }
}

fn reachable(root: &Ring) -> BTreeSet<u64> {
    let (mut found, mut open) = (BTreeSet::from([root.at]), vec![root.at]);
    while let Some(at) = open.pop() {
        let here = Ring { at, ..*root };
        if here.over().is_none() {
            let new =
                Moves::collect(|out| here.moves(out)).into_iter().filter(|&to| found.insert(to));
            open.extend(new.collect::<Vec<_>>());
        }
    }
    found
}

/// Keeps tables larger than `allowed` bytes in `directory`.
fn stored(root: &Ring, allowed: u64, directory: &Path) -> Result<Enumerated<Ring>, BuildError> {
    let stop = StopToken::new();
    let storage = |bytes| Storage::of(bytes, allowed, directory);
    Enumerated::collect(root, "all", storage, &Watch::new("all", &|_| {}, &stop))
}

fn collected(root: &Ring) -> Enumerated<Ring> {
    stored(root, u64::MAX, Path::new("")).unwrap()
}

#[cfg(not(shuttle))]
#[test]
fn all_positions_that_can_be_reached_are_collected_once() {
    for bound in [1, 2, 900, 3_001, 70_001] {
        let root = Ring { at: bound.min(7) - 1, bound };
        let expected = reachable(&root);
        let numbers = collected(&root);
        assert_eq!(numbers.len(), expected.len() as u64);
        let mut keys = Vec::new();
        let place = |number| crate::numbering::Place { slice: 0, number };
        let mut collect = |pairs: &[(u64, u64)]| {
            for &(key, number) in pairs {
                let position = numbers.position(place(number)).unwrap();
                assert_eq!(position.key(), key);
                assert_eq!(numbers.place(&position), Some(place(number)));
                keys.push(key / SPREAD);
            }
            Ok(())
        };
        numbers.for_each_sorted(&mut collect).unwrap();
        assert!(keys.into_iter().eq(expected), "{bound}");
    }
}

#[cfg(not(shuttle))]
#[test]
fn what_cannot_be_reached_has_no_place() {
    let numbers = collected(&Ring { at: 999, bound: 3_001 });
    assert_eq!(numbers.place(&Ring { at: 3_001, bound: 3_001 }), None);
}

#[cfg(not(shuttle))]
#[test]
fn a_table_beyond_the_limit_is_kept_on_disk() {
    let (root, directory) = (Ring { at: 1, bound: 70_001 }, tempfile::tempdir().unwrap());
    let numbers = stored(&root, 1 << 18, directory.path()).unwrap();
    assert!(numbers.bytes() > 1 << 18, "{}", numbers.bytes());
    assert_eq!(numbers.len(), collected(&root).len());
    let nowhere = directory.path().join("nowhere");
    let error = stored(&root, 1 << 18, &nowhere).err().unwrap();
    assert!(matches!(&error, BuildError::Scratch { path, .. } if *path == nowhere), "{error}");
}

/// Threads that find the same children at the same time, in many orders.
#[cfg(shuttle)]
#[test]
fn every_schedule_collects_each_position_once() {
    let scheduler = shuttle::scheduler::RandomScheduler::new_from_seed(1, 500);
    let runner = shuttle::Runner::new(scheduler, shuttle::Config::new());
    let bound = std::sync::atomic::AtomicU64::new(2);
    runner.run(move || {
        let bound = 2 + bound.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 40;
        let root = Ring { at: 1, bound };
        let (numbers, expected) = (collected(&root), reachable(&root));
        assert_eq!(numbers.len(), expected.len() as u64);
        let place = |&at: &u64| numbers.place(&Ring { at, ..root }).expect("a position").number;
        let places: BTreeSet<u64> = expected.iter().map(place).collect();
        assert_eq!(places.len(), expected.len());
    });
}
