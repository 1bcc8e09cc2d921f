//! Threads that panic, threads by the hundred, searches that are dropped: always a report or an
//! error, never a hang, and an engine that can be used again.

use crate::common::engines::tree_engine;
use crate::common::faulty::{BLOWN, CALLS, Call, Faulty, Fuse, expect_panics};
use crate::common::interrupted::{check_engine, estimated, larger_trees, shared};
use crate::common::{AnyTable, Chance, DecoratedTable, in_time, restless, trees};
use eldest::observe::Observer;
use eldest::report::RootMove;
use eldest::table::NoTable;
use eldest::{Algorithm, Depth, Engine, Error, Limits, Options, Report, Score};
use eldest_checks::sharing::{check_counts, shared_options, team};
use eldest_games::trees::{Synthetic, Tree};
use std::collections::HashMap;

type FaultyEngine = Engine<Faulty, Fuse, DecoratedTable>;

fn faulty_engine(fuse: &Fuse, options: Options) -> FaultyEngine {
    let builder = Engine::<Faulty>::builder().evaluator(fuse.clone()).options(options);
    builder.table(restless(shared())).build().expect("an engine")
}

fn message<M: std::fmt::Debug>(outcome: Result<Report<M>, Error>) -> String {
    match outcome {
        Err(Error::Panicked { message }) => message,
        other => panic!("expected a panic, found {other:?}"),
    }
}

/// Asks with the fuse set; whether it has blown. Then the outcome says so, and else it is right.
fn blow(engine: &mut FaultyEngine, game: &Faulty, call: Call, calls: u64, helpers: bool) -> bool {
    let to_end = calls.is_multiple_of(2);
    let query = engine.query(game);
    let query = if to_end { query.to_end() } else { query };
    game.fuse.set(call, calls, helpers);
    let outcome = query.run();
    let blown = game.fuse.take_out();
    if blown {
        assert_eq!(message(outcome), BLOWN);
    } else {
        let value = outcome.expect("a report").value();
        assert_eq!(value, Some(estimated(&game.tree, Depth::END)), "{}", game.tree);
    }
    blown
}

/// The values that an engine finds after a panic.
fn check_after(engine: &mut FaultyEngine, game: &Faulty) {
    let end = engine.solve(game, &Limits::new()).expect("a report");
    assert_eq!(end.value(), Some(estimated(&game.tree, Depth::END)), "{}", game.tree);
    let report = engine.search(game, &Limits::new().depth(2)).expect("a report");
    let depth = report.depth.expect("no other limit");
    assert_eq!(report.value(), Some(estimated(&game.tree, depth)), "{}", game.tree);
}

#[test]
fn a_panic_on_any_thread_is_an_error_and_leaves_the_engine_whole() {
    expect_panics();
    let blown = in_time(|| {
        let mut blown = HashMap::new();
        for (mut random, tree) in larger_trees(90) {
            let game = Faulty { tree, fuse: Fuse::default() };
            for call in CALLS {
                let options = shared_options(&mut random);
                let mut engine = faulty_engine(&game.fuse, options);
                for calls in [1, 2, 3, 1 + random.below(60)] {
                    if blow(&mut engine, &game, call, calls, false) {
                        check_after(&mut engine, &game);
                        *blown.entry((options.algorithm, options.threads > 1)).or_insert(0) += 1;
                    }
                }
            }
        }
        blown
    });
    assert!(blown.len() == 12 && blown.values().all(|&blown| blown > 10), "{blown:?}");
}

#[test]
fn a_panic_on_a_helper_is_an_error_and_leaves_the_engine_whole() {
    expect_panics();
    let blown = in_time(|| {
        let mut blown = HashMap::new();
        for (mut random, tree) in larger_trees(200) {
            let game = Faulty { tree, fuse: Fuse::default() };
            for algorithm in Algorithm::ALL {
                let call = random.pick(&CALLS);
                let mut engine = faulty_engine(&game.fuse, team(algorithm, 3));
                for calls in [1, 2, 7] {
                    if blow(&mut engine, &game, call, calls, true) {
                        check_after(&mut engine, &game);
                        *blown.entry(algorithm).or_insert(0) += 1;
                    }
                }
            }
        }
        blown
    });
    assert!(blown.len() == 6 && blown.values().all(|&blown| blown > 10), "{blown:?}");
}

/// An observer is called on the thread of worker 0, while the others go on.
#[test]
fn a_panic_of_an_observer_is_an_error() {
    struct Shy;
    impl Observer<u16> for Shy {
        fn root_move(&mut self, _: &RootMove<u16>) {
            panic!("no listening");
        }
    }
    expect_panics();
    for (mut random, tree) in larger_trees(60) {
        let mut engine = tree_engine(restless(AnyTable::some(&mut random)));
        engine.set_options(shared_options(&mut random));
        assert_eq!(message(engine.query(&tree).observer(Shy).run()), "no listening");
        check_engine(&mut engine, &tree, "after an observer's panic");
    }
}

#[test]
fn any_number_of_threads_will_do() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let tree = larger_trees(100).last().expect("a tree").1;
    for algorithm in Algorithm::ALL {
        let mut engine = tree_engine(restless(shared()));
        for threads in [0, 1, 3, 64, 256, 2] {
            engine.set_options(team(algorithm, threads));
            check_engine(&mut engine, &tree, &format!("{algorithm:?} with {threads} threads"));
            let report = engine.search(&tree, &Limits::new()).expect("a report");
            check_counts(&report, if threads == 0 { cores } else { threads });
        }
    }
}

#[test]
fn too_many_threads_are_an_error() {
    let tree: Tree = "[[1 2] [3 4]]".parse().expect("a tree");
    let mut engine = tree_engine(shared());
    for threads in [Options::MOST_THREADS + 1, usize::MAX] {
        engine.set_options(team(Algorithm::LazySmp, threads));
        let outcome = engine.search(&tree, &Limits::new());
        assert!(matches!(outcome, Err(Error::TooManyThreads { threads: t }) if t == threads));
    }
    engine.set_options(team(Algorithm::LazySmp, 2));
    check_engine(&mut engine, &tree, "after too many threads");
}

/// A helper that is called when all is over returns at once: a decision ends in the
/// middle of everything.
#[test]
fn many_short_searches_end() {
    in_time(|| {
        for (mut random, tree) in trees(300, 10) {
            let mut engine = tree_engine(restless(NoTable));
            let value = estimated(&tree, Depth::END);
            for _ in 0..10 {
                engine.set_options(shared_options(&mut random));
                let least = Score::new(value.get() + random.below(3) as i32 - 1);
                let answer =
                    engine.query(&tree).decide(least).run().expect("an answer").decides(least);
                assert_eq!(answer, Some(value >= least), "{tree}");
            }
        }
    });
}

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

fn endless_engine(options: Options) -> Engine<Synthetic> {
    Engine::<Synthetic>::builder().table_bytes(1 << 16).options(options).build().expect("an engine")
}

#[test]
fn searches_without_a_waiter_are_stopped_with_all_their_threads() {
    in_time(|| {
        for algorithm in Algorithm::ALL {
            let mut engine = endless_engine(team(algorithm, 3));
            drop(engine.query(&endless()).start().expect("a search"));
            std::mem::forget(engine.query(&endless()).start().expect("a search"));
            let report = engine.search(&endless(), &Limits::new().depth(2)).expect("a report");
            assert_eq!(report.depth, Some(Depth::plies(2)), "{algorithm:?}");
            std::mem::forget(engine.query(&endless()).to_end().start().expect("a search"));
            drop(engine);
        }
        let mut engine = endless_engine(Options::default());
        std::mem::forget(engine.query(&endless()).start().expect("a search"));
    });
}

/// What each of three searches costs, the last of them after a new game.
fn costs(options: Options) -> [u64; 3] {
    let tree: Synthetic = "dag:width=4,depth=7,range=50".parse().expect("a spec");
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
    let mut engine = builder.table(NoTable).options(options).build().expect("an engine");
    let limits = Limits::new().depth(5);
    [false, false, true].map(|anew| {
        if anew {
            engine.new_game();
        }
        engine.search(&tree, &limits).expect("a report").statistics.nodes
    })
}

/// One thread of any algorithm learns, keeps and forgets what the serial search does.
#[test]
fn one_thread_remembers_what_the_serial_one_does() {
    let serial = costs(Options::default());
    assert!(serial[0] != serial[1] && serial[0] == serial[2], "{serial:?}");
    for algorithm in Algorithm::ALL {
        assert_eq!(costs(team(algorithm, 1)), serial, "{algorithm:?}");
    }
}
