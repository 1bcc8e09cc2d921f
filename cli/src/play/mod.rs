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
use crate::input::Entry;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::{Context, Result};
use session::Session;

/// Plays what `args` name.
pub(crate) fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<Status> {
    args.game.visit(Play { args, interrupt })
}

struct Play<'a> {
    args: &'a PlayArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Play<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let start = match &self.args.position {
            Some(text) => {
                let entry = Entry::given(text.clone());
                game.parse(&entry.text).with_context(|| entry.to_string())?
            }
            None => game.start().0,
        };
        Session::new(game, start, self.args, self.interrupt)?.run()
    }
}
