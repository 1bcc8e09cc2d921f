//! [`ChanceSearcher`]: what a search of a node might find, as chance has it.

use crate::graph::GraphValues;
use crate::{Chance, SplitMix64};
use eldest::{Bounds, Depth, Score};
use eldest_prove::{Fact, Job, JobEnd, JobReport};

/// How often the budget of a check runs out, and how often more facts are told than were wanted,
/// the last of them false: in a hundred.
const UNCONFIRMED: u64 = 8;
const TALKATIVE: u64 = 30;
/// No search takes more nodes: a check to the end runs out of them, too, where its worker limits
/// them.
const MOST_NODES: u64 = 10_000;

/// Knows all values, and tells as much of them as chance has it.
pub(super) struct ChanceSearcher<'v> {
    values: &'v GraphValues,
    size: u16,
    random: SplitMix64,
    /// How often a budget runs out, in a hundred.
    exhausted: u64,
}

impl<'v> ChanceSearcher<'v> {
    pub(super) fn new(values: &'v GraphValues, size: u16, exhausted: u64, seed: u64) -> Self {
        Self { values, size, random: SplitMix64(seed), exhausted }
    }

    /// What comes of `job`, all of it true that was asked for.
    pub(super) fn search(&mut self, job: &Job) -> JobReport {
        let at: u16 = job.position.parse().expect("the number of a node");
        let value = self.values.value(at, Depth::END);
        let budget = job.budget.min(MOST_NODES);
        let nodes = 1 + self.random.below(budget);
        let often = if job.afresh { UNCONFIRMED } else { self.exhausted };
        if self.random.odds(often) {
            let order = (0..self.random.below(4)).map(|_| self.random.below(9).to_string());
            let order = order.collect();
            let bounds = self.around(value);
            return JobReport::new(bounds, budget, JobEnd::Exhausted)
                .with(|told| (told.facts, told.order) = (self.facts(job.facts), order));
        }
        JobReport::new(
            self.decided(value, job.least.expect("a proof asks null windows")),
            nodes,
            JobEnd::Decided,
        )
    }

    /// Up to `most` true facts; or those, and one that is not and that nobody wanted.
    fn facts(&mut self, most: u16) -> Vec<Fact> {
        let is_talkative = self.random.odds(TALKATIVE);
        let count = if is_talkative { most } else { self.random.below(u64::from(most) + 1) as u16 };
        let mut facts: Vec<Fact> = (0..count).map(|_| self.fact()).collect();
        facts.extend(is_talkative.then(|| self.falsehood()));
        facts
    }

    fn falsehood(&mut self) -> Fact {
        let at = self.random.below(self.size.into()) as u16;
        let value = self.values.value(at, Depth::END);
        let wrong = if value > Score::DRAW { Score::LOSS } else { Score::WIN };
        Fact::new(at.to_string(), Bounds::exact(wrong))
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
