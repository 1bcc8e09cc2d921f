//! Dots and Boxes on up to 5x5 boxes.
//!
//! # Rules
//! A move draws an edge between two dots next to each other. Whoever draws the fourth side of a box, or of two boxes
//! at once, gets them and moves again. The game ends when all edges are drawn. Édouard Lucas, "La Pipopipette",
//! 1889.
//!
//! # Scores
//! The boxes of the mover less those of the opponent.
//!
//! # Keys
//! What can still be got depends on the edges alone, not on who has got what, and not on who moves: the key is the
//! set of edges, and [`Position::taken`](eldest::Position::taken) tells the points apart from it. Mirrored and
//! turned boards are one, and so are the two edges at the border of a box in a corner (`symmetry.rs`).
//!
//! # What is known
//! Boxes with three sides are closed at once, but where it may pay to leave the last two or four (`chains.rs`); of
//! boxes with two sides in a row one edge is enough (`openings.rs`); where nothing else is left, the value is known
//! (`endgame.rs`). Elwyn Berlekamp, "The Dots and Boxes Game: Sophisticated Child's Play", A K Peters 2000; Joseph
//! Barker and Richard Korf, "Solving Dots-And-Boxes", AAAI 2012.

mod board;
mod chains;
mod endgame;
mod grid;
#[cfg(test)]
mod knowledge;
mod openings;
mod position;
mod symmetry;
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
    /// The edges that are drawn.
    drawn: u64,
    /// How many sides of each box are drawn, in binary digits: a bit for each box, row by row.
    sides: [u32; 3],
    /// The boxes of the mover less those of the opponent.
    lead: i8,
    side: Side,
    board: Size,
}

/// How a search goes about Dots and Boxes best, as measured (docs/dots.md): the game's own ranks and nothing learnt,
/// windows that step towards the value, and a look at the children's entries.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only().with(|o| (o.driver_to_end, o.etc) = (Driver::MtdF, Some(10)))
}

/// A move: the edge that is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge(u8);

impl Edge {
    /// The edge at `place` of `board`; `None` if there is none.
    #[must_use]
    pub const fn new(place: EdgePlace, board: Size) -> Option<Self> {
        match board.edge(place) {
            Some(edge) => Some(Self(edge as u8)),
            None => None,
        }
    }

    /// Where it is on `board`.
    #[must_use]
    pub const fn place(self, board: Size) -> EdgePlace {
        board.place(self.0 as u32)
    }
}

impl Dots {
    /// The empty board.
    #[must_use]
    pub const fn new(board: Size) -> Self {
        Self { drawn: 0, sides: [0; 3], lead: 0, side: Side::First, board }
    }

    /// The board that is played on.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board
    }

    /// Whether an edge is drawn.
    #[must_use]
    pub const fn is_drawn(&self, Edge(edge): Edge) -> bool {
        self.drawn >> edge & 1 != 0
    }

    /// How many boxes the first player has, and the second.
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

    /// The edges that are not drawn.
    #[inline(always)]
    const fn open(&self) -> u64 {
        !self.drawn & (u64::MAX >> (u64::BITS - self.board.edges()))
    }

    /// How many boxes are not closed.
    #[inline(always)]
    const fn left(&self) -> u32 {
        self.board.boxes() - self.sides[2].count_ones()
    }

    /// The boxes with three sides.
    #[inline(always)]
    const fn with_three(&self) -> u32 {
        self.sides[0] & self.sides[1]
    }

    /// The boxes with two sides.
    #[inline(always)]
    const fn with_two(&self) -> u32 {
        self.sides[1] & !self.sides[0]
    }

    /// Draws an edge: one side more for each box at it. How many boxes it closes.
    #[inline(always)]
    fn draw(&mut self, edge: u32) -> u32 {
        let closed = self.sides[2];
        let mut carry = Grid::of(self.board).boxes[edge as usize];
        for digit in &mut self.sides {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        self.drawn |= 1 << edge;
        (self.sides[2] ^ closed).count_ones()
    }

    /// The position after a move.
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
