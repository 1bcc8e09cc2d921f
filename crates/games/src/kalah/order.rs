//! The order of moves.
//!
//! The weights of middle games were tuned by coordinate descent on the nodes of 27 solutions:
//! 24 positions with 28 to 32 seeds in the houses after semi-random play from (6,4) and (6,5), and
//! (4,5), (5,4) and (6,3). Those of openings were tuned before on small boards.

use super::Kalah;
use super::lanes::{byte, ending, filled, reaching, sum};

/// The most seeds in the houses of a middle game.
const MIDDLE: u32 = 32;
/// More than all other weights.
const AGAIN: i32 = 16_384;

impl Kalah {
    /// Ranks moves that move again first, then by what they gain and by the houses after them.
    #[inline(always)]
    pub(super) fn rank(&self, house: u32) -> i32 {
        let after = self.after(house);
        let again = after.side == self.side;
        let (lead, mine, theirs) = if again {
            (after.lead(), after.mine, after.theirs)
        } else {
            (-after.lead(), after.theirs, after.mine)
        };
        let (gain, houses) = (lead - self.lead(), self.houses());
        let turns = |lane| ending(lane, self.rules.houses()).count_ones() as i32;
        if self.left() > MIDDLE {
            return i32::from(again) * AGAIN + gain * 32 - turns(theirs) * 24 + house as i32 * 4;
        }
        let first = if again { AGAIN + house as i32 * 26 + turns(mine) * 24 } else { 0 };
        first + gain * 20 - byte(self.mine, house) as i32 * 4 + turns(mine) * 6 - turns(theirs) * 12
            + self.capture_threat(mine, theirs) * 6
            + self.balance_of_houses(mine & houses, theirs & houses)
    }

    /// Weighs houses with seeds, houses that reach the store, and seeds.
    #[inline(always)]
    fn balance_of_houses(&self, mine: u64, theirs: u64) -> i32 {
        let reaching = |lane| reaching(lane, self.rules.houses()) as i32;
        filled(mine) as i32 * 15 - filled(theirs) as i32 * 18 - reaching(mine) * 15
            + reaching(theirs) * 9
            - sum(theirs) as i32 * 2
    }

    /// Returns the most seeds that `mine` could capture now, without sowing around the board.
    #[inline(always)]
    fn capture_threat(&self, mine: u64, theirs: u64) -> i32 {
        let houses = self.rules.houses();
        let threat = |last: u32| {
            let captures = byte(mine, last) == 0 && ending(mine, last) != 0;
            if captures { byte(theirs, houses - 1 - last) as i32 + 1 } else { 0 }
        };
        (1..houses).map(threat).fold(0, i32::max)
    }
}
