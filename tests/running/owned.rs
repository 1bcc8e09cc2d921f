//! Searches that own their engines: they can be kept, sent and dropped, and the engine comes back.

use crate::common::faulty::expect_panics;
use crate::common::in_time;
use eldest::background::OwnedSearch;
use eldest::report::StopReason;
use eldest::{
    Algorithm, Depth, Engine, Error, Handle, Limits, Options, Score, SharedTable, ZeroEvaluator,
};
use eldest_checks::sharing::team;
use eldest_games::trees::Synthetic;
use std::sync::mpsc::channel;
use std::time::Duration;

type Judge = fn(&Synthetic) -> Score;
type Endless = Engine<Synthetic, Judge>;

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

fn engine(options: Options, judge: Judge) -> Endless {
    let builder = Engine::<Synthetic>::builder().evaluator(judge).options(options);
    builder.table_bytes(1 << 16).build().expect("an engine")
}

/// Engines with one thread, and with three of every algorithm.
fn engines(judge: Judge) -> impl Iterator<Item = Endless> {
    let several = Algorithm::ALL.map(|algorithm| team(algorithm, 3));
    std::iter::once(Options::default()).chain(several).map(move |options| engine(options, judge))
}

/// What keeps an engine, or its search, and what steers it.
enum App {
    Idle(Endless),
    Busy { search: OwnedSearch<Synthetic, Judge>, handle: Handle<u16> },
}

impl App {
    fn go(self) -> Self {
        let Self::Idle(engine) = self else { panic!("it searches already") };
        let search = engine.start(&endless(), |query| query.multi_pv(2)).expect("a search");
        let handle = search.handle().clone();
        Self::Busy { search, handle }
    }

    fn stop(self) -> (Self, StopReason) {
        let Self::Busy { search, handle } = self else { panic!("it does not search") };
        handle.stop();
        let (engine, outcome) = search.wait();
        (Self::Idle(engine), outcome.expect("a report").stop_reason)
    }
}

#[test]
fn a_search_that_owns_its_engine_can_be_kept_and_gives_it_back() {
    for engine in engines(Synthetic::estimate) {
        let mut app = App::Idle(engine);
        for _ in 0..3 {
            let (idle, stop_reason) = app.go().stop();
            assert_eq!(stop_reason, StopReason::Stopped);
            app = idle;
        }
    }
}

#[test]
fn a_search_that_owns_its_engine_finds_what_one_that_borrows_it_finds() {
    let (position, limits) = (endless(), Limits::new().depth(4));
    let found = engine(Options::default(), Synthetic::estimate).search(&position, &limits);
    let mut owner = engine(Options::default(), Synthetic::estimate);
    let search = owner.start(&position, |query| query.limits(&limits)).expect("a search");
    let outcome;
    (owner, outcome) = search.wait();
    let (found, own) = (found.expect("a report"), outcome.expect("a report"));
    assert_eq!((&found.moves, found.statistics.nodes), (&own.moves, own.statistics.nodes));
    let again = owner.search(&position, &limits).expect("a report");
    assert!(again.statistics.nodes < own.statistics.nodes, "the table has come back too");
}

#[test]
fn a_search_that_owns_its_engine_can_be_sent_and_waited_for_elsewhere() {
    for engine in engines(Synthetic::estimate) {
        let search = engine.start(&endless(), |query| query).expect("a search");
        let handle = search.handle().clone();
        assert!(!search.wait_timeout(Duration::ZERO) && !search.is_finished());
        handle.change_limits(&Limits::new().depth(1));
        let waiting = in_time(move || search.wait());
        assert!(waiting.1.expect("a report").depth >= Some(Depth::plies(1)));
        assert!(handle.is_finished());
    }
}

#[test]
fn dropping_a_search_that_owns_its_engine_ends_both() {
    for engine in engines(Synthetic::estimate) {
        let (sender, receiver) = channel();
        let search = engine.start(&endless(), |query| {
            query.when_finished(move |outcome| {
                let ending = outcome.as_ref().map(|report| report.stop_reason);
                sender.send(ending.expect("a report")).expect("the receiver lives");
            })
        });
        let search = search.expect("a search");
        let handle = search.handle().clone();
        drop(search);
        assert!(handle.is_finished());
        assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [StopReason::Stopped]);
    }
}

#[test]
fn an_engine_comes_back_from_a_search_that_does_not_begin() {
    for engine in engines(Synthetic::estimate) {
        let refused =
            engine.start(&endless(), |query| query.root_moves([99])).expect_err("no move");
        assert!(matches!(refused.error, Error::IllegalRootMove { .. }), "{refused:?}");
        assert_eq!(refused.to_string(), refused.error.to_string());
        let mut engine = refused.engine;
        let report = engine.search(&endless(), &Limits::new().depth(1)).expect("a report");
        assert_eq!(report.depth, Some(Depth::plies(1)));
    }
}

#[test]
fn an_engine_comes_back_from_a_search_that_panics() {
    expect_panics();
    for engine in engines(|_| panic!("no judgement")) {
        let (mut engine, outcome) =
            engine.start(&endless(), |query| query).expect("a search").wait();
        assert!(matches!(outcome, Err(Error::Panicked { .. })), "{outcome:?}");
        let report = engine.search(&endless(), &Limits::new().nodes(0));
        assert!(matches!(report, Err(Error::Panicked { .. })), "it still searches: {report:?}");
    }
}

#[test]
fn a_refused_search_is_an_error_that_a_question_mark_passes_on() {
    fn go(
        engine: Engine<Synthetic>,
    ) -> Result<OwnedSearch<Synthetic, ZeroEvaluator, SharedTable>, Error> {
        Ok(engine.start(&endless(), |query| query.root_moves([]))?)
    }
    let engine = Engine::<Synthetic>::builder().table_bytes(1 << 16).build().expect("an engine");
    assert!(matches!(go(engine), Err(Error::NoRootMoves)));
}
