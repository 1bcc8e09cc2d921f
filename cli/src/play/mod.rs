//! `eldest play`: a game between people and the engine.

mod brain;
mod command;
mod drawing;
mod event;
mod level;
mod reader;
mod record;
mod session;
mod thinker;

use crate::args::PlayArgs;
use crate::games::{Game, Visitor};
use crate::input;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::Result;
use brain::brain;
use session::{Given, Session};

/// Plays what `args` name.
pub(crate) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Status> {
    let given = args.game.for_play().visit(Play { args })?;
    Session::new(given, args, interrupt)?.run()
}

struct Play<'a> {
    args: &'a PlayArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<Given>;

    fn visit<G: Game>(self, game: &G) -> Result<Given> {
        let start = game.erased(&input::position(game, self.args.position.as_deref())?);
        let brain = brain(game, &self.args.with, self.args.common.table_bytes())?;
        Ok(Given { players: game.players(), start, brain })
    }
}
