//! [`Iago`]: an evaluator for Othello.

use super::bits::{column, row};
use super::{Othello, OthelloRules, bits};
use eldest::{Evaluator, Score};
use std::fmt;

/// Evaluates edges, mobility and potential mobility, with the weights of Norvig's version of Iago.
///
/// These are the terms of Paul Rosenbloom's program Iago ("A World-Championship-Level Othello
/// Program", Artificial Intelligence 19, 1982), with the numbers of Peter Norvig, *Paradigms of
/// Artificial Intelligence Programming* (1992), section 18.11. Discs on an edge are stable,
/// semi-stable or unstable, and weighted by their place. A disc next to an empty corner is
/// penalized. Both kinds of mobility are relative to the total. Unlike these authors, it does not
/// simulate the likely moves on an edge in advance.
///
/// Scores are in discs, so that they compare with finished games, and stay below a win of all
/// squares.
///
/// ```
/// use eldest::{Evaluator, Score};
/// use eldest_games::othello::{Iago, Othello, OthelloRules};
///
/// let iago = Iago::new(OthelloRules::default());
/// assert_eq!(iago.evaluate(&Othello::default(), &()), Score::DRAW);
/// ```
#[derive(Clone)]
pub struct Iago {
    rules: OthelloRules,
    /// The value of each edge, indexed by its squares as base-3 digits: empty, mine, theirs.
    edges: Box<[i16]>,
    /// The base-3 number whose digits are the bits of a byte.
    digits: [u16; 256],
}

/// The weight of one disc.
const DISC: i64 = 2_000;
/// The weights of a stable, semi-stable and unstable disc on an edge, by its distance to the
/// nearest corner.
const EDGE: [[i16; 3]; 4] = [[700, 0, 0], [1200, 200, -25], [1000, 200, 75], [1000, 200, 50]];
/// The weight of a disc diagonally next to an empty corner.
const NEXT_TO_EMPTY_CORNER: i32 = -2_000;

impl Evaluator<Othello> for Iago {
    type State = ();

    fn start(&self, position: &Othello) {
        let (own, size) = (self.rules.size(), position.rules().size());
        assert_eq!(own, size, "Iago::new was called with another board size");
    }

    fn evaluate(&self, position: &Othello, (): &()) -> Score {
        let move_number = i64::from(position.discs().0 + position.discs().1) - 3;
        let edge = (312_000 + 6_240 * move_number) * i64::from(self.edges(position)) / 32_000;
        let weight = if move_number < 25 {
            50_000 + 2_000 * move_number
        } else {
            75_000 + 1_000 * move_number
        };
        let [mine, theirs] = mobility(position);
        let total = edge + share(weight, mine.0, theirs.0) + share(20_000, mine.1, theirs.1);
        let most = i64::from(self.rules.squares()) - 1;
        Score::new((total / DISC).clamp(-most, most) as i32)
    }

    fn fingerprint(&self) -> u64 {
        0x4941_474F
    }
}

/// Returns the current and the potential mobility, of the mover and of the opponent. Potential are
/// the empty squares next to a disc of the other side that are not legal now.
fn mobility(position: &Othello) -> [(i64, i64); 2] {
    let Othello { mine, theirs, playable, .. } = *position;
    let empty = position.empty();
    let count = |playable: u64, other: u64| {
        let potential = bits::neighbours(other) & empty & !playable;
        (i64::from(playable.count_ones()), i64::from(potential.count_ones()))
    };
    [count(playable, theirs), count(bits::moves(theirs, mine, empty), mine)]
}

/// Returns the share of `weight` by which `mine` exceeds `theirs`.
fn share(weight: i64, mine: i64, theirs: i64) -> i64 {
    weight * (mine - theirs) / (mine + theirs + 2)
}

impl Iago {
    /// Creates an evaluator for boards of this size.
    ///
    /// # Panics
    /// The evaluator panics when a search starts from a position with another board size.
    #[must_use]
    pub fn new(rules: OthelloRules) -> Self {
        let squares = rules.size();
        let edges = (0..3_u32.pow(squares)).map(|edge| worth(&discs(edge, squares))).collect();
        let digits = std::array::from_fn(|byte| {
            (0..8).rev().fold(0, |digits: u16, bit| 3 * digits + (byte >> bit & 1) as u16)
        });
        Self { rules, edges, digits }
    }

    fn edges(&self, position: &Othello) -> i32 {
        let last = self.rules.size() - 1;
        let (mine, theirs) = (position.mine, position.theirs);
        let edge = |side: fn(u64, u32) -> usize, at| {
            let (mine, theirs) = (side(mine, at), side(theirs, at));
            i32::from(self.edges[usize::from(self.digits[mine] + 2 * self.digits[theirs])])
        };
        let all = edge(row, 0) + edge(row, last) + edge(column, 0) + edge(column, last);
        let next = next_to_corners(last, position.empty());
        let lead = (next & mine).count_ones() as i32 - (next & theirs).count_ones() as i32;
        all + NEXT_TO_EMPTY_CORNER * lead
    }
}

/// Returns the squares diagonally next to `empty` corners.
fn next_to_corners(last: u32, empty: u64) -> u64 {
    let corner = |row: u32, column: u32, row_next: u32, column_next: u32| {
        (empty >> (8 * row + column) & 1) << (8 * row_next + column_next)
    };
    corner(0, 0, 1, 1)
        | corner(0, last, 1, last - 1)
        | corner(last, 0, last - 1, 1)
        | corner(last, last, last - 1, last - 1)
}

/// Returns the squares of an edge from its digits: 0 for empty, 1 for mine, 2 for theirs.
fn discs(mut edge: u32, squares: u32) -> Vec<u32> {
    let mut next = || {
        let digit = edge % 3;
        edge /= 3;
        digit
    };
    (0..squares).map(|_| next()).collect()
}

/// Returns the value of an edge.
fn worth(edge: &[u32]) -> i16 {
    let disc = |at: usize| {
        let weights = EDGE[at.min(edge.len() - 1 - at)];
        match edge[at] {
            0 => 0,
            1 => weights[stability(edge, at)],
            _ => -weights[stability(edge, at)],
        }
    };
    (0..edge.len()).map(disc).sum()
}

/// Returns the stability class of the disc at `at`: 0 if it can never be flipped along this edge, 2
/// if it can be flipped at once, 1 otherwise.
fn stability(edge: &[u32], at: usize) -> usize {
    let other = |disc: &&u32| **disc != edge[at];
    let (before, after) = (edge[..at].iter().rfind(other), edge[at..].iter().find(other));
    match (before, after) {
        _ if at == 0 || at == edge.len() - 1 => 0,
        (Some(0), Some(0)) => 1,
        (Some(0), Some(_)) | (Some(_), Some(0)) => 2,
        (Some(_), Some(_)) if edge.contains(&0) => 1,
        _ => 0,
    }
}

/// Omits the tables, which are too long.
impl fmt::Debug for Iago {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iago").field("rules", &self.rules).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use eldest::{Moves, Position};

    fn edge(text: &str) -> Vec<u32> {
        text.chars().map(|c| ".XO".find(c).unwrap() as u32).collect()
    }

    #[test]
    fn discs_on_an_edge_are_stable_or_not() {
        let of = |text: &str, at| stability(&edge(text), at);
        assert_eq!(of("X.......", 0), 0, "a corner");
        assert_eq!(of("XX......", 1), 0, "held by a corner");
        assert_eq!(of("..XX....", 2), 1, "no disc of the other side beside it");
        assert_eq!(of("..XO....", 2), 2, "taken from the left");
        assert_eq!(of("..OXO...", 3), 1, "between two of the other side");
        assert_eq!(of("OXXOXXXO", 2), 0, "the edge is full");
    }

    #[test]
    fn edges_are_weighed_by_place() {
        assert_eq!(worth(&edge("XX......")), 700 + 1200);
        assert_eq!(worth(&edge("..XO....")), 75 - 50);
        assert_eq!(worth(&edge("........")), 0);
    }

    /// Compares the edges read by multiplication with the text of the board.
    #[test]
    fn edges_are_found_where_they_lie() {
        let text = "XO-X--OX\nX-------\nO-------\n--------\n-------X\nO------O\n-X----X-\nX-OXX---";
        let board = text.replace('\n', "") + " X";
        let position = Othello::parse_position(OthelloRules::default(), &board).unwrap();
        let iago = Iago::new(OthelloRules::default());
        let edges = ["XO-X--OX", "X-OXX---", "XXO--O-X", "X---XO--"];
        let sum: i32 = edges.iter().map(|e| i32::from(worth(&edge(&e.replace('-', "."))))).sum();
        assert_eq!(iago.edges(&position), sum + NEXT_TO_EMPTY_CORNER);
    }

    /// Scores of the two sides are opposite, and never reach the end of the range.
    #[test]
    fn scores_are_those_of_the_mover() {
        for rules in ["4x4", "6x6", "8x8"].map(|text| text.parse::<OthelloRules>().unwrap()) {
            let (iago, mut position) = (Iago::new(rules), Othello::new(rules));
            while position.over().is_none() {
                let score = iago.evaluate(&position, &());
                let other = Othello::of(position.theirs, position.mine, position.side, rules);
                assert_eq!(iago.evaluate(&other, &()), -score, "{position}");
                assert!(score.get().unsigned_abs() < rules.squares());
                let moves = Moves::collect(|out| position.moves(out));
                position.play(moves[moves.len() / 2]);
            }
        }
    }
}
