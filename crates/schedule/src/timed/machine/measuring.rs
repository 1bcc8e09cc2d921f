//! What the time of the processors goes to, from one moment to another.

use super::Machine;
use super::Wait;
use super::hot::clock;
use crate::timed::account::Account;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

impl Machine {
    /// From here on it is counted what time goes to.
    pub(in crate::timed) fn start_measuring(&self) {
        self.settle();
        let mut processors = self.processors.borrow_mut();
        processors.iter_mut().for_each(|processor| processor.causes.clear());
        self.origin.set(clock());
    }

    /// What it went to since then. The processor that asks is none of those that are measured.
    pub(in crate::timed) fn measured(&self) -> Account {
        self.settle();
        let (mut causes, now) = (BTreeMap::<_, Duration>::new(), clock());
        for (number, processor) in self.processors.borrow().iter().enumerate() {
            if number == self.current() {
                continue;
            }
            let waits = processor.waits.map(|Wait { since, cause, .. }| {
                (cause, now.saturating_sub(since.max(self.origin.get())))
            });
            for (cause, time) in processor.causes.iter().copied().chain(waits) {
                *causes.entry(cause).or_default() += Duration::from_nanos(time);
            }
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, time)| Reverse(*time));
        Account { elapsed: Duration::from_nanos(now - self.origin.get()), causes }
    }
}
