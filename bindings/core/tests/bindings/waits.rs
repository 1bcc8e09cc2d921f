//! Waits that would never end, because what is waited for waits for the caller.

use crate::games::{depth, shipped};
use eldest_bindings::{Engine, Error, Exclusive, Handle, Iteration, OnIteration, SearchLimits};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Barrier, OnceLock};
use std::time::Duration;

/// A wait that has not ended after this time was not refused.
const HANG: Duration = Duration::from_secs(20);

/// Makes `call` once, in the first iteration.
fn once(call: impl FnOnce() + Send + 'static) -> Option<OnIteration> {
    let mut call = Some(call);
    Some(Box::new(move |_: &Iteration| {
        if let Some(call) = call.take() {
            call();
        }
        Ok(())
    }))
}

fn start(engine: &Engine, on_iteration: Option<OnIteration>) -> Handle {
    let position = engine.game().start().expect("a start");
    engine.start(&position, &depth(3), on_iteration).expect("an idle engine")
}

/// Returns the message of a wait for a search, if it was refused.
fn refused(handle: &Handle) -> Option<String> {
    match handle.wait(Some(HANG)) {
        Some(Err(Error::Deadlock(message))) => Some(message),
        Some(Ok(_)) => None,
        other => panic!("the wait was neither refused, nor did it end: {other:?}"),
    }
}

/// The handle of the first search, once there is one.
type First = Arc<OnceLock<Handle>>;

/// The callback of a search that searches with another engine, whose callback does the same, and
/// whose last one waits for the first search; and sends whether that was refused.
fn nested(engines: usize, first: First, found: Sender<Option<String>>) -> Option<OnIteration> {
    once(move || {
        if engines == 1 {
            found.send(refused(first.wait())).expect("a receiver");
            return;
        }
        let engine = shipped("tictactoe", engines % 2 + 1);
        let position = engine.game().start().expect("a start");
        let callback = nested(engines - 1, first, found);
        let report = match engines % 3 {
            0 => start(&engine, callback).wait(Some(HANG)).expect("it ends"),
            _ => engine.search(&position, &depth(3), callback),
        };
        assert!(report.expect("a report").is_complete);
    })
}

#[test]
fn the_last_of_a_chain_of_engines_cannot_wait_for_the_first() {
    for engines in 1..=5 {
        let ((sender, found), first) = (channel(), First::default());
        let engine = shipped("nim", 2);
        let handle = start(&engine, nested(engines, Arc::clone(&first), sender));
        first.set(handle.clone()).expect("it is set once");
        let message = found.recv().expect("a wait").expect("it was refused");
        let (nim, other) = ("this call would wait for the search of nim, ", "the search of tic");
        assert!(message.starts_with(nim), "{message}");
        assert_eq!(message.matches(other).count(), engines - 1, "{message}");
        assert_eq!(refused(&handle), None, "the search goes on");
    }
}

#[test]
fn of_two_searches_that_wait_for_each_other_one_is_refused() {
    let both = Arc::new(Barrier::new(2));
    let cells = [First::default(), First::default()];
    let (sender, found) = channel();
    let engines = [shipped("tictactoe", 1), shipped("tictactoe", 2)];
    let handles = [0, 1].map(|index| {
        let (both, other, sender) =
            (Arc::clone(&both), Arc::clone(&cells[1 - index]), sender.clone());
        let wait = move || {
            both.wait();
            sender.send(refused(other.wait())).expect("a receiver");
        };
        start(&engines[index], once(wait))
    });
    cells.iter().zip(&handles).for_each(|(cell, handle)| drop(cell.set(handle.clone())));
    let waits = [found.recv(), found.recv()].map(|wait| wait.expect("two waits"));
    assert_eq!(waits.iter().flatten().count(), 1, "{waits:?}");
    assert!(handles.iter().all(|handle| refused(handle).is_none()));
}

/// A wait of a search does not make another one a circle: there is none.
#[test]
fn two_searches_may_wait_for_a_third() {
    let third = shipped("tictactoe", 1);
    let (go, may_go) = channel::<()>();
    let waited = start(&third, once(move || may_go.recv().expect("a sender")));
    let (sender, found) = channel();
    let handles = [1, 2].map(|threads| {
        let (waited, sender) = (waited.clone(), sender.clone());
        let engine = shipped("tictactoe", threads);
        start(&engine, once(move || sender.send(refused(&waited)).expect("a receiver")))
    });
    std::thread::sleep(Duration::from_millis(30));
    go.send(()).expect("a receiver");
    assert_eq!([found.recv(), found.recv()], [Ok(None), Ok(None)]);
    assert!(handles.iter().all(|handle| refused(handle).is_none()));
}

#[test]
fn the_input_of_many_positions_cannot_wait_for_what_waits_for_them() {
    let (engine, many) = (shipped("tictactoe", 1), shipped("tictactoe", 2));
    let (first, (sender, found)) = (First::default(), channel());
    let own = Arc::clone(&first);
    let solve = once(move || {
        let game = many.game().clone();
        let inputs = (0..2).map(move |_| {
            sender.send(refused(own.wait())).expect("a receiver");
            game.start()
        });
        let solved = many.solve_many(Box::new(inputs), &SearchLimits::default());
        assert!(solved.expect("an idle engine").all(|outcome| outcome.is_ok()));
    });
    let handle = start(&engine, solve);
    first.set(handle.clone()).expect("it is set once");
    let waits = [found.recv(), found.recv()].map(|wait| wait.expect("a wait"));
    assert!(waits.iter().all(Option::is_some), "{waits:?}");
    assert_eq!(refused(&handle), None);
}

#[test]
fn a_call_cannot_use_a_value_that_an_outer_call_has() {
    let value = Exclusive::new("the counter", 0);
    let inner = value.with(|outer| {
        *outer = 1;
        value.with(|inner| *inner = 2)
    });
    let message =
        inner.expect("the outer call has it").expect_err("the inner one has not").to_string();
    assert!(message.contains("another call with the counter"), "{message}");
    assert_eq!(value.with(|value| *value).expect("no call has it"), 1);
}
