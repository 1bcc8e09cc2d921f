//! [`Searcher`]: what a search of a node might find, as chance has it.

use crate::graph::Values;
use crate::{Chance, Random};
use arbitrary::Unstructured;
use eldest::{Bounds, Depth, Score};
use eldest_prove::{End, Fact, Job, Outcome};

/// Knows all values, and tells as much of them as chance has it.
pub(super) struct Searcher<'v> {
    values: &'v Values,
    size: u16,
    random: Random,
    /// How often a budget runs out, in a hundred.
    exhausted: u64,
}

impl<'v> Searcher<'v> {
    pub(super) fn new(values: &'v Values, size: u16, bytes: &mut Unstructured<'_>) -> Self {
        let exhausted = bytes.pick(&[50, 0, 90, 100]);
        Self { values, size, random: Random(bytes.below(1 << 16)), exhausted }
    }

    /// What comes of `job`, all of it true.
    pub(super) fn search(&mut self, job: &Job) -> Outcome {
        let at: u16 = job.position.parse().expect("the number of a node");
        let value = self.values.value(at, Depth::END);
        let nodes = 1 + self.random.below(job.budget);
        if !job.afresh && self.random.odds(self.exhausted) {
            let facts = (0..self.random.below(u64::from(job.facts) + 1)).map(|_| self.fact());
            let facts = facts.collect();
            let order = (0..self.random.below(4)).map(|_| self.random.below(9).to_string());
            let order = order.collect();
            let bounds = self.around(value);
            return Outcome::new(bounds, job.budget, End::Exhausted)
                .with(|told| (told.facts, told.order) = (facts, order));
        }
        Outcome::new(
            self.decided(value, job.least.expect("a proof asks null windows")),
            nodes,
            End::Decided,
        )
    }

    fn fact(&mut self) -> Fact {
        let at = self.random.below(self.size.into()) as u16;
        let bounds = self.around(self.values.value(at, Depth::END));
        Fact::new(at.to_string(), bounds)
    }

    /// Bounds in which `value` lies.
    fn around(&mut self, value: Score) -> Bounds {
        let lower = self.below(value);
        let upper = -self.below(-value);
        Bounds::new(lower, upper)
    }

    /// Something that is not above `value`.
    fn below(&mut self, value: Score) -> Score {
        let less = self.random.pick(&[0, 1, 5, 1000]);
        let score = Score::new((value.get() - less).max(Score::LOSS.get()));
        if self.random.odds(50) { Score::LOSS } else { score }
    }

    /// Bounds that say whether `value` is at least `least`, and perhaps more.
    fn decided(&mut self, value: Score, least: i32) -> Bounds {
        let bounds = self.around(value);
        if value.get() >= least {
            let least = Score::new(least).max(Score::LOSS);
            Bounds::new(bounds.lower().max(least), bounds.upper())
        } else {
            let most = Score::new(least - 1).min(Score::WIN);
            Bounds::new(bounds.lower(), bounds.upper().min(most))
        }
    }
}
