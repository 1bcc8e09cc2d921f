//! [`Thinker`]: the engine as a player.

use super::level::{Level, Reach};
use super::told::Judgement;
use crate::args::PlayArgs;
use crate::games::{Game, Move};
use crate::progress::{self, Meter};
use anyhow::Result;
use eldest::{Engine, Limits, Moves, Options, Position, Report, StopToken};
use fastrand::Rng;
use std::time::Duration;

/// With so many plies left at most, the engine first tries to see the end. A tree that is twice as deep is
/// hopeless, and the nodes are better spent on depth.
const NEAR_THE_END: u32 = 40;
/// So deep looks who was told to hurry before anything was known.
const IN_HASTE: u16 = 2;

/// The engine as a player.
pub(super) struct Thinker<G: Game> {
    engine: Engine<G::Position, G::Evaluator>,
    to_end: Options,
    to_depth: Options,
    level: Level,
    time: Option<Duration>,
    seed: u64,
    chance: Rng,
}

/// What the engine plays.
pub(super) struct Thought<M> {
    pub(super) mv: M,
    /// What it thinks of the position; `None` of a move at random.
    pub(super) judgement: Option<Judgement>,
}

impl<G: Game> Thinker<G> {
    pub(super) fn new(game: &G, args: &PlayArgs, level: Level) -> Result<Self> {
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator());
        Ok(Self {
            engine: builder.table_bytes(args.common.table_bytes()).build()?,
            to_end: game.options(),
            to_depth: game.options_to_depth(),
            level,
            time: args.time,
            seed: args.seed,
            chance: Rng::with_seed(args.seed),
        })
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
        self.engine.clear();
        self.chance = Rng::with_seed(self.seed);
    }

    /// The move that the engine plays in `position`, which is not over, at its level. It moves at once when
    /// `stop` is thrown.
    pub(super) fn choose(
        &mut self,
        position: &G::Position,
        stop: &StopToken,
    ) -> Result<Thought<Move<G>>> {
        if self.time.is_none() && self.chance.u8(..100) < self.level.blunders() {
            let moves = Moves::collect(|out| position.moves(out));
            let mv = moves[self.chance.usize(..moves.len())];
            return Ok(Thought { mv, judgement: None });
        }
        self.think(position, self.level, stop)
    }

    /// The move that the engine would advise in `position`, which is not over.
    pub(super) fn advise(
        &mut self,
        position: &G::Position,
        stop: &StopToken,
    ) -> Result<Thought<Move<G>>> {
        self.think(position, self.level.max(Level::OF_HINTS), stop)
    }

    /// To the end, where it is near enough to be seen with half of what the engine may spend; else as deep
    /// as the rest lets it.
    fn think(
        &mut self,
        position: &G::Position,
        level: Level,
        stop: &StopToken,
    ) -> Result<Thought<Move<G>>> {
        let is_near = position.plies_left().is_some_and(|plies| plies <= NEAR_THE_END);
        let tries_end = is_near && (self.time.is_some() || level.reach().is_of_nodes());
        let limits = self.limits(level, if tries_end { 2 } else { 1 }).stop(stop);
        if tries_end {
            let report = self.search(position, &limits, true)?;
            if report.value().is_some() {
                return Ok(Thought::of(&report));
            }
        }
        let limits = if stop.is_stopped() { Limits::new().depth(IN_HASTE) } else { limits };
        Ok(Thought::of(&self.search(position, &limits, false)?))
    }

    /// What the engine may spend on one of so many searches.
    fn limits(&self, level: Level, searches: u32) -> Limits {
        match (self.time, level.reach()) {
            (Some(time), _) => Limits::new().time(time / searches),
            (None, Reach::Nodes(nodes)) => Limits::new().nodes(nodes / u64::from(searches)),
            (None, Reach::Depth(depth)) => Limits::new().depth(depth),
        }
    }

    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        to_end: bool,
    ) -> Result<Report<Move<G>>> {
        self.engine.set_options(if to_end { self.to_end } else { self.to_depth });
        let bar = progress::bar(Some(1));
        let query = self.engine.query(position).limits(limits).observer(Meter::new(&bar));
        let report = if to_end { query.to_end().run() } else { query.run() };
        bar.finish_and_clear();
        Ok(report?)
    }
}

impl<M: Copy> Thought<M> {
    fn of(report: &Report<M>) -> Self {
        let mv = report.best_move.expect("a game that is not over has a move");
        Self { mv, judgement: Some(report.into()) }
    }
}
