//! The interface of a contestant, and the tables as contestants.

use dashmap::DashMap;
use eldest::table::{MapTable, NewEntry};
use eldest::{Bound, Depth, Score, Table};

/// A table in which positions are probed and stored. A position is drawn as a random
/// number, whose high bits say which it is.
pub(crate) trait Contestant: Send + Sync {
    /// How many bits the number of a position has.
    fn space(&self) -> u32;

    type Slot: Copy;

    fn slot(&self, draw: u64) -> Self::Slot;

    fn prefetch(&self, _slot: Self::Slot) {}

    /// Probes; stores a finding, unless the probe decides. Says whether it does.
    fn step(&self, slot: Self::Slot, draw: u64) -> bool;
}

/// The keys of 2^`space` positions, as far apart as those of a game.
pub(crate) struct Keys {
    pub(crate) space: u32,
    pub(crate) bits: u32,
}

impl Keys {
    #[inline(always)]
    pub(crate) fn key(&self, draw: u64) -> u64 {
        scramble(draw >> (u64::BITS - self.space)) >> (u64::BITS - self.bits)
    }
}

/// The finalizer of splitmix64 (Steele, Lea and Flood 2014), a bijection.
#[inline(always)]
pub(crate) fn scramble(number: u64) -> u64 {
    let key = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ key >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ key >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ key >> 31
}

/// Which of four.
#[inline(always)]
fn move_code(draw: u64) -> u16 {
    1 + (draw >> 62) as u16
}

/// Costs are spread as in a tree: half of the findings cost one node, a quarter two.
#[inline(always)]
fn finding(draw: u64) -> NewEntry {
    NewEntry::new(Score::new(0), Bound::Lower, Depth::END).with(|new| {
        (new.move_code, new.proved) = (move_code(draw), true);
        new.work = 1 << (draw.trailing_zeros() & 63);
    })
}

/// A table of fixed size.
pub(crate) struct Tabled<T> {
    pub(crate) table: T,
    pub(crate) keys: Keys,
}

impl<T: Table> Contestant for Tabled<T> {
    fn space(&self) -> u32 {
        self.keys.space
    }

    type Slot = T::Slot;

    #[inline(always)]
    fn slot(&self, draw: u64) -> T::Slot {
        self.table.slot(self.keys.key(draw))
    }

    #[inline(always)]
    fn prefetch(&self, slot: T::Slot) {
        self.table.prefetch(slot);
    }

    #[inline(always)]
    fn step(&self, slot: T::Slot, draw: u64) -> bool {
        let entry = self.table.probe(slot, Depth::END);
        let decided = entry.is_some_and(|entry| entry.bounds.lower() >= Score::new(0));
        if !decided {
            self.table.store(slot, finding(draw));
        }
        decided
    }
}

/// Entries of a map, as a power of two: those of a shared table of 64 MiB.
const MAP_BITS: u32 = 22;

/// Maps would grow without end: four positions share a key, and the move code shows whose the entry
/// is. So they forget as much as the other tables.
#[inline(always)]
fn shared_key(draw: u64) -> u64 {
    draw << 2 >> (u64::BITS - MAP_BITS)
}

pub(crate) struct Mapped(pub(crate) MapTable);

impl Contestant for Mapped {
    fn space(&self) -> u32 {
        MAP_BITS + 2
    }

    type Slot = u64;

    #[inline(always)]
    fn slot(&self, draw: u64) -> u64 {
        self.0.slot(shared_key(draw))
    }

    #[inline(always)]
    fn step(&self, slot: u64, draw: u64) -> bool {
        let entry = self.0.probe(slot, Depth::END);
        let ours = entry.filter(|entry| entry.move_code == move_code(draw));
        let decided = ours.is_some_and(|entry| entry.bounds.lower() >= Score::new(0));
        if !decided {
            self.0.store(slot, finding(draw));
        }
        decided
    }
}

/// A map of words with nothing around it.
#[derive(Default)]
pub(crate) struct Plain(DashMap<u64, u64>);

impl Contestant for Plain {
    fn space(&self) -> u32 {
        MAP_BITS + 2
    }

    type Slot = u64;

    #[inline(always)]
    fn slot(&self, draw: u64) -> u64 {
        shared_key(draw)
    }

    #[inline(always)]
    fn step(&self, slot: u64, draw: u64) -> bool {
        let move_code = u64::from(move_code(draw));
        let decided = self.0.get(&slot).is_some_and(|word| *word == move_code);
        if !decided {
            self.0.insert(slot, move_code);
        }
        decided
    }
}
