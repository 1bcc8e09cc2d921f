//! [`Selective`]: an evaluator with a selection.

use super::mixed;
use super::{Evaluator, Selection, Selector, Tactics};
use crate::forward_evaluator;

/// The evaluator `E`, for searches to a depth that leave out what a [`Selection`] lists.
///
/// Reports of such searches are neither [`exact`](crate::Report::exact) nor
/// [`proved`](crate::Report::proved). A reported win is a real win, though there may be a shorter
/// one. Searches to the end leave nothing out.
///
/// ```
/// use eldest::selective::{Selection, Selective};
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
/// # let judge = |_: &Countdown| eldest::Score::DRAW;
///
/// let selective = Selective::new(judge, Selection::default());
/// let mut engine = Engine::<Countdown>::builder().evaluator(selective).build()?;
/// let report = engine.search(&Countdown::new(50), &Limits::new().depth(9))?;
/// assert!(!report.exact && !report.proved);
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Selective<E> {
    evaluator: E,
    selection: Selection,
}

impl<E> Selective<E> {
    /// Wraps `evaluator` with the selection of what may be left out.
    #[must_use]
    pub const fn new(evaluator: E, selection: Selection) -> Self {
        Self { evaluator, selection }
    }
}

impl<E: Clone> Selective<E> {
    /// Returns the same evaluator with another selection.
    #[must_use]
    pub fn with(&self, selection: Selection) -> Self {
        Self::new(self.evaluator.clone(), selection)
    }
}

impl<P: Tactics, E: Evaluator<P>> Evaluator<P> for Selective<E> {
    forward_evaluator!(self.evaluator: E as Evaluator<P>; except SELECTS, fingerprint, selector);

    const SELECTS: bool = true;

    fn fingerprint(&self) -> u64 {
        match self.selection.fingerprint() {
            0 => self.evaluator.fingerprint(),
            selection => mixed([self.evaluator.fingerprint(), selection]),
        }
    }

    #[inline]
    fn selector(&self) -> impl Selector<P> {
        &self.selection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::doc::Countdown;
    use crate::selective::Parameter;
    use std::collections::HashSet;

    /// An evaluator with the given fingerprint.
    #[derive(Clone)]
    struct Declared(u64);

    impl Evaluator<Countdown> for Declared {
        type State = ();

        fn start(&self, _: &Countdown) {}

        fn evaluate(&self, _: &Countdown, (): &()) -> Score {
            Score::DRAW
        }

        fn fingerprint(&self) -> u64 {
            self.0
        }
    }

    fn print(evaluator: u64, selection: Selection) -> u64 {
        Selective::new(Declared(evaluator), selection).fingerprint()
    }

    #[test]
    fn evaluators_and_selections_have_fingerprints_of_their_own_together() {
        let usual = Selection::default();
        let margins = (0..200).map(|margin| usual.with(|s| s.margin = margin));
        let verified = (0..200).map(|plies| usual.with(|s| s.verify_from = 15 + plies));
        let bonuses = (1..200)
            .map(|less| usual.with(|s| s.parameters.set(Parameter::BonusMost, 2_048 - less)));
        let selections: Vec<_> = margins.chain(verified).chain(bonuses).collect();
        let pairs = || (0..64).flat_map(|e| selections.iter().map(move |s| (e, *s)));
        let prints: HashSet<u64> = pairs().map(|(e, s)| print(e, s)).collect();
        // The usual margin is among the first.
        assert_eq!(prints.len(), pairs().count());
    }

    /// A change of one number can look like one of the margin and of the plies of verification.
    #[test]
    fn fields_of_a_selection_are_mixed() {
        let some = |less: i32, margin: i32, verify_from: u16| {
            Selection::default().with(|s| {
                (s.margin, s.verify_from) = (margin, verify_from);
                s.parameters.set(Parameter::BonusMost, 2_048 - less);
            })
        };
        let all = (0..4).flat_map(|less| {
            (0..2_048).flat_map(move |margin| {
                [14, 14 ^ 1 << 8, 14 ^ 1 << 9].map(|plies| some(less, margin, plies))
            })
        });
        let prints: Vec<u64> = all.map(|selection| selection.fingerprint()).collect();
        assert_eq!(prints.iter().collect::<HashSet<_>>().len(), prints.len());
    }

    #[test]
    fn where_nothing_is_left_out_the_evaluator_is_what_it_was() {
        let idle = Selection::NONE.with(|s| (s.margin, s.signed_history) = (7, true));
        assert_eq!(print(5, idle), 5);
    }
}
