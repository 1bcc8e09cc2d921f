//! The limits of a search, while the opponent thinks and after that; times are numbers here, no
//! clock runs.

use eldest::observe::Progress;
use eldest::{Limits, Position as _};
use eldest_uci::Position;
use eldest_uci::ask::with_table;
use eldest_uci::go::Go;
use eldest_uci::question::{DEEPEST, GoRequest};
use eldest_uci::settings::Settings;
use eldest_uci::timer::Timer;
use std::thread::yield_now;
use std::time::Duration;

/// How long the opponent has thought.
const PONDERED: Duration = Duration::from_secs(4);

fn question(go: Go) -> GoRequest {
    GoRequest::new(&go, &Position::new(), Settings::default()).0
}

/// A fixed time for the move, and a clock.
fn questions(ponder: bool) -> [GoRequest; 2] {
    let fixed = Go { ponder, move_time: Some(1_000), ..Go::default() };
    let clocks = Go { ponder, clocks: [Some(60_000); 2], increments: [500; 2], ..Go::default() };
    [fixed, clocks].map(question)
}

/// The limits of `question` where the clock runs since `since`.
fn limits(question: &GoRequest, since: Duration) -> Limits {
    let budget = question.budget.expect("a time for the move");
    let limits = Limits::new().depth(DEEPEST).time(since + budget.hard);
    if question.elastic { limits.soft_time(since + budget.soft) } else { limits }
}

fn assert_same(one: &Limits, other: &Limits) {
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

/// A search stands there after `time`.
fn after(time: Duration) -> Progress {
    let mut progress = Progress::default();
    progress.time = time;
    progress
}

#[test]
fn the_clock_of_a_search_runs_from_its_start() {
    for question in questions(false) {
        assert_same(&Timer::new(&question).limits(), &limits(&question, Duration::ZERO));
    }
}

#[test]
fn there_is_no_limit_while_the_opponent_thinks() {
    for question in questions(true) {
        let timer = Timer::new(&question);
        assert_same(&timer.limits(), &Limits::new().depth(DEEPEST));
        assert!(!timer.is_over(&after(Duration::MAX)));
    }
}

#[test]
fn after_the_ponderhit_all_of_the_time_is_left() {
    for question in questions(true) {
        let (timer, hard) = (Timer::new(&question), question.budget.expect("a time").hard);
        timer.begin_at(PONDERED);
        assert_same(&timer.limits(), &limits(&question, PONDERED));
        assert!(!timer.is_over(&after(PONDERED + hard)));
        assert!(timer.is_over(&after(PONDERED + hard + Duration::from_millis(1))));
    }
}

#[test]
fn the_ponderhit_comes_when_the_search_says_what_time_it_is() {
    for question in questions(true) {
        let (timer, engine) = (Timer::new(&question), with_table(1).expect("a table"));
        let hard = question.budget.expect("a time").hard;
        assert!(question.root.over().is_none());
        let search = engine.start(&question.root, |ask| ask.limits(&timer.limits()));
        let search = search.expect("a search");
        timer.steer(search.handle());
        while search.handle().progress().time < Duration::from_millis(2) {
            yield_now();
        }
        timer.begin();
        search.handle().stop();
        assert!(!timer.is_over(&after(hard + Duration::from_millis(1))), "since 2 ms at least");
    }
}
