//! What ends a position of a batch, and what does not end the others.

use crate::common::engines::tree_engine;
use crate::common::faulty::expect_panics;
use crate::common::in_time;
use crate::common::interrupted::shared;
use eldest::batch::{Batch, Executor, InOrder};
use eldest::report::StopReason;
use eldest::{Engine, Error, Limits, Options, Score, StopToken};
use eldest_games::trees::{Branch, Synthetic, Tree};
use std::mem::forget;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

/// One that is over in a moment.
fn short() -> Synthetic {
    "uniform:width=2,depth=3,range=1000".parse().expect("a spec")
}

fn engine(threads: usize) -> Engine<Synthetic> {
    let builder = Engine::<Synthetic>::builder().table_bytes(1 << 16);
    builder.threads(threads).build().expect("an engine")
}

#[test]
fn a_limit_on_nodes_holds_for_each_position() {
    for (threads, most) in [(1, 5_000), (2, 6_024), (3, 7_048)] {
        let mut engine = engine(threads);
        let positions = vec![endless(); 10];
        for outcome in engine.solve_all(positions, &Limits::new().nodes(5_000)) {
            let report = outcome.expect("a report");
            let nodes = report.progress.nodes;
            assert_eq!(report.stop_reason, StopReason::Nodes);
            assert!((5_000..=most).contains(&nodes), "{nodes} nodes on {threads} threads");
        }
    }
}

/// Those that wait for a thread meanwhile lose none of their time.
#[test]
fn time_counts_from_the_start_of_each_position() {
    let (time, count) = (Duration::from_millis(20), 12);
    for threads in [1, 2] {
        let (mut engine, start) = (engine(threads as usize), Instant::now());
        let positions = vec![endless(); count];
        for outcome in engine.solve_all(positions, &Limits::new().time(time)) {
            assert_eq!(outcome.expect("a report").stop_reason, StopReason::Time);
        }
        let least = time * count as u32 / threads;
        assert!(start.elapsed() >= least, "{:?} < {least:?}", start.elapsed());
    }
}

#[test]
fn a_token_stops_those_under_way_and_those_to_come() {
    in_time(|| {
        for threads in [1, 2, 3] {
            let (token, mut engine) = (StopToken::new(), engine(threads));
            let stop = token.clone();
            let stopping = thread::spawn(move || {
                thread::sleep(Duration::from_millis(20));
                stop.stop();
            });
            let limits = Limits::new().stop(&token);
            let reasons = engine.solve_all(vec![endless(); 20], &limits);
            let reasons = reasons.map(|outcome| outcome.expect("a report").stop_reason);
            assert_eq!(reasons.filter(|why| *why == StopReason::Stopped).count(), 20);
            stopping.join().expect("it stops");
        }
    });
}

/// What the evaluator finds worth a panic.
const FATAL: i32 = 666;

/// Trees with one child, to which the evaluator gives this value.
fn judged(count: i32) -> Vec<Tree> {
    let worth = |n| Score::new(if n % 5 == 2 { FATAL } else { n });
    let child = |n| Branch::inner(vec![Branch::leaf(Score::DRAW)]).worth(worth(n));
    (0..count).map(|n| Tree::from(Branch::inner(vec![child(n)]))).collect()
}

#[test]
fn a_panic_is_the_outcome_of_its_position_alone() {
    expect_panics();
    in_time(|| {
        for threads in [1, 2, 4] {
            let judge = |tree: &Tree| match tree.estimate() {
                fatal if fatal == Score::new(FATAL) => panic!("the number of the beast"),
                estimate => estimate,
            };
            let builder = Engine::<Tree>::builder().evaluate_with(judge).table(shared());
            let mut engine = builder.threads(threads).build().expect("an engine");
            for _ in 0..2 {
                let limits = Limits::new().depth(1);
                let batch = engine.batch(|query| query.limits(&limits));
                for (number, outcome) in InOrder::new(batch, judged(40)).enumerate() {
                    match outcome {
                        Err(Error::Panicked { message }) => {
                            assert!(number % 5 == 2 && message.contains("beast"), "{number}");
                        }
                        other => {
                            let value = other.expect("a report").value();
                            assert_eq!(value, Some(Score::new(-(number as i32))));
                        }
                    }
                }
            }
        }
    });
}

/// A query that is refused before its search is reported like any other, to an iterator and to a
/// callback.
#[test]
fn what_is_refused_is_an_outcome_too() {
    let mut engine = tree_engine(shared());
    for threads in [1, 2] {
        engine.set_options(Options::default().with(|o| o.threads = threads));
        let (sender, outcomes) = channel();
        let mut batch = engine.batch(move |query| {
            let (sender, query) = (sender.clone(), query.root_moves([1]));
            query.when_finished(move |outcome| sender.send(outcome.is_ok()).expect("it listens"))
        });
        for (number, tree) in ["[1 2]", "[[3]]", "[5 [6]]"].into_iter().enumerate() {
            batch.begin(number, tree.parse().expect("a tree"));
        }
        let [first, second, third] = answers(&mut batch).try_into().expect("three");
        assert!(first.is_ok() && third.is_ok());
        assert!(matches!(second, Err(Error::IllegalRootMove { .. })));
        let outcomes = outcomes.try_iter();
        assert_eq!(outcomes.filter(|is_ok| *is_ok).count(), 2);
    }
    engine.set_options(Options::default().with(|o| o.threads = usize::MAX));
    let mut refused = engine.solve_all(judged(3), &Limits::new());
    assert!(refused.all(|outcome| matches!(outcome, Err(Error::TooManyThreads { .. }))));
}

/// All answers, by their numbers.
fn answers<X: Executor<Tree>>(executor: &mut X) -> Vec<X::Answer> {
    let mut answers: Vec<_> = std::iter::from_fn(|| executor.answer()).collect();
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn assert_whole(engine: &mut Engine<Synthetic>) {
    let report = engine.solve(&short(), &Limits::new()).expect("a report");
    assert!(report.proved);
    let reports: Vec<_> = engine.solve_all(vec![short(); 5], &Limits::new()).collect();
    assert!(reports.len() == 5 && reports.iter().all(|report| report.as_ref().unwrap().proved));
}

#[test]
fn a_batch_that_is_dropped_stops_and_leaves_the_engine_whole() {
    in_time(|| {
        for threads in [1, 2, 3] {
            let mut engine = engine(threads);
            // Before any has begun; with one reported and the others under way; with all under way.
            drop(engine.solve_all(vec![endless(); 3], &Limits::new()));
            let mut some = vec![short()];
            some.extend(vec![endless(); 20]);
            let mut reports = engine.solve_all(some, &Limits::new());
            assert!(reports.next().expect("a report").expect("it is short").proved);
            drop(reports);
            assert_whole(&mut engine);
            let mut batch = engine.batch(|query| query.to_end().line(false));
            (0..5).for_each(|number| batch.begin(number, endless()));
            drop(batch);
            assert_whole(&mut engine);
        }
    });
}

#[test]
fn a_batch_that_is_leaked_is_stopped_by_the_next_search_or_the_end_of_the_engine() {
    in_time(|| {
        for threads in [1, 2, 3] {
            let mut engine = engine(threads);
            for leaked in 0..3 {
                let mut batch: Batch<'_, _> = engine.batch(|query| query.to_end().line(false));
                (0..leaked * 4).for_each(|number| batch.begin(number, endless()));
                forget(batch);
                assert_whole(&mut engine);
            }
            let mut batch = engine.batch(|query| query.to_end().line(false));
            (0..7).for_each(|number| batch.begin(number, endless()));
            forget(batch);
        }
    });
}

/// A panic in the caller's code is the caller's own.
#[test]
fn a_panic_between_positions_leaves_the_engine_whole() {
    expect_panics();
    let mut engine = engine(2);
    let positions = (0..).map(|n| if n < 3 { short() } else { panic!("no more") });
    let reports = engine.solve_all(positions, &Limits::new());
    let all = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reports.count()));
    assert!(all.is_err());
    assert_whole(&mut engine);
}
