//! Compares the support for selective search with the position after the move.

use super::exchange::choose;
use super::{KIWIPETE, POSITION_3, POSITION_5, chess};
use eldest::selective::Tactics;
use eldest::{Moves, Position};
use eldest_games::chess::{Chess, Timeless};

/// An en passant capture that uncovers the king, and castling that gives check with the rook.
const IN_PASSING: &str = "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 2";
const CASTLING: &str = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";

/// Checks all moves. Returns the number that give check, and the number of all.
fn check(position: &Chess) -> (usize, usize) {
    let moves = Moves::collect(|out| position.moves(out));
    let checks = moves.iter().filter(|mv| {
        let mut after = position.clone();
        let _ = after.play(**mv);
        assert_eq!(position.endangers(**mv), after.in_check(), "{mv:?} in {position}");
        after.in_check()
    });
    (checks.count(), moves.len())
}

#[test]
fn moves_that_give_check_are_known_before_they_are_played() {
    let (mut state, mut checks, mut all) = (1, 0, 0);
    for fen in [KIWIPETE, POSITION_3, POSITION_5, IN_PASSING, CASTLING] {
        for _ in 0..20 {
            let mut position = chess::<Timeless>(fen);
            for _ in 0..60 {
                let (some, count) = check(&position);
                (checks, all) = (checks + some, all + count);
                let moves = Moves::collect(|out| position.moves(out));
                if moves.is_empty() || position.over().is_some() {
                    break;
                }
                let _ = position.play(moves[choose(&mut state, moves.len())]);
            }
        }
    }
    assert!(checks > 1_000, "{checks} of {all}");
    let castling: Chess = chess(CASTLING);
    assert!(check(&castling).0 >= 2, "a rook's move, and castling");
}
