//! Every algorithm with every number of threads finds the values of giants, which are known by
//! construction.
#![cfg(not(schedule))]

use arbitrary::Unstructured;
use eldest::{Algorithm, Ending, Report};
use eldest_checks::Random;
use eldest_checks::sharing::PARALLEL;
use eldest_checks::targets::giants::{Giant, check};
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
    fn of(report: &Report<u16>) -> Self {
        let all = &report.statistics;
        Self {
            searches: 1,
            whole: (report.ending != Ending::Nodes).into(),
            nodes: all.nodes,
            splits: all.splits,
            steals: all.steals,
            aborts: all.aborts,
            deferred: all.deferred,
        }
    }

    fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.whole += other.whole;
        self.nodes += other.nodes;
        self.splits += other.splits;
        self.steals += other.steals;
        self.aborts += other.aborts;
        self.deferred += other.deferred;
    }

    /// How often threads have met, each algorithm in its own way.
    fn meetings(&self, algorithm: Algorithm) -> u64 {
        match algorithm {
            Algorithm::RootSplit | Algorithm::PvSplit => self.splits.min(self.steals),
            Algorithm::YoungBrothersWait => self.splits.min(self.steals).min(self.aborts),
            Algorithm::LazySmp => self.steals,
            _ => self.steals.min(self.deferred),
        }
    }
}

/// What was done by each algorithm with each number of threads.
struct Tally(Vec<(Algorithm, usize, Counts)>);

impl Tally {
    /// Each algorithm with each number of threads is asked about `each` giants, as `change` makes them.
    fn of(each: u64, change: impl Fn(&mut Giant)) -> Self {
        let crews = PARALLEL.into_iter().flat_map(|one| THREADS.map(|threads| (one, threads)));
        let ask = |(algorithm, threads)| {
            let mut counts = Counts::default();
            for seed in 0..each {
                let mut giant = giant(seed << 32 | threads as u64, algorithm, threads);
                change(&mut giant);
                giant.ask(|_, report| counts.add(&Counts::of(report)));
            }
            (algorithm, threads, counts)
        };
        Self(crews.map(ask).collect())
    }

    /// All that `belongs`, together.
    fn sum(&self, belongs: impl Fn(Algorithm, usize) -> bool) -> Counts {
        let mut sum = Counts::default();
        let ours = self.0.iter().filter(|(algorithm, threads, _)| belongs(*algorithm, *threads));
        ours.for_each(|(_, _, counts)| sum.add(counts));
        sum
    }

    /// Threads have met in each algorithm and in crews of each size, and most searches were whole; else
    /// a test that has passed has shown nothing.
    fn check(&self, least: u64) {
        for algorithm in PARALLEL {
            let counts = self.sum(|one, _| one == algorithm);
            assert!(counts.meetings(algorithm) > least, "{algorithm:?}: {counts:?}");
            assert!(counts.whole * 2 > counts.searches, "{algorithm:?}: {counts:?}");
        }
        for crew in &THREADS[1..] {
            let counts = self.sum(|_, threads| threads == *crew);
            assert!(counts.splits.min(counts.steals) > 0, "{crew} threads: {counts:?}");
        }
    }
}

/// The giant that chance gives, to be searched by `threads` threads with `algorithm`.
fn giant(seed: u64, algorithm: Algorithm, threads: usize) -> Giant {
    let mut giant = Giant::some(&mut Random(seed));
    for question in &mut giant.questions {
        (question.options.algorithm, question.options.threads) = (algorithm, threads);
    }
    giant
}

/// Small enough for builds without optimisation: few classes make few nodes.
fn shrink(giant: &mut Giant) {
    if let Kind::Ordered { fold, .. } = &mut giant.spec.kind {
        *fold = (*fold).min(2);
    }
    giant.pause = 100;
    for question in &mut giant.questions {
        question.nodes = question.nodes.min(10_000);
        question.options.sharing.call_after = 0;
    }
}

#[test]
fn threads_find_the_known_values_of_giants() {
    Tally::of(2, shrink).check(0);
}

#[test]
fn any_bytes_are_a_giant() {
    for seed in 0..10 {
        let bytes = Random(seed).input(seed as usize * 4);
        check(&mut Unstructured::new(&bytes)).expect("any bytes do");
    }
}

/// Six thousand giants, some twelve thousand searches.
#[test]
#[ignore = "takes minutes; meant for release builds"]
#[allow(clippy::print_stdout, reason = "what was searched is told")]
fn threads_find_the_known_values_of_thousands_of_giants() {
    let tally = Tally::of(100, |_| ());
    for algorithm in PARALLEL {
        println!("{algorithm:?}: {:?}", tally.sum(|one, _| one == algorithm));
    }
    for crew in THREADS {
        println!("{crew} threads: {:?}", tally.sum(|_, threads| threads == crew));
    }
    tally.check(300);
}
