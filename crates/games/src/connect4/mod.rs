//! Connect Four on bitboards, of any size that fits a word.
//!
//! # Scores
//! The same as in Pascal Pons's solver: 1 if the side to move wins with its last stone, 2 with the
//! last but one, and so on; negative if it loses; 0 for a draw. On 7x6 a win with the n-th stone
//! scores 22 − n.
//!
//! # Representation and key
//! Two words: the stones of the side to move, and all stones ([`Shape`] maps cells to bits). Their
//! sum is a unique key: within a column, all stones are 2^n − 1, so the sum ranges from 2^n − 1 to
//! 2^(n+1) − 2, which differs for every height n and every colouring. This is John Tromp's key of
//! Fhourstones, minus one in each column. It never carries into the next column, so the mirrored
//! board has the mirrored key, and the smaller of both identifies the pair.
//!
//! # Static bounds
//! They follow from two masks: the cells where one more stone makes four, for either side (see
//! `bitboard.rs`). As in Pons's solver, a playable threat must be answered, two lose, and a move
//! below a cell where the opponent makes four loses.
//!
//! A position stores both masks. A move changes only the mover's, so it is computed once in `play`,
//! and all later queries take a few instructions each.

mod bitboard;
mod order;
mod rules;
mod shape;
mod text;
mod zugzwang;

pub use shape::{AnySize, Shape, Standard};

use eldest::{Evaluator, Moves, Options, Position, Score, Side};
use std::fmt;

/// A position of Connect Four.
///
/// ```
/// use eldest::{Moves, Position, Score};
/// use eldest_games::connect4::ConnectFour;
///
/// let position: ConnectFour = "4455".parse().unwrap(); // 3 or 6, and four cannot be stopped
/// assert_eq!(Moves::collect(|out| position.moves(out)).len(), 7);
/// assert!(position.bounds().contains(Score::new(18)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct ConnectFour<S: Shape = Standard> {
    /// The stones of the side to move.
    mine: u64,
    /// All stones.
    all: u64,
    /// The cells where one more stone of the side to move completes four (see
    /// `bitboard::completing`).
    my_fours: u64,
    /// The same for the opponent.
    their_fours: u64,
    /// The number of stones on the board.
    stones: u32,
    shape: S,
}

/// Returns the options that measured best for Connect Four: moves in the order of the game's ranks,
/// without learned ordering. In the last seventeen plies, where searching is faster than waiting
/// for memory, each thread uses a small local table, and none in the last five.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only()
        .with(|o| (o.local_table_from, o.table_from, o.etc) = (Some(6), 18, Some(19)))
}

/// Returns the options for searches to a fixed depth, where few plies remain at every node: the
/// table is used except in the last two plies, without enhanced transposition cutoffs.
#[must_use]
pub fn options_to_depth() -> Options {
    Options::ranked_only().with(|o| (o.table_from, o.etc) = (3, None))
}

/// A move: drops a stone into this column.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl Column {
    /// Creates the move with this index, from 0 at the left.
    ///
    /// # Panics
    /// If no board has such a column.
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 9, "a board has at most nine columns");
        Self(index)
    }

    /// Returns its index, from 0 at the left.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// Writes the number of the column, from 1.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl<S: Shape> ConnectFour<S> {
    /// Creates the empty board.
    #[must_use]
    pub fn new(shape: S) -> Self {
        Self::of(0, 0, shape)
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Returns the number of stones on the board.
    #[must_use]
    #[inline(always)]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// Returns the same position with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirror = |bits| self.shape.mirror(bits);
        Self::of(mirror(self.mine), mirror(self.all), self.shape)
    }

    /// Returns the side whose stone is in the cell, if any; columns and rows from 0 at the bottom
    /// left.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn stone(&self, column: u32, row: u32) -> Option<Side> {
        assert!(column < self.shape.width() && row < self.shape.height(), "no such cell");
        let cell = self.shape.foot(column) << row;
        match (self.all & cell != 0, self.mine & cell != 0) {
            (false, _) => None,
            (true, true) => Some(self.side()),
            (true, false) => Some(self.side().other()),
        }
    }
}

/// Counts the empty cells in which a side completes four: the mover's minus the opponent's. Noisy
/// moves are those that win and, if there are none, the answers to threats.
///
/// For experiments with horizons and quiescence. The points are not on the scale of the exact
/// scores of won games.
///
/// ```
/// use eldest::{Evaluator, Score};
/// use eldest_games::connect4::{ConnectFour, OpenFours};
///
/// let position: ConnectFour = "415162".parse().unwrap(); // three in a row, open on both sides
/// assert_eq!(OpenFours::default().evaluate(&position, &()), Score::new(2));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenFours {
    /// The most plies of quiescence; 0 for none.
    pub quiescence: u16,
}

impl<S: Shape> Evaluator<ConnectFour<S>> for OpenFours {
    type State = ();

    fn start(&self, _: &ConnectFour<S>) {}

    fn evaluate(&self, position: &ConnectFour<S>, (): &()) -> Score {
        let open = |fours: u64| (fours & position.empty()).count_ones() as i32;
        Score::new(open(position.my_fours) - open(position.their_fours))
    }

    fn quiescence_plies(&self) -> u16 {
        self.quiescence
    }

    fn noisy_moves(&self, position: &ConnectFour<S>, out: &mut Moves<'_, Column>) {
        let threats = position.their_fours & position.playable();
        let wins = position.wins();
        position.push(if wins == 0 { threats } else { wins }, wins, out);
    }

    /// Never: noisy moves exist only while a stone wins or a threat must be answered.
    fn stands_pat(&self, _: &ConnectFour<S>) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        0x4F50_454E_0000 + u64::from(self.quiescence)
    }
}
