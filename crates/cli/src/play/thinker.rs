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

/// What stays the same during a session: seats, level, time, seed, format.
#[derive(Copy, Clone, Debug)]
pub(super) struct Manner {
    pub(super) seats: [Seat; 2],
    pub(super) level: Level,
    /// If it is set, the engine thinks so long, whatever its level.
    pub(super) time: Option<Duration>,
    pub(super) seed: u64,
    pub(super) format: Format,
}

/// With so many plies left at most, the engine first tries to see the end. A tree that is twice as deep is
/// hopeless, and the nodes are better spent on depth.
const NEAR_THE_END: u32 = 40;
/// So deep looks who was told to hurry before anything was known.
const IN_HASTE: u16 = 2;

/// The engine as a player.
pub(super) struct Thinker {
    brain: Box<dyn Brain>,
    level: Level,
    time: Option<Duration>,
    seed: u64,
    chance: Rng,
}

/// What the engine plays.
pub(super) struct Thought {
    pub(super) mv: Ordinal,
    /// What it thinks of the position; `None` of a move at random, or of one that a proof names.
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

    /// From now on the engine plays at `level`, not by time.
    pub(super) fn set_level(&mut self, level: Level) {
        (self.level, self.time) = (level, None);
    }

    /// Another game begins, as the first one did.
    pub(super) fn restart(&mut self) {
        self.brain.forget();
        self.chance = Rng::with_seed(self.seed);
    }

    /// The move that the engine plays on `board`, where the game is not over, at its level. It moves at once when
    /// `stop` is thrown.
    pub(super) fn choose(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Thought> {
        if self.time.is_none() && self.chance.u8(..100) < self.level.blunders() {
            let moves = board.all_moves();
            let mv = moves[self.chance.usize(..moves.len())];
            return Ok(Thought { mv, judgement: None });
        }
        self.think(board, self.level, stop)
    }

    /// The move that the engine would advise on `board`, where the game is not over.
    pub(super) fn advise(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Thought> {
        self.think(board, self.level.max(Level::OF_HINTS), stop)
    }

    /// To the end, where it is near enough to be seen with half of what the engine may spend; else as deep
    /// as the rest lets it.
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

    /// What the engine may spend on one of so many searches.
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
