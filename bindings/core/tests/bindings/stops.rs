//! Searches in the background, and how soon they stop, in nodes.

use crate::games::{depth, foreign, shipped, small};
use crate::nim::{Nim, Trouble};
use eldest_bindings::{
    Engine, Error, Game, Handle, Inputs, Report, SearchLimits, StopReason, StopToken,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

/// A search that goes on this long after its stop does not end.
const HANG: Duration = Duration::from_secs(120);
const A_MOMENT: Duration = Duration::from_millis(30);
/// The most nodes that two threads visit after a stop: each checks for one every 1,024 nodes, and
/// publishes its count at every 16th check.
const MOST_AFTER: u64 = 2 * 17 * 1_024;
/// The most moves that a thread plays after a stop where each takes a millisecond: it then checks
/// every millisecond, but must first find out how slow the rules are.
const MOST_PLAYS: u64 = 64;

/// A game that takes for ever, with slow rules; and the number of its plays.
fn slow(threads: usize) -> (Engine, Arc<AtomicU64>) {
    let rules = Nim::new(1_000, Trouble::Sleep(Duration::from_millis(1)));
    let plays = Arc::clone(&rules.plays);
    (Engine::of(Arc::new(rules), &small(threads)).expect("valid rules"), plays)
}

/// Waits until the search has visited nodes.
fn wait_for_nodes(handle: &Handle) {
    while handle.progress().nodes == 0 {
        sleep(Duration::from_millis(1));
    }
}

/// Returns the report of a search that was stopped.
fn end_of(handle: &Handle) -> Report {
    handle.wait(Some(HANG)).expect("a stopped search ends").expect("a report")
}

#[test]
fn a_search_in_the_background_is_stopped() {
    for (engine, to_end) in [
        (shipped("connect4", 2), true),
        (shipped("othello", 1), false),
        (slow(1).0, true),
        (slow(2).0, false),
    ] {
        let start = engine.game().start().expect("a start");
        let limits = SearchLimits::default();
        let handle = match to_end {
            true => engine.start_solve(&start, &limits),
            false => engine.start(&start, &limits, None),
        };
        let handle = handle.expect("an idle engine");
        wait_for_nodes(&handle);
        assert!(handle.wait(Some(Duration::ZERO)).is_none() && engine.is_busy());
        assert!(matches!(engine.solve(&start, &limits), Err(Error::Busy(_))));
        handle.stop();
        let before = handle.progress().nodes;
        let report = end_of(&handle);
        assert_eq!(report.stop_reason, StopReason::Stopped);
        assert!(report.progress.nodes - before <= MOST_AFTER, "{before}, {report:?}");
        assert!(handle.is_finished() && !engine.is_busy());
        assert_eq!(handle.progress().nodes, report.progress.nodes);
        assert!(handle.wait(Some(Duration::ZERO)).is_some(), "each time");
    }
}

#[test]
fn progress_is_reported() {
    let engine = shipped("othello", 1);
    let start = engine.game().start().expect("a start");
    let handle = engine.start(&start, &depth(60), None).expect("an idle engine");
    while handle.latest().is_none_or(|iteration| iteration.depth < Some(3)) {
        sleep(Duration::from_millis(1));
    }
    let progress = handle.progress();
    assert!(progress.nodes > 0 && progress.seconds > 0.0 && progress.depth >= Some(3));
}

#[test]
fn dropping_the_last_handle_stops_the_search() {
    let engine = shipped("connect4", 1);
    let start = engine.game().start().expect("a start");
    let limits = SearchLimits::default();
    let handle = engine.start_solve(&start, &limits).expect("an idle engine");
    let other = handle.clone();
    drop(handle);
    wait_for_nodes(&other);
    assert!(other.wait(Some(Duration::ZERO)).is_none(), "it goes on");
    drop(other);
    // The next search waits for the one that ends.
    assert!(engine.search(&start, &depth(1), None).expect("a report").is_complete);
}

#[test]
fn a_token_and_a_time_limit_end_a_search_with_slow_rules() {
    let (engine, plays) = slow(2);
    let start = engine.game().start().expect("a start");
    let token = StopToken::new();
    let limits = SearchLimits { stop: Some(token.clone()), ..SearchLimits::default() };
    let handle = engine.start_solve(&start, &limits).expect("an idle engine");
    wait_for_nodes(&handle);
    token.stop();
    let before = plays.load(Relaxed);
    assert_eq!(end_of(&handle).stop_reason, StopReason::Stopped);
    let after = plays.swap(0, Relaxed);
    assert!(after - before <= 2 * MOST_PLAYS, "{before} to {after}");
    let limits = SearchLimits { time: Some(A_MOMENT), ..SearchLimits::default() };
    let report = engine.solve(&start, &limits).expect("a report");
    assert_eq!(report.stop_reason, StopReason::Time);
    // At least a millisecond each.
    let (played, milliseconds) = (plays.load(Relaxed), A_MOMENT.as_millis() as u64);
    assert!(played <= 2 * (milliseconds + MOST_PLAYS), "{played}");
}

#[test]
fn many_positions_are_waited_for_and_stopped() {
    let engine = shipped("connect4", 2);
    let game = engine.game().clone();
    let inputs: Inputs = Box::new((0..50).map(move |_| game.start()));
    let token = StopToken::new();
    let limits = SearchLimits { stop: Some(token.clone()), ..SearchLimits::default() };
    let mut reports = engine.solve_many(inputs, &limits).expect("an idle engine");
    assert!(reports.next_within(A_MOMENT).is_err(), "the empty board takes long");
    reports.stop_token().stop();
    assert!(!token.is_stopped(), "it is the caller's");
    let stopped = reports.next_within(HANG).expect("a stopped search ends").expect("the first");
    assert_eq!(stopped.expect("a report").stop_reason, StopReason::Stopped);
    assert_eq!(reports.by_ref().count(), 49);
    assert!(reports.next().is_none() && !engine.is_busy());
}

#[test]
fn positions_that_are_dropped_free_the_engine() {
    let engine = shipped("connect4", 2);
    let game = engine.game().clone();
    let inputs: Inputs = Box::new((0..50).map(move |_| game.start()));
    let mut reports = engine.solve_many(inputs, &SearchLimits::default()).expect("an idle engine");
    assert!(reports.next_within(A_MOMENT).is_err());
    drop(reports);
    let start = engine.game().start().expect("a start");
    assert!(engine.search(&start, &depth(2), None).is_ok());
}

#[test]
fn engines_search_side_by_side() {
    let position = Game::open("connect4").and_then(|game| game.start()).expect("a start");
    let engines = [shipped("connect4", 1), shipped("connect4", 1)];
    let handles = engines.each_ref().map(|engine| engine.start(&position, &depth(6), None));
    let values = handles.map(|handle| {
        let outcome = handle.expect("an idle engine").wait(None).expect("it has ended");
        outcome.expect("a report").value
    });
    assert_eq!(values[0], values[1]);
    assert!(foreign(1).game().start().is_ok());
}

#[test]
fn a_callback_stops_its_own_search_and_cannot_wait_for_it() {
    let engine = shipped("othello", 1);
    let start = engine.game().start().expect("a start");
    let cell = Arc::new(std::sync::OnceLock::<Handle>::new());
    let (own, within) = (Arc::clone(&cell), engine.clone());
    let on_iteration = Box::new(move |iteration: &eldest_bindings::Iteration| {
        let handle = own.wait();
        assert!(matches!(handle.wait(Some(HANG)), Some(Err(Error::Deadlock(_)))));
        if iteration.depth == Some(2) {
            handle.stop();
            // It would wait for the search that is ending.
            assert!(matches!(within.clear(), Err(Error::Busy(_))));
        }
        Ok(())
    });
    let handle = engine.start(&start, &depth(60), Some(on_iteration)).expect("an idle engine");
    cell.set(handle.clone()).expect("it is set once");
    let report = end_of(&handle);
    assert_eq!((report.depth, report.stop_reason), (Some(2), StopReason::Stopped));
}
