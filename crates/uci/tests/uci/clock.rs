//! Budgets from clocks, and how they are stretched.

use crate::child::position;
use eldest::Score;
use eldest_uci::Position;
use eldest_uci::clock::{Budget, Clock};
use eldest_uci::command::Command;
use eldest_uci::request::{GoRequest, WITHOUT_CLOCK};
use eldest_uci::settings::Settings;
use eldest_uci::timer::Pace;
use std::time::Duration;

/// Returns a random number; all magnitudes are equally likely.
fn any(random: &mut fastrand::Rng) -> i64 {
    let size = random.u32(0..=63);
    let number = random.i64(..) >> size;
    if random.u8(0..20) == 0 { 0 } else { number }
}

fn clocks() -> impl Iterator<Item = (Clock, i64)> {
    let mut random = fastrand::Rng::with_seed(1);
    (0..200_000).map(move |_| {
        let moves_to_go = random.bool().then(|| any(&mut random).unsigned_abs());
        let clock = Clock { left: any(&mut random), increment: any(&mut random), moves_to_go };
        (clock, any(&mut random))
    })
}

#[test]
fn no_budget_is_more_than_what_is_left_without_the_overhead() {
    for (clock, overhead) in clocks() {
        let Budget { soft, hard } = clock.budget(overhead);
        let left = clock.left.saturating_sub(overhead.max(0)).max(0).unsigned_abs();
        assert!(soft <= hard && hard <= Duration::from_millis(left), "{clock:?} {overhead}");
        for factor in [0.0, 0.5, 1e9, f64::MAX, f64::INFINITY] {
            let stretched = clock.budget(overhead).stretched(factor);
            assert!(stretched.hard == hard && stretched.soft <= hard, "{clock:?} {factor}");
        }
    }
}

#[test]
fn more_time_on_the_clock_never_gives_less_for_the_move() {
    for (clock, overhead) in clocks() {
        let more = Clock { left: clock.left.saturating_add(1_000), ..clock };
        let (less, more) = (clock.budget(overhead), more.budget(overhead));
        assert!(less.soft <= more.soft && less.hard <= more.hard, "{clock:?} {overhead}");
    }
}

#[test]
fn a_fallen_flag_gives_no_time_at_all() {
    for left in [0, -1, -5_000, i64::MIN, 30] {
        let clock = Clock { left, increment: 1_000, moves_to_go: None };
        assert_eq!(clock.budget(30), Budget { soft: Duration::ZERO, hard: Duration::ZERO });
    }
}

#[test]
fn the_last_move_before_more_time_may_take_all_of_it_and_others_a_third() {
    let hard =
        |moves_to_go| Clock { left: 1_030, increment: 0, moves_to_go }.budget(30).hard.as_millis();
    assert_eq!(
        [hard(Some(1)), hard(Some(2)), hard(Some(3)), hard(Some(4))],
        [1_000, 500, 333, 333]
    );
    assert_eq!([hard(Some(20)), hard(None)], [200, 160]);
}

/// Every move takes all of its hard time, plus the overhead.
#[test]
fn the_flag_never_falls_in_a_long_game() {
    for (start, increment, period) in [(1_000, 0, None), (1_000, 10, None), (60_000, 0, Some(40))] {
        let mut left: i64 = start;
        for ply in 0..1_000_u64 {
            let moves_to_go = period.map(|period| period - ply % period);
            let budget = Clock { left, increment, moves_to_go }.budget(20);
            let spent = budget.hard.as_millis() as i64;
            assert!(spent + 20 <= left || spent == 0, "{left} at {ply}");
            left += increment - spent - if spent == 0 { 0 } else { 20 };
            left += if moves_to_go == Some(1) { start } else { 0 };
        }
    }
}

/// Every move takes its share, and some more is lost to lag.
#[test]
fn increments_keep_a_reserve_for_a_machine_that_pauses() {
    let mut left: i64 = 5_000;
    for _ in 0..500 {
        let soft = Clock { left, increment: 50, moves_to_go: None }.budget(30).soft;
        left += 50 - 5 - soft.as_millis() as i64 * 10 / 7;
        assert!(left >= 200, "{left}");
    }
}

#[test]
fn a_fixed_time_loses_the_overhead_but_no_more_than_half() {
    let fixed = |time, overhead| Budget::fixed(time, overhead).hard.as_millis();
    assert_eq!([fixed(100, 30), fixed(40, 30), fixed(0, 30), fixed(100, -5)], [70, 20, 0, 100]);
    assert_eq!(fixed(u64::MAX, i64::MAX), u128::from(u64::MAX / 2 + 1));
}

#[test]
fn a_move_that_stays_best_takes_less_time_than_one_that_changes_or_loses() {
    let start = position("startpos");
    let [first, second] = [0, 1].map(|index| start.legal_moves()[index]);
    let factor = |found: &[(bool, i32)]| {
        let mut pace = Pace::default();
        for (is_first, value) in found {
            pace.iteration(if *is_first { first } else { second }, Score::new(*value));
        }
        pace.factor()
    };
    let steady = factor(&[(true, 10), (true, 12), (true, 11)]);
    let changed = factor(&[(true, 10), (true, 12), (false, 11)]);
    let lost = factor(&[(true, 10), (true, 12), (true, -80)]);
    let calm_again = factor(&[(true, 10), (false, 12), (false, 13), (false, 14), (false, 15)]);
    assert!(steady < 1.0 && changed > 1.0 && lost > changed, "{steady} {changed} {lost}");
    assert!(steady < calm_again && calm_again < changed, "{calm_again}");
    let mated = factor(&[(true, 10), (true, Score::loss_in(4).get())]);
    assert!(mated < 4.0, "{mated}");
}

/// Parses `go` for the position with this FEN, or the start.
fn request(fen: Option<&str>, go: &str) -> GoRequest {
    let position = fen.map_or_else(Position::new, |fen| fen.parse().expect("a position"));
    let (Some(Command::Go(go)), _) = Command::read(go) else { panic!("{go}") };
    GoRequest::new(&go, &position, Settings::default()).0
}

const OVERHEAD: i64 = 30;

#[test]
fn each_side_goes_by_its_own_clock() {
    let go = "go wtime 60000 btime 1000 winc 500 binc 20 movestogo 7";
    let black = "4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1";
    let [white, black] =
        [request(None, go), request(Some(black), go)].map(|request| request.budget);
    let clock = |left, increment| Clock { left, increment, moves_to_go: Some(7) };
    assert_eq!(white, Some(clock(60_000, 500).budget(OVERHEAD)));
    assert_eq!(black, Some(clock(1_000, 20).budget(OVERHEAD)));
}

#[test]
fn a_single_clock_is_taken_for_our_own() {
    let budget = Clock { left: 5_000, increment: 0, moves_to_go: None }.budget(OVERHEAD);
    assert_eq!(request(None, "go btime 5000").budget, Some(budget));
    assert_eq!(request(None, "go depth 5").budget, None);
    assert_eq!(request(None, "go movetime 200").budget, Some(Budget::fixed(200, OVERHEAD)));
}

/// A missing clock must not make the search endless.
#[test]
fn every_clock_parameter_limits_the_search() {
    let black = "4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1";
    let words = [
        "wtime 885300",
        "btime 885300",
        "winc 1000",
        "binc -5",
        "movestogo 40",
        "movestogo 0",
        "searchmoves e2e4",
    ];
    for choice in 0..1_u32 << words.len() {
        let named = words.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        let go = named.fold("go".to_owned(), |go, (_, word)| format!("{go} {word}"));
        for (fen, own) in [(None, choice & 1), (Some(black), choice & 2)] {
            let (timed, is_timed) = (request(fen, &go), choice & 63 != 0);
            assert_eq!(timed.budget.is_some(), is_timed, "{go}");
            let most = timed.budget.map_or(Duration::ZERO, |budget| budget.hard);
            assert!(own != 0 || most <= WITHOUT_CLOCK, "{go}: {most:?}");
        }
    }
    for go in
        ["go depth 3 winc 5", "go nodes 9 movestogo 4", "go mate 2 binc 1", "go infinite winc 1"]
    {
        assert_eq!(request(None, go).budget, None, "{go}");
    }
}

#[test]
fn where_there_is_one_move_no_iteration_is_begun() {
    let only = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";
    let budget = request(Some(only), "go wtime 60000 btime 60000").budget.expect("a clock");
    assert_eq!(budget.soft, Duration::ZERO);
    let among =
        request(None, "go wtime 60000 btime 60000 searchmoves e2e4").budget.expect("a clock");
    assert_eq!(among.soft, Duration::ZERO);
}

#[test]
fn a_mate_is_looked_for_within_the_depth() {
    for (go, moves) in [("go mate 5", 5), ("go mate 5 depth 3", 2), ("go mate 5 depth 0", 1)] {
        assert_eq!(request(None, go).mate, Some(moves), "{go}");
    }
}
