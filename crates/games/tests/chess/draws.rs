//! The end of games, under the three sets of draw rules.

use super::{chess, minimax_value, play, search};
use eldest::table::NoTable;
use eldest::{Engine, Limits, Position, Report, Score};
use eldest_games::chess::{Chess, FiftyMoves, Full, Move, Pesto, Timeless};
use eldest_games::notation::Notation;

#[test]
fn games_end_as_the_laws_say() {
    let over = |fen: &str| chess::<Timeless>(fen).over();
    assert_eq!(over("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some(Score::LOSS), "mate");
    assert_eq!(over("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1"), Some(Score::DRAW), "stalemate");
    let dead = [
        "k7/8/8/8/8/8/8/7K w - - 0 1",
        "k7/8/8/8/8/8/8/6NK w - - 0 1",
        "k7/8/8/8/8/8/8/6BK b - - 0 1",
        "k7/b7/8/8/8/8/8/6BK b - - 0 1",
        "k7/b7/1B6/8/8/8/8/6BK b - - 0 1",
    ];
    let alive = [
        "1k6/b7/8/8/8/8/8/5B1K b - - 0 1",
        "kn6/8/8/8/8/8/8/6NK w - - 0 1",
        "k7/8/8/8/8/8/8/5NNK w - - 0 1",
        "k7/n7/8/8/8/8/8/6BK w - - 0 1",
        "k7/p7/8/8/8/8/8/7K w - - 0 1",
        "k7/r7/8/8/8/8/8/7K w - - 0 1",
        "k7/8/8/8/8/8/8/6QK w - - 0 1",
    ];
    dead.iter().for_each(|fen| assert_eq!(over(fen), Some(Score::DRAW), "{fen}"));
    alive.iter().for_each(|fen| assert_eq!(over(fen), None, "{fen}"));
}

/// Mate in 2, with the third ply. With 97 plies on the clock, that is the hundredth.
#[test]
fn mate_with_the_hundredth_ply_wins() {
    let value = |clock: u8| {
        let fen = format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 80");
        let values = [
            search(&chess::<Timeless>(&fen), Pesto::STATIC, 3).value(),
            search(&chess::<FiftyMoves>(&fen), Pesto::STATIC, 3).value(),
            search(&chess::<Full>(&fen), Pesto::STATIC, 3).value(),
        ];
        values.map(|value| value.expect("a value"))
    };
    let (win, draw) = (Score::win_in(3), Score::DRAW);
    assert_eq!(value(97), [win, win, win]);
    assert_eq!(value(98), [win, draw, draw]);
    assert_eq!(chess::<FiftyMoves>("k7/8/2K5/8/8/8/8/7R w - - 100 80").over(), Some(draw));
    assert_eq!(chess::<FiftyMoves>("k6R/8/1K6/8/8/8/8/8 b - - 100 80").over(), Some(Score::LOSS));
}

/// Uses one table for the same board with several clocks, whose values differ.
#[test]
fn no_clock_borrows_from_another() {
    let builder = Engine::<Chess<FiftyMoves>>::builder().evaluator(Pesto::STATIC);
    let mut engine = builder.table_bytes(1 << 20).build().expect("an engine");
    let at = |clock| chess::<FiftyMoves>(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 80"));
    let limits = Limits::new().depth(3);
    for clock in [98, 97, 99, 96] {
        let all = engine.query(&at(0)).limits(&limits).multi_pv(usize::MAX).run();
        assert!(all.expect("a report").value() > Some(Score::DRAW));
        let ahead = engine
            .query(&at(clock))
            .limits(&limits)
            .decide(Score::new(1))
            .run()
            .expect("an answer")
            .decides(Score::new(1));
        let value = minimax_value(&at(clock), Pesto::STATIC, 3);
        assert_eq!(ahead, Some(value > Score::DRAW), "clock {clock}");
    }
}

/// A queen against queen and rook that gives perpetual check.
const PERPETUAL: &str = "6k1/6p1/5p2/7Q/8/2q5/1r4PP/6K1 w - - 0 1";

#[test]
fn repetition_is_a_draw_where_the_rules_know_it() {
    let value = |report: Report<Move>| report.value().expect("a value");
    let timeless = value(search(&chess::<Timeless>(PERPETUAL), Pesto::STATIC, 4));
    let report = search(&chess::<Full>(PERPETUAL), Pesto::STATIC, 4);
    assert!(timeless < Score::DRAW, "{timeless}");
    assert!(!report.exact);
    assert_eq!(value(report), Score::DRAW);
    assert_eq!(minimax_value(&chess::<Full>(PERPETUAL), Pesto::STATIC, 4), Score::DRAW);
}

/// Only the table makes such values approximate.
#[test]
fn without_a_table_the_engine_finds_the_value_of_minimax_with_repetitions() {
    let positions = [
        (PERPETUAL, 4),
        ("8/8/8/8/p7/k7/8/K7 w - - 0 90", 7),
        ("6k1/8/8/8/8/8/8/K6R w - - 96 90", 4),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", 5),
    ];
    for (fen, depth) in positions {
        let position = chess::<Full>(fen);
        let builder = Engine::<Chess<Full>>::builder().evaluator(Pesto::STATIC).table(NoTable);
        let mut engine = builder.build().expect("an engine");
        let report = engine.search(&position, &Limits::new().depth(depth)).expect("a report");
        assert_eq!(report.value(), Some(minimax_value(&position, Pesto::STATIC, depth)), "{fen}");
    }
}

#[test]
fn the_third_occurrence_in_a_game_is_a_draw() {
    let mut game = Chess::<Full>::new();
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!(game.over(), None);
    let mut third = game.clone();
    play(&mut third, "Ng8");
    assert_eq!(third.over(), Some(Score::DRAW));
    play(&mut game, "Nd5");
    assert_eq!(game.over(), None);
    let mut forgetful = Chess::<Timeless>::new();
    play(&mut forgetful, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(forgetful.over(), None);
}

#[test]
fn in_a_search_the_second_occurrence_is_a_draw() {
    let mut game = Chess::<Full>::new();
    play(&mut game, "Nf3 Nf6");
    for text in ["Ng1", "Ng8", "Nf3"] {
        let _ = game.play(game.parse_move(text).expect("a move"));
        assert_eq!(game.over(), None, "{text}");
    }
    let _ = game.play(game.parse_move("Nf6").expect("a move"));
    assert_eq!(game.over(), Some(Score::DRAW));
}

/// A position before a capture or a pawn move cannot be repeated.
#[test]
fn nothing_before_a_pawns_move_is_repeated() {
    let mut game = Chess::<Full>::new();
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 e4 Nf6 Nf3 Ng8 Ng1");
    assert_eq!((game.clock(), game.over()), (4, None));
}

#[test]
fn positions_that_are_the_same_have_the_same_key() {
    let after = |moves: &str| {
        let mut position = Chess::<Timeless>::new();
        play(&mut position, moves);
        position
    };
    let same = |one: &str, other: &str| {
        let (one, other) = (after(one), after(other));
        one.key() == other.key()
    };
    assert!(same("e4 e5 Nf3", "Nf3 e5 e4"), "there is no en passant capture");
    assert!(!same("e4 a6 e5 d5", "e4 d5 e5 a6"), "exd6 is legal in one of them only");
    assert!(!same("Nf3 Nf6 Ng1 Ng8", "e4 e5"));
    assert!(same("Nf3 Nf6 Ng1 Ng8", ""));
    assert!(!same("e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5"), "castling rights are lost");
    let clocks = ["0", "7"].map(|clock| format!("4k3/8/8/8/8/8/8/4K2R w K - {clock} 9"));
    let keys = |fens: &[String; 2]| {
        let timeless = fens.each_ref().map(|fen| chess::<Timeless>(fen).key());
        (timeless, fens.each_ref().map(|fen| chess::<FiftyMoves>(fen).key()))
    };
    let (timeless, clocked) = keys(&clocks);
    assert_eq!(timeless[0], timeless[1]);
    assert_ne!(clocked[0], clocked[1]);
}
