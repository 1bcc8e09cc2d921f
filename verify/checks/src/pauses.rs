//! Tables whose callers lose their turn or wait for each other, so that threads interact even in
//! searches of tiny trees.

use crate::decorated::{DecoratedTable, Decorator, TableKey};
use crate::{Chance, SplitMix64};
use eldest::table::NewEntry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{sleep, yield_now};
use std::time::Duration;

/// Makes threads lose their turn at some of the calls of a table.
#[derive(Debug)]
pub struct LostTurns {
    calls: AtomicU64,
    /// Percent of the calls that sleep.
    sleeping: u64,
    /// Percent of the calls that sleep or yield.
    pausing: u64,
}

impl LostTurns {
    /// A decorator under which threads yield or sleep at `pausing` percent of their calls, and
    /// sleep at `sleeping` percent.
    #[must_use]
    pub fn new(sleeping: u64, pausing: u64) -> Self {
        Self { calls: AtomicU64::new(0), sleeping, pausing }
    }

    fn pause(&self) {
        let chance = SplitMix64(self.calls.fetch_add(1, Ordering::Relaxed)).below(100);
        if chance < self.sleeping {
            sleep(Duration::from_micros(1));
        } else if chance < self.pausing {
            yield_now();
        }
    }
}

impl Decorator for LostTurns {
    fn before_probe(&self) {
        self.pause();
    }

    fn before_store(&self, _: TableKey, _: &NewEntry) -> bool {
        self.pause();
        true
    }
}

/// A table at which threads pause at a fifth of their calls, and sleep at one call in a hundred.
pub fn restless(inner: impl Into<DecoratedTable>) -> DecoratedTable {
    sleepy(inner, 1)
}

/// A table at which threads pause at a fifth of their calls, and sleep at `percent` of them.
pub fn sleepy(inner: impl Into<DecoratedTable>, percent: u64) -> DecoratedTable {
    inner.into().with(Arc::new(LostTurns::new(percent, 20)))
}

#[cfg(not(schedule))]
pub use patience::{Patience, patient};

#[cfg(not(schedule))]
mod patience {
    use super::{DecoratedTable, Decorator};
    use crate::{Chance, SplitMix64};
    use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread::{ThreadId, current};
    use std::time::{Duration, Instant};

    /// The most time that threads wait for others in a whole search.
    const PATIENCE: Duration = Duration::from_millis(8);
    /// One call waits for at most this fraction of the remaining time: other threads may not have
    /// started.
    const PART: u32 = 12;

    /// Makes threads wait at some of the calls of a table until another thread calls it. Each wait
    /// without a call shortens the later ones, because the other threads may be idle.
    #[derive(Debug)]
    pub struct Patience {
        /// Percent of the calls that wait.
        waits: u64,
        calls: Mutex<Calls>,
        called: Condvar,
    }

    #[derive(Debug)]
    struct Calls {
        count: u64,
        last: Option<ThreadId>,
        /// The time that threads may still wait in this search.
        left: Duration,
    }

    impl Patience {
        /// A decorator under which threads wait at `waits` percent of their calls.
        #[must_use]
        pub fn new(waits: u64) -> Self {
            let calls = Calls { count: 0, last: None, left: PATIENCE };
            Self { waits, calls: Mutex::new(calls), called: Condvar::new() }
        }

        fn calls(&self) -> MutexGuard<'_, Calls> {
            self.calls.lock().unwrap_or_else(PoisonError::into_inner)
        }

        fn pause(&self) {
            let (here, mut calls) = (Some(current().id()), self.calls());
            (calls.count, calls.last) = (calls.count + 1, here);
            self.called.notify_all();
            if SplitMix64(calls.count).odds(self.waits) {
                let (since, most) = (Instant::now(), calls.left / PART);
                let alone = |calls: &mut Calls| calls.last == here;
                let waited = self.called.wait_timeout_while(calls, most, alone);
                let (mut calls, _) = waited.unwrap_or_else(PoisonError::into_inner);
                calls.left = calls.left.saturating_sub(since.elapsed().min(most));
            }
        }
    }

    impl Decorator for Patience {
        fn before_probe(&self) {
            self.pause();
        }

        fn after_store(&self) {
            self.pause();
        }

        fn new_search(&self) {
            self.calls().left = PATIENCE;
        }
    }

    /// A table at which threads wait for each other at `percent` of their calls. Unlike sleeps,
    /// this makes them meet on a machine that is busy with other work.
    pub fn patient(inner: impl Into<DecoratedTable>, percent: u64) -> DecoratedTable {
        inner.into().with(Arc::new(Patience::new(percent)))
    }
}
