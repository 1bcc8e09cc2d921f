//! `eldest play`: a game between people and the engine.

mod brain;
mod command;
mod drawing;
mod event;
mod level;
mod proof;
mod reader;
mod record;
mod session;
mod thinker;

use crate::args::PlayArgs;
use anyhow::{Context, Result};
use brain::brain;
use eldest_catalog::games::{Catalog, Game, Visitor};
use eldest_catalog::input::Entry;
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use level::Level;
pub(crate) use proof::play as play_against;
use session::{Given, Session};
use thinker::Manner;

/// Plays what `args` name.
pub(crate) fn run<C: Catalog>(args: &PlayArgs, interrupt: &Interrupt) -> Result<Status> {
    let given = args.game.of::<C>().for_play().visit(Play { args })?;
    Session::new(given, manner(args)?, interrupt)?.run()
}

fn manner(args: &PlayArgs) -> Result<Manner> {
    let level = Level::new(args.level).context("a level is a number from 1 to 8")?;
    let (seats, format) = (args.person.seats(), args.common.format);
    Ok(Manner { seats, level, time: args.time, seed: args.seed, format })
}

struct Play<'a> {
    args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<Given>;

    fn visit<G: Game>(self, game: &G) -> Result<Given> {
        // Stdin is for moves.
        let given = self.args.position.clone().map(Entry::given);
        let position = given.map_or_else(|| Ok(game.start().0), |entry| entry.parse(game))?;
        let start = game.erased(&position);
        let brain = brain(game, &self.args.with, self.args.common.table_bytes())?;
        Ok(Given { players: game.players(), start, brain })
    }
}
