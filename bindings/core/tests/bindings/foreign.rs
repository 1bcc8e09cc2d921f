//! Foreign games are searched as the shipped ones are.

use crate::games::{TicTacToe, depth, foreign, shipped, small};
use crate::nim::{Nim, Trouble};
use eldest_bindings::{
    Algorithm, Engine, EngineOptions, Error, Game, Inputs, Report, SearchLimits, StopReason,
};
use std::sync::Arc;

const POSITIONS: [&str; 5] =
    [".../.../...", "x../.o./...", "xo./.x./..o", "xox/.../...", "x.o/.x./..."];

/// Returns the values in a report.
fn found(report: &Report) -> (String, Vec<(String, String)>) {
    let mut moves: Vec<_> =
        report.moves.iter().map(|at| (at.mv.name.clone(), at.value.to_string())).collect();
    moves.sort();
    (report.value.to_string(), moves)
}

#[test]
fn a_foreign_game_has_the_values_of_the_shipped_one() {
    let limits = SearchLimits { multi_pv: usize::MAX, ..SearchLimits::default() };
    let reference = shipped("tictactoe", 1);
    for (algorithm, threads) in Algorithm::ALL.into_iter().flat_map(|one| [(one, 1), (one, 2)]) {
        let options = EngineOptions { algorithm, ..small(threads) };
        let engine = Engine::of(Arc::new(TicTacToe), &options).expect("valid rules");
        for text in POSITIONS {
            let [own, known] = [&engine, &reference].map(|engine| {
                let position = engine.game().position(text).expect("a position");
                let solved = engine.solve(&position, &limits).expect("a value");
                assert!(solved.proved && solved.exact);
                found(&solved)
            });
            assert_eq!(own, known, "{text}, {algorithm}, {threads} threads");
        }
    }
}

#[test]
fn iterations_equal_those_of_the_shipped_game() {
    for plies in 1..=6 {
        let [own, known] = [foreign(1), shipped("tictactoe", 1)].map(|engine| {
            let start = engine.game().start().expect("a start");
            found(&engine.search(&start, &depth(plies), None).expect("a report"))
        });
        assert_eq!(own.0, known.0, "{plies} plies");
    }
}

#[test]
fn many_positions_of_a_foreign_game_are_solved_side_by_side() {
    let (engine, reference) = (foreign(2), shipped("tictactoe", 1));
    let game = engine.game().clone();
    let inputs: Inputs =
        Box::new(POSITIONS.into_iter().cycle().take(200).map(move |text| game.position(text)));
    let reports = engine.solve_many(inputs, &SearchLimits::default()).expect("an idle engine");
    let values: Vec<_> = reports.map(|report| report.expect("a value").value).collect();
    assert_eq!(values.len(), 200);
    for (text, value) in POSITIONS.iter().cycle().zip(values) {
        let position = reference.game().position(text).expect("a position");
        let known = reference.solve(&position, &SearchLimits::default()).expect("a value");
        assert_eq!(value, known.value, "{text}");
    }
}

#[test]
fn moves_have_the_numbers_of_the_game() {
    let game = Game::of(Arc::new(Nim::new(21, Trouble::None))).expect("valid rules");
    let start = game.start().expect("a start");
    let moves: Vec<_> = start.moves().expect("moves").iter().map(|mv| mv.number).collect();
    assert_eq!(moves, [1, 2, 3]);
    let engine = Engine::new(&game, &small(1)).expect("an engine");
    let limits = SearchLimits { line: Some(true), ..SearchLimits::default() };
    let report = engine.solve(&start, &limits).expect("a value");
    assert_eq!(report.best_move.map(|mv| mv.number), Some(1));
    assert_eq!((report.value.distance(), report.line.len()), (Some(11), 11));
    assert!(report.is_line_complete);
    let taken: u64 = report.line.iter().map(|mv| mv.number).sum();
    assert_eq!(taken, 21);
}

#[test]
fn a_state_becomes_a_position_and_comes_back() {
    let game = Game::of(Arc::new(TicTacToe)).expect("valid rules");
    let position = game.position("x../.o./...").expect("a position");
    let state = position.state().expect("a copy").expect("a foreign game");
    let again = game.position_of(state).expect("a foreign game").play("9").expect("a legal move");
    assert_eq!(again.text().expect("a text"), "x../.o./..x");
    assert_eq!(again.side().expect("a side").index(), 1);
    let shipped = Game::open("nim").and_then(|game| game.start()).expect("a start");
    assert!(shipped.state().expect("no failure").is_none());
}

#[test]
fn a_game_without_a_bound_is_searched_to_a_depth() {
    let rules = || Nim { is_bounded: false, ..Nim::new(12, Trouble::None) };
    let engine = Engine::of(Arc::new(rules()), &small(1)).expect("valid rules");
    let start = engine.game().start().expect("a start");
    let refused = engine.solve(&start, &SearchLimits::default()).expect_err("no bound");
    assert_eq!(refused.code(), 5);
    let report = engine.search(&start, &depth(20), None).expect("a report");
    assert_eq!((report.stop_reason, report.value.distance()), (StopReason::Proved, Some(6)));
    let options = EngineOptions { max_ply: Some(12), ..small(1) };
    let engine = Engine::of(Arc::new(rules()), &options).expect("valid rules");
    let refused = engine.solve(&start, &SearchLimits::default());
    assert!(matches!(refused, Err(Error::Position(_))), "it is one of other rules: {refused:?}");
    let start = engine.game().start().expect("a start");
    assert!(engine.solve(&start, &SearchLimits::default()).expect("a value").proved);
}

#[test]
fn a_limit_of_nodes_is_exact() {
    let engine = Engine::of(Arc::new(Nim::new(1_000, Trouble::None)), &small(1)).expect("valid");
    let start = engine.game().start().expect("a start");
    for nodes in [1_000, 3_001] {
        engine.clear().expect("an idle engine");
        let limits = SearchLimits { nodes: Some(nodes), ..depth(400) };
        let report = engine.search(&start, &limits, None).expect("a report");
        assert_eq!((report.progress.nodes, report.stop_reason), (nodes, StopReason::Nodes));
    }
}
