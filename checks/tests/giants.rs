//! Every algorithm with every number of threads finds the values of giants, which are known by
//! construction.

use arbitrary::{Arbitrary, Unstructured};
use eldest::{Algorithm, Ending, Report};
use eldest_checks::giants::{Giant, PARALLEL};
use eldest_games::trees::Kind;

const THREADS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 64];

/// What searches have done together.
#[derive(Copy, Clone, Debug, Default)]
struct Counts {
    searches: u64,
    /// Those that no limit has ended.
    whole: u64,
    nodes: u64,
    splits: u64,
    steals: u64,
    aborts: u64,
    deferred: u64,
}

impl Counts {
    fn add(&mut self, report: &Report<u16>) {
        self.searches += 1;
        self.whole += u64::from(report.ending != Ending::Nodes);
        self.nodes += report.statistics.nodes;
        self.splits += report.statistics.splits;
        self.steals += report.statistics.steals;
        self.aborts += report.statistics.aborts;
        self.deferred += report.statistics.deferred;
    }

    /// Threads have met, each algorithm in its own way; else a test that has passed has shown nothing.
    fn check(&self, algorithm: Algorithm, least: u64) {
        let met = match algorithm {
            Algorithm::RootSplit | Algorithm::PvSplit => self.splits.min(self.steals),
            Algorithm::YoungBrothersWait => self.splits.min(self.steals).min(self.aborts),
            Algorithm::LazySmp => self.steals,
            _ => self.steals.min(self.deferred),
        };
        assert!(met > least && self.whole > least, "{algorithm:?}: {self:?}");
    }
}

/// The giant that chance gives, to be searched by `threads` threads with `algorithm`.
fn giant(seed: u64, algorithm: Algorithm, threads: usize) -> Giant {
    let mut random = fastrand::Rng::with_seed(seed);
    let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(96).collect();
    let mut giant = Giant::arbitrary(&mut Unstructured::new(&bytes)).expect("zeros at least");
    for question in &mut giant.questions {
        (question.options.algorithm, question.options.threads) = (algorithm, threads);
    }
    giant
}

/// Every algorithm with every number of threads is asked about `each` giants, as `change` makes them.
fn ask(each: u64, change: impl Fn(&mut Giant)) -> Vec<(Algorithm, Counts)> {
    let ask = |algorithm| {
        let mut counts = Counts::default();
        for (seed, threads) in (0..each).flat_map(|seed| THREADS.map(|threads| (seed, threads))) {
            let mut giant = giant(seed << 8 | threads as u64, algorithm, threads);
            change(&mut giant);
            giant.ask(|_, report| counts.add(report));
        }
        (algorithm, counts)
    };
    PARALLEL.map(ask).to_vec()
}

#[test]
fn threads_find_the_known_values_of_giants() {
    let found = ask(2, |giant| {
        fold(giant, 2);
        for question in &mut giant.questions {
            question.nodes = question.nodes.min(20_000);
            question.options.sharing.call_after = 0;
        }
    });
    found.iter().for_each(|(algorithm, counts)| counts.check(*algorithm, 5));
}

/// Few classes make few nodes.
fn fold(giant: &mut Giant, most: u32) {
    if let Kind::Ordered { fold, .. } = &mut giant.spec.kind {
        *fold = (*fold).min(most);
    }
}

/// Six thousand giants: some ten thousand searches.
#[test]
#[ignore = "takes minutes; meant for release builds"]
#[allow(clippy::print_stdout, reason = "what was searched is told")]
fn threads_find_the_known_values_of_thousands_of_giants() {
    for (algorithm, counts) in ask(100, |_| ()) {
        println!("{algorithm:?}: {counts:?}");
        counts.check(algorithm, 500);
    }
}
