//! What the time of the processors goes to, from one moment to another.

use super::Machine;
use super::hot::{HOT, clock};
use super::waiting::Wait;
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
        self.switches.set(0);
        HOT.with(|hot| hot.nodes.set(0));
    }

    /// What it went to since then. The processor that asks is none of those that are measured.
    pub(in crate::timed) fn measured(&self) -> Account {
        self.settle();
        let (mut causes, now) = (BTreeMap::new(), clock());
        for (number, processor) in self.processors.borrow().iter().enumerate() {
            if number == self.current() {
                continue;
            }
            processor
                .causes
                .iter()
                .for_each(|(cause, time)| *causes.entry(*cause).or_default() += time);
            if let Some(Wait { since, cause, .. }) = processor.waits {
                *causes.entry(cause).or_default() +=
                    now.saturating_sub(since.max(self.origin.get()));
            }
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, time)| Reverse(*time));
        Account {
            elapsed: Duration::from_nanos(now - self.origin.get()),
            causes: causes
                .into_iter()
                .map(|(cause, time)| (cause, Duration::from_nanos(time)))
                .collect(),
            nodes: HOT.with(|hot| hot.nodes.get()),
            switches: self.switches.get(),
        }
    }
}
