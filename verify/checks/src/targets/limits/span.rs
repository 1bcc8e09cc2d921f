//! [`LimitSpan`]: limits, and the time during which they held.

use super::SteeredSearch;
use super::log::Around;
use super::plan::{Act, LimitPlan};
use std::time::Duration;

/// A time that never comes.
const NEVER: Around = (Duration::MAX, Duration::MAX);

/// Limits, and the time during which they held. Each time is known only as an interval: a thread
/// may be suspended between reading the clock and acting.
#[derive(Copy, Clone, Debug)]
pub(super) struct LimitSpan {
    pub(super) plan: LimitPlan,
    /// The origin of time limits.
    origin: Around,
    /// The time at which they were set.
    pub(super) from: Around,
    /// The time at which they were replaced.
    pub(super) until: Around,
    /// An upper bound on the number of moves played before they were set.
    pub(super) moves: usize,
    /// Whether the search began with them.
    pub(super) is_first: bool,
}

impl LimitSpan {
    /// The successive limits of a search.
    pub(super) fn all(first: LimitPlan, outcome: &SteeredSearch) -> Vec<Self> {
        let started = outcome.started;
        let first = Self {
            plan: first,
            origin: started,
            from: started,
            until: NEVER,
            moves: 0,
            is_first: true,
        };
        let mut spans = vec![first];
        for done in &outcome.events.done {
            let Act::Change { plan, from_now } = done.act else { continue };
            spans.last_mut().expect("the first").until = done.at;
            let origin = if from_now { done.at } else { started };
            let (from, moves) = (done.at, done.moves.1);
            spans.push(Self { plan, origin, from, until: NEVER, moves, is_first: false });
        }
        spans
    }

    fn after(&self, time: Option<Duration>) -> Around {
        let add = |origin: Duration| time.map_or(Duration::MAX, |time| origin.saturating_add(time));
        (add(self.origin.0), add(self.origin.1))
    }

    /// The time at which the hard limit is reached.
    pub(super) fn deadline(&self) -> Around {
        self.after(self.plan.time)
    }

    /// The time at which the soft limit is reached.
    pub(super) fn soft_deadline(&self) -> Around {
        self.after(self.plan.soft)
    }

    /// Whether these limits may have held at some time within `times`.
    pub(super) fn may_hold(&self, times: Around) -> bool {
        self.from.0 <= times.1 && self.until.1 >= times.0
    }

    /// Whether these limits certainly held throughout `times`.
    pub(super) fn holds(&self, times: Around) -> bool {
        self.from.1 <= times.0 && self.until.0 >= times.1
    }
}
