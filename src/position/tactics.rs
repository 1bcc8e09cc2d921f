//! [`Tactics`]: what a selective search needs from a game. [`Selector`]: what it needs from an
//! evaluator.

use super::{Position, Selection};

/// Kinds of moves are below this ([`Tactics::kind`]).
pub(crate) const MOST_KINDS: u16 = 512;

/// The part of a game that a selective search needs ([`Selective`](super::Selective)). None of it
/// is a promise: it only affects how well such a search plays.
pub trait Tactics: Position {
    /// Passes for the side to move, if that is hardly ever better than moving; returns `None` in
    /// danger, and where zugzwang is likely. Afterwards the other side is to move and nothing else
    /// has changed; the [`key`](Position::key) must differ accordingly.
    fn pass(&mut self) -> Option<Self::Undo>;

    /// Takes a pass back.
    fn take_back_pass(&mut self, undo: Self::Undo);

    /// Whether the side to move is in danger, as in check: then nothing is left out or reduced.
    fn is_urgent(&self) -> bool;

    /// Whether a legal move is quiet: it captures nothing and makes no particular threat.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// Whether a legal move gains at least `least` points in the exchanges on its target square.
    /// The default returns `true`.
    #[inline]
    fn gains(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Whether a legal move puts the other side in danger, as a check does: such moves are not left
    /// out. The default returns `false`.
    #[inline]
    fn endangers(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns the kind of the move, 1 to 511, such as the piece that moves and its target: the
    /// history of answers to moves is kept by kinds. The default returns 0, which keeps no such
    /// history.
    #[inline]
    fn kind(&self, _mv: Self::Move) -> u16 {
        0
    }
}

/// Determines what a search to a depth leaves out: a part of an evaluator
/// ([`Evaluator::selector`](crate::Evaluator::selector)).
///
/// A [`Selection`] is a selector for every game with [`Tactics`]; `()` leaves nothing out.
/// Implement it only where neither suffices.
pub trait Selector<P: Position> {
    /// Returns what may be left out.
    #[inline]
    fn selection(&self) -> Selection {
        Selection::NONE
    }

    /// Passes for the side to move, if a search may try that: [`Tactics::pass`]. The evaluator's
    /// state must also be valid for the position after the pass.
    #[inline]
    fn pass(&self, _position: &mut P) -> Option<P::Undo> {
        None
    }

    /// Takes a pass back.
    #[inline]
    fn take_back_pass(&self, _position: &mut P, _undo: P::Undo) {}

    /// Whether nothing may be left out here: [`Tactics::is_urgent`].
    #[inline]
    fn is_urgent(&self, _position: &P) -> bool {
        false
    }

    /// Whether a legal move is quiet: [`Tactics::is_quiet`].
    #[inline]
    fn is_quiet(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// Whether a legal move gains at least `least` points: [`Tactics::gains`].
    #[inline]
    fn gains(&self, _position: &P, _mv: P::Move, _least: i32) -> bool {
        true
    }

    /// Whether a legal move puts the other side in danger: [`Tactics::endangers`].
    #[inline]
    fn endangers(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// Returns the kind of a move: [`Tactics::kind`].
    #[inline]
    fn kind(&self, _position: &P, _mv: P::Move) -> u16 {
        0
    }
}

impl<P: Position> Selector<P> for () {}

/// Forwards to the game.
impl<P: Tactics> Selector<P> for &Selection {
    #[inline]
    fn selection(&self) -> Selection {
        **self
    }

    #[inline]
    fn pass(&self, position: &mut P) -> Option<P::Undo> {
        position.pass()
    }

    #[inline]
    fn take_back_pass(&self, position: &mut P, undo: P::Undo) {
        position.take_back_pass(undo);
    }

    #[inline]
    fn is_urgent(&self, position: &P) -> bool {
        position.is_urgent()
    }

    #[inline]
    fn is_quiet(&self, position: &P, mv: P::Move) -> bool {
        position.is_quiet(mv)
    }

    #[inline]
    fn gains(&self, position: &P, mv: P::Move, least: i32) -> bool {
        position.gains(mv, least)
    }

    #[inline]
    fn endangers(&self, position: &P, mv: P::Move) -> bool {
        position.endangers(mv)
    }

    #[inline]
    fn kind(&self, position: &P, mv: P::Move) -> u16 {
        position.kind(mv)
    }
}
