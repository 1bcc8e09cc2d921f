//! Othello on bitboards, on 8x8, 6x6 and 4x4 squares.
//!
//! # Scores
//! Discs of the mover minus discs of the opponent. [`Empties`] decides whether squares that stay
//! empty go to the winner or to neither player.
//!
//! # Passes
//! A player without a legal move passes, and a pass is a move. So sides alternate at every ply,
//! which the search knows at compile time ([`ALTERNATES`](eldest::Position::ALTERNATES)), and plies
//! are counted as in published perft numbers.
//!
//! # Representation
//! Three words: the discs of the mover, those of the opponent, and the legal squares of the mover.
//! The last are computed once in `play`; both the legal moves and the end of the game follow from
//! them.

mod bits;
mod code;
mod evaluator;
mod leaf;
mod lookahead;
mod order;
mod patterns;
mod position;
mod rules;
mod stable;
mod tactics;
mod text;
pub mod trained;
mod weights;

pub use evaluator::Iago;
pub use position::Turned;
pub use rules::{Empties, OthelloRules};
pub use tactics::selection;
pub use trained::Trained;

use eldest::options::Driver;
use eldest::{Options, Side};

/// A position of Othello.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::othello::{Empties, Othello, OthelloRules};
///
/// let small = Othello::new(OthelloRules::new(4, Empties::Neither).expect("a size"));
/// let mut engine = Engine::<Othello>::builder().build()?;
/// let report = engine.solve(&small, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(-8)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Othello {
    mine: u64,
    theirs: u64,
    /// The legal squares of the mover.
    playable: u64,
    side: Side,
    rules: OthelloRules,
}

/// Returns the options that measured best on endgames with 20 to 25 empty squares: the shared table
/// from ten empty squares, a small thread-local table from six, enhanced transposition cutoffs from
/// twelve, moves in the order of the game's ranks, and MTD(f) from the evaluator's guess.
#[must_use]
pub fn options() -> Options {
    let ranked = Options::ranked_only();
    ranked.with(|o| {
        (o.local_table_from, o.table_from, o.etc, o.driver_to_end) =
            (Some(12), 20, Some(24), Driver::MtdF);
    })
}

/// A move: a square, or a pass.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The move of a player without a legal square.
    pub const PASS: Self = Self(64);

    /// Creates the move to the square in this row and column, from 0 at the top left.
    ///
    /// # Panics
    /// If there is no such square on any board.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        assert!(row < 8 && column < 8, "a board has at most eight rows and columns");
        Self((8 * row + column) as u8)
    }

    /// Returns its row and column, from 0 at the top left; `None` for a pass.
    #[must_use]
    pub fn place(self) -> Option<(u32, u32)> {
        (self != Self::PASS).then(|| (u32::from(self.0) / 8, u32::from(self.0) % 8))
    }

    /// Returns the square's bit; 0 for a pass.
    const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

impl Othello {
    /// Creates the position at the start of the game.
    #[must_use]
    pub const fn new(rules: OthelloRules) -> Self {
        let [mine, theirs] = rules.start();
        Self::of(mine, theirs, Side::First, rules)
    }

    #[inline]
    const fn of(mine: u64, theirs: u64, side: Side, rules: OthelloRules) -> Self {
        let playable = bits::moves(mine, theirs, rules.board() & !(mine | theirs));
        Self { mine, theirs, playable, side, rules }
    }

    /// Returns the rules of this game.
    #[must_use]
    pub const fn rules(&self) -> OthelloRules {
        self.rules
    }

    /// Returns the number of discs of the mover, and of the opponent.
    #[must_use]
    pub const fn discs(&self) -> (u32, u32) {
        (self.mine.count_ones(), self.theirs.count_ones())
    }

    /// Returns the side whose disc is in this row and column, from 0 at the top left, if any.
    ///
    /// # Panics
    /// If there is no such square on any board.
    #[must_use]
    pub const fn disc(&self, row: u32, column: u32) -> Option<Side> {
        let here = Square::new(row, column).bit();
        match (self.mine & here != 0, self.theirs & here != 0) {
            (true, _) => Some(self.side),
            (_, true) => Some(self.side.other()),
            _ => None,
        }
    }

    const fn empty(&self) -> u64 {
        self.rules.board() & !(self.mine | self.theirs)
    }
}

impl Default for Othello {
    fn default() -> Self {
        Self::new(OthelloRules::default())
    }
}
