//! Complete searches under the schedules of shuttle; the values must equal those of minimax.

use eldest_shuttle::doc::Countdown;
use eldest_shuttle::options::Sharing;
use eldest_shuttle::textbook::{Algorithm as Textbook, GameTree};
use eldest_shuttle::{Algorithm, Depth, Engine, Options, Score, SharedTable, Window};
use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, Runner};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

const EXECUTIONS: usize = 300;
/// The stack of a thread in bytes, sufficient for unoptimised builds.
const STACK: usize = 1 << 20;
const STONES: u8 = 9;

/// The numbers of steals and of deferred siblings over all executions.
static STEALS: AtomicU64 = AtomicU64::new(0);
static DEFERRED: AtomicU64 = AtomicU64::new(0);

/// The value of the heap, found by two threads with options that share work eagerly.
fn value(algorithm: Algorithm) -> Option<Score> {
    let options = Options::default().with(|options| {
        (options.algorithm, options.threads, options.table_from) = (algorithm, 2, 0);
        options.sharing = Sharing::default().with(|sharing| {
            (sharing.split_depth, sharing.split_work, sharing.call_after) = (0, 0, 0);
            (sharing.only_when_idle, sharing.defer_depth) = (false, Some(0));
        });
    });
    let table = SharedTable::new(192).expect("three lines");
    let builder = Engine::<Countdown>::builder().table(table).options(options);
    let mut engine = builder.build().expect("valid options");
    let report = engine.query(&Countdown::new(STONES)).to_end().run().expect("a report");
    STEALS.fetch_add(report.statistics.steals, Relaxed);
    DEFERRED.fetch_add(report.statistics.deferred, Relaxed);
    report.value()
}

#[test]
fn every_schedule_gives_the_value() {
    let mut tree = GameTree::new(Countdown::new(STONES), &|_: &Countdown| Score::DRAW);
    let known = Textbook::Minimax.search(&mut tree, Window::FULL, Depth::END);
    for algorithm in [Algorithm::YoungBrothersWait, Algorithm::Abdada, Algorithm::LazySmp] {
        let mut config = Config::new();
        config.stack_size = STACK;
        let runner = Runner::new(RandomScheduler::new_from_seed(1, EXECUTIONS), config);
        runner.run(move || assert_eq!(value(algorithm), Some(known), "{algorithm:?}"));
        let steals = STEALS.swap(0, Relaxed);
        assert!(steals > EXECUTIONS as u64 / 2, "{algorithm:?}: {steals}");
        let deferred = DEFERRED.swap(0, Relaxed);
        assert!(deferred > 0 || algorithm != Algorithm::Abdada);
    }
}
