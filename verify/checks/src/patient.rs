//! [`PatientTable`]: a table at which threads wait for each other, so that even searches of small
//! trees meet.

use crate::restless::of_inner;
use crate::{Chance, SplitMix};
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{ThreadId, current};
use std::time::{Duration, Instant};

/// So long threads wait for others in all of a search, if none comes.
const PATIENCE: Duration = Duration::from_millis(8);
/// At one call they wait for this part of what is left: others may not have been called yet.
const PART: u32 = 12;

/// Now and then a thread that asks this table waits until another one does; less and less long if
/// none comes, because others may have nothing to do.
#[derive(Debug)]
pub struct PatientTable<T> {
    inner: T,
    /// Percent of the calls that wait.
    waits: u64,
    calls: Mutex<Calls>,
    called: Condvar,
}

#[derive(Debug)]
struct Calls {
    count: u64,
    last: Option<ThreadId>,
    /// For so long others are waited for.
    left: Duration,
}

impl<T> PatientTable<T> {
    /// One that lets threads wait at `waits` percent of their calls.
    pub fn new(inner: T, waits: u64) -> Self {
        let calls = Calls { count: 0, last: None, left: PATIENCE };
        Self { inner, waits, calls: Mutex::new(calls), called: Condvar::new() }
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pause(&self) {
        if self.waits == 0 {
            return;
        }
        let (here, mut calls) = (Some(current().id()), self.calls());
        (calls.count, calls.last) = (calls.count + 1, here);
        self.called.notify_all();
        if SplitMix(calls.count).odds(self.waits) {
            let (since, most) = (Instant::now(), calls.left / PART);
            let alone = |calls: &mut Calls| calls.last == here;
            let waited = self.called.wait_timeout_while(calls, most, alone);
            let (mut calls, _) = waited.unwrap_or_else(PoisonError::into_inner);
            calls.left = calls.left.saturating_sub(since.elapsed().min(most));
        }
    }
}

impl<T: Table> Table for PatientTable<T> {
    of_inner!(slots);

    fn probe(&self, slot: T::Slot, depth: Depth) -> Option<Entry> {
        self.pause();
        self.inner.probe(slot, depth)
    }

    fn store(&self, slot: T::Slot, finding: NewEntry) {
        self.inner.store(slot, finding);
        self.pause();
    }

    fn new_search(&self) {
        self.calls().left = PATIENCE;
        self.inner.new_search();
    }

    of_inner!(but_new_search);
}
