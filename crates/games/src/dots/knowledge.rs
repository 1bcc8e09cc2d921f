//! Compares keys, relevant moves and bounds with minimax at every position of small boards.

use super::{Dots, Edge, Size};
use eldest::{Moves, Position, Score, Window};
use std::collections::HashMap;

/// The boxes still to come for the mover minus the opponent's, by the set of edges.
struct Values {
    board: Size,
    values: Vec<i8>,
}

impl Values {
    /// Computes the values from the last position, where all edges are drawn, back to the first.
    fn of(board: Size) -> Self {
        let mut known = Self { board, values: vec![0; 1 << board.edges()] };
        for drawn in (0..known.values.len() - 1).rev() {
            let position = known.position(drawn);
            let open = (0..board.edges()).filter(|edge| drawn >> edge & 1 == 0);
            let best = open.map(|edge| known.after(&position, edge)).max();
            known.values[drawn] = best.expect("a move");
        }
        known
    }

    /// Returns the position with these edges and equal points.
    fn position(&self, drawn: usize) -> Dots {
        let mut position = Dots::new(self.board);
        for edge in (0..self.board.edges()).filter(|edge| drawn >> edge & 1 != 0) {
            position.draw(edge);
        }
        position
    }

    /// Returns the value of a move.
    fn after(&self, position: &Dots, edge: u32) -> i8 {
        let after = position.after(edge);
        let value = after.lead + self.values[after.drawn() as usize];
        if after.side == position.side { value } else { -value }
    }

    fn check(&self, drawn: usize) {
        let (position, value) = (self.position(drawn), self.values[drawn]);
        let score = Score::new(value.into());
        let bounds = position.bounds();
        assert!(bounds.contains(score), "{score} at {position}, {bounds:?}");
        let window = Window::null(Score::new(i32::from(value) - 1));
        assert!(position.bounds_for(window).contains(score), "{score} at {position}");
        let even = (value - bounds.lower().get() as i8) % 2 == 0;
        assert!(even, "{score} at {position}, {bounds:?}");
        let moves = Moves::collect(|out| position.relevant_moves(out));
        let best = moves.iter().map(|&Edge(edge)| self.after(&position, edge.into())).max();
        assert_eq!(best, Some(value), "{position}, {moves:?}");
    }
}

/// Checks all positions. Returns the value of the first, and the number of keys.
fn check(board: Size) -> (i8, usize) {
    let (known, mut keys) = (Values::of(board), HashMap::new());
    for (drawn, &value) in known.values.iter().enumerate() {
        let position = known.position(drawn);
        assert_eq!(*keys.entry(position.key()).or_insert(value), value, "{position}");
        if drawn + 1 < known.values.len() {
            known.check(drawn);
        }
    }
    (known.values[0], keys.len())
}

/// Checks boards, each given by rows, columns, the value for the first player, and the number of
/// keys.
fn are_worth(boards: &[(u32, u32, i8, usize)]) {
    for &(rows, columns, value, keys) in boards {
        let board = Size::new(rows, columns).expect("a board");
        assert_eq!(check(board), (value, keys), "{board}");
    }
}

#[test]
fn keys_relevant_moves_and_bounds_agree_with_the_value_at_every_position() {
    are_worth(&[(1, 1, -1, 5), (1, 2, 0, 20), (2, 1, 0, 20), (1, 3, -1, 85), (2, 2, 2, 192)]);
    are_worth(&[(1, 4, 0, 349), (4, 1, 0, 349)]);
}

/// With six boxes, declining two can be best.
#[test]
fn they_do_so_with_six_boxes() {
    are_worth(&[(1, 5, -1, 1_408), (2, 3, -2, 3_862), (3, 2, -2, 3_862)]);
}

#[test]
#[ignore = "twenty million positions: minutes without optimisation"]
fn they_do_so_on_the_largest_boards_whose_positions_can_be_listed() {
    are_worth(&[(3, 3, -3, 195_551), (2, 4, 2, 70_998)]);
}
