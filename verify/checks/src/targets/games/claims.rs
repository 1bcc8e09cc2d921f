//! Domineering: static bounds and relevant moves at every position below a small random one,
//! compared with a search of all moves over a list of dominoes.

use super::domineering::Squares;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, Score};
use eldest_games::domineering::{Domineering, Domino};
use std::collections::HashMap;

/// A domino: the places of its squares as bits, and its name in the game.
type Placed = (u128, Domino);

/// The search: positions are the free squares as bits, and whether Vertical moves.
struct Search {
    /// The dominoes of Horizontal and Vertical.
    dominoes: [Vec<Placed>; 2],
    known: HashMap<(u128, bool), bool>,
}

impl Search {
    /// Returns whether the mover wins; `game` is the same position.
    fn wins<const WORDS: usize>(
        &mut self,
        free: u128,
        vertical: bool,
        game: &Domineering<WORDS>,
        met: &mut Coverage,
    ) -> bool {
        if let Some(wins) = self.known.get(&(free, vertical)) {
            return *wins;
        }
        let fits = |placed: &&Placed| free & placed.0 == placed.0;
        let moves: Vec<Placed> =
            self.dominoes[usize::from(vertical)].iter().filter(fits).copied().collect();
        let mut winning = Vec::new();
        for (squares, domino) in &moves {
            let mut child = *game;
            child.play(*domino);
            if !self.wins(free & !squares, !vertical, &child, met) {
                winning.push(*domino);
            }
        }
        assert_eq!(game.over().is_some(), moves.is_empty(), "the end of {game}");
        compare(game, &winning, met);
        self.known.insert((free, vertical), !winning.is_empty());
        !winning.is_empty()
    }
}

/// Compares the bounds and the relevant moves of a position with its `winning` moves.
fn compare<const WORDS: usize>(game: &Domineering<WORDS>, winning: &[Domino], met: &mut Coverage) {
    let (bounds, wins) = (game.bounds(), !winning.is_empty());
    let value = Score::new(if wins { 1 } else { -1 });
    assert!(bounds.contains(value), "{bounds:?} at {game}, whose value is {value}");
    met.add("bounds", 1);
    if bounds.value().is_some() {
        met.add(if wins { "wins by bounds" } else { "losses by bounds" }, 1);
    }
    if game.over().is_some() {
        return;
    }
    let relevant = Moves::collect(|out| game.relevant_moves(out));
    assert!(!relevant.is_empty(), "no relevant moves at {game}");
    met.add("relevant moves", 1);
    let kept = relevant.iter().any(|mv| winning.contains(mv));
    assert!(kept || !wins, "{winning:?} win at {game}; relevant are {relevant:?}");
}

/// Checks all positions below a random one.
pub(super) fn check<const WORDS: usize>(
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    let squares = Squares::<WORDS>::small(u)?;
    let mut search = Search { dominoes: squares.dominoes(), known: HashMap::new() };
    search.wins(squares.bits(), squares.is_vertical(), &squares.game(), met);
    Ok(())
}
