//! Dots and Boxes on a grid of edges.
//!
//! Édouard Lucas, "La Pipopipette", 1889: a move draws an edge between two neighbouring dots. A
//! side that closes one or two boxes gets them and moves again. The game ends when all edges are
//! drawn.

use super::coins::{Coin, Part, canonical};
use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::dots::{Dots, Edge, Size};
use eldest_games::notation::Notation;
use std::collections::BTreeSet;

/// An edge: row and column of its upper or left dot, and whether it leads to the right.
type GridEdge = (u32, u32, bool);

/// The edges that are drawn, the boxes of both players, and the side to move.
#[derive(Clone, Debug)]
pub(super) struct DotGrid {
    rows: u32,
    columns: u32,
    drawn: BTreeSet<GridEdge>,
    boxes: [u32; 2],
    side: Side,
    /// Boxes closed by the mover in this turn.
    turn: u32,
}

impl DotGrid {
    /// A grid with some edges drawn, whose closed boxes belong to random sides.
    pub(super) fn arbitrary(u: &mut Unstructured<'_>) -> Result<(Self, Size)> {
        let board: Size = u
            .choose(&["2x2", "3x3", "1x3", "2x3", "4x4", "5x5", "3x2", "1x1", "3x5"])?
            .parse()
            .expect("a board");
        let side = if u.ratio(1, 4)? { Side::Second } else { Side::First };
        let (rows, columns) = (board.rows(), board.columns());
        let (drawn, boxes, turn) = (BTreeSet::new(), [0; 2], 0);
        let mut grid = Self { rows, columns, drawn, boxes, side, turn };
        for _ in 0..u.int_in_range(0..=board.edges() * 2)? / 2 {
            let open = grid.moves();
            let edge = open[u.choose_index(open.len())?];
            let winner = usize::from(u.arbitrary::<bool>()?);
            grid.boxes[winner] += grid.draw(edge_of(edge));
        }
        Ok((grid, board))
    }

    pub(super) fn game(&self, board: Size) -> Dots {
        let text = self.written();
        Dots::parse_position(board, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// All edges of the board.
    fn edges(&self) -> impl Iterator<Item = GridEdge> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let right = (0..=rows).flat_map(move |row| (0..columns).map(move |c| (row, c, true)));
        let down = (0..rows).flat_map(move |row| (0..=columns).map(move |c| (row, c, false)));
        right.chain(down)
    }

    /// The edges still open, for every box.
    fn open_edges_of_boxes(&self) -> impl Iterator<Item = Vec<GridEdge>> {
        let around = |(row, column)| {
            let down = [(row, column, false), (row, column + 1, false)];
            [(row, column, true), (row + 1, column, true)].into_iter().chain(down)
        };
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |c| (row, c)));
        places.map(move |place| around(place).filter(|edge| !self.drawn.contains(edge)).collect())
    }

    /// The number of boxes with all four edges.
    fn closed(&self) -> u32 {
        self.open_edges_of_boxes().filter(Vec::is_empty).count() as u32
    }

    /// Draws an edge. Returns the number of boxes that it closes.
    fn draw(&mut self, edge: GridEdge) -> u32 {
        let before = self.closed();
        assert!(self.drawn.insert(edge), "{edge:?} is drawn already");
        self.closed() - before
    }

    /// The edges as text; the game accepts them in any order.
    fn written(&self) -> String {
        let name = |&(row, column, right): &GridEdge| {
            let column = char::from(b'a' + column as u8);
            format!("{column}{}{}", row + 1, if right { 'h' } else { 'v' })
        };
        let edges: Vec<String> = self.drawn.iter().map(name).collect();
        let edges = if edges.is_empty() { "-".to_owned() } else { edges.join(",") };
        let side = if self.side == Side::First { 'F' } else { 'S' };
        format!("{edges} {}:{} {side}", self.boxes[0], self.boxes[1])
    }

    /// The boxes and their open edges.
    fn coins(&self) -> Vec<Coin> {
        let open: Vec<Vec<GridEdge>> = self.open_edges_of_boxes().collect();
        let coin = |(place, edges): (usize, &Vec<GridEdge>)| {
            let beyond = |edge: &GridEdge| {
                open.iter().enumerate().find(|(at, other)| *at != place && other.contains(edge))
            };
            let others: Vec<usize> =
                edges.iter().filter_map(beyond).map(|(other, _)| other).collect();
            Coin { border: (edges.len() - others.len()) as u8, others }
        };
        open.iter().enumerate().map(coin).collect()
    }
}

/// The number of an edge, and the inverse.
const fn number((row, column, right): GridEdge) -> u32 {
    (row * 8 + column) * 2 + right as u32
}

const fn edge_of(number: u32) -> GridEdge {
    (number / 16, number / 2 % 8, number % 2 == 1)
}

impl Plain for DotGrid {
    type Game = Dots;
    type Name = Vec<Part>;

    /// A name is found by exhaustive search.
    const KEYS: usize = 100;

    fn move_of(&self, mv: Edge) -> u32 {
        let place = mv.place(Size::new(self.rows, self.columns).expect("a board"));
        number((place.row, place.column, place.is_horizontal))
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Score> {
        self.moves().is_empty().then(|| Score::new(self.taken().expect("points")))
    }

    fn moves(&self) -> Vec<u32> {
        let open = self.edges().filter(|edge| !self.drawn.contains(edge));
        let mut moves: Vec<u32> = open.map(number).collect();
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, mv: u32) {
        let closed = self.draw(edge_of(mv));
        self.boxes[self.side.index()] += closed;
        self.turn += closed;
        if closed == 0 {
            (self.side, self.turn) = (self.side.other(), 0);
        }
    }

    /// The graph of boxes and open edges, in canonical form.
    fn name(&self) -> Vec<Part> {
        canonical(&self.coins())
    }

    fn longest(&self) -> Option<u32> {
        Some(self.moves().len() as u32)
    }

    fn taken(&self) -> Option<i32> {
        let [mine, theirs] =
            [self.side, self.side.other()].map(|side| self.boxes[side.index()] as i32);
        Some(mine - theirs)
    }

    /// Checks the points, and compares the edges one by one: the text lists them in the game's own
    /// order.
    fn check_more(&self, game: &Dots) {
        assert_eq!(game.points(), self.boxes, "{self:?}");
        let board = game.size();
        for (row, column, is_horizontal) in self.edges() {
            let place = eldest_games::dots::EdgePlace { row, column, is_horizontal };
            let edge = Edge::new(place, board).expect("an edge");
            let drawn = self.drawn.contains(&(row, column, is_horizontal));
            assert_eq!(game.is_drawn(edge), drawn, "{edge:?} of {self:?}");
        }
    }

    /// Moves that close boxes.
    fn rare(&self) -> Vec<u32> {
        let last = self.open_edges_of_boxes().filter(|edges| edges.len() == 1);
        last.map(|edges| number(edges[0])).collect()
    }

    fn count(&self, _: u32, after: &Self, met: &mut Coverage) {
        let closed = after.closed() - self.closed();
        met.add("boxes closed", u64::from(closed > 0));
        met.add("two boxes at once", u64::from(closed == 2));
        met.add("chains of three boxes", u64::from(self.turn < 3 && after.turn >= 3));
        met.add("turns after a box", u64::from(closed > 0 && after.over().is_none()));
    }
}
