//! [`Enumerable`]: a game whose unique keys lead back to its positions.

use eldest::Position;

/// A game whose unique keys lead back to its positions: all positions that can be reached from one
/// are collected, and numbered by their keys.
///
/// The key must be unique ([`KeyKind::Unique`](eldest::KeyKind::Unique)), so positions with the
/// same key have the same value. They may differ in what does not matter: mirror images may share a
/// key, and so may the two sides, if the rules are the same for both.
pub trait Enumerable: Position<Move: Send> + Send + Sync {
    /// Whether [`for_each_predecessor`](Self::for_each_predecessor) is implemented. If not, the
    /// builder repeats passes over all open positions.
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
