//! Every algorithm finds the values of giants, which are known by construction, with every number
//! of threads.

use arbitrary::Unstructured;
use eldest::Algorithm;
use eldest_checks::SplitMix64;
use eldest_checks::sharing::SharingTally;
use eldest_checks::targets::giants::{GiantTree, check};
use eldest_games::trees::TreeKind;
use std::collections::BTreeMap;

const THREADS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 64];

/// The counts for each number of threads.
struct TallyByThreads(BTreeMap<usize, SharingTally>);

impl TallyByThreads {
    /// Searches `each` giants, modified by `change`, with each algorithm and each number of
    /// threads.
    fn run(each: u64, change: impl Fn(&mut GiantTree)) -> Self {
        let tally = |threads| {
            let mut tally = SharingTally::default();
            for algorithm in Algorithm::ALL {
                for seed in 0..each {
                    let mut giant = giant(seed << 32 | threads as u64, algorithm, threads);
                    change(&mut giant);
                    giant.run(|question, report| tally.add(&question.options, report));
                }
            }
            (threads, tally)
        };
        Self(THREADS.map(tally).into())
    }

    /// The sum over all numbers of threads.
    fn all(&self) -> SharingTally {
        self.0.values().fold(SharingTally::default(), SharingTally::plus)
    }

    /// Checks that threads interacted under each algorithm and with each number of threads, and
    /// that most searches were complete. Otherwise a passing test proves nothing.
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

/// A random giant, to be searched by `threads` threads with `algorithm`.
fn giant(seed: u64, algorithm: Algorithm, threads: usize) -> GiantTree {
    let mut giant = GiantTree::some(&mut SplitMix64(seed));
    for question in &mut giant.questions {
        (question.options.algorithm, question.options.threads) = (algorithm, threads);
    }
    giant
}

/// Makes a giant small enough for unoptimised builds: few classes give few nodes.
fn shrink(giant: &mut GiantTree) {
    if let TreeKind::Ordered { fold, .. } = &mut giant.spec.kind {
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
    TallyByThreads::run(2, shrink).check(0);
}

#[test]
fn any_bytes_are_a_giant() {
    for seed in 0..10 {
        let bytes = SplitMix64(seed).input(seed as usize * 4);
        check(&mut Unstructured::new(&bytes)).expect("any bytes are valid");
    }
}

/// Six thousand giants, some twelve thousand searches.
#[test]
#[ignore = "takes minutes; meant for release builds"]
#[allow(clippy::print_stdout, reason = "the counts are reported")]
fn threads_find_the_known_values_of_thousands_of_giants() {
    let tallies = TallyByThreads::run(100, |_| ());
    println!("{:#?}", tallies.all());
    for (threads, tally) in &tallies.0 {
        println!("{threads} threads: {:?}", tally.sum(&Algorithm::ALL));
    }
    tallies.check(300);
}
