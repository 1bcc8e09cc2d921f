//! Waits of processors, and their causes.

use super::hot::clock;
use super::{Machine, Wait, end_of};
use crate::timed::account::Cause;

impl Machine {
    /// Blocks the running processor until `name` is notified or `deadline` passes. Charges `cause`.
    pub(in crate::timed) fn block(&self, name: usize, cause: Cause, deadline: Option<u64>) {
        let current = self.current();
        let wait = Wait { name, since: clock(), cause };
        {
            let processor = &mut self.processors.borrow_mut()[current];
            processor.waits = Some(wait);
            processor.wakings += 1;
        }
        self.waiting.borrow_mut().entry(name).or_default().push_back(current);
        self.count_busy(-1);
        if let Some(deadline) = deadline {
            self.make_ready(current, deadline);
        }
        self.give_way();
    }

    /// Ends the wait of `processor` at `at`, or when the wait began if that is later. Returns this
    /// time.
    pub(super) fn stop_waiting(&self, processor: usize, at: u64) -> u64 {
        let waits = self.processors.borrow_mut()[processor].waits.take();
        let Wait { name, since, cause } = waits.expect("it waits");
        let mut waiting = self.waiting.borrow_mut();
        if let Some(those) = waiting.get_mut(&name) {
            those.retain(|other| *other != processor);
            if those.is_empty() {
                waiting.remove(&name);
            }
        }
        self.processors.borrow_mut()[processor].wakings += 1;
        self.count_busy(1);
        let at = at.max(since);
        self.book(processor, cause, at - since.max(self.origin.get()).min(at));
        at
    }

    /// Wakes the processor that has waited for `name` the longest: its wait ends at `at`, and it
    /// runs after `takes` more. Returns whether there was one.
    pub(in crate::timed) fn wake_up(&self, name: usize, at: u64, takes: u64) -> bool {
        let first = self.waiting.borrow().get(&name).and_then(|those| those.front().copied());
        let Some(processor) = first else { return false };
        let at = self.stop_waiting(processor, at);
        if takes > 0 {
            self.book(processor, Cause::Waking, takes);
        }
        self.make_ready(processor, at + takes);
        true
    }

    /// Whether a processor waits for `name`.
    pub(in crate::timed) fn is_awaited(&self, name: usize) -> bool {
        self.waiting.borrow().contains_key(&name)
    }

    /// Blocks until `processor` of `run` has ended.
    pub(in crate::timed) fn join(&self, run: u64, processor: usize) {
        let is_there = self.is_on() && self.run() == run;
        if is_there && !self.processors.borrow()[processor].has_ended {
            self.block(end_of(processor), Cause::Nothing, None);
        }
    }
}
