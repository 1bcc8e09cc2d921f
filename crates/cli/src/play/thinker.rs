//! [`Thinker`]: the engine as a player.

use super::brain::{BestMove, Brain};
use super::event::Judgement;
use super::level::{Level, Reach};
use crate::play::record::Seat;
use anyhow::Result;
use eldest::{Limits, StopToken};
use eldest_catalog::games::{Board, Ordinal};
use eldest_terminal::Format;
use fastrand::Rng;
use std::time::Duration;

/// The settings of a session.
#[derive(Copy, Clone, Debug)]
pub(super) struct Manner {
    pub(super) seats: [Seat; 2],
    pub(super) level: Level,
    /// The time per move of the engine, which replaces the limit of its level.
    pub(super) time: Option<Duration>,
    pub(super) seed: u64,
    pub(super) format: Format,
}

/// The engine first tries to search to the end if at most this many plies are left. Deeper trees
/// are hopeless, and their nodes are better spent on a search to a depth.
const NEAR_THE_END: u32 = 40;
/// The depth of the search if the engine is stopped before it has found anything.
const IN_HASTE: u16 = 2;

/// The engine as a player.
pub(super) struct Thinker {
    brain: Box<dyn Brain>,
    level: Level,
    time: Option<Duration>,
    seed: u64,
    chance: Rng,
}

/// A move of the engine.
pub(super) struct Thought {
    pub(super) mv: Ordinal,
    /// The engine's evaluation; `None` for a random move, or one from a proof.
    pub(super) judgement: Option<Judgement>,
}

impl Thinker {
    pub(super) fn new(brain: Box<dyn Brain>, manner: Manner) -> Self {
        let Manner { level, time, seed, .. } = manner;
        Self { brain, level, time, seed, chance: Rng::with_seed(seed) }
    }

    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// Sets the level of the engine, and drops the time limit.
    pub(super) fn set_level(&mut self, level: Level) {
        (self.level, self.time) = (level, None);
    }

    /// Starts another game in the same state as the first one.
    pub(super) fn restart(&mut self) {
        self.brain.forget();
        self.chance = Rng::with_seed(self.seed);
    }

    /// Chooses a move on `board`, where the game is not over, at the engine's level. Moves at once
    /// when `stop` is set.
    pub(super) fn choose(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Thought> {
        if self.time.is_none() && self.chance.u8(..100) < self.level.blunders() {
            let moves = board.all_moves();
            let mv = moves[self.chance.usize(..moves.len())];
            return Ok(Thought { mv, judgement: None });
        }
        self.think(board, self.level, stop)
    }

    /// Chooses a move to advise on `board`, where the game is not over.
    pub(super) fn advise(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Thought> {
        self.think(board, self.level.max(Level::OF_HINTS), stop)
    }

    /// Searches to the end with half of the budget if the end is near. Unless that gives the value,
    /// searches to a depth with the rest.
    fn think(&mut self, board: &dyn Board, level: Level, stop: &StopToken) -> Result<Thought> {
        let is_near = board.plies_left().is_some_and(|plies| plies <= NEAR_THE_END);
        let tries_end = is_near && (self.time.is_some() || level.reach().is_of_nodes());
        let limits = self.limits(level, if tries_end { 2 } else { 1 }).stop(stop);
        if tries_end {
            let found = self.brain.search(board, &limits, true)?;
            if found.is_exact {
                return Ok(found.into());
            }
        }
        let limits = if stop.is_stopped() { Limits::new().depth(IN_HASTE) } else { limits };
        self.brain.search(board, &limits, false).map(Thought::from)
    }

    /// Returns the limits of one of `searches` searches, which share the budget.
    fn limits(&self, level: Level, searches: u32) -> Limits {
        match (self.time, level.reach()) {
            (Some(time), _) => Limits::new().time(time / searches),
            (None, Reach::Nodes(nodes)) => Limits::new().nodes(nodes / u64::from(searches)),
            (None, Reach::Depth(depth)) => Limits::new().depth(depth),
        }
    }
}

impl From<BestMove> for Thought {
    fn from(found: BestMove) -> Self {
        Self { mv: found.mv, judgement: found.judgement }
    }
}
