//! Chess against published numbers, and against plain minimax.

use eldest::conformance::perft;
use eldest::textbook::{Algorithm, GameTree, minimax};
use eldest::{Depth, Engine, Evaluator, Limits, Moves, NoTable, Position, Report, Score, Window};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Move, Pesto, Timeless};
use eldest_games::notation::Notation;
use std::path::Path;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

fn chess<D: Draws>(fen: &str) -> Chess<D> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Published on the Chess Programming Wiki, "Perft Results".
fn branches_as_published(fen: &str, counts: &[u64]) {
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&mut chess::<Timeless>(fen), depth), *count, "{fen} at {depth}");
    }
}

#[test]
fn games_branch_as_published() {
    let start = Chess::<Timeless>::new().to_string();
    branches_as_published(&start, &[20, 400, 8_902, 197_281]);
    branches_as_published(KIWIPETE, &[48, 2_039, 97_862]);
    branches_as_published(POSITION_3, &[14, 191, 2_812, 43_238]);
    branches_as_published(POSITION_5, &[44, 1_486, 62_379]);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn games_branch_as_published_further_down() {
    let deep = |fen: &str, depth, count| {
        assert_eq!(perft(&mut chess::<Timeless>(fen), depth), count, "{fen} at {depth}");
    };
    deep(&Chess::<Timeless>::new().to_string(), 6, 119_060_324);
    deep(KIWIPETE, 5, 193_690_690);
    deep(POSITION_3, 6, 11_030_083);
    deep(POSITION_5, 5, 89_941_194);
}

fn minimax_value<D: Draws>(position: &Chess<D>, pesto: Pesto, depth: u16) -> Score {
    minimax(&mut GameTree::new(position.clone(), &pesto), Depth::plies(depth))
}

fn search<D: Draws>(position: &Chess<D>, pesto: Pesto, depth: u16) -> Report<Move> {
    let builder = Engine::<Chess<D>>::builder().evaluator(pesto).table_bytes(1 << 20);
    let mut engine = builder.build().expect("an engine");
    engine.search(position, &Limits::new().depth(depth)).expect("a report")
}

/// Positions where much can be taken, few can move, promotions and castling and mates are near.
const SMALL: [(&str, u16); 6] = [
    (POSITION_3, 3),
    ("8/P1k5/8/8/5pP1/8/8/R3K3 b Q g3 0 1", 3),
    ("4k2r/8/8/8/3b4/8/5PPP/R3K2R b KQk - 3 20", 2),
    ("r1b5/1P2k1p1/8/8/8/8/6p1/4KR2 w - - 0 1", 2),
    ("7k/5Q2/8/6K1/8/8/8/8 b - - 97 80", 3),
    (KIWIPETE, 1),
];

#[test]
fn every_algorithm_finds_the_value_of_minimax() {
    for ((fen, depth), quiescence) in SMALL.into_iter().flat_map(|small| [(small, 0), (small, 3)]) {
        let (position, pesto) = (chess::<Timeless>(fen), Pesto { quiescence });
        let value = minimax_value(&position, pesto, depth);
        for algorithm in Algorithm::ALL {
            let mut tree = GameTree::new(position.clone(), &pesto);
            let found = algorithm.search(&mut tree, Window::FULL, Depth::plies(depth));
            assert_eq!(found, value, "{algorithm}: {fen} at {depth}, quiescence {quiescence}");
        }
    }
}

/// At every depth up to the last, with one table for all.
fn engine_agrees<D: Draws>(fen: &str, last: u16, pesto: Pesto) {
    let position = chess::<D>(fen);
    let builder = Engine::<Chess<D>>::builder().evaluator(pesto).table_bytes(1 << 20);
    let mut engine = builder.build().expect("an engine");
    for depth in 1..=last {
        let report = engine.search(&position, &Limits::new().depth(depth)).expect("a report");
        let value = minimax_value(&position, pesto, depth);
        assert_eq!(report.value(), Some(value), "{fen} at {depth}, {pesto:?}, {:?}", D::default());
        assert_eq!(report.exact, !<Chess<D> as Position>::PATH_DEPENDENT);
    }
}

#[test]
fn the_engine_finds_the_value_of_minimax() {
    for ((fen, depth), quiescence) in SMALL.into_iter().flat_map(|small| [(small, 0), (small, 3)]) {
        engine_agrees::<Timeless>(fen, depth, Pesto { quiescence });
        engine_agrees::<FiftyMoves>(fen, depth, Pesto { quiescence });
    }
}

/// Few moves and many transpositions: clocks meet on the same board.
#[test]
fn the_engine_finds_the_value_of_minimax_deeper() {
    let few = ["k7/8/2K5/8/8/8/8/7R w - - 95 80", "8/8/8/8/p7/k7/8/K7 w - - 96 90"];
    for fen in few {
        engine_agrees::<Timeless>(fen, 4, Pesto::STATIC);
        engine_agrees::<FiftyMoves>(fen, 4, Pesto::STATIC);
    }
    let pawns = "8/8/8/p7/k7/8/K7/8 w - - 95 90";
    engine_agrees::<FiftyMoves>(pawns, 7, Pesto::STATIC);
    engine_agrees::<Timeless>(pawns, 7, Pesto::STATIC);
}

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

/// Mate in 2, the third ply. With 97 plies on the clock it is the hundredth.
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

/// A queen against queen and rook that gives check for ever.
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

/// What makes such values approximate is the table alone.
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

fn play<D: Draws>(position: &mut Chess<D>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.advance(mv);
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
    let line = ["Ng1", "Ng8", "Nf3", "Nf6"].map(|text| (text, Some(Score::DRAW)));
    let mut below = game.clone();
    for (text, over) in [(line[0].0, None), (line[1].0, None), (line[2].0, None), line[3]] {
        let mv = below.parse_move(text).expect("a move");
        let _ = below.play(mv);
        assert_eq!(below.over(), over, "{text}");
    }
}

/// A capture or a pawn's move ends all that could be repeated.
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
    assert!(same("e4 e5 Nf3", "Nf3 e5 e4"), "nobody can take in passing");
    assert!(!same("e4 a6 e5 d5", "e4 d5 e5 a6"), "exd6 is legal once only");
    assert!(!same("Nf3 Nf6 Ng1 Ng8", "e4 e5"));
    assert!(same("Nf3 Nf6 Ng1 Ng8", ""));
    assert!(!same("e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5"), "nobody can castle any more");
    let clocks = ["0", "7"].map(|clock| format!("4k3/8/8/8/8/8/8/4K2R w K - {clock} 9"));
    let keys = |fens: &[String; 2]| {
        let timeless = fens.each_ref().map(|fen| chess::<Timeless>(fen).key());
        (timeless, fens.each_ref().map(|fen| chess::<FiftyMoves>(fen).key()))
    };
    let (timeless, clocked) = keys(&clocks);
    assert_eq!(timeless[0], timeless[1]);
    assert_ne!(clocked[0], clocked[1]);
}

/// Castling both ways, taking in passing, promotions with and without taking.
#[test]
fn the_balance_is_kept_up_to_date() {
    for fen in [KIWIPETE, POSITION_3, POSITION_5, "8/P1k5/8/8/5pP1/8/8/R3K3 b Q g3 0 1"] {
        let position = chess::<Timeless>(fen);
        let mut state = Pesto::STATIC.start(&position);
        keeps_balance(&mut position.clone(), &mut state, 3);
        assert_eq!(state, Pesto::STATIC.start(&position), "{fen}");
    }
}

fn keeps_balance(position: &mut Chess, state: &mut <Pesto as Evaluator<Chess>>::State, plies: u32) {
    assert_eq!(*state, Pesto::STATIC.start(position), "{position}");
    for mv in Moves::collect(|out| position.moves(out)).into_iter().step_by(plies as usize) {
        if plies > 1 {
            Pesto::STATIC.play(position, mv, state);
            let before = position.play(mv);
            keeps_balance(position, state, plies - 1);
            position.undo(mv, before);
            Pesto::STATIC.undo(position, mv, state);
        }
    }
}

/// By hand, from the published tables.
#[test]
fn pesto_counts_as_published() {
    let score = |fen: &str| {
        let position = chess::<Timeless>(fen);
        Pesto::STATIC.evaluate(&position, &Pesto::STATIC.start(&position)).get()
    };
    assert_eq!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
    // After 1.e4 all pieces are there: the middle game alone, e4 23 - (-15) better than e2.
    assert_eq!(score("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), -32);
    // A pawn: the endgame alone. Kings e1 -28 and e8 (as e1) -28; a7 94 + 178.
    assert_eq!(score("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), 272);
    // A rook is 2 of 24: h1 477 - 26 in the middle game, 512 - 20 in the endgame.
    assert_eq!(score("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), (451 * 2 + 492 * 22) / 24);
    assert_eq!(score("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"), -(451 * 2 + 492 * 22) / 24);
}

#[test]
fn noisy_moves_take_or_make_a_queen() {
    let noisy = |fen: &str| {
        let position = chess::<Timeless>(fen);
        let moves = Moves::collect(|out| Pesto::default().noisy_moves(&position, out));
        let mut names: Vec<String> = moves.iter().map(|mv| position.san(*mv)).collect();
        names.sort();
        (names.join(" "), Evaluator::<Chess>::stands_pat(&Pesto::default(), &position))
    };
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(noisy(quiet), (String::new(), true));
    let pat = "1n2k3/P7/8/2pP4/8/8/3K4/8 w - c6 0 1";
    assert_eq!(noisy(pat), ("a8=Q axb8=Q+ dxc6".to_owned(), true));
    let check = "4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1";
    assert_eq!(noisy(check), ("Kd1 Ke2 Kf1 Kf2 Kxd2".to_owned(), false));
}

#[test]
fn moves_are_read_as_people_and_as_programs_write_them() {
    let reads = |fen: &str, san: &str, others: &[&str]| {
        let position = chess::<Timeless>(fen);
        let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.format_move(mv), san);
        for text in others {
            assert_eq!(position.parse_move(text), Ok(mv), "{text}");
        }
        position.uci(mv)
    };
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(reads(castles, "O-O", &["e1g1", "e1h1"]), "e1g1");
    assert_eq!(reads(castles, "O-O-O", &["e1c1", "e1a1"]), "e1c1");
    assert_eq!(reads(castles, "Rxh8+", &["h1h8", "Rxh8", "Rh8"]), "h1h8");
    let promotes = "1n2k3/P7/8/2pP4/8/8/3K4/8 w - c6 0 1";
    assert_eq!(reads(promotes, "axb8=Q+", &["a7b8q", "axb8Q"]), "a7b8q");
    assert_eq!(reads(promotes, "dxc6", &["d5c6"]), "d5c6");
    let knights = "4k3/8/8/8/8/8/4N3/K1N3N1 w - - 0 1";
    assert!(chess::<Timeless>(knights).parse_move("Nf3").is_ok());
    let twins = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1";
    assert_eq!(reads(twins, "Nbd2", &["b1d2"]), "b1d2");
    let error = chess::<Timeless>(twins).parse_move("Nd2").unwrap_err().to_string();
    assert!(error.starts_with("column 1: 'Nd2' is not a legal move here; expected one of Kd1 "));
    assert!(chess::<Timeless>(castles).parse_move("e1e8").is_err());
}

#[test]
fn a_position_takes_as_many_words_as_it_has_fields() {
    let words = <Chess as Notation>::words;
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - 0 1 more"), 6);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - -"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - bm Ka2"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - 3"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - acd 5; bm Ka2"), 4);
}

#[test]
fn a_board_is_drawn_from_whites_side() {
    let board = chess::<Timeless>("k6r/8/8/8/8/8/P7/6NK w - - 0 1").board();
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows[0], "  a b c d e f g h");
    assert_eq!(rows[1], "8 k - - - - - - r");
    assert_eq!(rows[7], "2 P - - - - - - -");
    assert_eq!(rows[8], "1 - - - - - - N K");
}

/// The lines of a collection, if it is there.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn suite(file: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites/chess");
    let text = std::fs::read_to_string(folder.join(file));
    let text = text.map_err(|error| eprintln!("SKIPPED: {file} in {}: {error}", folder.display()));
    text.unwrap_or_default()
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

/// The position at the beginning of an EPD line, and its opcodes.
fn epd(line: &str) -> (Chess, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (position, opcodes) = words.split_at(<Chess as Notation>::words(line));
    (chess(&position.join(" ")), opcodes.join(" "))
}

/// Win at Chess and Bratko-Kopec name their best moves.
#[test]
fn collections_are_read() {
    for line in ["wac.epd", "bratko-kopec.epd"].into_iter().flat_map(suite) {
        let (position, rest) = epd(&line);
        assert_eq!(position.to_string().parse::<Chess>().map(|p| p.key()), Ok(position.key()));
        let best = rest.split(';').find_map(|opcode| opcode.trim().strip_prefix("bm "));
        for text in best.unwrap_or_default().split_whitespace().filter(|text| *text != "+") {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{line}: {error}"));
            let written = position.format_move(mv);
            assert_eq!(
                written.trim_end_matches(['+', '#']),
                text.trim_end_matches(['+', '#']),
                "{line}"
            );
        }
    }
}

/// `bm #3`: mate in 3, and no sooner.
fn mates(moves: impl Fn(u32) -> bool, lines: impl Fn(usize) -> bool) {
    for (number, line) in suite("mates.epd").iter().enumerate().filter(|(number, _)| lines(*number))
    {
        let (position, rest) = epd(line);
        let mate: u32 =
            rest.split('#').nth(1).and_then(|text| text.get(..1)?.parse().ok()).expect(line);
        if moves(mate) {
            is_mate_in(&position, mate, number + 1);
        }
    }
}

fn is_mate_in(position: &Chess, moves: u32, number: usize) {
    let plies = 2 * moves - 1;
    let mut engine =
        Engine::<Chess>::builder().evaluator(Pesto::STATIC).build().expect("an engine");
    let mut value = |depth| {
        let limits = Limits::new().depth(depth as u16);
        engine.search(position, &limits).expect("a report").value().expect("a value")
    };
    if plies > 1 {
        assert!(value(plies - 2).get() <= Score::MAX_VALUE.get(), "{number}: a shorter mate");
    }
    assert_eq!(value(plies), Score::win_in(plies), "{number}: {position}");
}

#[test]
fn mates_in_2_are_found() {
    mates(|moves| moves == 2, |_| true);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn mates_in_3_are_found() {
    mates(|moves| moves <= 3, |_| true);
}
