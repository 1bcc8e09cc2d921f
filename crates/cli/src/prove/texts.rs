//! [`Texts`]: a game of the program, as its positions are written in a proof.

use eldest_catalog::games::{Game, Move};

/// A game, whose positions are written as people write them.
#[derive(Clone, Debug)]
pub(crate) struct Texts<G>(pub(crate) G);

impl<G: Game> eldest_prove::Texts<G::Position> for Texts<G> {
    fn read(&self, text: &str) -> Result<G::Position, String> {
        self.0.parse(text).map_err(|error| error.to_string())
    }

    fn write(&self, position: &G::Position, from: &str, mv: Option<&str>) -> String {
        self.0.write(position, from, mv)
    }

    fn write_move(&self, position: &G::Position, mv: Move<G>) -> String {
        self.0.format_move(position, mv)
    }
}

/// The rules of `game`, which have this `fingerprint`, for a manager that does not know it.
pub(crate) fn rules<G: Game>(
    game: &G,
    fingerprint: u64,
) -> eldest_prove::Game<G::Position, Texts<G>> {
    let rules = eldest_prove::Game::new(game.name(), fingerprint, Texts(game.clone()));
    rules.by(game.options().driver_to_end)
}
