//! Varied openings: random moves from a position on.

use eldest_catalog::games::{Board, Ordinal};
use fastrand::Rng;
use std::collections::HashSet;

/// So many openings in a row that are no use, and there are no more.
const MISSES: u32 = 2_000;

/// Where a pair of games begins.
#[derive(Clone)]
pub(super) struct Opening {
    pub(super) moves: Vec<Ordinal>,
    pub(super) board: Box<dyn Board>,
}

/// At most `count` openings of so many random `plies`. No two lead to positions that are worth the same
/// because they have the same key ([`Board::key`]: the same board, or its mirror image), and none to a
/// position whose value is known at a glance ([`Board::bounds`]). The same `seed` gives the same openings.
pub(super) fn openings(start: &dyn Board, plies: u16, count: usize, seed: u64) -> Vec<Opening> {
    let mut chance = Rng::with_seed(seed);
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    let mut misses = 0;
    while found.len() < count && misses < MISSES {
        let opening = random(start, plies, &mut chance);
        let opening = opening.filter(|opening| known.insert(opening.board.key()));
        misses = if opening.is_some() { 0 } else { misses + 1 };
        found.extend(opening);
    }
    found
}

/// Random moves; `None` if they decide the game.
fn random(start: &dyn Board, plies: u16, chance: &mut Rng) -> Option<Opening> {
    let mut opening = Opening { moves: Vec::new(), board: start.copy() };
    for _ in 0..plies {
        if opening.board.over().is_some() {
            return None;
        }
        let moves = opening.board.all_moves();
        let mv = moves[chance.usize(..moves.len())];
        opening.board.advance(mv);
        opening.moves.push(mv);
    }
    let is_open = opening.board.over().is_none() && opening.board.bounds().value().is_none();
    is_open.then_some(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_catalog::games::GameArg;

    fn start(game: &str) -> Box<dyn Board> {
        game.parse::<GameArg>().unwrap().board("-").unwrap()
    }

    fn found(game: &str, plies: u16, count: usize, seed: u64) -> Vec<Opening> {
        openings(&*start(game), plies, count, seed)
    }

    #[test]
    fn openings_differ_and_are_not_decided() {
        let found = found("connect4", 6, 200, 1);
        assert_eq!(found.len(), 200);
        let keys: HashSet<_> = found.iter().map(|opening| opening.board.key()).collect();
        assert_eq!(keys.len(), 200);
        for Opening { moves, board } in found {
            let mut replayed = start("connect4");
            moves.iter().for_each(|mv| replayed.advance(*mv));
            assert_eq!((moves.len(), replayed.drawing()), (6, board.drawing()));
            assert_eq!(board.bounds().value(), None);
        }
    }

    /// 9 · 8 / 2 orders of two marks give 72 positions; every one of them is found.
    #[test]
    fn a_small_game_runs_out_of_openings() {
        assert_eq!(found("tictactoe", 2, 1000, 1).len(), 72);
        assert!(found("tictactoe", 9, 10, 1).is_empty(), "the board is full");
        assert_eq!(found("tictactoe", 0, 10, 1).len(), 1);
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let moves = |seed| {
            let found = found("connect4", 6, 9, seed);
            found.into_iter().map(|opening| opening.moves).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
