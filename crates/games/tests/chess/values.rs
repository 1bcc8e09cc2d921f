//! Compares the textbook algorithms and the engine with minimax.

use super::{KIWIPETE, POSITION_3, chess, minimax_value};
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Engine, Limits, Position, Window};
use eldest_games::chess::{Chess, Draws, FiftyMoves, Pesto, Timeless};

/// Positions with many captures or few moves, near promotions, castling and mates.
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

/// Checks the value at every depth up to `last`, with one table for all.
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

/// Positions with few moves and many transpositions, a few plies before the fifty-move rule
/// applies.
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
