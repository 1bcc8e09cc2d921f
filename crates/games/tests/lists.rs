//! `list_moves` lists the moves of every game in the order of `moves`; a number names one move.

use eldest::Moves;
use eldest_games::connect4::{AnySize, ConnectFour, Standard};
use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::Domineering;
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::nim::Nim;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_games::tictactoe::TicTacToe;

/// Checks all positions of fifty random games.
fn check<N: Notation>(start: &N) {
    for game in 0..50_u64 {
        let (mut position, mut chance) = (start.clone(), game);
        while position.over().is_none() {
            let moves = Moves::collect(|out| position.moves(out));
            assert_eq!(Moves::collect(|out| position.list_moves(out)), moves, "{position}");
            if let Some((number, numbered)) = N::MOVE_NUMBERS {
                let again: Vec<_> = moves.iter().map(|mv| numbered(number(*mv))).collect();
                assert_eq!(again, moves, "{position}");
            }
            chance = chance.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(game) >> 1;
            let _ = position.play(moves[chance as usize % moves.len()]);
        }
    }
}

#[test]
fn moves_are_listed_in_one_order() {
    check(&ConnectFour::new(Standard));
    check(&ConnectFour::new(AnySize::new(5, 4).unwrap()));
    check(&Othello::default());
    check(&Kalah::start(Default::default()));
    check(&<Domineering>::default());
    check(&Dots::default());
    check(&Dobutsu::new());
    check(&TicTacToe::new());
    check(&Nim::new(&[5, 4, 3]).unwrap());
}

#[test]
fn those_of_chess_too() {
    check(&eldest_games::chess::Chess::<eldest_games::chess::FiftyMoves>::new());
}
