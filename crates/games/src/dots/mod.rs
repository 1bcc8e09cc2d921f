//! Dots and Boxes on up to 5x5 boxes.
//!
//! # Rules
//! A move draws an edge between two adjacent dots. A player that draws the fourth side of a box, or
//! of two boxes at once, gets them and moves again. The game ends when all edges are drawn. Édouard
//! Lucas, "La Pipopipette", 1889.
//!
//! # Scores
//! The boxes of the mover minus those of the opponent.
//!
//! # Keys
//! The boxes still to come depend on the edges alone, not on the points or the side to move. So
//! [`Position::taken`](eldest::Position::taken) returns the points separately. Positions share a
//! key if their open edges connect boxes in the same way (`graph.rs`).
//!
//! # Game knowledge
//! Boxes with three sides are closed at once, except where leaving the last two or four may be
//! better (`chains.rs`). Of a chain of boxes with two sides, one edge is enough (`openings.rs`).
//! Where only chains are left, the value is known (`endgame.rs`). Elwyn Berlekamp, "The Dots and
//! Boxes Game: Sophisticated Child's Play", A K Peters 2000; Joseph Barker and Richard Korf,
//! "Solving Dots-And-Boxes", AAAI 2012.

mod board;
mod chains;
mod endgame;
mod graph;
mod grid;
#[cfg(test)]
mod knowledge;
mod openings;
mod position;
mod text;

pub use board::{EdgePlace, Size};

use eldest::options::Driver;
use eldest::{Options, Side};
use grid::Grid;

/// A position of Dots and Boxes.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::dots::{Size, Dots, options};
///
/// let small = Dots::new(Size::new(2, 3).expect("a board"));
/// let mut engine = Engine::<Dots>::builder().options(options()).build()?;
/// let report = engine.solve(&small, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(-2)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Dots {
    /// The edges that are not drawn.
    open: u64,
    /// The number of drawn sides of each box, as three bit planes: a bit for each box, row by row.
    sides: [u32; 3],
    /// The boxes of the mover minus those of the opponent.
    lead: i8,
    side: Side,
    board: Size,
}

/// Returns the options that measured best for Dots and Boxes (docs/dots.md): moves in the order of
/// the game's ranks without learned ordering, MTD(f), and enhanced transposition cutoffs where 30
/// edges are open: further on, the keys of the children cost more than the cutoffs spare.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only().with(|o| (o.driver_to_end, o.etc) = (Driver::MtdF, Some(30)))
}

/// A move: draws this edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge(u8);

impl Edge {
    /// Creates the edge at `place` of `board`; `None` if there is none.
    #[must_use]
    pub const fn new(place: EdgePlace, board: Size) -> Option<Self> {
        match board.edge(place) {
            Some(edge) => Some(Self(edge as u8)),
            None => None,
        }
    }

    /// Returns its place on `board`.
    #[must_use]
    pub const fn place(self, board: Size) -> EdgePlace {
        board.place(self.0 as u32)
    }
}

impl Dots {
    /// Creates the empty board.
    #[must_use]
    pub const fn new(board: Size) -> Self {
        Self { open: board.all_edges(), sides: [0; 3], lead: 0, side: Side::First, board }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board
    }

    /// Returns whether an edge is drawn.
    #[must_use]
    pub const fn is_drawn(&self, Edge(edge): Edge) -> bool {
        self.drawn() >> edge & 1 != 0
    }

    /// Returns the number of boxes of the first player, and of the second.
    #[must_use]
    pub const fn points(&self) -> [u32; 2] {
        let closed = (self.board.boxes() - self.left()) as i32;
        let lead = self.lead as i32;
        let (mine, theirs) = ((closed + lead) / 2, (closed - lead) / 2);
        if matches!(self.side, Side::First) {
            [mine as u32, theirs as u32]
        } else {
            [theirs as u32, mine as u32]
        }
    }

    /// Returns the drawn edges.
    const fn drawn(&self) -> u64 {
        self.board.all_edges() & !self.open
    }

    /// Returns the number of boxes that are not closed.
    #[inline(always)]
    const fn left(&self) -> u32 {
        self.board.boxes() - self.sides[2].count_ones()
    }

    /// Returns the boxes with three sides.
    #[inline(always)]
    const fn with_three(&self) -> u32 {
        self.sides[0] & self.sides[1]
    }

    /// Returns the boxes with two sides.
    #[inline(always)]
    const fn with_two(&self) -> u32 {
        self.sides[1] & !self.sides[0]
    }

    /// Draws an edge, which adds a side to each box at it. Returns the number of boxes it closes.
    #[inline(always)]
    fn draw(&mut self, edge: u32) -> u32 {
        let closed = self.sides[2];
        let mut carry = Grid::of(self.board).boxes[edge as usize];
        for digit in &mut self.sides {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        self.open &= !(1 << edge);
        (self.sides[2] ^ closed).count_ones()
    }

    /// Returns the position after a move.
    #[inline(always)]
    fn after(&self, edge: u32) -> Self {
        let mut after = *self;
        let closed = after.draw(edge);
        after.lead += closed as i8;
        if closed == 0 {
            (after.lead, after.side) = (-after.lead, self.side.other());
        }
        after
    }
}

/// The empty board of 3x3.
impl Default for Dots {
    fn default() -> Self {
        Self::new(Size::default())
    }
}
