//! [`GameCodec`]: the certificate codec of any game of the catalog.

use crate::games::{Game, Move};
use eldest_check::Codec;

/// Encodes positions with the code of the game, and moves as text.
#[derive(Copy, Clone, Debug)]
pub struct GameCodec<'a, G: Game>(pub &'a G);

impl<G: Game> Codec for GameCodec<'_, G> {
    type Position = G::Position;

    fn game(&self) -> String {
        self.0.name()
    }

    fn encode(&self, position: &G::Position, out: &mut Vec<u8>) {
        self.0.encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<G::Position> {
        self.0.decode(code)
    }

    fn encode_move(&self, position: &G::Position, mv: Move<G>, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.format_move(position, mv).as_bytes());
    }

    fn decode_move(&self, position: &G::Position, code: &[u8]) -> Option<Move<G>> {
        self.0.parse_move(position, std::str::from_utf8(code).ok()?).ok()
    }

    fn format(&self, position: &G::Position) -> String {
        self.0.write(position, "-", None)
    }

    fn parse(&self, text: &str) -> Option<G::Position> {
        self.0.parse(text).ok()
    }
}
