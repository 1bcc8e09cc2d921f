//! Options under which threads share the work of tiny trees, and how often they did.

use super::Random;
use super::engines::options;
use eldest::{Algorithm, Options, Report, Sharing, Statistics};
use std::collections::HashMap;

/// Those with several threads.
pub(crate) const PARALLEL: [Algorithm; 6] = [
    Algorithm::RootSplit,
    Algorithm::PvSplit,
    Algorithm::YoungBrothersWait,
    Algorithm::Abdada,
    Algorithm::SimplifiedAbdada,
    Algorithm::LazySmp,
];

/// Every switch thrown by chance; any algorithm, 1 to 8 threads, eager to share.
pub(crate) fn shared_options(random: &mut Random) -> Options {
    let sharing = eager(random);
    let (algorithm, threads) = (random.pick(&PARALLEL), random.pick(&[1, 2, 2, 3, 3, 4, 4, 8]));
    options(random).with(|options| {
        (options.algorithm, options.threads, options.sharing) = (algorithm, threads, sharing);
    })
}

/// The default switches, with a crew that is eager to share.
pub(crate) fn crew(algorithm: Algorithm, threads: usize) -> Options {
    Options::default().with(|options| {
        (options.algorithm, options.threads) = (algorithm, threads);
        options.sharing = Sharing::default().with(|sharing| {
            (sharing.split_depth, sharing.split_work, sharing.call_after) = (0, 0, 0);
            (sharing.only_when_idle, sharing.defer_depth) = (false, Some(0));
        });
    })
}

fn eager(random: &mut Random) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = random.pick(&[0, 0, 1, 2]);
        sharing.split_work = random.pick(&[0, 0, 0, 3, 20]);
        sharing.only_when_idle = random.odds(50);
        sharing.split_workers = random.pick(&[0, 2, 3, usize::MAX]);
        sharing.cut_brothers = random.pick(&[None, Some(0), Some(1), Some(2)]);
        sharing.defer_depth = random.pick(&[Some(0), Some(1), Some(2), None]);
        sharing.call_after = random.pick(&[0, 0, 0, 5, 40]);
        sharing.common_history = random.odds(50);
    })
}

/// What the searches with each algorithm have done together.
#[derive(Debug, Default)]
pub(crate) struct Tally(HashMap<Algorithm, Counts>);

/// The counts that tell whether threads have met.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) splits: u64,
    pub(crate) steals: u64,
    pub(crate) aborts: u64,
    pub(crate) deferred: u64,
}

impl Tally {
    /// Adds the search that `report` is about.
    pub(crate) fn add<M>(&mut self, options: &Options, report: &Report<M>) {
        let counts = self.0.entry(options.algorithm).or_default();
        counts.splits += report.statistics.splits;
        counts.steals += report.statistics.steals;
        counts.aborts += report.statistics.aborts;
        counts.deferred += report.statistics.deferred;
    }

    /// What has been counted for `algorithm`.
    pub(crate) fn of(&self, algorithm: Algorithm) -> Counts {
        self.0.get(&algorithm).copied().unwrap_or_default()
    }

    /// Threads have met often in every algorithm, each in its own way; else a test that has passed
    /// has shown nothing.
    pub(crate) fn check(&self, least: u64) {
        for algorithm in PARALLEL {
            let counts = self.of(algorithm);
            let met = match algorithm {
                Algorithm::RootSplit | Algorithm::PvSplit => counts.splits.min(counts.steals),
                Algorithm::YoungBrothersWait => counts.splits.min(counts.steals).min(counts.aborts),
                Algorithm::LazySmp => counts.steals,
                _ => counts.steals.min(counts.deferred),
            };
            assert!(met > least, "{algorithm:?}: {counts:?}");
        }
    }
}

/// The counts of a report fit together.
pub(crate) fn check_counts<M: std::fmt::Debug>(report: &Report<M>, threads: usize) {
    assert_eq!(report.workers.len(), threads, "{report:?}");
    let sum = |count: fn(&Statistics) -> u64| report.workers.iter().map(count).sum::<u64>();
    let all = &report.statistics;
    assert_eq!(sum(|one| one.nodes), all.nodes, "{report:?}");
    assert_eq!(report.progress.nodes, all.nodes, "{report:?}");
    assert_eq!(sum(|one| one.splits), all.splits, "{report:?}");
    assert_eq!(sum(|one| one.steals), all.steals, "{report:?}");
    assert_eq!(sum(|one| one.table_hits), all.table_hits, "{report:?}");
    assert_eq!(sum(|one| one.idle.as_nanos() as u64), all.idle.as_nanos() as u64, "{report:?}");
}
