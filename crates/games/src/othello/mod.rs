//! Othello on bitboards, on 8x8, 6x6 and 4x4 squares.
//!
//! # Scores
//! Discs of the mover less discs of the opponent. Squares that stay empty go to the winner, or to nobody
//! ([`Empties`]).
//!
//! # Passes
//! A player who cannot take anything passes, and a pass is a move: sides alternate at every ply, which the
//! search knows when it is compiled ([`ALTERNATES`](eldest::Position::ALTERNATES)), and plies are
//! counted as in published perft numbers.
//!
//! # How a position lies in three words
//! The discs of the mover and of the opponent, and the squares where the mover can play, which are
//! worked out once in `play`: whether the game is over and which moves there are both follow from them.

mod bits;
mod code;
mod evaluator;
mod leaf;
mod position;
mod rules;
mod stable;
mod tactics;
mod text;

pub use evaluator::Iago;
pub use position::Turned;
pub use rules::{Empties, Rules};
pub use tactics::selection;

use eldest::options::Driver;
use eldest::{Options, Side};

/// A position of Othello.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::othello::{Empties, Othello, Rules};
///
/// let small = Othello::new(Rules::new(4, Empties::Nobody).expect("a size"));
/// let mut engine = Engine::<Othello>::builder().build()?;
/// let report = engine.solve(&small, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(-8)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Othello {
    mine: u64,
    theirs: u64,
    /// Where the mover takes something.
    playable: u64,
    side: Side,
    rules: Rules,
}

/// The options that measured best on endgames with 20 to 23 empty squares: the table where nine squares
/// or more are empty and a small one of each thread's own from six on, a look at the children's entries
/// from ten on, moves in the order of the game's own ranks, null windows from the evaluator's guess on.
#[must_use]
pub fn options() -> Options {
    let ranked = Options::ranked_only();
    ranked.with(|o| {
        (o.local_table_from, o.table_from, o.etc, o.driver_to_end) =
            (Some(12), 18, Some(20), Driver::MtdF);
    })
}

/// A move: the square that is played, or a pass.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// What a player does who can take nothing.
    pub const PASS: Self = Self(64);

    /// The square in this row and column, from 0 at the top left.
    ///
    /// # Panics
    /// If there is no such square on any board.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        assert!(row < 8 && column < 8, "a board has at most eight rows and columns");
        Self((8 * row + column) as u8)
    }

    /// Its row and column, from 0 at the top left; `None` for a pass.
    #[must_use]
    pub fn place(self) -> Option<(u32, u32)> {
        (self != Self::PASS).then(|| (u32::from(self.0) / 8, u32::from(self.0) % 8))
    }

    /// The square's bit; none for a pass.
    const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

impl Othello {
    /// The start of the game.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        let [mine, theirs] = rules.start();
        Self::of(mine, theirs, Side::First, rules)
    }

    #[inline]
    const fn of(mine: u64, theirs: u64, side: Side, rules: Rules) -> Self {
        let playable = bits::moves(mine, theirs, rules.board() & !(mine | theirs));
        Self { mine, theirs, playable, side, rules }
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Discs of the mover, and of the opponent.
    #[must_use]
    pub const fn discs(&self) -> (u32, u32) {
        (self.mine.count_ones(), self.theirs.count_ones())
    }

    /// Whose disc lies in this row and column, from 0 at the top left, if any.
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
        Self::new(Rules::default())
    }
}
