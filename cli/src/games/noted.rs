//! [`Noted`]: any game that has a [`Notation`].

use super::Game;
use eldest::Even;
use eldest_games::notation::{Notation, NotationError};

/// The variant of a game, and so the game.
#[derive(Debug)]
pub(super) struct Noted<N: Notation>(pub(super) N::Variant);

impl<N> Game for Noted<N>
where
    N: Notation<Move: Send> + Send + 'static,
{
    type Position = N;
    type Evaluator = Even;

    const WORDS: usize = N::WORDS;

    fn start(&self) -> (N, String) {
        let start = N::start(self.0);
        let text = start.to_string();
        (start, text)
    }

    fn parse(&self, text: &str) -> Result<N, NotationError> {
        N::parse_position(self.0, text)
    }

    fn format_move(&self, position: &N, mv: N::Move) -> String {
        position.format_move(mv)
    }

    fn parse_move(&self, position: &N, text: &str) -> Result<N::Move, NotationError> {
        position.parse_move(text)
    }

    fn evaluator(&self) -> Even {
        Even
    }
}
