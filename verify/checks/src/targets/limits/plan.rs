//! [`LimitPlan`]: limits as numbers for the oracle. [`SteeringStep`]: an action on a running
//! search.

use crate::Chance;
use eldest::Limits;
use std::time::Duration;

/// Limits; `None` is no limit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LimitPlan {
    pub(super) depth: Option<u16>,
    pub(super) nodes: Option<u64>,
    pub(super) soft: Option<Duration>,
    pub(super) time: Option<Duration>,
}

impl LimitPlan {
    /// No limit, or one to four of them. `unit` is the time per node.
    pub(super) fn some(chance: &mut impl Chance, unit: Duration) -> Self {
        let kinds = chance.pick(&[0, 0, 1, 2, 4, 4, 8, 8, 9, 10, 12, 12, 13, 14, 15]);
        let has = |kind: u32| kinds & kind > 0;
        let (depth, nodes) = (chance.below(6) as u16, chance.below(400));
        let [soft, time] = [chance.below(300), chance.below(400)].map(|nodes| unit * nodes as u32);
        Self {
            depth: has(1).then_some(depth),
            nodes: has(2).then_some(nodes),
            soft: has(4).then_some(soft),
            time: has(8).then_some(time),
        }
    }

    /// The same limits as the type of the library.
    pub(super) fn limits(self) -> Limits {
        let mut limits = Limits::new();
        limits = self.depth.map_or(limits.clone(), |plies| limits.depth(plies));
        limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        limits = self.soft.map_or(limits.clone(), |time| limits.soft_time(time));
        self.time.map_or(limits.clone(), |time| limits.time(time))
    }
}

/// An action on a running search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Replaces the limits by those of the plan.
    Change { plan: LimitPlan, from_now: bool },
    /// Stops the search.
    Stop,
    /// Sets the clock back.
    TurnBack { time: Duration },
}

/// An act, and its delay after the previous one, in moves or in steps of the user's thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct SteeringStep {
    pub(super) after: u64,
    pub(super) act: Act,
}

impl SteeringStep {
    /// A random step, mostly a change of the limits; a third of these lifts them all.
    pub(super) fn some(chance: &mut impl Chance, unit: Duration) -> Self {
        let (after, kind) = (chance.below(150), chance.below(16));
        let act = match kind {
            14 => Act::Stop,
            15 => Act::TurnBack { time: unit * chance.below(300) as u32 },
            0..=4 => Act::Change { plan: LimitPlan::default(), from_now: kind == 0 },
            _ => Act::Change { plan: LimitPlan::some(chance, unit), from_now: kind % 2 == 0 },
        };
        Self { after, act }
    }
}
