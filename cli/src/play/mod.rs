//! `eldest play`: a game between people and the engine.

mod command;
mod drawing;
mod level;
mod reader;
mod record;
mod session;
mod thinker;
mod told;

use crate::args::PlayArgs;
use crate::games::{Game, Visitor};
use crate::input;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::Result;
use session::Session;

/// Plays what `args` name.
pub(crate) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Status> {
    args.game.for_play().visit(Play { args, interrupt })
}

struct Play<'a> {
    args: &'a PlayArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Play<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let start = input::position(game, self.args.position.as_deref())?;
        Session::new(game, start, self.args, self.interrupt)?.run()
    }
}
