//! Random options, including those under which threads share the work of tiny trees, and counts of
//! how often they did.

use crate::Chance;
use eldest::options::{Driver, Sharing};
use eldest::report::{CUTOFF_INDICES, Statistics, StopReason};
use eldest::{Algorithm, DepthMatch, Options, Report};
use std::collections::HashMap;
use std::iter::repeat_n;

/// Random switches, any algorithm, 1 to 8 threads, eager to share.
pub fn shared_options(chance: &mut impl Chance) -> Options {
    let sharing = eager(chance);
    let (algorithm, threads) =
        (chance.pick(&Algorithm::ALL), chance.pick(&[1, 2, 2, 3, 3, 4, 4, 8]));
    options(chance).with(|options| {
        (options.algorithm, options.threads, options.sharing) = (algorithm, threads, sharing);
    })
}

/// Weights of the algorithms where cutoffs should stop other threads: most weight for the one with
/// the most such cutoffs.
const LIVELY: [(Algorithm, usize); 6] = [
    (Algorithm::YoungBrothersWait, 7),
    (Algorithm::PvSplit, 3),
    (Algorithm::RootSplit, 2),
    (Algorithm::Abdada, 2),
    (Algorithm::SimplifiedAbdada, 2),
    (Algorithm::LazySmp, 2),
];

/// A random algorithm for several threads; each has at least a tenth of the cases.
pub fn lively(chance: &mut impl Chance) -> Algorithm {
    let odds: u64 = LIVELY.iter().map(|(_, odds)| *odds as u64).sum();
    let mut all = LIVELY.iter().flat_map(|(algorithm, odds)| repeat_n(*algorithm, *odds));
    all.nth(chance.below(odds) as usize).expect("it is one of them")
}

/// The default switches, with threads that share eagerly.
#[must_use]
pub fn team(algorithm: Algorithm, threads: usize) -> Options {
    Options::default().with(|options| {
        (options.algorithm, options.threads) = (algorithm, threads);
        options.sharing = Sharing::default().with(|sharing| {
            (sharing.split_depth, sharing.split_work, sharing.call_after) = (0, 0, 0);
            (sharing.only_when_idle, sharing.defer_depth) = (false, Some(0));
        });
    })
}

/// Random settings under which even small trees are shared.
pub fn eager(chance: &mut impl Chance) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = chance.pick(&[0, 0, 1, 2]);
        sharing.split_work = chance.pick(&[0, 0, 0, 3, 20]);
        sharing.only_when_idle = chance.odds(50);
        sharing.split_workers = chance.pick(&[0, 2, 3, usize::MAX]);
        sharing.cut_siblings = chance.pick(&[None, Some(0), Some(1), Some(2)]);
        sharing.defer_depth = chance.pick(&[Some(0), Some(1), Some(2), None]);
        sharing.call_after = chance.pick(&[0, 0, 0, 5, 40]);
        sharing.common_history = chance.odds(50);
        sharing.passes = chance.pick(&[None, Some(1), Some(2), Some(3)]);
    })
}

/// The counts of all searches, by algorithm.
#[derive(Debug, Default)]
pub struct SharingTally {
    by_algorithm: HashMap<Algorithm, SharingCounts>,
    pasts: u64,
    wide: u64,
}

/// Counts that show whether threads interacted, and whether other events occurred.
#[derive(Copy, Clone, Debug, Default)]
pub struct SharingCounts {
    /// All searches.
    pub searches: u64,
    /// Searches not ended by a limit on nodes.
    pub whole: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes spent on aborted siblings.
    pub aborted_nodes: u64,
    /// Split points opened.
    pub splits: u64,
    /// Split points of other workers joined.
    pub steals: u64,
    /// Siblings aborted by a cutoff at another one.
    pub aborts: u64,
    /// Root windows searched beside others.
    pub passes_beside: u64,
    /// Siblings deferred.
    pub deferred: u64,
    /// Re-searches after a scout failed high.
    pub researches: u64,
    /// Siblings that failed high.
    pub cutoffs: u64,
    /// Of these, the first child and the second.
    pub eldest: [u64; 2],
    /// Probes that found an entry.
    pub table_hits: u64,
    /// Nodes cut off by a table entry.
    pub table_cutoffs: u64,
    /// Nodes cut off by the entry of a child (enhanced transposition cutoffs).
    pub etc_cutoffs: u64,
    /// Positions visited by quiescence beyond the horizon.
    pub quiescence: u64,
}

impl SharingCounts {
    fn of<M>(report: &Report<M>) -> Self {
        let statistics = &report.statistics;
        Self {
            searches: 1,
            whole: (report.stop_reason != StopReason::Nodes).into(),
            nodes: statistics.nodes,
            aborted_nodes: statistics.aborted_nodes,
            splits: statistics.splits,
            steals: statistics.steals,
            aborts: statistics.aborts,
            passes_beside: statistics.passes_beside,
            deferred: statistics.deferred,
            researches: statistics.researches,
            cutoffs: statistics.cutoffs.iter().sum(),
            eldest: [statistics.cutoffs[0], statistics.cutoffs[1]],
            table_hits: statistics.table_hits,
            table_cutoffs: statistics.table_cutoffs,
            etc_cutoffs: statistics.etc_cutoffs,
            quiescence: statistics.quiescence_nodes,
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            searches: self.searches + other.searches,
            whole: self.whole + other.whole,
            nodes: self.nodes + other.nodes,
            aborted_nodes: self.aborted_nodes + other.aborted_nodes,
            splits: self.splits + other.splits,
            steals: self.steals + other.steals,
            aborts: self.aborts + other.aborts,
            passes_beside: self.passes_beside + other.passes_beside,
            deferred: self.deferred + other.deferred,
            researches: self.researches + other.researches,
            cutoffs: self.cutoffs + other.cutoffs,
            eldest: [0, 1].map(|place| self.eldest[place] + other.eldest[place]),
            table_hits: self.table_hits + other.table_hits,
            table_cutoffs: self.table_cutoffs + other.table_cutoffs,
            etc_cutoffs: self.etc_cutoffs + other.etc_cutoffs,
            quiescence: self.quiescence + other.quiescence,
        }
    }
}

impl SharingTally {
    /// Adds the search of `report`.
    pub fn add<M>(&mut self, options: &Options, report: &Report<M>) {
        let counts = self.by_algorithm.entry(options.algorithm).or_default();
        *counts = counts.plus(SharingCounts::of(report));
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (algorithm, more) in &other.by_algorithm {
            let counts = self.by_algorithm.entry(*algorithm).or_default();
            *counts = counts.plus(*more);
        }
        self.pasts += other.pasts;
        self.wide += other.wide;
        self
    }

    /// Adds the number of times that a position used an entry stored after another past.
    #[cfg(feature = "targets")]
    pub(crate) fn add_pasts(&mut self, times: u64) {
        self.pasts += times;
    }

    /// Counts a search in which a driver of null windows fell back to the full range.
    #[cfg(all(feature = "targets", not(schedule)))]
    pub(crate) fn add_wide(&mut self, is_wide: bool) {
        self.wide += u64::from(is_wide);
    }

    /// The number of searches in which a driver of null windows fell back to the full range.
    #[must_use]
    pub fn wide(&self) -> u64 {
        self.wide
    }

    /// The number of times that a position used an entry stored after another past, with other
    /// points.
    #[must_use]
    pub fn pasts(&self) -> u64 {
        self.pasts
    }

    /// The counts of `algorithm`.
    #[must_use]
    pub fn of(&self, algorithm: Algorithm) -> SharingCounts {
        self.by_algorithm.get(&algorithm).copied().unwrap_or_default()
    }

    /// The sum of the counts of `algorithms`.
    #[must_use]
    pub fn sum(&self, algorithms: &[Algorithm]) -> SharingCounts {
        algorithms
            .iter()
            .map(|one| self.of(*one))
            .fold(SharingCounts::default(), SharingCounts::plus)
    }

    /// Checks that threads interacted often under every algorithm, in the way of that algorithm.
    /// Otherwise a passing test proves nothing.
    ///
    /// # Panics
    /// If they did not.
    pub fn check(&self, least: u64) {
        for algorithm in Algorithm::ALL {
            let counts = self.of(algorithm);
            let met = match algorithm {
                Algorithm::RootSplit | Algorithm::PvSplit => counts.splits.min(counts.steals),
                Algorithm::YoungBrothersWait => {
                    counts.splits.min(counts.steals).min(counts.aborts).min(counts.passes_beside)
                }
                Algorithm::LazySmp => counts.steals.min(counts.passes_beside),
                _ => counts.steals.min(counts.deferred).min(counts.passes_beside),
            };
            assert!(met > least, "{algorithm:?}: {counts:?}");
        }
    }
}

/// Checks that the counts of a report are consistent.
///
/// # Panics
/// If they are not.
pub fn check_counts<M: std::fmt::Debug>(report: &Report<M>, threads: usize) {
    assert_eq!(report.workers.len(), threads, "{report:?}");
    assert_eq!(report.progress.nodes, report.statistics.nodes, "{report:?}");
    for count in COUNTS {
        let sum: u64 = report.workers.iter().map(count).sum();
        assert_eq!(sum, count(&report.statistics), "{report:?}");
    }
    for index in 0..CUTOFF_INDICES {
        let sum: u64 = report.workers.iter().map(|worker| worker.cutoffs[index]).sum();
        assert_eq!(sum, report.statistics.cutoffs[index], "{report:?}");
    }
}

/// Counts whose total is the sum over all threads.
const COUNTS: [fn(&Statistics) -> u64; 13] = [
    |one| one.nodes,
    |one| one.quiescence_nodes,
    |one| one.table_hits,
    |one| one.table_cutoffs,
    |one| one.etc_cutoffs,
    |one| one.researches,
    |one| one.splits,
    |one| one.steals,
    |one| one.passes_beside,
    |one| one.deferred,
    |one| one.aborts,
    |one| one.aborted_nodes,
    |one| one.idle.as_nanos() as u64,
];

/// A random driver.
pub fn driver(chance: &mut impl Chance) -> Driver {
    let narrow = Driver::Aspiration { delta: chance.pick(&[0, 1, 3, 50, u32::MAX]) };
    chance.pick(&[Driver::Pvs, narrow, Driver::MtdF, Driver::Bisection])
}

/// Random switches; entries count only at equal depth.
pub fn options(chance: &mut impl Chance) -> Options {
    Options::default().with(|o| {
        o.driver = driver(chance);
        o.driver_to_end = driver(chance);
        o.depth_match = DepthMatch::Exact;
        o.table_move = chance.odds(70);
        o.ranks = chance.odds(50);
        o.killers = chance.odds(50);
        o.history = chance.odds(50);
        o.countermove = chance.odds(50);
        o.iid = chance.odds(50);
        o.etc = chance.pick(&[None, Some(0), Some(2)]);
        o.table_from = chance.pick(&[0, 0, 1, 3, 6]);
        o.local_table_from = chance.pick(&[None, Some(0), Some(2)]);
        o.local_table_bytes = chance.pick(&[0, 128, 4096]);
    })
}
