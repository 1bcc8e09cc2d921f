//! The clock of the running processor, which every node updates: kept apart for fast access.

use std::cell::Cell;
use std::time::Duration;

/// The most nanoseconds by which a processor may run ahead of the others between two nodes. Values
/// from 200 to 20,000 change speed-ups by less than 4 %.
pub const AHEAD: u64 = 2_000;

/// The state that every node updates.
pub(super) struct Hot {
    pub(super) clock: Cell<u64>,
    /// The clock beyond which others must run first.
    pub(super) until: Cell<u64>,
    /// The least cost of a node, and the size of the random part.
    pub(super) node: Cell<(u64, u64)>,
    pub(super) chance: Cell<u64>,
    /// The total of the costs of nodes that is not booked yet.
    pub(super) spent: Cell<u64>,
    /// The cost of an access to the table.
    pub(super) probe: Cell<u64>,
    /// The total of such costs that is not booked yet.
    pub(super) waited: Cell<u64>,
}

thread_local! {
    pub(super) static HOT: Hot = const {
        Hot {
            clock: Cell::new(0),
            until: Cell::new(u64::MAX),
            node: Cell::new((0, 0)),
            chance: Cell::new(0),
            spent: Cell::new(0),
            probe: Cell::new(0),
            waited: Cell::new(0),
        }
    };
}

/// Charges an access to the table that misses the cache.
#[inline]
pub fn probe() {
    HOT.with(|hot| {
        let cost = hot.probe.get();
        hot.waited.set(hot.waited.get() + cost);
        hot.clock.set(hot.clock.get() + cost);
    });
}

/// Returns the clock of the running processor.
#[must_use]
pub fn now() -> Duration {
    Duration::from_nanos(clock())
}

pub(in crate::timed) fn clock() -> u64 {
    HOT.with(|hot| hot.clock.get())
}

pub(super) fn set_clock(clock: u64) {
    HOT.with(|hot| hot.clock.set(clock));
}
