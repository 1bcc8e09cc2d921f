//! [`Tactics`]: what a selective search asks of a game. [`Selector`]: what it asks of an evaluator.

use super::{Position, Selection};

/// Kinds of moves are below this ([`Tactics::kind`]).
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

/// What a search to a depth leaves out, and what it asks to decide that: a part of an evaluator
/// ([`Evaluator::selector`](crate::Evaluator::selector)).
///
/// A [`Selection`] is one for every game with [`Tactics`]; `()` leaves nothing out. Implement it
/// only where these two do not serve.
pub trait Selector<P: Position> {
    /// What may be left out.
    #[inline]
    fn selection(&self) -> Selection {
        Selection::NONE
    }

    /// The side to move passes, if a search may try that: [`Tactics::pass`]. The state that the
    /// evaluator keeps must hold for the position after it as well.
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

    /// What kind of move it is: [`Tactics::kind`].
    #[inline]
    fn kind(&self, _position: &P, _mv: P::Move) -> u16 {
        0
    }
}

impl<P: Position> Selector<P> for () {}

/// Asks the game.
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
