//! Text forms of the games of this repository.

use eldest::Position;
use eldest_games::notation::Notation;
use eldest_prove::{TextGame, Texts};

/// A game with a notation.
pub(crate) struct Noted<N: Notation>(pub(crate) N::Variant);

impl<N: Notation<Variant: Send + Sync>> Texts<N> for Noted<N> {
    fn read(&self, text: &str) -> Result<N, String> {
        N::parse_position(self.0, text).map_err(|error| error.to_string())
    }

    fn write(&self, position: &N, _: &str, _: Option<&str>) -> String {
        position.to_string()
    }

    fn write_move(&self, position: &N, mv: <N as Position>::Move) -> String {
        position.format_move(mv)
    }
}

/// Creates the game of `variant`, with rules of this `fingerprint`.
pub(crate) fn game<N>(variant: N::Variant, fingerprint: u64) -> TextGame<N, Noted<N>>
where
    N: Notation<Variant: Send + Sync>,
{
    TextGame::new(N::NAME, fingerprint, Noted(variant))
}
