//! [`ChanceSearcher`]: random results of searches.

use crate::graph::GraphValues;
use crate::{Chance, SplitMix64};
use eldest::{Bounds, Depth, Score};
use eldest_prove::{Fact, Job, JobEnd, JobReport};

/// The percentages of checks that exhaust their budget, and of reports with more facts than
/// requested, the last of which is false.
const UNCONFIRMED: u64 = 8;
const TALKATIVE: u64 = 30;
/// The most nodes of a search: a check to the end exhausts its budget, too, if its worker has a
/// limit.
const MOST_NODES: u64 = 10_000;

/// Reports true results with random precision.
pub(super) struct ChanceSearcher<'v> {
    values: &'v GraphValues,
    size: u16,
    random: SplitMix64,
    /// The percentage of jobs that exhaust their budget.
    exhausted: u64,
}

impl<'v> ChanceSearcher<'v> {
    pub(super) fn new(values: &'v GraphValues, size: u16, exhausted: u64, seed: u64) -> Self {
        Self { values, size, random: SplitMix64(seed), exhausted }
    }

    /// The report of `job`; everything that was requested is true.
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
                .with(|report| (report.facts, report.order) = (self.facts(job.facts), order));
        }
        JobReport::new(
            self.decided(value, job.least.expect("a proof uses null windows")),
            nodes,
            JobEnd::Decided,
        )
    }

    /// Up to `most` true facts; or that many, and a false one that was not requested.
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

    /// Random bounds that contain `value`.
    fn around(&mut self, value: Score) -> Bounds {
        let lower = self.below(value);
        let upper = -self.below(-value);
        Bounds::new(lower, upper)
    }

    /// A score that is at most `value`.
    fn below(&mut self, value: Score) -> Score {
        let less = self.random.pick(&[0, 1, 5, 1000]);
        let score = Score::new((value.get() - less).max(Score::LOSS.get()));
        if self.random.odds(50) { Score::LOSS } else { score }
    }

    /// Bounds that decide whether `value` is at least `least`, possibly tighter.
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
