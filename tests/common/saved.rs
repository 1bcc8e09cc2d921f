//! Tables with something in them, and files that they are saved in.

use super::engines::tree_engine;
use super::{Chance, Random};
use eldest::table::{Entry, MapTable, NewEntry, OneWordTable, Origin, Persist};
use eldest::{Bound, Bounds, Depth, KeyKind, Moves, Position, Score, SharedTable, Side, Table};

/// Keys in play.
pub(crate) const KEYS: u64 = 3_000;

/// A game that is over, with keys of `bits` bits.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    pub(crate) bits: u32,
    pub(crate) least: i32,
}

pub(crate) const OVER: Over = Over { bits: 40, least: -18 };

impl Position for Over {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        Side::First
    }
    fn key(&self) -> u64 {
        7
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: self.bits }
    }
    fn range(&self) -> Bounds {
        Bounds::new(Score::new(self.least), Score::new(18))
    }
    fn over(&self) -> Option<Score> {
        Some(Score::DRAW)
    }
    fn moves(&self, _: &mut Moves<'_, u8>) {}
    fn play(&mut self, _: u8) {}
    fn undo(&mut self, _: u8, (): ()) {}
}

pub(crate) fn origin() -> Origin {
    tree_origin("[1 2]")
}

/// That of every engine for this tree with default options.
pub(crate) fn tree_origin(tree: &str) -> Origin {
    let tree = tree.parse().expect("a tree");
    tree_engine(MapTable::new()).origin(&tree, "tree").expect("an origin")
}

pub(crate) fn saved(table: &impl Persist) -> Vec<u8> {
    let mut file = Vec::new();
    table.save(&origin(), &mut file).expect("saved");
    file
}

pub(crate) fn shared(bytes: usize) -> SharedTable {
    SharedTable::new(bytes).expect("a table")
}

pub(crate) fn one_word(bytes: usize) -> OneWordTable {
    OneWordTable::new(bytes, &OVER).expect("a table")
}

pub(crate) fn probe(table: &impl Table, key: u64, depth: Depth) -> Option<Entry> {
    table.probe(table.slot(key), depth)
}

/// Findings of several searches, about keys below 2^40.
pub(crate) fn fill(table: &impl Table, seed: u64) {
    let mut random = Random(seed);
    table.bind(origin().fingerprint()).expect("the table is free");
    for _ in 0..1 + random.below(40) {
        table.new_search();
        for _ in 0..100 + random.below(KEYS) {
            let key = key(random.below(KEYS));
            table.store(table.slot(key), finding(&mut random));
        }
    }
    table.release();
}

pub(crate) fn key(number: u64) -> u64 {
    Random(number).bits() >> 24
}

pub(crate) fn finding(random: &mut Random) -> NewEntry {
    let value = Score::new(random.below(37) as i32 - 18);
    let bound = random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]);
    NewEntry::new(value, bound, Depth::END).with(|new| {
        (new.move_code, new.proved) = (random.below(8) as u16, true);
        new.work = 1 << random.below(30);
    })
}
