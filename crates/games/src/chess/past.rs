//! [`Past`]: the positions before the present one, as far as the rules ask about them.

use std::fmt::Debug;

/// What a game remembers of the positions before the present one.
#[doc(hidden)]
pub trait Past: Clone + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether it remembers anything.
    const KEEPS: bool;
    /// The position with `key` is left.
    fn push(&mut self, key: impl FnOnce() -> u64);
    /// The position that was left last is there again.
    fn pop(&mut self);
    /// A search begins at the present position.
    fn begin(&mut self);
    /// From now on nothing repeats: neither what was before, nor what is to come.
    fn ignore(&mut self);
    /// Whether the position with `key` makes a draw, when nothing has been irreversible for `clock` plies.
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

/// The keys of all positions before the present one.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastKeys {
    keys: Vec<u64>,
    /// So many of them are before the search.
    root: usize,
    /// So many of them do not count: none, or as many as there ever are.
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

    /// Only positions with the same side to move can be the same, and not before the fourth ply.
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
