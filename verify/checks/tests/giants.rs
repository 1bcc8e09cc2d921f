//! Every algorithm with every number of threads finds the values of giants, which are known by
//! construction.

use arbitrary::Unstructured;
use eldest::Algorithm;
use eldest_checks::SplitMix64;
use eldest_checks::sharing::SharingTally;
use eldest_checks::targets::giants::{GiantTree, check};
use eldest_games::trees::Kind;
use std::collections::BTreeMap;

const THREADS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 64];

/// What was done with each number of threads.
struct Crews(BTreeMap<usize, SharingTally>);

impl Crews {
    /// Each algorithm with each number of threads is asked about `each` giants, as `change` makes
    /// them.
    fn ask(each: u64, change: impl Fn(&mut GiantTree)) -> Self {
        let tally = |threads| {
            let mut tally = SharingTally::default();
            for algorithm in Algorithm::ALL {
                for seed in 0..each {
                    let mut giant = giant(seed << 32 | threads as u64, algorithm, threads);
                    change(&mut giant);
                    giant.ask(|question, report| tally.add(&question.options, report));
                }
            }
            (threads, tally)
        };
        Self(THREADS.map(tally).into())
    }

    /// All crews together.
    fn all(&self) -> SharingTally {
        self.0.values().fold(SharingTally::default(), SharingTally::plus)
    }

    /// Threads have met in each algorithm and in crews of each size, and most searches were whole;
    /// else a test that has passed has shown nothing.
    fn check(&self, least: u64) {
        let all = self.all();
        all.check(least);
        for counts in Algorithm::ALL.map(|algorithm| all.of(algorithm)) {
            assert!(counts.whole * 2 > counts.searches, "{counts:?}");
        }
        for (threads, tally) in self.0.iter().filter(|(threads, _)| **threads > 1) {
            let counts = tally.sum(&Algorithm::ALL);
            assert!(counts.splits.min(counts.steals) > 0, "{threads} threads: {counts:?}");
        }
    }
}

/// The giant that chance gives, to be searched by `threads` threads with `algorithm`.
fn giant(seed: u64, algorithm: Algorithm, threads: usize) -> GiantTree {
    let mut giant = GiantTree::some(&mut SplitMix64(seed));
    for question in &mut giant.questions {
        (question.options.algorithm, question.options.threads) = (algorithm, threads);
    }
    giant
}

/// Small enough for builds without optimisation: few classes make few nodes.
fn shrink(giant: &mut GiantTree) {
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
    Crews::ask(2, shrink).check(0);
}

#[test]
fn any_bytes_are_a_giant() {
    for seed in 0..10 {
        let bytes = SplitMix64(seed).input(seed as usize * 4);
        check(&mut Unstructured::new(&bytes)).expect("any bytes do");
    }
}

/// Six thousand giants, some twelve thousand searches.
#[test]
#[ignore = "takes minutes; meant for release builds"]
#[allow(clippy::print_stdout, reason = "what was searched is told")]
fn threads_find_the_known_values_of_thousands_of_giants() {
    let crews = Crews::ask(100, |_| ());
    println!("{:#?}", crews.all());
    for (threads, tally) in &crews.0 {
        println!("{threads} threads: {:?}", tally.sum(&Algorithm::ALL));
    }
    crews.check(300);
}
