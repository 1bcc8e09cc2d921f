//! [`Past`]: the history of positions, as far as the rules need it.

use std::fmt::Debug;

/// The history of a game before the current position.
#[doc(hidden)]
pub trait Past: Clone + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether it stores anything.
    const KEEPS: bool;
    /// Adds the position with `key`, before a move.
    fn push(&mut self, key: impl FnOnce() -> u64);
    /// Removes the last position, after a move is undone.
    fn pop(&mut self);
    /// Marks the current position as the start of a search.
    fn begin(&mut self);
    /// Turns repetition off, for earlier and for later positions.
    fn ignore(&mut self);
    /// Returns whether the position with `key` is a draw by repetition, after `clock` reversible
    /// plies.
    fn repeats(&self, key: impl FnOnce() -> u64, clock: u8) -> bool;
}

impl Past for () {
    const KEEPS: bool = false;

    #[inline(always)]
    fn push(&mut self, _: impl FnOnce() -> u64) {}

    #[inline(always)]
    fn pop(&mut self) {}

    fn begin(&mut self) {}

    fn ignore(&mut self) {}

    #[inline(always)]
    fn repeats(&self, _: impl FnOnce() -> u64, _: u8) -> bool {
        false
    }
}

/// The keys of all positions before the current one.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastKeys {
    keys: Vec<u64>,
    /// The number of keys before the start of the search.
    root: usize,
    /// The number of keys that do not count: 0, or `usize::MAX` for all.
    ignored: usize,
}

impl Past for PastKeys {
    const KEEPS: bool = true;

    #[inline]
    fn push(&mut self, key: impl FnOnce() -> u64) {
        self.keys.push(key());
    }

    #[inline]
    fn pop(&mut self) {
        self.keys.pop();
    }

    fn begin(&mut self) {
        self.root = self.keys.len();
    }

    fn ignore(&mut self) {
        self.ignored = usize::MAX;
    }

    /// Compares only positions with the same side to move. The first can recur after four plies.
    #[inline]
    fn repeats(&self, key: impl FnOnce() -> u64, clock: u8) -> bool {
        let reversible = self.keys.len().saturating_sub(self.ignored).min(clock.into());
        if reversible < 4 {
            return false;
        }
        let (key, first) = (key(), self.keys.len() - reversible);
        let earlier = (first..=self.keys.len() - 4).rev().step_by(2);
        let mut same = earlier.filter(|&at| self.keys[at] == key);
        same.next().is_some_and(|at| at >= self.root || same.next().is_some())
    }
}
