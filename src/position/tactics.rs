//! [`Tactics`]: what a selective search asks of a game.

use super::Position;

/// So many kinds of moves are told apart ([`Tactics::kind`]).
pub(crate) const MOST_KINDS: u16 = 512;

/// What a selective search asks of a game ([`Selective`](super::Selective)). Nothing of it is a promise: what it says decides
/// how well such a search plays.
pub trait Tactics: Position {
    /// The side to move passes, if that is hardly ever better than moving: `None` in danger, and where zugzwang
    /// is near. The other side is to move then, and nothing else has changed; [`key`](Position::key) tells it.
    fn pass(&mut self) -> Option<Self::Undo>;

    /// Takes a pass back.
    fn take_back_pass(&mut self, undo: Self::Undo);

    /// Whether the side to move is in danger, as in check: nothing is left out, and nothing looked at less closely.
    fn is_urgent(&self) -> bool;

    /// Whether a legal move is quiet: it takes nothing and threatens nothing in particular.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// Whether a legal move gains at least `least` points, for all that exchanges on the square that it goes to tell.
    /// `true`, unless the game knows better.
    #[inline]
    fn gains(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Whether a legal move puts the other side in danger, as a check does: such moves are not left out. `false`, unless
    /// the game knows better.
    #[inline]
    fn endangers(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What kind of move it is, 1 to 511, such as the piece that moves and where it goes: what is learnt of answers to
    /// moves is learnt by kinds. 0, unless the game tells them apart: nothing is.
    #[inline]
    fn kind(&self, _mv: Self::Move) -> u16 {
        0
    }
}
