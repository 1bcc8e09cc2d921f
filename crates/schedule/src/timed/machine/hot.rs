//! What every node touches: the clock of the processor that runs. It stands apart, where it is reached in no time.

use std::cell::Cell;
use std::time::Duration;

/// So many nanoseconds a processor may run ahead of the others between two nodes. From 200 to 20,000 it changes
/// speed-ups by less than 4 %.
pub const AHEAD: u64 = 2_000;

/// What every node touches: the clock of the processor that runs.
pub(super) struct Hot {
    pub(super) clock: Cell<u64>,
    /// Beyond this others have to go on first.
    pub(super) until: Cell<u64>,
    /// What a node takes at least, and by how much it can be more.
    pub(super) node: Cell<(u64, u64)>,
    pub(super) chance: Cell<u64>,
    pub(super) spent: Cell<u64>,
    /// What a look at the table takes, and what such looks have taken.
    pub(super) probe: Cell<u64>,
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

/// The table is asked, or written, where it is not in the cache of whoever asks.
#[inline]
pub fn probe() {
    HOT.with(|hot| {
        let cost = hot.probe.get();
        hot.waited.set(hot.waited.get() + cost);
        hot.clock.set(hot.clock.get() + cost);
    });
}

/// The clock of the processor that runs.
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
