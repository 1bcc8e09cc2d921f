//! [`Numbering`]: dense numbers of the positions of a game, in slices; [`Enumerable`]: a game whose
//! unique keys lead back to its positions.

use crate::states::{States, Witnesses};
use eldest::{MoveList, Position, Score};
use std::ops::ControlFlow;

/// A part of a database: a set of positions that is built at once and stored in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name, part of the name of its file: letters, digits, `-` and `_`.
    pub name: String,
    /// The number of numbers. Not every number needs to have a position.
    pub len: u64,
}

impl Slice {
    /// Returns the memory that building it takes at least, in bytes.
    #[must_use]
    pub const fn build_bytes(&self) -> u64 {
        States::bytes(self.len).saturating_add(Witnesses::bytes(self.len))
    }
}

/// The slice and the number of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The index of the slice in [`Numbering::slices`].
    pub slice: usize,
    /// The number within the slice, below its length.
    pub number: u64,
}

/// A position that a move leads to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Its place; `None` for a finished game outside all slices.
    pub place: Option<Place>,
    /// The score for its own side to move, if it has no place.
    pub over: Option<Score>,
    /// Whether the side to move has changed.
    pub turned: bool,
}

/// What stands at a place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AtPlace<P> {
    /// No position, or one whose place is another.
    None,
    /// A position where the game is over, with the score for its own side to move.
    Over(Score),
    /// A position from which there are moves.
    Open(P),
}

/// Dense numbers of the positions of a game.
///
/// Positions are numbered in *slices*. A move leads to the same slice or to an earlier one, so
/// slices are separated by irreversible moves such as captures. Positions of one slice may lead to
/// each other in cycles.
///
/// Positions with the same place have the same value. Symmetric positions usually share a place.
///
/// Two methods are required besides the list of slices: [`place`](Self::place) and
/// [`position`](Self::position). The others have defaults that use the rules alone; a numbering
/// overrides them to be faster.
pub trait Numbering: Send + Sync {
    /// The positions.
    type Position: Position<Move: Send> + Send;

    /// Whether [`for_each_predecessor`](Self::for_each_predecessor) is implemented. If not, the
    /// builder lists all moves by where they lead, in 4 bytes each; if memory does not suffice, it
    /// repeats passes over all open positions.
    const HAS_PREDECESSORS: bool = false;

    /// Returns the slices, in the order in which they are built.
    fn slices(&self) -> &[Slice];

    /// Identifies the rules and the numbering: files with another fingerprint are refused.
    fn fingerprint(&self) -> u64;

    /// Returns the place of a position; `None` if it is in no slice.
    fn place(&self, position: &Self::Position) -> Option<Place>;

    /// Returns the position at a place, which must lie within its slice; `None` if the number
    /// stands for no position, or for one whose place is another number.
    fn position(&self, place: Place) -> Option<Self::Position>;

    /// Returns the position at a place where [`position`](Self::position) finds one. A numbering
    /// overrides it to leave out the checks whether there is one.
    ///
    /// # Panics
    /// It may, where `position` finds none.
    #[inline]
    fn position_at(&self, place: Place) -> Self::Position {
        self.position(place).expect("a place with a position")
    }

    /// Calls `found` with each child of a position that is not over, until it breaks. Children may
    /// come twice.
    #[inline]
    fn for_each_child(
        &self,
        position: &mut Self::Position,
        moves: &mut MoveList<<Self::Position as Position>::Move>,
        mut found: impl FnMut(Child) -> ControlFlow<()>,
    ) {
        let side = position.side();
        moves.refill(|out| position.moves(out));
        for mv in moves.iter() {
            let undo = position.play(mv);
            let place = self.place(position);
            let over = if place.is_none() { position.over() } else { None };
            let turned = position.side() != side;
            position.undo(mv, undo);
            if found(Child { place, over, turned }).is_break() {
                return;
            }
        }
    }

    /// Returns what stands at a place, which must lie within its slice. If the game is not over
    /// there, calls `exit` before with each child that is not in the slice, until it breaks.
    ///
    /// A faster one must agree with [`position`](Self::position), [`Position::over`] and
    /// [`for_each_child`](Self::for_each_child).
    #[inline]
    fn look(
        &self,
        place: Place,
        moves: &mut MoveList<<Self::Position as Position>::Move>,
        mut exit: impl FnMut(Child) -> ControlFlow<()>,
    ) -> AtPlace<Self::Position> {
        let Some(mut position) = self.position(place) else { return AtPlace::None };
        if let Some(score) = position.over() {
            return AtPlace::Over(score);
        }
        self.for_each_child(&mut position, moves, |child| match child.place {
            Some(next) if next.slice == place.slice => ControlFlow::Continue(()),
            _ => exit(child),
        });
        AtPlace::Open(position)
    }

    /// Calls `found` with the number of each position of the same slice from which a move leads to
    /// `position`, and with whether that move turns the side to move. It must find all of them;
    /// finished games among them do no harm, nor does finding one twice. Called only if
    /// [`HAS_PREDECESSORS`](Self::HAS_PREDECESSORS).
    fn for_each_predecessor(
        &self,
        _slice: usize,
        _position: &Self::Position,
        _found: impl FnMut(u64, bool),
    ) {
    }

    /// Returns whether `score`, found by the rules that the numbering knows, is the value of
    /// `position` by all its rules: for games that are numbered without a part of their state. With
    /// the fifty-move rule of chess a win must end before the clock does.
    #[inline]
    fn holds(&self, _position: &Self::Position, _score: Score) -> bool {
        true
    }
}

/// A game whose unique keys lead back to its positions: all positions that can be reached from one
/// are collected, and numbered by their keys.
///
/// The key must be unique ([`KeyKind::Unique`](eldest::KeyKind::Unique)), so positions with the
/// same key have the same value. They may differ in what does not matter: mirror images may share a
/// key, and so may the two sides, if the rules are the same for both.
pub trait Enumerable: Position<Move: Send> + Send + Sync {
    /// Whether [`for_each_predecessor`](Self::for_each_predecessor) is implemented. If not, the
    /// builder lists all moves by where they lead, in 4 bytes each; if memory does not suffice, it
    /// repeats passes over all open positions.
    const HAS_PREDECESSORS: bool = false;

    /// Returns a position with this key, of the same variant of the game as `self`; `None` if no
    /// position has it.
    #[must_use]
    fn with_key(&self, key: u64) -> Option<Self>;

    /// Calls `found` with every position from which a legal move leads to this one, or to another
    /// position with the same key. Other positions among them must not occur: a move must lead
    /// here. Finding a position twice does no harm, nor does finding one that cannot be reached.
    /// Called only if [`HAS_PREDECESSORS`](Self::HAS_PREDECESSORS).
    fn for_each_predecessor(&self, _found: impl FnMut(&Self)) {}
}
