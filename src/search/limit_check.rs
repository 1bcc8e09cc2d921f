//! [`LimitCheck`]: when a worker checks the limits, and the result.

use super::control::{Control, Reason};
use super::stack::{Cap, Stack};
use super::stop::StopToken;
use crate::sync::{Arc, now};
use std::time::Duration;

/// The maximum number of nodes between two checks of the clock.
const MOST_NODES_UNCHECKED: u64 = 1024;
/// Without a node limit, nodes are reported only every 16th check: all threads write that word.
const CHECKS_UNREPORTED: u64 = 16;
/// The approximate time between two checks of the clock.
const TIME_UNCHECKED: Duration = Duration::from_millis(1);

/// The time between two reports of progress.
pub(crate) const TIME_UNREPORTED: Duration = Duration::from_millis(100);

/// A worker's view of the limits.
#[derive(Debug)]
pub(crate) struct LimitCheck {
    pub(crate) control: Arc<Control>,
    /// Stops this worker, and perhaps not the others; checked at every node.
    pub(crate) stop: StopToken,
    /// Whether limits on nodes and time apply already.
    pub(crate) limited: bool,
    pub(crate) max_ply: u32,
    /// The plies from the root that this worker has not played itself: those above a node where it
    /// helps.
    pub(crate) skipped: u32,
    stack: Stack,
    /// The nodes that this worker has reported to the control.
    reported: u64,
    /// The number of nodes at which the next check is due.
    pub(super) next: u64,
    /// The number of nodes at the last check.
    looked: u64,
    interval: u64,
    last: Duration,
    last_report: Duration,
}

impl LimitCheck {
    /// Creates the state before the first check; the thread has `stack` bytes from here on.
    pub(crate) fn new(control: Arc<Control>, cap: Cap, stack: usize) -> Self {
        Self {
            stop: control.token().clone(),
            control,
            limited: false,
            max_ply: cap.plies,
            skipped: 0,
            stack: Stack::from_here(stack),
            reported: 0,
            next: 0,
            looked: 0,
            interval: 1,
            last: now(),
            last_report: now(),
        }
    }

    /// Returns the limit that has been reached, if any.
    pub(crate) fn reached(&self, nodes: u64, ply: u32) -> Option<Reason> {
        if ply > self.max_ply {
            Some(Reason::TooDeep)
        } else if !self.stack.has_room(ply - self.skipped) {
            Some(Reason::OutOfStack)
        } else if self.limited && self.left(nodes).is_none() {
            Some(Reason::Nodes)
        } else if self.limited && self.control.is_late() {
            Some(Reason::Time)
        } else {
            None
        }
    }

    /// Continues after a check that reached no limit: reports the nodes so far, less often without
    /// a node limit, and plans the next check. Returns the time.
    pub(crate) fn look(&mut self, nodes: u64) -> Duration {
        let is_limited = self.control.nodes() < u64::MAX;
        if is_limited || nodes - self.reported >= CHECKS_UNREPORTED * self.interval {
            self.report(nodes);
        }
        let time = now();
        self.plan_next(nodes, time);
        time
    }

    /// Reports all nodes so far to the control.
    pub(crate) fn report(&mut self, nodes: u64) {
        self.control.spend(nodes - self.reported);
        self.reported = nodes;
    }

    /// Plans the next check: at the end of the [`interval`], or at the node limit if that comes
    /// first.
    fn plan_next(&mut self, nodes: u64, time: Duration) {
        let (since, done) = (time.saturating_sub(self.last), nodes - self.looked);
        self.interval = interval(done, since);
        (self.last, self.looked) = (time, nodes);
        let left = self.left(nodes).unwrap_or_default();
        self.next = nodes + self.interval.min(left.saturating_add(1));
    }

    /// Returns the nodes left by the limit, after those reported by all threads and all of this
    /// one; `None` if the limit is exceeded. The shared count is read only if there is a limit.
    fn left(&self, nodes: u64) -> Option<u64> {
        match self.control.nodes() {
            u64::MAX => Some(u64::MAX),
            limit => limit.checked_sub(self.control.spent() + nodes - self.reported),
        }
    }

    /// Whether the next progress report is due.
    pub(crate) fn is_report_due(&mut self, time: Duration) -> bool {
        let is_due = time.saturating_sub(self.last_report) > TIME_UNREPORTED;
        if is_due {
            self.last_report = time;
        }
        is_due
    }

    /// Applies limits on nodes and time from here on.
    pub(crate) fn limit(&mut self) {
        self.limited = true;
        self.next = 0;
    }
}

/// Returns the nodes until the next check, at most 1,024, after `done` nodes that took `time`:
/// twice as many, unless they took longer than a millisecond; then as many as take a millisecond at
/// that speed. So a worker whose rules or evaluator turn slow exceeds its time by at most one
/// interval, however slow they are. `done` counts, not the planned interval: a check that a node
/// limit brought forward is not representative.
fn interval(done: u64, time: Duration) -> u64 {
    let nodes = if time > TIME_UNCHECKED {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        done.saturating_mul(TIME_UNCHECKED.as_nanos() as u64) / time
    } else {
        done.saturating_mul(2)
    };
    nodes.clamp(1, MOST_NODES_UNCHECKED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_a_millisecond_apart_at_the_speed_since_the_last_look() {
        let micros = Duration::from_micros;
        for (done, time, next) in [
            (0, micros(0), 1),
            (1, micros(300), 2),
            (256, micros(1_000), 512),
            (1_024, micros(800), 1_024),
            (1_024, micros(2_048), 500),
            (1_024, micros(2_048_000), 1),
            (10, micros(2_000), 5),
            (1, Duration::MAX, 1),
            (0, micros(2_000), 1),
        ] {
            assert_eq!(interval(done, time), next, "{done} in {time:?}");
        }
    }
}
