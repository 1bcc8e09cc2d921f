//! [`LimitSpan`]: limits, and when they held.

use super::SteeredSearch;
use super::diary::Around;
use super::plan::{Act, LimitPlan};
use std::time::Duration;

/// A time that does not come.
const NEVER: Around = (Duration::MAX, Duration::MAX);

/// Limits, and when they held. Of each time only a time before and one after it are known: a thread
/// may stand still between the clock and what it does.
#[derive(Copy, Clone, Debug)]
pub(super) struct LimitSpan {
    pub(super) plan: LimitPlan,
    /// What times count from.
    origin: Around,
    /// When they were set.
    pub(super) from: Around,
    /// When others were set in their place.
    pub(super) until: Around,
    /// At most this many moves had been played when they were set.
    pub(super) moves: usize,
    /// Whether the search began with them.
    pub(super) is_first: bool,
}

impl LimitSpan {
    /// The limits of a search, in order.
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
        for done in &outcome.pages.done {
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

    /// When the limit on time is reached.
    pub(super) fn deadline(&self) -> Around {
        self.after(self.plan.time)
    }

    /// When the soft limit on time is reached.
    pub(super) fn soft_deadline(&self) -> Around {
        self.after(self.plan.soft)
    }

    /// Whether they may have held at some time within `times`.
    pub(super) fn may_hold(&self, times: Around) -> bool {
        self.from.0 <= times.1 && self.until.1 >= times.0
    }

    /// Whether they certainly held all of `times`.
    pub(super) fn holds(&self, times: Around) -> bool {
        self.from.1 <= times.0 && self.until.0 >= times.1
    }
}
