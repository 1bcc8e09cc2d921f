//! Handles of a search under way: what they stop, change and show, while it runs and after its end;
//! and what is called at the end. With one thread and with three.

use crate::common::engines::{Estimate, tree_engine};
use crate::common::faulty::expect_panics;
use crate::common::{in_time, restless, value};
use eldest::observe::{Iteration, Observer};
use eldest::report::StopReason;
use eldest::table::{MapTable, NoTable};
use eldest::{Algorithm, Depth, Engine, Error, Handle, Limits, Options, Query, Report, Score};
use eldest_checks::sharing::team;
use eldest_games::trees::{Synthetic, Tree};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{spawn, yield_now};
use std::time::Duration;

type Outcome = Result<Report<u16>, Error>;
type Judge = fn(&Synthetic) -> Score;
type Endless = Engine<Synthetic, Judge>;
type Question<'e> = Query<'e, Synthetic, Judge, eldest::SharedTable>;

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

/// Engines with one thread, and with three of every algorithm.
fn engines() -> impl Iterator<Item = Endless> {
    let several = Algorithm::ALL.map(|algorithm| team(algorithm, 3));
    std::iter::once(Options::default()).chain(several).map(|options| {
        let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as Judge);
        builder.table_bytes(1 << 16).options(options).build().expect("an engine")
    })
}

#[test]
fn a_handle_stops_its_search_from_another_thread() {
    for mut engine in engines() {
        let running = engine.query(&endless()).start().expect("a search");
        let handle = running.handle().clone();
        let stopper = spawn(move || {
            while handle.poll().is_none() {
                yield_now();
            }
            assert!(!handle.is_finished());
            handle.stop();
            assert!(handle.wait_timeout(Duration::MAX));
        });
        let report = running.wait().expect("a report");
        stopper.join().expect("no panic");
        assert_eq!(report.stop_reason, StopReason::Stopped);
        assert!(report.depth >= Some(Depth::plies(1)));
    }
}

#[test]
fn a_handle_does_no_harm_after_the_end_and_shows_what_was_last() {
    for mut engine in engines() {
        let limits = Limits::new().depth(3);
        let running = engine.query(&endless()).limits(&limits).start().expect("a search");
        let handle = running.handle().clone();
        let report = running.wait().expect("a report");
        for _ in 0..2 {
            assert!(handle.is_finished() && handle.wait_timeout(Duration::ZERO));
            assert_eq!(handle.progress(), report.progress, "time stands still");
            let latest = handle.poll().expect("an iteration");
            assert_eq!((Some(latest.depth), &latest.moves), (report.depth, &report.moves));
            handle.stop();
            handle.change_limits(&Limits::new().nodes(1));
            handle.change_limits_from_now(&Limits::new().time(Duration::ZERO));
        }
        let next = engine.search(&endless(), &limits).expect("a report");
        assert_eq!((next.depth, next.stop_reason), (report.depth, StopReason::Complete));
    }
}

/// Holds the second iteration until the test lets it go on.
struct Busy(Sender<u64>, Receiver<()>);

impl<M> Observer<M> for Busy {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        if iteration.depth == Depth::plies(2) {
            self.0.send(iteration.progress.nodes).expect("the receiver lives");
            self.1.recv().expect("the test lets it go on");
        }
    }
}

#[test]
fn progress_is_that_of_now_however_busy_the_first_thread_is() {
    for mut engine in engines() {
        let ((sender, nodes), (go_on, waits)) = (channel(), channel());
        let query = engine.query(&endless()).observer(Busy(sender, waits));
        let running = query.limits(&Limits::new().depth(3)).start().expect("a search");
        let nodes: u64 = nodes.recv().expect("a second iteration");
        let (handle, seen) = (running.handle().clone(), running.progress());
        assert!(seen.nodes >= nodes);
        in_time(move || {
            while handle.progress().time == seen.time {
                yield_now();
            }
        });
        go_on.send(()).expect("it waits");
        let report = running.wait().expect("a report");
        assert!(report.progress.time > seen.time);
    }
}

/// The outcome of `query`, and how often, with what, and after what end its call has been made.
fn outcome_and_calls(query: Question<'_>) -> (Outcome, Vec<(String, bool)>) {
    let ((sender, receiver), (give, given)) = (channel(), channel::<Handle<u16>>());
    let query = query.when_finished(move |outcome| {
        let handle = given.recv().expect("a handle");
        sender.send((format!("{outcome:?}"), handle.is_finished())).expect("the receiver lives");
    });
    let running = query.start().expect("a search");
    give.send(running.handle().clone()).expect("it waits");
    let outcome = running.wait();
    (outcome, receiver.try_iter().collect())
}

#[test]
fn a_callback_gets_the_outcome_once_and_before_waiters() {
    let all = [
        Limits::new().depth(2),
        Limits::new().nodes(3_000),
        Limits::new().time(Duration::from_millis(1)),
    ];
    for mut engine in engines() {
        for limits in &all {
            let (outcome, calls) = outcome_and_calls(engine.query(&endless()).limits(limits));
            assert!(outcome.is_ok());
            assert_eq!(calls, [(format!("{outcome:?}"), false)]);
        }
    }
}

#[test]
fn a_callback_gets_errors_too() {
    expect_panics();
    for engine in engines() {
        let options = *engine.options();
        let builder = Engine::<Synthetic>::builder().options(options).max_ply(0);
        let judge: Judge = |_| panic!("no judgement");
        let builder = builder.evaluator(Synthetic::estimate as Judge).table_bytes(1 << 16);
        let mut engine = builder.build().expect("an engine");
        let (outcome, calls) = outcome_and_calls(engine.query(&endless()).to_end());
        assert!(matches!(outcome, Err(Error::TooDeep { .. })), "{outcome:?}");
        assert_eq!(calls, [(format!("{outcome:?}"), false)]);
        let builder = Engine::<Synthetic>::builder().options(options).evaluator(judge);
        let mut engine = builder.table_bytes(1 << 16).build().expect("an engine");
        let (outcome, calls) = outcome_and_calls(engine.query(&endless()));
        assert!(matches!(outcome, Err(Error::Panicked { .. })), "{outcome:?}");
        assert_eq!(calls, [(format!("{outcome:?}"), false)]);
    }
}

#[test]
fn a_callback_gets_the_end_of_a_dropped_search() {
    for mut engine in engines() {
        let (sender, receiver) = channel();
        let query = engine.query(&endless()).when_finished(move |outcome| {
            let ending = outcome.as_ref().map(|report| report.stop_reason);
            sender.send(ending.expect("a report")).expect("the receiver lives");
        });
        drop(query.start().expect("a search"));
        assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [StopReason::Stopped]);
    }
}

#[test]
fn what_is_called_at_the_end_is_not_called_for_a_search_that_does_not_begin() {
    let tree: Tree = "[1 2]".parse().expect("a tree");
    let mut engine = tree_engine(NoTable);
    let query = engine.query(&tree).root_moves([7]);
    let outcome = query.when_finished(|_| panic!("it has not begun")).run();
    assert!(matches!(outcome, Err(Error::IllegalRootMove { .. })), "{outcome:?}");
}

#[test]
fn a_panic_at_the_end_is_an_error_and_leaves_the_engine_whole() {
    expect_panics();
    for mut engine in engines() {
        let limits = Limits::new().depth(2);
        let query = engine.query(&endless()).limits(&limits);
        let running = query.when_finished(|_| panic!("no end")).start().expect("a search");
        let handle = running.handle().clone();
        let outcome = in_time(move || handle.wait_timeout(Duration::MAX)).then(|| running.wait());
        let outcome = outcome.expect("it has ended");
        let is_ours = |message: &str| message.contains("no end");
        assert!(
            matches!(&outcome, Err(Error::Panicked { message }) if is_ours(message)),
            "{outcome:?}"
        );
        let report = engine.search(&endless(), &limits).expect("a report");
        assert_eq!(report.depth, Some(Depth::plies(2)));
    }
}

/// Lets no iteration after `last` begin.
struct Content {
    last: Depth,
    handle: Receiver<Handle<u16>>,
}

impl Observer<u16> for Content {
    fn iteration(&mut self, iteration: &Iteration<u16>) {
        if iteration.depth == self.last {
            let handle = self.handle.recv().expect("a handle");
            handle.change_limits(&Limits::new().soft_time(Duration::ZERO));
        }
    }
}

#[test]
fn a_soft_limit_on_time_may_be_set_while_a_search_runs() {
    for mut engine in engines() {
        for last in [1, 2, 3].map(Depth::plies) {
            let (give, handle) = channel();
            let query = engine.query(&endless()).observer(Content { last, handle });
            let running = query.start().expect("a search");
            give.send(running.handle().clone()).expect("it waits");
            let report = running.wait().expect("a report");
            assert_eq!((report.depth, report.stop_reason), (Some(last), StopReason::Complete));
        }
    }
}

#[test]
fn a_soft_limit_on_time_ends_a_search_between_iterations() {
    let some = |limits: Limits| limits.depth(3);
    for mut engine in engines() {
        for (limits, depth) in [
            (some(Limits::new().soft_time(Duration::ZERO)), 1),
            (some(Limits::new().soft_time(Duration::MAX)), 3),
            (some(Limits::new().soft_time(Duration::ZERO).time(Duration::ZERO)), 1),
            (some(Limits::new()), 3),
        ] {
            let report = engine.search(&endless(), &limits).expect("a report");
            assert_eq!(report.depth, Some(Depth::plies(depth)), "{limits:?}");
            assert_eq!(report.stop_reason, StopReason::Complete, "{limits:?}");
            assert!(report.value().is_some() && !report.proved);
        }
    }
}

#[test]
fn a_search_to_the_end_and_a_decision_take_no_notice_of_a_soft_limit() {
    let tree: Tree = "[[1 2] [3 [4 5]]]".parse().expect("a tree");
    let limits = Limits::new().soft_time(Duration::ZERO);
    let value = |depth| value(&tree, &(Tree::estimate as Estimate), depth);
    for options in Algorithm::ALL
        .map(|algorithm| team(algorithm, 3))
        .into_iter()
        .chain([team(Algorithm::ALL[0], 1)])
    {
        let mut engine: Engine<Tree, Estimate, _> = tree_engine(restless(MapTable::new()));
        engine.set_options(options);
        let report = engine.solve(&tree, &limits).expect("a report");
        assert_eq!((report.value(), report.proved), (Some(value(Depth::END)), true));
        let query = engine.query(&tree).limits(&limits.clone().depth(3));
        let report = query.decide(value(Depth::plies(3))).run().expect("an answer");
        assert_eq!(report.decides(value(Depth::plies(3))), Some(true));
    }
}

#[test]
fn limits_that_count_from_now_may_end_a_search_at_once() {
    for mut engine in engines() {
        let running = engine.query(&endless()).start().expect("a search");
        while running.poll().is_none() {
            yield_now();
        }
        let limits = Limits::new().time(Duration::ZERO);
        running.handle().change_limits_from_now(&limits);
        assert_eq!(running.wait().expect("a report").stop_reason, StopReason::Time);
    }
}
