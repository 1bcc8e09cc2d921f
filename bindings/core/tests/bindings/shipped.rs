//! Shipped games by their names.

use crate::games::{depth, shipped, small};
use eldest_bindings::{
    Engine, EngineOptions, Error, Game, Inputs, Report, SearchLimits, StopReason,
};
use std::path::Path;
use std::time::{Duration, Instant};

/// Solves a position with all its moves.
fn solved(engine: &Engine, position: &str) -> Report {
    let position = engine.game().position(position).expect("a position");
    let limits = SearchLimits { multi_pv: usize::MAX, ..SearchLimits::default() };
    engine.solve(&position, &limits).expect("a value")
}

#[test]
fn a_position_is_solved_by_the_name_of_its_game() {
    let report = solved(&shipped("connect4", 1), "42256746111526565223");
    assert_eq!(report.value.to_string(), "3");
    assert!(report.proved && report.exact && report.stop_reason == StopReason::Proved);
    let best = report.best_move.as_ref().map(|mv| &*mv.name);
    assert_eq!(best, report.moves.first().map(|best| &*best.mv.name));
    assert_eq!(report.moves[0].value, report.value);
    assert!(report.moves.iter().all(|searched| searched.value.is_exact()));
    let mut named: Vec<_> = report.moves.iter().map(|searched| &*searched.mv.name).collect();
    named.sort_unstable();
    assert_eq!(named, ["1", "2", "3", "4", "5", "6", "7"]);
}

#[test]
fn each_game_is_searched_from_its_start() {
    for info in Game::all() {
        let name = match info.name {
            "tree" => "tree:[[3 5] [2 9]]",
            name => name,
        };
        let engine = shipped(name, 2);
        let start = engine.game().start().expect("a start");
        let mut iterations = 0;
        let report = engine.search(
            &start,
            &depth(2),
            Some(Box::new(move |iteration| {
                iterations += 1;
                assert_eq!(iteration.depth, Some(iterations));
                Ok(())
            })),
        );
        let report = report.unwrap_or_else(|error| panic!("{name}: {error}"));
        let moves = start.moves().expect("moves");
        assert_eq!(report.moves.len(), moves.len(), "{name}");
        let best = report.best_move.expect("a best move");
        assert_eq!(report.line.first(), Some(&best), "{name}");
        let child = start.after(&best).expect("it is legal");
        let read = engine.game().position(&child.text().expect("a text")).expect("a position");
        assert_eq!(read.key().expect("a key"), child.key().expect("a key"), "{name}");
    }
}

/// Returns the positions of a suite with their values.
fn suite(name: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/games/suites/connect4");
    let text = std::fs::read_to_string(path.join(name)).expect("a suite");
    let pair =
        |line: &str| line.split_once(' ').map(|(at, value)| (at.to_owned(), value.to_owned()));
    text.lines().filter_map(pair).collect()
}

/// Solves positions side by side, and checks their values.
fn check(engine: &Engine, rows: Vec<(String, String)>) {
    let game = engine.game().clone();
    let texts: Vec<_> = rows.iter().map(|(text, _)| text.clone()).collect();
    let inputs: Inputs = Box::new(texts.into_iter().map(move |text| game.position(&text)));
    let mut count = 0;
    let reports = engine.solve_many(inputs, &SearchLimits::default()).expect("an idle engine");
    for ((text, value), report) in rows.iter().zip(reports) {
        assert_eq!(report.expect("a value").value.to_string(), *value, "{text}");
        count += 1;
    }
    assert_eq!(count, rows.len());
    assert!(!engine.is_busy());
}

#[test]
fn many_positions_are_solved_in_their_order() {
    let few = if cfg!(debug_assertions) { 40 } else { 560 };
    for threads in [1, 2] {
        let rows = suite("ply28.txt").into_iter().take(few).collect();
        check(&shipped("connect4", threads), rows);
    }
}

/// 560 positions of 8, 10 and 12 plies; a few of 20 plies where nothing is optimised.
#[test]
fn positions_of_connect_four_have_their_published_values() {
    let engine = Engine::open("connect4", &EngineOptions { threads: 2, ..small(2) });
    let engine = engine.expect("a shipped game");
    if cfg!(debug_assertions) {
        return check(&engine, suite("ply20.txt").into_iter().take(10).collect());
    }
    let rows = ["ply08.txt", "ply10.txt", "ply12.txt"].iter().flat_map(|name| suite(name));
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), 560);
    let options = EngineOptions { threads: 2, ..EngineOptions::default() };
    check(&Engine::open("connect4", &options).expect("a shipped game"), rows);
}

#[test]
fn a_position_that_cannot_be_read_is_the_outcome_in_its_place() {
    let engine = shipped("connect4", 2);
    let game = engine.game().clone();
    let texts = ["4453", "44x3", "44444444", "42256746111526565223"];
    let inputs: Inputs = Box::new(texts.into_iter().map(move |text| game.position(text)));
    let limits = SearchLimits { nodes: Some(1_000), ..SearchLimits::default() };
    let reports = engine.solve_many(inputs, &limits).expect("an idle engine");
    let found: Vec<_> = reports.map(|report| report.map(|report| report.stop_reason)).collect();
    assert!(matches!(found[0], Ok(StopReason::Nodes)));
    assert!(matches!(&found[1], Err(Error::Position(reason)) if reason.contains("'44x3'")));
    assert!(matches!(found[2], Err(Error::Position(_))));
    assert!(found[3].is_ok());
}

#[test]
fn moves_are_played_and_named() {
    let game = Game::open("connect4:6x5").expect("a game");
    assert_eq!((game.name(), game.players()[0].as_str()), ("connect4:6x5".to_owned(), "x"));
    let start = game.start().expect("a start");
    let played = game.play(&start, &["4", "4", "3"]).expect("legal moves");
    let read = game.position("443").expect("a position");
    assert_eq!(played.key().expect("a key"), read.key().expect("a key"));
    assert_eq!(played.moves().expect("moves").len(), 6);
    let refused = game.play(&start, &["7"]).expect_err("there are six columns");
    assert_eq!(refused.code(), 3);
}

#[test]
fn an_engine_refuses_positions_of_other_games() {
    let other = Game::open("connect4:6x5").and_then(|game| game.start()).expect("a start");
    let refused = shipped("connect4", 1).solve(&other, &SearchLimits::default());
    let expected = "a position of connect4:6x5; expected one of connect4:7x6";
    assert!(matches!(refused, Err(Error::Position(reason)) if reason == expected));
}

#[test]
fn a_question_is_answered_more_cheaply_than_the_value_is_found() {
    let engine = shipped("connect4", 1);
    let position = engine.game().position("42256746111526565223").expect("a position");
    let limits = |least| SearchLimits { decide: Some(least), ..SearchLimits::default() };
    let decided = |least| engine.solve(&position, &limits(least)).expect("an answer").value;
    assert!(decided(3).lower.get() >= 3);
    assert!(decided(4).upper.get() < 4);
    let limits = SearchLimits {
        root_moves: Some(vec!["1".to_owned(), "2".to_owned()]),
        ..SearchLimits::default()
    };
    assert_eq!(engine.solve(&position, &limits).expect("a report").moves.len(), 2);
}

#[test]
fn a_thousand_engines_come_and_go() {
    let begun = Instant::now();
    for number in 0..1_000 {
        let engine = shipped(["connect4", "tictactoe", "othello"][number % 3], 1);
        if number % 50 == 0 {
            let start = engine.game().start().expect("a start");
            engine.search(&start, &depth(1), None).expect("a report");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(resident_mib().is_none_or(|mib| mib < 500));
}

/// Returns the memory of this process, in MiB, where the system reports it.
fn resident_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages / 256)
}

#[test]
fn searches_of_games_without_an_end_are_refused_with_advice() {
    let engine = shipped("dobutsu", 1);
    let start = engine.game().start().expect("a start");
    let refused = engine.solve(&start, &SearchLimits::default()).expect_err("it has cycles");
    assert_eq!(refused.code(), 5);
    assert!(refused.to_string().contains("max_ply"), "{refused}");
    assert!(engine.search(&start, &depth(3), None).expect("a report").best_move.is_some());
}
