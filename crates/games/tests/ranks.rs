//! `rank_of` returns the ranks with which every game pushes its moves.

use eldest::observe::Tracer;
use eldest::textbook::{GameTree, negamax};
use eldest::{Depth, Moves, Position, ZeroEvaluator};
use eldest_games::connect4::{AnySize, ConnectFour, Standard};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::Domineering;
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::nim::Nim;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;
use std::cmp::Reverse;

/// Records the moves of the root in search order.
struct Order<M>(Vec<M>);

impl<M> Tracer<M> for Order<M> {
    fn play(&mut self, _: u32, mv: M) {
        self.0.push(mv);
    }
}

/// Returns the moves of `position` in search order.
fn searched<P: Position>(position: &P) -> Vec<P::Move> {
    let mut order = Order(Vec::new());
    negamax(
        &mut GameTree::new(position.clone(), &ZeroEvaluator).traced_by(&mut order),
        Depth::plies(1),
    );
    order.0
}

/// Checks all positions of fifty random games.
fn check<N: Notation>(start: &N) {
    for game in 0..50_u64 {
        let (mut position, mut chance) = (start.clone(), game);
        while position.over().is_none() {
            let moves = Moves::collect(|out| position.moves(out));
            let mut ranked = moves.clone();
            ranked.sort_by_key(|mv| Reverse(position.rank_of(*mv)));
            assert_eq!(searched(&position), ranked, "{position}");
            chance = chance.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(game) >> 1;
            let _ = position.play(moves[chance as usize % moves.len()]);
        }
    }
}

#[test]
fn moves_are_searched_in_the_order_of_their_ranks() {
    check(&ConnectFour::new(Standard));
    check(&ConnectFour::new(AnySize::new(5, 4).unwrap()));
    check(&Othello::default());
    check(&Kalah::start(Default::default()));
    check(&Domineering::default());
    check(&Dots::default());
    check(&Dobutsu::new());
    check(&TicTacToe::new());
    check(&Nim::new(&[5, 4, 3]).unwrap());
}

#[test]
fn those_of_chess_too() {
    check(&eldest_games::chess::Chess::<eldest_games::chess::FiftyMoves>::new());
}
