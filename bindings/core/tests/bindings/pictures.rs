//! Trees and comparisons.

use crate::games::{TicTacToe, foreign, shipped};
use crate::nim::{Nim, Trouble};
use eldest_bindings::compare::{self, CompareOptions, compare};
use eldest_bindings::tree::{self, Format, TreeOptions, draw};
use eldest_bindings::{Error, Game, StopToken};
use std::sync::Arc;

#[test]
fn trees_are_drawn_in_each_format() {
    let start = foreign(1).game().start().expect("a start");
    let options = TreeOptions { algorithms: vec!["kernel".into()], ..TreeOptions::default() };
    for (format, begin) in
        [(Format::Svg, "<svg"), (Format::Dot, "graph"), (Format::Json, "{"), (Format::Text, "")]
    {
        let drawn = draw(&start, &options, format).expect("a picture");
        assert!(drawn.starts_with(begin) && drawn.len() > 100, "{format:?}: {drawn}");
    }
}

/// The shipped game lists its moves in another order, which minimax does not mind.
#[test]
fn a_foreign_game_has_a_tree_of_the_size_of_the_shipped_one() {
    let options = TreeOptions {
        algorithms: vec!["minimax".into()],
        depth: Some(3),
        max_nodes: 1_000,
        ..TreeOptions::default()
    };
    let heads = [foreign(1), shipped("tictactoe", 1)].map(|engine| {
        let position = engine.game().position("xo./.x./..o").expect("a position");
        let drawn = draw(&position, &options, Format::Text).expect("a picture");
        drawn.lines().next().map(str::to_owned)
    });
    assert!(heads[0].as_ref().is_some_and(|head| head.contains("value W3")));
    assert_eq!(heads[0], heads[1]);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let start = foreign(1).game().start().expect("a start");
    let refused = |options: TreeOptions| match draw(&start, &options, Format::Text) {
        Err(Error::Option(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let deep = TreeOptions { depth: Some(9), ..TreeOptions::default() };
    assert!(refused(deep).contains("smaller depth"));
    let unknown = TreeOptions { algorithms: vec!["mini".into()], ..TreeOptions::default() };
    assert!(refused(unknown).contains("there are minimax,"));
    assert!(refused(TreeOptions { max_nodes: 0, ..TreeOptions::default() }).contains("max_nodes"));
    assert!(tree::algorithms().contains(&"alpha-beta"));
    let failing = Game::of(Arc::new(Nim::new(9, Trouble::Fail(5)))).expect("valid declarations");
    let failed = draw(&failing.start().expect("a start"), &TreeOptions::default(), Format::Svg);
    assert!(matches!(failed, Err(Error::Foreign(_))));
}

/// Each has a stack for its plies, of which a test has too little.
#[test]
fn long_lines_are_drawn_and_compared() {
    let heap = |left| Game::of(Arc::new(Nim::new(left, Trouble::None))).expect("declarations");
    let start = heap(4_990).start().expect("a start");
    let options = TreeOptions { depth: None, max_nodes: 5_000, ..TreeOptions::default() };
    let too_large = draw(&start, &options, Format::Text);
    assert!(matches!(too_large, Err(Error::Option(reason)) if reason.contains("5000 nodes")));
    let one_line = TreeOptions { depth: Some(4_900), ..options };
    assert!(draw(&start, &one_line, Format::Svg).is_err());
    let options = CompareOptions {
        algorithms: ["minimax", "alpha-beta", "scout"].map(str::to_owned).to_vec(),
        max_nodes: 10_000,
        ..CompareOptions::default()
    };
    let rows = compare(&start, &options).expect("rows");
    assert!(rows.iter().all(|row| !row.is_complete && row.nodes > 10_000), "{rows:?}");
    let refused = compare(&heap(100_000).start().expect("a start"), &options);
    assert!(matches!(refused, Err(Error::Option(reason)) if reason.contains("5000 plies")));
}

#[test]
fn all_algorithms_find_one_value() {
    for game in [Game::open("tictactoe"), Game::of(Arc::new(TicTacToe))] {
        let position = game.and_then(|game| game.position("xo./.x./..o")).expect("a position");
        let options = CompareOptions { table_mib: 1, threads: vec![2, 3], ..Default::default() };
        let rows = compare(&position, &options).expect("rows");
        assert_eq!(rows.len(), compare::algorithms().len() + eldest_bindings::Algorithm::ALL.len());
        for row in &rows {
            assert_eq!(row.value, rows[0].value, "{}", row.algorithm);
            assert!(row.is_complete && row.nodes > 0, "{}", row.algorithm);
        }
        let nodes = |name| rows.iter().find(|row| row.algorithm == name).expect("a row").nodes;
        assert!(nodes("alpha-beta") < nodes("minimax"));
    }
}

#[test]
fn a_comparison_ends_with_its_limits() {
    let position = Game::open("connect4").and_then(|game| game.start()).expect("a start");
    let options = CompareOptions {
        algorithms: vec!["minimax".into(), "kernel".into()],
        depth: Some(9),
        table_mib: 1,
        max_nodes: 1_000,
        ..CompareOptions::default()
    };
    for row in compare(&position, &options).expect("rows") {
        assert!(!row.is_complete && row.nodes < 50_000, "{row:?}");
    }
    let stop = StopToken::new();
    let options = CompareOptions { max_nodes: u64::MAX, stop: Some(stop.clone()), ..options };
    let stopped = std::thread::scope(|scope| {
        let comparison = scope.spawn(|| compare(&position, &options));
        std::thread::sleep(std::time::Duration::from_millis(20));
        stop.stop();
        comparison.join().expect("no panic")
    });
    assert!(matches!(stopped, Err(Error::Unfinished(_))), "{stopped:?}");
    let unknown = CompareOptions { algorithms: vec!["best".into()], ..CompareOptions::default() };
    assert!(matches!(compare(&position, &unknown), Err(Error::Option(_))));
}
