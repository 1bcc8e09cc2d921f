//! Two threads, every algorithm, and a tree of a few nodes: small enough for Miri, which runs this
//! test under many schedules (`scripts/sanitize`).

use eldest::doc::Countdown;
use eldest::options::Sharing;
use eldest::{Algorithm, Engine, Limits, Options, Score};

/// Threads that meet wherever they can.
fn eager(algorithm: Algorithm) -> Options {
    Options::default().with(|options| {
        (options.algorithm, options.threads) = (algorithm, 2);
        options.sharing = Sharing::default().with(|sharing| {
            (sharing.split_depth, sharing.split_work, sharing.call_after) = (0, 0, 0);
            (sharing.only_when_idle, sharing.defer_depth) = (false, Some(0));
        });
    })
}

/// Searches within which the helper has come in time.
const MOST_SEARCHES: u32 = if cfg!(miri) { 2 } else { 2_000 };

/// Searches, until the two have met.
fn assert_solves(algorithm: Algorithm) {
    let builder = Engine::<Countdown>::builder().table_bytes(256).options(eager(algorithm));
    let mut engine = builder.build().unwrap();
    let meets = (0..MOST_SEARCHES).any(|_| {
        engine.clear();
        let report = engine.solve(&Countdown::new(5), &Limits::new()).unwrap();
        assert_eq!((report.best_move, report.value()), (Some(1), Some(Score::win_in(3))));
        report.statistics.steals > 0
    });
    // Miri is too slow for all of them.
    assert!(meets || cfg!(miri), "{algorithm:?}");
}

#[test]
fn two_threads_split_a_tiny_tree() {
    assert_solves(Algorithm::YoungBrothersWait);
}

#[test]
fn two_threads_race_through_a_tiny_tree() {
    // Of the other algorithms, these two have code of their own that threads run.
    assert_solves(Algorithm::Abdada);
    assert_solves(Algorithm::LazySmp);
}
