//! The limits of a search, while pondering and afterwards. Times are given as numbers; no clock
//! runs.

use eldest::observe::Progress;
use eldest::{Limits, Position as _};
use eldest_uci::Position;
use eldest_uci::go::Go;
use eldest_uci::query::with_table;
use eldest_uci::request::{DEEPEST, GoRequest};
use eldest_uci::settings::Settings;
use eldest_uci::timer::Timer;
use std::thread::yield_now;
use std::time::Duration;

/// The opponent's thinking time.
const PONDERED: Duration = Duration::from_secs(4);

fn request(go: Go) -> GoRequest {
    GoRequest::new(&go, &Position::new(), Settings::default()).0
}

/// Returns a request with a fixed time for the move, and one with a clock.
fn requests(ponder: bool) -> [GoRequest; 2] {
    let fixed = Go { ponder, move_time: Some(1_000), ..Go::default() };
    let clocks = Go { ponder, clocks: [Some(60_000); 2], increments: [500; 2], ..Go::default() };
    [fixed, clocks].map(request)
}

/// Returns the limits of `request` if the clock started at `since`.
fn limits(request: &GoRequest, since: Duration) -> Limits {
    let budget = request.budget.expect("a time for the move");
    let limits = Limits::new().depth(DEEPEST).time(since + budget.hard);
    if request.elastic { limits.soft_time(since + budget.soft) } else { limits }
}

fn assert_same(one: &Limits, other: &Limits) {
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

/// Returns the progress of a search after `time`.
fn after(time: Duration) -> Progress {
    let mut progress = Progress::default();
    progress.time = time;
    progress
}

#[test]
fn the_clock_of_a_search_runs_from_its_start() {
    for request in requests(false) {
        assert_same(&Timer::new(&request).limits(), &limits(&request, Duration::ZERO));
    }
}

#[test]
fn there_is_no_limit_while_the_opponent_thinks() {
    for request in requests(true) {
        let timer = Timer::new(&request);
        assert_same(&timer.limits(), &Limits::new().depth(DEEPEST));
        assert!(!timer.is_over(&after(Duration::MAX)));
    }
}

#[test]
fn after_the_ponderhit_all_of_the_time_is_left() {
    for request in requests(true) {
        let (timer, hard) = (Timer::new(&request), request.budget.expect("a time").hard);
        timer.begin_at(PONDERED);
        assert_same(&timer.limits(), &limits(&request, PONDERED));
        assert!(!timer.is_over(&after(PONDERED + hard)));
        assert!(timer.is_over(&after(PONDERED + hard + Duration::from_millis(1))));
    }
}

#[test]
fn the_ponderhit_takes_the_time_of_the_search() {
    for request in requests(true) {
        let (timer, engine) = (Timer::new(&request), with_table(1).expect("a table"));
        let hard = request.budget.expect("a time").hard;
        assert!(request.root.over().is_none());
        let search = engine.start(&request.root, |query| query.limits(&timer.limits()));
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
