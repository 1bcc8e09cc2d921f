//! Compares chess with published numbers, and with plain minimax.

mod collections;
mod draws;
mod endings;
mod exchange;
mod nnue;
mod pesto;
mod tactics;
mod text;
mod tuned;
mod values;

use eldest::conformance::perft;
use eldest::textbook::{GameTree, minimax};
use eldest::{Depth, Engine, Limits, Report, Score};
use eldest_games::chess::{Chess, Draws, Move, Pesto, Timeless};
use eldest_games::notation::Notation;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

fn chess<D: Draws>(fen: &str) -> Chess<D> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays the moves of a game.
fn play<D: Draws>(position: &mut Chess<D>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.advance(mv);
    }
}

/// Returns V(p, d) by its definition.
fn minimax_value<D: Draws>(position: &Chess<D>, pesto: Pesto, depth: u16) -> Score {
    minimax(&mut GameTree::new(position.clone(), &pesto), Depth::plies(depth))
}

/// Searches to this depth with a new engine.
fn search<D: Draws>(position: &Chess<D>, pesto: Pesto, depth: u16) -> Report<Move> {
    let builder = Engine::<Chess<D>>::builder().evaluator(pesto).table_bytes(1 << 20);
    let mut engine = builder.build().expect("an engine");
    engine.search(position, &Limits::new().depth(depth)).expect("a report")
}

/// Checks counts published on the Chess Programming Wiki, "Perft Results".
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
