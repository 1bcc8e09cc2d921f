//! Varied openings: random moves from a position on.

use crate::games::Advance;
use eldest::{Moves, Position};
use fastrand::Rng;
use std::collections::HashSet;

/// So many openings in a row that are no use, and there are no more.
const MISSES: u32 = 2_000;

/// Where a pair of games begins.
#[derive(Clone, Debug)]
pub(super) struct Opening<P: Position> {
    pub(super) moves: Vec<P::Move>,
    pub(super) position: P,
}

/// At most `count` openings of so many random `plies`. No two lead to positions that are worth the same
/// because they have the same key ([`Position::key`]: the same board, or its mirror image), and none to a
/// position whose value is known at a glance ([`Position::bounds`]). `advance` plays the moves. The same `seed` gives the same openings.
pub(super) fn openings<P: Position>(
    start: &P,
    advance: Advance<P>,
    plies: u16,
    count: usize,
    seed: u64,
) -> Vec<Opening<P>> {
    let mut chance = Rng::with_seed(seed);
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    let mut misses = 0;
    while found.len() < count && misses < MISSES {
        let opening = random(start, advance, plies, &mut chance);
        let opening = opening.filter(|opening| known.insert(opening.position.key()));
        misses = if opening.is_some() { 0 } else { misses + 1 };
        found.extend(opening);
    }
    found
}

/// Random moves; `None` if they decide the game.
fn random<P: Position>(
    start: &P,
    advance: Advance<P>,
    plies: u16,
    chance: &mut Rng,
) -> Option<Opening<P>> {
    let mut opening = Opening { moves: Vec::new(), position: start.clone() };
    for _ in 0..plies {
        if opening.position.over().is_some() {
            return None;
        }
        let moves = Moves::collect(|out| opening.position.moves(out));
        let mv = moves[chance.usize(..moves.len())];
        advance(&mut opening.position, mv);
        opening.moves.push(mv);
    }
    let is_open = opening.position.over().is_none() && opening.position.bounds().value().is_none();
    is_open.then_some(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::connect4::{ConnectFour, Standard};
    use eldest_games::tictactoe::TicTacToe;

    fn found<P: Position>(start: &P, plies: u16, count: usize, seed: u64) -> Vec<Opening<P>> {
        openings(start, |position, mv| _ = position.play(mv), plies, count, seed)
    }

    #[test]
    fn openings_differ_and_are_not_decided() {
        let found = found(&ConnectFour::new(Standard), 6, 200, 1);
        assert_eq!(found.len(), 200);
        let keys: HashSet<_> = found.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), 200);
        for Opening { moves, position } in found {
            let mut replayed = ConnectFour::new(Standard);
            moves.iter().for_each(|mv| _ = replayed.play(*mv));
            assert_eq!((moves.len(), replayed), (6, position));
            assert_eq!(position.bounds().value(), None);
        }
    }

    /// 9 · 8 / 2 orders of two marks give 72 positions; every one of them is found.
    #[test]
    fn a_small_game_runs_out_of_openings() {
        assert_eq!(found(&TicTacToe::new(), 2, 1000, 1).len(), 72);
        assert!(found(&TicTacToe::new(), 9, 10, 1).is_empty(), "the board is full");
        assert_eq!(found(&TicTacToe::new(), 0, 10, 1).len(), 1);
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let moves = |seed| {
            let found = found(&ConnectFour::new(Standard), 6, 9, seed);
            found.into_iter().map(|opening| opening.moves).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
