//! Kalah with any number of houses and seeds.
//!
//! # Rules
//! The mover takes all seeds out of one of his houses and sows them one by one to the right: into his
//! houses, his store, the opponent's houses and on around, but never into the opponent's store. If the
//! last seed falls into his store, he moves again. If it falls into a house of his own that was empty,
//! he captures it and all seeds in the house opposite. The game ends when a side has no seeds in its
//! houses; what lies in the other's houses is the other's.
//!
//! Whether the last seed is captured if the house opposite is empty, [`Rules`] decide. The rules
//! are those of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, where it is.
//!
//! # Scores
//! The seeds in the mover's store at the end less those in the opponent's. The seeds of a game are an
//! even number, and so are all scores.
//!
//! # How a position lies in two words
//! A byte for each house and for the store, from the left, of the mover and of the opponent
//! (`lanes.rs`). No byte overflows, for there are at most 254 seeds. The seeds that are not in the
//! houses are in the stores, so the two words tell everything but who moves; and that makes no
//! difference to what the mover can get.

mod lanes;
mod position;
mod rules;
mod text;

pub use rules::{Capture, Rules};

use eldest::options::Driver;
use eldest::{Options, Side};
use lanes::{byte, sum};

/// A position of Kalah.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::kalah::{Capture, Kalah, Rules};
///
/// let small = Kalah::new(Rules::new(4, 3, Capture::Always).expect("a board"));
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
    rules: Rules,
}

/// How a search goes about Kalah best, as measured (docs/kalah.md): the game's own ranks and nothing
/// learnt, a look at the children's entries, but for the last few seeds, and windows that step on from where
/// nobody gains anything.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only().with(|o| (o.etc, o.driver_to_end) = (Some(100), Driver::MtdF))
}

/// A move: the house that is sown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct House(u8);

impl House {
    /// The house of this index, from 0 at the mover's left.
    ///
    /// # Panics
    /// If no board has such a house.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!((index as u32) < Rules::MOST_HOUSES, "a board has at most seven houses a side");
        Self(index)
    }

    /// Its index, from 0 at the mover's left.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl Kalah {
    /// The start of the game.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        let side = rules.start();
        Self { mine: side, theirs: side, side: Side::First, rules }
    }

    /// The rules of this game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How many seeds lie in a house of `side`, from 0 at that player's left.
    ///
    /// # Panics
    /// If there is no such house.
    #[must_use]
    pub fn seeds(&self, side: Side, house: u32) -> u32 {
        assert!(house < self.rules.houses(), "no such house");
        byte(self.lane(side), house)
    }

    /// How many seeds lie in the store of `side`.
    #[must_use]
    pub fn store(&self, side: Side) -> u32 {
        byte(self.lane(side), self.rules.houses())
    }

    const fn lane(&self, side: Side) -> u64 {
        if side.index() == self.side.index() { self.mine } else { self.theirs }
    }

    /// How far the mover's store is ahead.
    const fn lead(&self) -> i32 {
        let store = self.rules.houses();
        byte(self.mine, store) as i32 - byte(self.theirs, store) as i32
    }

    /// How far the mover would be ahead if everybody got what lies in his houses.
    const fn balance(&self) -> i32 {
        sum(self.mine) as i32 - sum(self.theirs) as i32
    }
}

/// The start of the ordinary game.
impl Default for Kalah {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}
