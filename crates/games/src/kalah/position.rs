//! The rules: the [`Position`] of the game.

use super::lanes::{Sown, byte, ending, ones, reaching, seeds, sow, steps, sum};
use super::{Capture, House, Kalah};
use crate::join;
use eldest::{Bounds, Moves, Position, Score, Side};

impl Position for Kalah {
    type Move = House;
    type Undo = Self;

    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The houses, without the stores and the side to move, which do not affect the seeds still to
    /// come.
    #[inline(always)]
    fn key(&self) -> u64 {
        join(self.mine & self.houses(), self.theirs & self.houses())
    }

    #[inline(always)]
    fn taken(&self) -> Option<i32> {
        Some(self.lead())
    }

    #[inline(always)]
    fn over(&self) -> Option<Score> {
        self.is_over().then(|| Score::new(self.balance()))
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, House>) {
        if self.is_over() {
            return;
        }
        for house in self.filled().rev() {
            out.push_ranked(House(house as u8), self.rank(house));
        }
    }

    #[inline(always)]
    fn play(&mut self, House(house): House) -> Self {
        std::mem::replace(self, self.after(house.into()))
    }

    #[inline(always)]
    fn undo(&mut self, _: House, before: Self) {
        *self = before;
    }

    /// The house counted from 1.
    #[inline(always)]
    fn move_code(&self, House(house): House) -> u16 {
        u16::from(house) + 1
    }

    /// The upper bound counts houses that reach the store; the lower one also tries extra turns and
    /// one move.
    #[inline]
    fn bounds(&self) -> Bounds {
        let [least, most] = self.limits();
        if least == most {
            return Bounds::exact(Score::new(least));
        }
        Bounds::new(Score::new(least.max(self.least())), Score::new(most))
    }

    #[inline(always)]
    fn key_after(&self, House(house): House) -> Option<u64> {
        Some(self.after(house.into()).key())
    }

    /// Each seed in a house counts one for each step to the next store, plus n(n − 1), with n
    /// houses per side. A move that puts a seed into the store may add at most n(n − 1) − 1 steps
    /// by the seeds it sows on the other side. So each move reduces the sum by at least one
    /// (`every_move_brings_the_end_nearer`).
    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        let houses = self.rules.houses();
        let steps = |lane| steps(lane & self.houses(), houses);
        Some(steps(self.mine) + steps(self.theirs) + houses * (houses - 1) * self.left())
    }

    fn range(&self) -> Bounds {
        let most = Score::new(self.rules.all_seeds() as i32);
        Bounds::new(-most, most)
    }

    /// All seeds end in the two stores, and their number is even.
    fn granularity(&self) -> u32 {
        2
    }

    fn fingerprint(&self) -> u64 {
        let capture = u64::from(self.rules.capture() == Capture::Nonempty);
        u64::from(self.rules.houses()) << 16 | u64::from(self.rules.seeds()) << 8 | capture
    }
}

impl Kalah {
    /// Returns the mask of the houses.
    #[inline(always)]
    pub(super) const fn houses(&self) -> u64 {
        ones(self.rules.houses()) * 255
    }

    /// Returns whether a side has no seeds in its houses.
    #[inline(always)]
    pub(super) const fn is_over(&self) -> bool {
        self.mine & self.houses() == 0 || self.theirs & self.houses() == 0
    }

    /// Returns the number of seeds in the houses.
    #[inline(always)]
    pub(super) const fn left(&self) -> u32 {
        sum(self.mine & self.houses()) + sum(self.theirs & self.houses())
    }

    /// Returns a lower and an upper bound, equal in endings. Elsewhere neither side gets more than
    /// the seeds still in the houses, and each gets a seed for every second of its houses with
    /// enough seeds to reach the store: it sows one in each of its turns, the opponent captures
    /// from one at most in a turn, and no other move takes seeds out of them. At the end, their
    /// seeds count too.
    #[inline(always)]
    fn limits(&self) -> [i32; 2] {
        if let Some(value) = self.ending().or_else(|| self.is_over().then(|| self.balance())) {
            return [value; 2];
        }
        let reaching = |lane| reaching(lane & self.houses(), self.rules.houses()) as i32;
        let (lead, left) = (self.lead(), self.left() as i32);
        let (first, second) = ((reaching(self.mine) + 1) / 2, reaching(self.theirs) / 2);
        [lead - left + 2 * first, lead + left - 2 * second]
    }

    /// Returns a lower bound: the mover takes as many of the extra turns found from the right as are
    /// best, then makes the best move by the bounds of the next position.
    #[inline]
    fn least(&self) -> i32 {
        let (mut at, mut least) = (*self, i32::MIN);
        loop {
            least = least.max(at.after_one_move());
            let again = ending(at.mine, self.rules.houses());
            if again == 0 {
                return least;
            }
            at = at.after(again.ilog2() / 8);
        }
    }

    /// Returns a lower bound by the bounds after each move.
    #[inline(always)]
    fn after_one_move(&self) -> i32 {
        let value = |house| {
            let next = self.after(house);
            let [least, most] = next.limits();
            if next.side == self.side { least } else { -most }
        };
        self.filled().map(value).fold(i32::MIN, i32::max)
    }

    /// Returns the houses of the mover with seeds, from the left.
    #[inline(always)]
    pub(super) fn filled(&self) -> impl DoubleEndedIterator<Item = u32> {
        let mine = self.mine;
        (0..self.rules.houses()).filter(move |house| byte(mine, *house) != 0)
    }

    /// Returns the position after sowing `house`.
    #[inline(always)]
    pub(super) fn after(&self, house: u32) -> Self {
        let houses = self.rules.houses();
        let sown = sow(self.mine, self.theirs, houses, house);
        if sown.last == houses {
            return Self { mine: sown.mine, theirs: sown.theirs, ..*self };
        }
        let Sown { mine, theirs, .. } = self.capture(sown);
        Self { mine: theirs, theirs: mine, side: self.side.other(), rules: self.rules }
    }

    /// Applies the capture of the last seed.
    #[inline(always)]
    fn capture(&self, sown: Sown) -> Sown {
        let houses = self.rules.houses();
        if sown.last > houses || byte(sown.mine, sown.last) != 1 {
            return sown;
        }
        let opposite = houses - 1 - sown.last;
        let taken = byte(sown.theirs, opposite);
        if taken == 0 && self.rules.capture() == Capture::Nonempty {
            return sown;
        }
        Sown {
            mine: sown.mine - seeds(1, sown.last) + seeds(taken + 1, houses),
            theirs: sown.theirs - seeds(taken, opposite),
            last: sown.last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kalah::KalahRules;

    /// The change by a move depends only on the house and its seeds, and captures reduce the sum
    /// further. So these are all cases.
    #[test]
    fn every_move_brings_the_end_nearer() {
        for houses in 1..=KalahRules::MOST_HOUSES {
            let rules = KalahRules::new(houses, 1, Capture::Nonempty).unwrap();
            let start = Kalah { mine: 0, theirs: 0, ..Kalah::new(rules) };
            for (house, hand) in (0..houses).flat_map(|h| (1..=254).map(move |hand| (h, hand))) {
                let before = Kalah { mine: seeds(hand, house), ..start };
                let (now, then) = (before.after(house).plies_left(), before.plies_left());
                assert!(now < then, "{hand} from {house} of {houses}: {now:?}, before {then:?}");
            }
        }
    }
}
