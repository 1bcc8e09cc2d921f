//! Kalah with any number of houses and seeds.
//!
//! # Rules
//! The mover takes all seeds out of one of the own houses and sows them one by one to the right:
//! into the own houses, the own store, the opponent's houses and on around, but never into the
//! opponent's store. If the last seed falls into the own store, the mover moves again. If it falls
//! into an empty own house, it is captured with all seeds in the opposite house. The game ends when
//! a side has no seeds in its houses; the seeds in the other side's houses go to that side.
//!
//! [`KalahRules`] decide whether the last seed is captured if the opposite house is empty. With
//! that capture, the rules are those of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA
//! Journal 23(3), 2000.
//!
//! # Scores
//! The seeds in the mover's store at the end minus those in the opponent's. The number of seeds of
//! a game is even, and so are all scores.
//!
//! # Representation
//! Two words, for the mover and for the opponent: a byte for each house and for the store, from the
//! left (`lanes.rs`). No byte overflows, because there are at most 254 seeds. The two words
//! determine the position except for the side to move, which does not change what the mover can
//! get.

mod endings;
mod lanes;
mod order;
mod position;
mod rules;
mod text;

pub use rules::{Capture, KalahRules};

use eldest::options::Driver;
use eldest::{Options, Side};
use lanes::{byte, sum};

/// A position of Kalah.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::kalah::{Capture, Kalah, KalahRules};
///
/// let small = Kalah::new(KalahRules::new(4, 3, Capture::Always).expect("a board"));
/// let mut engine = Engine::<Kalah>::builder().build()?;
/// let report = engine.solve(&small, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(8)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Kalah {
    /// Houses and store of the side to move.
    mine: u64,
    /// Houses and store of the opponent.
    theirs: u64,
    side: Side,
    rules: KalahRules,
}

/// Returns the options that measured best for Kalah (docs/kalah.md): moves in the order of the
/// game's ranks without learned ordering, enhanced transposition cutoffs except for the last few
/// seeds, and MTD(f) from the current lead.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only().with(|o| (o.etc, o.driver_to_end) = (Some(100), Driver::MtdF))
}

/// A move: sows this house.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct House(u8);

impl House {
    /// Creates the move with this index, from 0 at the mover's left.
    ///
    /// # Panics
    /// If no board has such a house.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(
            (index as u32) < KalahRules::MOST_HOUSES,
            "a board has at most seven houses a side"
        );
        Self(index)
    }

    /// Returns its index, from 0 at the mover's left.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl Kalah {
    /// Creates the position at the start of the game.
    #[must_use]
    pub const fn new(rules: KalahRules) -> Self {
        let side = rules.start();
        Self { mine: side, theirs: side, side: Side::First, rules }
    }

    /// Returns the rules of this game.
    #[must_use]
    pub const fn rules(&self) -> KalahRules {
        self.rules
    }

    /// Returns the number of seeds in a house of `side`, from 0 at that player's left.
    ///
    /// # Panics
    /// If there is no such house.
    #[must_use]
    pub fn seeds(&self, side: Side, house: u32) -> u32 {
        assert!(house < self.rules.houses(), "no such house");
        byte(self.lane(side), house)
    }

    /// Returns the number of seeds in the store of `side`.
    #[must_use]
    pub fn store(&self, side: Side) -> u32 {
        byte(self.lane(side), self.rules.houses())
    }

    const fn lane(&self, side: Side) -> u64 {
        if side.index() == self.side.index() { self.mine } else { self.theirs }
    }

    /// Returns the seeds in the mover's store minus those in the opponent's.
    const fn lead(&self) -> i32 {
        let store = self.rules.houses();
        byte(self.mine, store) as i32 - byte(self.theirs, store) as i32
    }

    /// Returns the mover's seeds minus the opponent's, in houses and store.
    const fn balance(&self) -> i32 {
        sum(self.mine) as i32 - sum(self.theirs) as i32
    }
}

/// The start of the standard game.
impl Default for Kalah {
    fn default() -> Self {
        Self::new(KalahRules::default())
    }
}
