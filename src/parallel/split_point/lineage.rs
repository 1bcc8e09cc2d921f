//! The split points that enclose a [`SplitPoint`]: only a bounded number of them is examined.
//!
//! A line of thirty thousand plies may have a split point at each, and a worker that examined all
//! of them whenever it claims a sibling would take quadratic time. So it visits the nearest one by
//! one, and those further away in leaps: every `NEAR`-th split point refers to one far above it, as
//! in a skew-binary list (Myers 1983, "An applicative random-access stack"). The number of steps
//! grows with the logarithm of the depth.

use super::SplitPoint;
use crate::position::Position;
use crate::sync::{Arc, share};

/// The number of enclosing split points that are visited one by one. In most games no more are ever
/// nested.
const NEAR: u32 = 64;

impl<P: Position, S> SplitPoint<P, S> {
    /// Iterates over enclosing split points, from the next one on: all of the nearest, and fewer
    /// with growing distance.
    pub(in crate::parallel) fn ancestors(&self) -> impl Iterator<Item = &Arc<Self>> {
        let mut near = NEAR;
        std::iter::successors(self.parent.as_ref(), move |split| {
            near = near.saturating_sub(1);
            if near == 0 { split.far() } else { split.parent.as_ref() }
        })
    }

    /// Whether the owner of one of the [`ancestors`](Self::ancestors) is idle.
    pub(in crate::parallel) fn is_owner_above_idle(&self) -> bool {
        self.ancestors().any(|ancestor| ancestor.is_owner_idle())
    }

    /// Returns the split points with work for another worker, from this one up.
    pub(in crate::parallel) fn open_lineage(self: &Arc<Self>) -> Vec<&Arc<Self>> {
        let lineage = [self].into_iter().chain(self.ancestors());
        lineage.filter(|split| split.is_open()).collect()
    }

    /// Returns the outermost split point with work for another worker, from this one up: it has the
    /// most to share. Only those below `limit`, if given.
    pub(in crate::parallel) fn outermost(
        self: &Arc<Self>,
        limit: Option<&Self>,
    ) -> Option<&Arc<Self>> {
        if limit.is_some_and(|limit| !self.is_below(limit)) {
            return None;
        }
        let lineage = [self].into_iter().chain(self.ancestors());
        let below = lineage.take_while(|split| limit.is_none_or(|limit| split.level > limit.level));
        below.filter(|split| split.is_open()).last()
    }

    /// Whether `limit` encloses this split point.
    fn is_below(&self, limit: &Self) -> bool {
        let last = self.up_to(limit).last();
        last.is_some_and(|last| std::ptr::eq(last, limit))
    }

    /// Iterates upwards to the level of `limit`, in leaps where possible; empty if it is not above.
    fn up_to(&self, limit: &Self) -> impl Iterator<Item = &Self> {
        let level = limit.level;
        std::iter::successors(Some(self), move |split| {
            let far = split.far().filter(|far| far.level >= level);
            far.or(split.parent.as_ref()).filter(|above| above.level >= level).map(|above| &**above)
        })
        .skip(1)
    }

    /// Returns the target of the leap, or else the parent.
    fn far(&self) -> Option<&Arc<Self>> {
        self.leap.as_ref().or(self.parent.as_ref())
    }

    /// Returns the target of the leap of a split point at `level` below `parent`, if it has one:
    /// the last one with a leap, or twice as far as that one's leap if its target leaps equally
    /// far.
    pub(super) fn leap(level: u32, parent: Option<&Arc<Self>>) -> Option<Arc<Self>> {
        if !level.is_multiple_of(NEAR) {
            return None;
        }
        let is_last = |split: &&Arc<Self>| split.level.is_multiple_of(NEAR);
        let last = std::iter::successors(parent, |split| split.parent.as_ref()).find(is_last)?;
        let twice = last.leap.as_ref().and_then(|next| {
            let target = next.leap.as_ref()?;
            (last.level - next.level == next.level - target.level).then_some(target)
        });
        Some(share(twice.unwrap_or(last)))
    }
}

/// Drops a chain of split points one after the other, instead of recursively.
impl<P: Position, S> Drop for SplitPoint<P, S> {
    fn drop(&mut self) {
        // The target of the leap is above the parent, which holds it.
        self.leap = None;
        let mut parent = self.parent.take();
        while let Some(mut last) = parent.and_then(Arc::into_inner) {
            last.leap = None;
            parent = last.parent.take();
        }
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::parallel::split_point::tests::{Split, split};

    /// Returns `count` nested split points, the outermost first.
    fn nested(count: usize) -> Vec<Arc<Split>> {
        let below = |last: &Arc<Split>| Some(split(Some(last), &[0, 1]));
        std::iter::successors(Some(split(None, &[0, 1])), below).take(count).collect()
    }

    #[test]
    fn all_that_are_near_are_looked_at_in_order() {
        let splits = nested(NEAR as usize + 1);
        let seen: Vec<_> = splits[NEAR as usize].ancestors().map(|split| split.level).collect();
        assert_eq!(seen, (0..NEAR).rev().collect::<Vec<_>>());
    }

    /// The bound is twice `NEAR`, plus two or three for each doubling of the others.
    #[test]
    fn few_of_very_many_are_looked_at() {
        let (splits, most) = (nested(30_000), 2 * NEAR as usize + 3 * 9);
        for split in &splits {
            let seen: Vec<_> = split.ancestors().map(|split| split.level).collect();
            assert!(seen.len() <= most && seen.is_sorted_by(|a, b| a > b), "{seen:?}");
            assert_eq!(seen.last().copied().unwrap_or(0), 0, "the outermost is among them");
            assert!(split.up_to(&splits[0]).count() <= most);
        }
    }

    #[test]
    fn whatever_is_above_is_known_to_be() {
        let (splits, other) = (nested(1_000), split(None, &[0, 1]));
        for below in (0..1_000).step_by(7) {
            for above in (0..1_000).step_by(11) {
                assert_eq!(splits[below].is_below(&splits[above]), above < below);
            }
            assert!(!splits[below].is_below(&other));
        }
        let outermost = |limit| splits[999].outermost(limit).map(|split| split.level);
        assert_eq!((outermost(None), outermost(Some(&splits[990]))), (Some(0), Some(991)));
        assert_eq!((outermost(Some(&splits[999])), outermost(Some(&other))), (None, None));
    }

    #[test]
    fn the_last_reference_to_many_drops_on_a_small_stack() {
        let innermost = nested(30_000).pop();
        let dropping = std::thread::Builder::new().stack_size(1 << 16);
        dropping.spawn(move || drop(innermost)).expect("a thread").join().expect("no panic");
    }
}
