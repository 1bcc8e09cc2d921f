//! Every game of this crate fulfils the contracts that the search relies on.

use eldest::conformance::{Summary, assert_conforms, check, check_evaluator, check_text, perft};
use eldest::selective::{Selection, Selective};
use eldest::{Evaluator, Moves, Position, ZeroEvaluator, forward_position};
use eldest_games::connect4::{AnySize, ConnectFour, OpenFours, Standard};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::{Domineering, Size};
use eldest_games::dots::{self, Dots};
use eldest_games::kalah::{Capture, Kalah, KalahRules};
use eldest_games::nim::Nim;
use eldest_games::notation::{Notation, OnlyVariant};
use eldest_games::othello::{Empties, Iago, Othello, OthelloRules, Trained};
use eldest_games::tictactoe::TicTacToe;
use eldest_games::trees::{AnyTree, Tree};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Runs the conformance suite, and round-trips positions and moves through text.
fn conforms<G: Notation>(variant: G::Variant, start: &G, budget: usize) -> Summary {
    let summary = assert_conforms(start, budget);
    assert!(summary.solved > 0 && summary.repeated_keys > 0, "{summary:?}");
    assert_eq!(summary.repeated_move_codes, 0, "{summary:?}");
    let read = |text: &str| G::parse_position(variant, text);
    check_text(start, budget / 4, G::to_string, read).unwrap_or_else(|broken| panic!("{broken}"));
    for mv in Moves::collect(|out| start.moves(out)) {
        assert_eq!(start.parse_move(&start.format_move(mv)), Ok(mv));
    }
    assert_eq!(
        variant.to_string().parse::<G::Variant>().map(|read| read.to_string()),
        Ok(variant.to_string())
    );
    summary
}

/// Checks the contracts of an evaluator.
fn judges<P: Position>(start: &P, evaluator: &impl Evaluator<P>) {
    let checked =
        check_evaluator(start, evaluator, 1_000).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(checked >= 1_000);
}

#[test]
fn evaluators() {
    judges(&ConnectFour::new(Standard), &OpenFours { quiescence: 2 });
    judges(&ConnectFour::new(AnySize::new(6, 4).unwrap()), &OpenFours { quiescence: 2 });
    for rules in ["4x4", "6x6", "8x8"].map(|rules| rules.parse::<OthelloRules>().unwrap()) {
        judges(&Othello::new(rules), &Selective::new(Iago::new(rules), Selection::default()));
    }
    judges(&Othello::default(), &Selective::new(Trained, Selection::default()));
    judges(&Kalah::default(), &ZeroEvaluator);
    judges(&Dots::default(), &ZeroEvaluator);
    for spec in ["uneven:width=4,depth=6,seed=2,range=5", "dag:width=3,depth=7,seed=3,range=9"] {
        judges(&spec.parse::<AnyTree>().unwrap(), &AnyTree::estimate);
    }
}

/// Asserts that the game is over, and that reading a move reports this.
fn is_over<G: Notation>(variant: &str, text: &str, mv: &str) {
    let variant: G::Variant = variant.parse().unwrap();
    let position = G::parse_position(variant, text).unwrap_or_else(|error| panic!("{error}"));
    assert!(position.over().is_some(), "{text}");
    assert_eq!(Moves::collect(|out| position.moves(out)), [], "{text}");
    let error = position.parse_move(mv).unwrap_err().to_string();
    let expected =
        format!("column 1: '{mv}' is not a legal move here; expected no move: the game is over");
    assert_eq!(error, expected, "{text}");
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    is_over::<ConnectFour>("", "1122334", "1");
    is_over::<ConnectFour<AnySize>>("4x1", "1234", "1");
    is_over::<Othello>("4x4", &format!("{} O", "X".repeat(16)), "pass");
    is_over::<Othello>("4x4", &format!("XX{} X", "-".repeat(14)), "pass");
    is_over::<Kalah>("2x2", "0,0:4/2,1:1 N", "1");
    is_over::<Kalah>("2x2", "2,1:1/0,0:4 N", "1");
    is_over::<Domineering>("2x2", ".#/#. V", "a1");
    is_over::<Domineering>("2x2", "../## V", "a1");
    is_over::<Dots>("1x1", "a1h,a2h,a1v,b1v 0:1 S", "a1h");
    is_over::<Dobutsu>("", "1L1/3/1l1/3[GGEECC] b", "b2b3");
    is_over::<Dobutsu>("", "1l1/1C1/3/1L1[GGEEC] w", "b3b4+");
    is_over::<TicTacToe>("", "xxx/oo./...", "9");
    is_over::<TicTacToe>("", "xox/xox/oxo", "9");
    is_over::<Nim>("", "-", "1>0");
}

#[test]
fn a_game_of_chess_that_is_over_has_no_moves() {
    use eldest_games::chess::{Chess, FiftyMoves, Full};

    is_over::<Chess>("", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Kh8");
    is_over::<Chess>("", "k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", "Kb8");
    is_over::<Chess>("", "k7/8/8/8/8/8/8/7K w - - 0 1", "Kg1");
    is_over::<Chess<FiftyMoves>>("fifty", "k7/8/8/8/8/8/8/6RK w - - 100 90", "Kh2");
    let mut game = Chess::<Full>::new();
    for mv in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        game.advance(game.parse_move(mv).unwrap());
    }
    assert!(game.over().is_some() && Moves::collect(|out| game.moves(out)).is_empty());
    assert!(game.parse_move("Nf3").unwrap_err().to_string().ends_with("the game is over"));
}

#[test]
fn connect_four() {
    let start = ConnectFour::new(Standard);
    let summary = conforms(Standard, &start, 4_000);
    assert!(summary.longest > 30, "{summary:?}");
}

#[test]
fn connect_four_near_the_end() {
    let suite = include_str!("../suites/connect4/ply28.txt").lines().step_by(50);
    for columns in suite.filter_map(|line| line.split(' ').next()) {
        conforms(Standard, &columns.parse::<ConnectFour>().unwrap(), 400);
    }
}

#[test]
fn connect_four_of_other_sizes() {
    for (width, height) in [(7, 6), (4, 4), (5, 5), (6, 4), (9, 6), (8, 7), (4, 15), (9, 1)] {
        let shape = AnySize::new(width, height).unwrap();
        conforms(shape, &ConnectFour::new(shape), 1_000);
    }
}

#[test]
fn othello() {
    // Far from the end of a large board a rank takes long.
    for (size, budget) in [(4, 1_500), (6, 1_500), (8, 300)] {
        for empties in [Empties::Winner, Empties::Neither] {
            let rules = OthelloRules::new(size, empties).expect("a size");
            conforms(rules, &Othello::new(rules), budget);
        }
    }
}

/// Games without a bound on their length need an end nearby.
#[test]
fn chess() {
    use eldest_games::chess::{Chess, FiftyMoves, Full, Pesto, Timeless};

    let near = ["6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", "8/P6k/8/8/8/8/p6K/8 b - - 3 1"];
    for fen in near {
        conforms(Timeless, &fen.parse::<Chess>().unwrap(), 1_000);
        conforms(FiftyMoves, &fen.parse::<Chess<FiftyMoves>>().unwrap(), 1_000);
        // Texts do not include the history.
        let summary = assert_conforms(&fen.parse::<Chess<Full>>().unwrap(), 1_000);
        assert!(summary.solved > 0 && summary.repeated_keys > 0, "{summary:?}");
    }
    let castles = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let promotes = "8/P1k5/8/8/5pP1/8/8/R3K3 b Q g3 0 1";
    for fen in [castles, promotes] {
        judges(&fen.parse::<Chess>().unwrap(), &Pesto::default());
        judges(
            &fen.parse::<Chess<Full>>().unwrap(),
            &Selective::new(Pesto::default(), Selection::default()),
        );
    }
}

#[test]
fn domineering() {
    // Bounds take long without optimisation.
    let (small, large) = ([(4, 4), (3, 5), (2, 12), (12, 2)], [(8, 8), (9, 7)]);
    let sizes = small.map(|size| (size, 300)).into_iter().chain(large.map(|size| (size, 60)));
    for ((rows, columns), budget) in sizes {
        let board = Size::new(rows, columns).expect("a board");
        conforms(board, &Domineering::new(board), budget);
        conforms(board, &Domineering::horizontal_first(board), budget);
    }
    for ((rows, columns), budget) in [((4, 4), 60), ((9, 9), 40)] {
        let board = Size::wide(rows, columns).expect("a board");
        conforms(board, &Domineering::horizontal_first(board), budget);
    }
}

/// Play may have no end: values to the end are rare.
#[test]
fn dobutsu_shogi() {
    let few = ["2l/E1c/1+c1/1eL[Gg] w", "lg1/E1L/1c1/+c2[Eg] b"];
    let few = few.map(|text| text.parse().unwrap_or_else(|error| panic!("{error}")));
    for start in [Dobutsu::new()].into_iter().chain(few) {
        conforms(OnlyVariant, &start, 2_000);
    }
}

#[test]
fn dots_and_boxes() {
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 3), (4, 3), (5, 5)] {
        let board = dots::Size::new(rows, columns).expect("a board");
        conforms(board, &Dots::new(board), 1_500);
    }
}

#[test]
fn kalah() {
    for (houses, seeds) in [(1, 4), (1, 127), (2, 2), (2, 9), (3, 2), (4, 4), (6, 4), (7, 18)] {
        for capture in [Capture::Always, Capture::Nonempty] {
            let rules = KalahRules::new(houses, seeds, capture).expect("a board");
            conforms(rules, &Kalah::new(rules), 1_500);
        }
    }
}

#[test]
fn tic_tac_toe() {
    conforms(OnlyVariant, &TicTacToe::new(), 8_000);
    assert_eq!(perft(&mut TicTacToe::new(), 9), 127_872);
}

/// Texts of Nim do not include the side to move, and neither does the key. So only the suite itself
/// is run.
#[test]
fn nim() {
    for heaps in ["3,4,5", "1", "1,2,3", "2,2", "7,1,1,1", "1,1,1,1,1,1,1,1"] {
        let summary = assert_conforms(&heaps.parse::<Nim>().unwrap(), 1_000);
        assert!(summary.solved > 0, "{summary:?}");
    }
}

/// Trees of every kind, generated and explicit.
#[test]
fn trees() {
    let specs = [
        "uniform:width=3,depth=5,seed=1,range=9",
        "uneven:width=4,depth=6,seed=2,range=5",
        "dag:width=3,depth=5,seed=3,range=9",
        "ordered:width=4,depth=4,seed=4",
        "ordered:width=4,depth=5,seed=4,spread=4,fold=3,tempo=9",
    ];
    for spec in specs {
        let summary = assert_conforms(&spec.parse::<AnyTree>().unwrap(), 2_000);
        assert!(summary.solved > 0 && summary.repeated_move_codes == 0, "{spec}: {summary:?}");
    }
    let tree: Tree = "[[3 5] [2 =[W L]] -4]".parse().unwrap();
    let summary = assert_conforms(&tree, 2_000);
    assert!(summary.solved > 0 && summary.repeated_move_codes == 0, "{summary:?}");
}

/// A game whose key hashes the text of a position without the side to move.
#[derive(Clone)]
struct Sideless<G> {
    game: G,
    words: usize,
    side: usize,
}

impl<G: Notation> Position for Sideless<G> {
    forward_position!(self.game: G; except key, key_kind, key_after);

    fn key(&self) -> u64 {
        let (text, mut hasher) = (self.game.to_string(), DefaultHasher::new());
        let words = text.split(' ').take(self.words).enumerate();
        words.filter(|(at, _)| *at != self.side).for_each(|(_, word)| word.hash(&mut hasher));
        hasher.finish()
    }
}

/// Returns the violation or the doubts that the suite reports for `game` without the side in its
/// key, among `budget` positions.
fn without_side<G: Notation>(game: G, words: usize, budget: usize) -> String {
    match check(&Sideless { game, words, side: 1 }, budget) {
        Ok(summary) => summary.doubts().concat(),
        Err(violation) => violation.to_string(),
    }
}

#[test]
fn a_key_without_the_side_is_noticed_among_few_positions() {
    let rules: OthelloRules = "6x6".parse().unwrap();
    let board = Size::new(6, 6).expect("a board");
    for verdict in [
        without_side(Kalah::default(), 2, 3_000),
        without_side(Othello::new(rules), 2, 3_000),
        without_side(Domineering::new(board), 2, 3_000),
    ] {
        assert!(verdict.contains("the key is the same, but not the value"), "{verdict}");
    }
}

/// Values at depths 1 to 4 hardly reveal it.
#[test]
fn a_key_of_chess_without_the_side_is_doubted() {
    use eldest_games::chess::{Chess, Timeless};

    let verdict = without_side(Chess::<Timeless>::default(), 3, 1_000);
    assert!(verdict.contains("`key` seems to leave out the side to move"), "{verdict}");
}
