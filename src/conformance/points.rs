//! Checks of points that the key leaves out.

use super::snapshot::differ;
use super::violation::{Broken, Difference};
use crate::position::Points;
use crate::{Bounds, Score};
use std::fmt::Debug;

/// The scores that are points.
const ALL: Bounds = Bounds { lower: Score::new(-Score::MAX_VALUE.get()), upper: Score::MAX_VALUE };

/// Checks that the points do not exceed the largest score.
pub(super) fn check_taken<M>(taken: Points) -> Result<(), Broken<M>> {
    match taken.get() {
        Some(taken) if taken.unsigned_abs() > Score::MAX_VALUE.get().unsigned_abs() => {
            Err(Broken::TakenTooMany { taken })
        }
        _ => Ok(()),
    }
}

/// Checks that the value still to come of `whole` lies within `range`, and is a valid score.
pub(super) fn check_to_come<M>(
    taken: Points,
    whole: Score,
    range: Bounds,
) -> Result<(), Broken<M>> {
    let Some(taken) = taken.get().filter(|_| ALL.contains(whole)) else { return Ok(()) };
    let left = i64::from(whole.get()) - i64::from(taken);
    let lies =
        |bounds: Bounds| (bounds.lower.get().into()..=bounds.upper.get().into()).contains(&left);
    if lies(ALL) && lies(range) {
        Ok(())
    } else {
        Err(Broken::ToCome { whole, taken, left, range })
    }
}

/// The same for an evaluation, which may exceed the range.
pub(super) fn check_estimate<M>(taken: Points, whole: Score) -> Result<(), Broken<M>> {
    check_to_come(taken, whole, ALL)
}

/// A value, and the points taken at its position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Worth<V> {
    pub(super) whole: V,
    pub(super) taken: Points,
}

/// A score, or none yet.
pub(super) trait Scored: Copy + PartialEq + Debug {
    fn map(self, change: impl Fn(Score) -> Score) -> Self;
}

impl Scored for Score {
    fn map(self, change: impl Fn(Score) -> Score) -> Self {
        change(self)
    }
}

impl Scored for Option<Score> {
    fn map(self, change: impl Fn(Score) -> Score) -> Self {
        Option::map(self, change)
    }
}

/// The difference between two positions with one key.
pub(super) enum Unlike {
    /// In the value still to come.
    ToCome(Difference),
    /// None, if points were counted for the other side.
    Side,
}

impl<V: Scored> Worth<V> {
    /// Compares the values still to come; `whats` names the quantity, without points and with
    /// points.
    pub(super) fn compare(self, other: Self, whats: [&'static str; 2]) -> Result<(), Unlike> {
        let has_points = self.taken.get().or(other.taken.get()).is_some();
        differ(whats[usize::from(has_points)], &self.to_come(), &other.to_come()).map_err(
            |difference| {
                let turned = self.turned() == other.turned();
                if has_points && turned { Unlike::Side } else { Unlike::ToCome(difference) }
            },
        )
    }

    fn to_come(self) -> V {
        self.whole.map(|whole| self.taken.to_come(whole))
    }

    /// Returns the value still to come if points were counted for the other side.
    fn turned(self) -> V {
        let taken = self.taken.turned();
        self.whole.map(|whole| taken.to_come(whole))
    }
}
