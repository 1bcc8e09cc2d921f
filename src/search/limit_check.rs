//! [`LimitCheck`]: when a worker looks at the limits, and what it finds.

use super::control::{Control, Reason};
use super::stack::{Cap, Stack};
use super::stop::StopToken;
use crate::sync::{Arc, now};
use std::time::Duration;

/// Nodes between two looks at the clock, at most.
const MOST_NODES_UNCHECKED: u64 = 1024;
/// So many looks apart the control hears of the nodes, if nobody limits them: all threads write that word.
const LOOKS_UNTOLD: u64 = 16;
/// Time between two looks at the clock, about.
const TIME_UNCHECKED: Duration = Duration::from_millis(1);

/// Time between two reports of progress.
pub(crate) const TIME_UNREPORTED: Duration = Duration::from_millis(100);

/// What a worker knows of the limits.
#[derive(Debug)]
pub(crate) struct LimitCheck {
    pub(crate) control: Arc<Control>,
    /// What stops this worker, and perhaps not the others: every node looks at it.
    pub(crate) stop: StopToken,
    /// Whether limits on nodes and time hold already.
    pub(crate) limited: bool,
    pub(crate) max_ply: u32,
    /// The plies above the present one that this worker has not played itself: those above a node where it helps.
    pub(crate) skipped: u32,
    stack: Stack,
    /// So many of its nodes the control knows of.
    told: u64,
    /// The next look is due after so many.
    pub(super) next: u64,
    /// Nodes at the last look.
    looked: u64,
    interval: u64,
    last: Duration,
    last_report: Duration,
}

impl LimitCheck {
    /// No look has been taken; the thread has `stack` bytes from here on.
    pub(crate) fn new(control: Arc<Control>, cap: Cap, stack: usize) -> Self {
        Self {
            stop: control.token().clone(),
            control,
            limited: false,
            max_ply: cap.plies,
            skipped: 0,
            stack: Stack::from_here(stack),
            told: 0,
            next: 0,
            looked: 0,
            interval: 1,
            last: now(),
            last_report: now(),
        }
    }

    /// The limit that has been reached, if one has.
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

    /// No limit has been reached: the control hears of all nodes so far, now and then if nobody limits them, and the
    /// next look is planned. The time.
    pub(crate) fn look(&mut self, nodes: u64) -> Duration {
        let is_limited = self.control.nodes() < u64::MAX;
        if is_limited || nodes - self.told >= LOOKS_UNTOLD * self.interval {
            self.tell(nodes);
        }
        let time = now();
        self.plan_next(nodes, time);
        time
    }

    /// Tells the control of all nodes so far.
    pub(crate) fn tell(&mut self, nodes: u64) {
        self.control.spend(nodes - self.told);
        self.told = nodes;
    }

    /// Plans the next look: at the end of the [`interval`], or at the limit on nodes if that comes
    /// first.
    fn plan_next(&mut self, nodes: u64, time: Duration) {
        let (since, done) = (time.saturating_sub(self.last), nodes - self.looked);
        self.interval = interval(done, since);
        (self.last, self.looked) = (time, nodes);
        let left = self.left(nodes).unwrap_or_default();
        self.next = nodes + self.interval.min(left.saturating_add(1));
    }

    /// Nodes that the limit leaves, after those of all threads, as far as they have told, and all of this one;
    /// `None` if there are more. What all write is read only if there is a limit.
    fn left(&self, nodes: u64) -> Option<u64> {
        match self.control.nodes() {
            u64::MAX => Some(u64::MAX),
            limit => limit.checked_sub(self.control.spent() + nodes - self.told),
        }
    }

    /// Whether the observer is to hear again where the search stands.
    pub(crate) fn is_report_due(&mut self, time: Duration) -> bool {
        let is_due = time.saturating_sub(self.last_report) > TIME_UNREPORTED;
        if is_due {
            self.last_report = time;
        }
        is_due
    }

    /// From here on, limits on nodes and time hold.
    pub(crate) fn limit(&mut self) {
        self.limited = true;
        self.next = 0;
    }
}

/// Nodes until the next look, at most 1,024, after `done` nodes that took `time`: twice as many,
/// unless they took longer than a millisecond; then as many as take one at that speed. So a worker
/// whose rules or evaluator turn slow overruns its time by one interval at most, however slow they
/// are. What counts is what was done: a look that a limit on nodes brought forward says little.
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
