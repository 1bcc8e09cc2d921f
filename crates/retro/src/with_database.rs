//! [`WithDatabase`]: a game that ends where a database knows the value.

use crate::database::Probe;
use eldest::table::mixed;
use eldest::{Bounds, KeyKind, Moves, Position, Score, Window, forward_position};
use std::fmt;
use std::sync::Arc;

/// Distinguishes a root that is searched from the same position below, which is not.
const ROOT: u64 = 0x6a09_e667_f3bc_c908;

/// A game that ends where a database knows the value: [`over`](Position::over) returns it.
///
/// Known values change no value at [`Depth::END`](eldest::Depth::END), and a search to a depth
/// becomes exact where every line reaches the database in time.
///
/// The position that it was created with is the *root*. Its moves are searched even if its value is
/// known: a search to depth 1 then finds a best move. All other positions end where their value is
/// known, the same position further down too, so its key differs at the root. After moves that are
/// played for good, call [`set_root`](Self::set_root): otherwise a search of a position with a
/// known value reports no best move.
///
/// Clones share the database.
pub struct WithDatabase<P, D: ?Sized> {
    inner: P,
    /// The plies from the root.
    plies: u32,
    /// Whether the root has a known value, though the game is not over there.
    is_root_known: bool,
    database: Arc<D>,
}

impl<P: Position, D: Probe<P> + ?Sized> WithDatabase<P, D> {
    /// Creates a root.
    pub fn new(root: P, database: Arc<D>) -> Self {
        let mut position = Self { inner: root, plies: 0, is_root_known: false, database };
        position.set_root();
        position
    }

    /// Makes the current position the root. Moves before it can no longer be undone.
    pub fn set_root(&mut self) {
        self.plies = 0;
        let goes_on = self.inner.over().is_none();
        self.is_root_known = goes_on && self.database.probe(&self.inner).is_some();
    }

    /// Changes the position of the game by `change`, and makes the result the root.
    pub fn change_root(&mut self, change: impl FnOnce(&mut P)) {
        change(&mut self.inner);
        self.set_root();
    }

    /// Returns whether every move leads to a known value.
    fn is_each_child_known(&self) -> bool {
        let mut position = self.inner.clone();
        Moves::collect(|out| self.inner.moves(out)).into_iter().all(|mv| {
            let undo = position.play(mv);
            let is_known = position.over().is_some() || self.database.probe(&position).is_some();
            position.undo(mv, undo);
            is_known
        })
    }

    /// Returns the position of the game.
    pub fn inner(&self) -> &P {
        &self.inner
    }

    /// Returns the database.
    pub fn database(&self) -> &Arc<D> {
        &self.database
    }

    /// Returns the value of this position if the database knows it, of the root too. `None` where
    /// the game is over.
    #[must_use]
    pub fn known(&self) -> Option<Score> {
        if self.inner.over().is_some() { None } else { self.database.probe(&self.inner) }
    }

    /// Returns whether this is a root of which every move leads to a known value.
    fn is_decided_root(&self) -> bool {
        self.plies == 0 && self.is_root_known && self.is_each_child_known()
    }

    /// Returns the value by the database, below the root.
    #[inline]
    fn probed(&self) -> Option<Score> {
        if self.plies == 0 { None } else { self.database.probe(&self.inner) }
    }
}

impl<P: Position, D: Probe<P> + ?Sized> Position for WithDatabase<P, D> {
    // `key_after` is that of the inner game: a child is never a root.
    forward_position!(self.inner: P; except
        key, key_kind, over, bounds, bounds_for, play, undo, plies_left, fingerprint);

    #[inline]
    fn key(&self) -> u64 {
        let is_searched = self.plies == 0 && self.is_root_known;
        self.inner.key() ^ if is_searched { ROOT } else { 0 }
    }

    /// The key of a root may need more bits than the others.
    fn key_kind(&self) -> KeyKind {
        KeyKind::Hashed
    }

    #[inline]
    fn over(&self) -> Option<Score> {
        self.inner.over().or_else(|| self.probed())
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        self.over().map_or_else(|| self.inner.bounds(), Bounds::exact)
    }

    #[inline]
    fn bounds_for(&self, window: Window) -> Bounds {
        self.over().map_or_else(|| self.inner.bounds_for(window), Bounds::exact)
    }

    #[inline]
    fn play(&mut self, mv: P::Move) -> P::Undo {
        self.plies += 1;
        self.inner.play(mv)
    }

    #[inline]
    fn undo(&mut self, mv: P::Move, undo: P::Undo) {
        self.plies = self.plies.checked_sub(1).expect("a move after the root");
        self.inner.undo(mv, undo);
    }

    /// Where the game has no last position: 1 at a root whose moves all lead to known values, and 0
    /// where the game is over or its value is known, so that such a root can be searched to the
    /// end.
    fn plies_left(&self) -> Option<u32> {
        let decided = || self.is_decided_root().then_some(1);
        self.inner.plies_left().or_else(|| decided().or_else(|| self.over().map(|_| 0)))
    }

    fn fingerprint(&self) -> u64 {
        mixed([self.inner.fingerprint(), self.database.identity()])
    }
}

// By hand: a derived `Clone` would ask the database for one too.
impl<P: Clone, D: ?Sized> Clone for WithDatabase<P, D> {
    fn clone(&self) -> Self {
        let Self { inner, plies, is_root_known, database } = self;
        let (inner, database) = (inner.clone(), Arc::clone(database));
        Self { inner, plies: *plies, is_root_known: *is_root_known, database }
    }
}

impl<P: fmt::Debug, D: ?Sized> fmt::Debug for WithDatabase<P, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inner, plies, .. } = self;
        f.debug_struct("WithDatabase")
            .field("inner", inner)
            .field("plies", plies)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests;
