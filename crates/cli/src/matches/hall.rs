//! [`Hall`]: where games are held, whatever the game.

use super::game::Contest;
use super::opening::{self, Opening};
use super::player::player;
use super::setting::{Judging, Setting};
use crate::args::PlaceArgs;
use anyhow::{Result, bail};
use eldest::selective::Selection;
use eldest_catalog::games::{Board, Game, Visitor};
use eldest_catalog::text::several;
use eldest_terminal::Interrupt;
use eldest_terminal::input;

/// Where the games begin, and who plays them.
pub(super) struct Hall<'a> {
    args: &'a PlaceArgs,
    pub(super) start: Box<dyn Board>,
    /// What A leaves out.
    pub(super) selection: Selection,
    contest: Box<dyn Fn() -> Result<Contest> + 'a>,
}

impl<'a> Hall<'a> {
    /// The place that `args` name, where A and B play as `settings` say.
    ///
    /// # Errors
    /// If something is to be left out in a game that leaves nothing out, or the position is bad.
    pub(super) fn enter(
        args: &'a PlaceArgs,
        settings: [&'a Setting; 2],
        interrupt: &'a Interrupt,
    ) -> Result<Self> {
        args.game.for_play().visit(Enter { args, settings, interrupt })
    }

    /// Openings for so many pairs: as many as there are, if they are not enough.
    pub(super) fn openings(&self, pairs: usize) -> Result<Vec<Opening>> {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let found = opening::openings(&*self.start, opening_plies, pairs, seed);
        if found.is_empty() {
            let plies = several(opening_plies.into(), "ply", "plies");
            bail!("every opening of {plies} decides the game; expected fewer --opening-plies");
        }
        Ok(found)
    }

    /// What is told of them, if so many were found.
    pub(super) fn told(&self, found: usize, pairs: usize) -> String {
        let PlaceArgs { opening_plies, seed, .. } = *self.args;
        let openings = several(found, "opening", "openings");
        let plies = several(opening_plies.into(), "random ply", "random plies");
        let enough = if found < pairs { ", all that were found" } else { "" };
        format!("{openings} of {plies}{enough} (seed {seed})")
    }

    /// One for each thread, but no more than there are `pairs` to play.
    pub(super) fn contests(&self, pairs: usize) -> Result<Vec<Contest>> {
        (0..self.args.concurrency.min(pairs)).map(|_| (self.contest)()).collect()
    }
}

/// Prepares what depends on the game.
struct Enter<'a> {
    args: &'a PlaceArgs,
    settings: [&'a Setting; 2],
    interrupt: &'a Interrupt,
}

impl<'a> Visitor for Enter<'a> {
    type Output = Result<Hall<'a>>;

    fn visit<G: Game>(self, game: &G) -> Result<Hall<'a>> {
        let Self { args, settings, interrupt } = self;
        let selections = settings.map(|setting| setting.selection(game));
        for (setting, selection) in settings.into_iter().zip(selections) {
            if selection.is_any() && setting.judge == Judging::Even {
                bail!("'{setting}': where all is even nothing is left out");
            }
            if selection.is_any() && game.selective(selection).is_none() {
                bail!(
                    "'{setting}': searches of {} leave nothing out; chess's and Othello's may",
                    game.name()
                );
            }
        }
        let read = || input::one(game, args.position.as_deref());
        let position = interrupt.while_waiting(read)?.parse(game)?;
        let (start, game) = (game.erased(&position), game.clone());
        let contest = move || {
            let [a, b] = settings;
            Ok(Contest {
                a: player(&game, a)?,
                b: player(&game, b)?,
                most_plies: args.max_plies,
                stop: interrupt.token().clone(),
            })
        };
        Ok(Hall { args, start, selection: selections[0], contest: Box::new(contest) })
    }
}
