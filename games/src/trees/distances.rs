//! [`Distances`]: the same game, with wins and losses that count their distance.

use eldest::{Bounds, KeyKind, Moves, Position, Score, Side};

/// A position whose wins and losses get one ply more distant each time they back up; apart from
/// that the one inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances<P>(pub P);

impl<P: Position> Position for Distances<P> {
    type Move = P::Move;
    type Undo = P::Undo;

    const ALTERNATES: bool = P::ALTERNATES;
    const WIN_DISTANCE: bool = true;
    const PATH_DEPENDENT: bool = P::PATH_DEPENDENT;

    fn side(&self) -> Side {
        self.0.side()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_kind(&self) -> KeyKind {
        self.0.key_kind()
    }

    fn over(&self) -> Option<Score> {
        self.0.over()
    }

    fn moves(&self, out: &mut Moves<'_, P::Move>) {
        self.0.moves(out);
    }

    fn play(&mut self, mv: P::Move) -> P::Undo {
        self.0.play(mv)
    }

    fn undo(&mut self, mv: P::Move, undo: P::Undo) {
        self.0.undo(mv, undo);
    }

    fn move_code(&self, mv: P::Move) -> u16 {
        self.0.move_code(mv)
    }

    fn key_after(&self, mv: P::Move) -> Option<u64> {
        self.0.key_after(mv)
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }

    fn range(&self) -> Bounds {
        self.0.range()
    }

    fn fingerprint(&self) -> u64 {
        !self.0.fingerprint()
    }
}
