//! [`TableChoice`]: the table of a search.

use crate::decorated::{Decorator, TableKey};
use crate::{AnyTable, Chance, DecoratedTable, GameGraph, Hints};
use eldest::Depth;
use eldest::table::{Entry, NewEntry, NoTable, OneWordTable};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The table of a search.
#[derive(Copy, Clone, Debug)]
pub(super) struct TableChoice {
    kind: ScheduleTableKind,
    /// Bit n determines whether call n, modulo 32, fails.
    fails: u32,
}

/// The kind of table.
#[derive(Copy, Clone, Debug)]
enum ScheduleTableKind {
    No,
    Shared { bytes: usize },
    OneWord { bytes: usize },
    Hints,
}

impl TableChoice {
    /// Mostly three cache lines: entries are lost, and threads find those of others in their slot.
    pub(super) fn some<const A: bool, const D: bool>(
        chance: &mut impl Chance,
        graph: &GameGraph<A, D>,
    ) -> Self {
        let kind = match chance.below(16) {
            0..7 => ScheduleTableKind::Shared { bytes: 192 },
            7..11 => ScheduleTableKind::Shared { bytes: 4096 },
            11..13 => ScheduleTableKind::one_word(192, graph),
            13 => ScheduleTableKind::one_word(1024, graph),
            14 => ScheduleTableKind::Hints,
            _ => return Self { kind: ScheduleTableKind::No, fails: 0 },
        };
        Self { kind, fails: chance.pick(&[0, 0, 0x1084_2108]) }
    }

    /// Whether it serves only searches to the end.
    pub(super) fn end_only(self) -> bool {
        matches!(self.kind, ScheduleTableKind::OneWord { .. })
    }

    /// A new table.
    pub(super) fn table<const A: bool, const D: bool>(
        self,
        graph: &GameGraph<A, D>,
    ) -> ScheduleTable {
        let table = match self.kind {
            ScheduleTableKind::No => AnyTable::No(NoTable),
            ScheduleTableKind::Shared { bytes } => AnyTable::shared(bytes),
            ScheduleTableKind::OneWord { bytes } => AnyTable::OneWord(
                OneWordTable::new(bytes, graph).expect("the table serves this game"),
            ),
            ScheduleTableKind::Hints => AnyTable::Hints(Hints(self.fails.into())),
        };
        failing(table, self.fails)
    }
}

impl ScheduleTableKind {
    /// The dense table, if it serves the game.
    fn one_word<const A: bool, const D: bool>(bytes: usize, graph: &GameGraph<A, D>) -> Self {
        match OneWordTable::new(bytes, graph) {
            Ok(_) => Self::OneWord { bytes },
            Err(_) => Self::Shared { bytes },
        }
    }
}

/// The table of a search under the scheduler.
pub(super) type ScheduleTable = DecoratedTable;

/// Makes calls of `table` fail according to the bits of `fails`.
pub(super) fn failing(table: AnyTable, fails: u32) -> ScheduleTable {
    DecoratedTable::new(table).with(Arc::new(Failures { fails, calls: AtomicU32::new(0) }))
}

/// Makes a table drop some entries, and hide some of them for single probes.
#[derive(Debug)]
struct Failures {
    /// As in [`TableChoice`].
    fails: u32,
    calls: AtomicU32,
}

impl Failures {
    fn is_well(&self) -> bool {
        let call = self.calls.load(Ordering::Relaxed);
        self.calls.store(call.wrapping_add(1), Ordering::Relaxed);
        self.fails >> (call % u32::BITS) & 1 == 0
    }
}

impl Decorator for Failures {
    fn probed(&self, _: TableKey, _: Depth, entry: Option<Entry>) -> Option<Entry> {
        entry.filter(|_| self.is_well())
    }

    fn before_store(&self, _: TableKey, _: &NewEntry) -> bool {
        self.is_well()
    }
}
