//! [`Codec`]: how the positions and moves of a game are written in a certificate.

use eldest::Position;

/// How the positions and moves of a game are written, as bytes in the proof and as text for people.
///
/// A position is identified by its *code*, a string of bytes, and never by a hash. What a certificate proves
/// about a code it proves about the position that [`decode`](Self::decode) reads from it. So
///
/// - positions with equal codes must have equal values, but for the points that [`Position::taken`] tells: for
///   each position, `decode(encode(position))` is one with its value, or its value still to come. Mirror images
///   may share a code, and so may positions that differ in nothing but what was taken;
/// - moves are written as they are legal in the position that `decode` gives, and there no two of them alike;
/// - both are for ever: what is written today is read by another version, and by other programs.
///
/// The checker reads each code back and writes it again: a code that is not what `encode` gives is refused, so
/// nobody can have two names for one position.
pub trait Codec {
    /// The game.
    type Position: Position;

    /// What the game is called, with its variant: `connect4:6x5`. One line.
    fn game(&self) -> String;

    /// Appends the code of `position` to `out`: at most [`MOST_BYTES`](crate::MOST_BYTES).
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);

    /// The position that has this code; `None` if none has.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// Appends the legal move `mv` of a position that [`decode`](Self::decode) has given: at least one byte, at
    /// most [`MOST_BYTES`](crate::MOST_BYTES).
    fn encode_move(&self, position: &Self::Position, mv: Move<Self>, out: &mut Vec<u8>);

    /// The legal move that is written so; `None` if there is none.
    fn decode_move(&self, position: &Self::Position, code: &[u8]) -> Option<Move<Self>>;

    /// The position in one line, with all that was taken.
    fn format(&self, position: &Self::Position) -> String;

    /// The position that [`format`](Self::format) writes so; `None` if there is none.
    fn parse(&self, text: &str) -> Option<Self::Position>;
}

/// A move of the game.
pub type Move<C> = <<C as Codec>::Position as Position>::Move;
