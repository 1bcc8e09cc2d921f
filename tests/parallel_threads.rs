//! The threads of an engine: as many as were ever needed, kept from search to search, gone with it.
//! They are counted by their names, so that nothing else may search meanwhile.

use crate::alone;
use crate::common::faulty::{Call, Faulty, Fuse, expect_panics};
use crate::common::{DecoratedTable, in_time, restless};
use eldest::table::NoTable;
use eldest::{Algorithm, Engine, Limits, Options, ZeroEvaluator};
use eldest_checks::sharing::team;
use eldest_games::trees::{Synthetic, Tree};
use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};
use std::time::{Duration, Instant};

/// The ids of all threads that search.
fn threads() -> BTreeSet<String> {
    let tasks = read_dir("/proc/self/task").expect("this process").flatten();
    let named = tasks.filter(|task| {
        // A thread may end while it is looked at.
        read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim_end() == "eldest")
    });
    named.map(|task| task.file_name().to_string_lossy().into_owned()).collect()
}

/// The ids of the threads that search, once there are `count`: a new thread has its name only when
/// it has begun, and one that has been waited for may be on the list for a moment.
#[track_caller]
fn expect_threads(count: usize) -> BTreeSet<String> {
    let since = Instant::now();
    loop {
        let found = threads();
        if found.len() == count {
            return found;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "expected {count}: {found:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

type TreeEngine = Engine<Tree, ZeroEvaluator, DecoratedTable>;

fn engine(options: Options) -> TreeEngine {
    let builder = Engine::<Tree>::builder().options(options);
    builder.table(restless(NoTable)).build().expect("an engine")
}

fn search(engine: &mut TreeEngine) {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]] [[9 1] [2 3]]]".parse().expect("a tree");
    engine.search(&tree, &Limits::new()).expect("a report");
    engine.solve(&tree, &Limits::new()).expect("a report");
}

/// The same threads search again and again; more are hired when more are asked for.
fn check_keeping() {
    for algorithm in Algorithm::ALL {
        let mut engine = engine(team(algorithm, 3));
        assert!(threads().is_empty(), "no thread is started before there is work");
        search(&mut engine);
        let hired = expect_threads(3);
        (0..20).for_each(|_| search(&mut engine));
        assert_eq!(threads(), hired, "{algorithm:?}");
        for (wanted, there) in [(2, 3), (1, 3), (5, 5), (3, 5)] {
            engine.set_options(team(algorithm, wanted));
            search(&mut engine);
            assert!(expect_threads(there).is_superset(&hired), "{algorithm:?}");
        }
        engine.set_options(Options::default());
        search(&mut engine);
        drop(engine);
        expect_threads(0);
    }
}

/// Also after a panic.
fn check_panics() {
    expect_panics();
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]] [[9 1] [2 3]]]".parse().expect("a tree");
    let game = Faulty { tree, fuse: Fuse::default() };
    for algorithm in Algorithm::ALL {
        for helpers_only in [false, true] {
            let builder = Engine::<Faulty>::builder().evaluator(game.fuse.clone());
            let builder = builder.options(team(algorithm, 4)).table(restless(NoTable));
            let mut engine = builder.build().expect("an engine");
            engine.query(&game).run().expect("a report");
            for calls in 1..6 {
                let query = engine.query(&game);
                game.fuse.set(Call::Moves, calls, helpers_only);
                let outcome = query.run();
                assert_eq!(outcome.is_err(), game.fuse.take_out(), "{outcome:?}");
                expect_threads(4);
            }
            drop(engine);
            expect_threads(0);
        }
    }
}

/// Also when the last search is still under way, and its handle lost.
fn check_leaks() {
    let endless: Synthetic = "uniform:width=9,depth=400,range=1000".parse().expect("a spec");
    for algorithm in Algorithm::ALL {
        let builder = Engine::<Synthetic>::builder().options(team(algorithm, 3));
        let mut engine = builder.table_bytes(1 << 16).build().expect("an engine");
        std::mem::forget(engine.query(&endless).start().expect("a search"));
        drop(engine);
        expect_threads(0);
    }
}

#[test]
fn threads_are_kept_between_searches_and_none_outlives_its_engine() {
    let _turn = alone();
    in_time(|| {
        check_keeping();
        check_panics();
        check_leaks();
    });
}
