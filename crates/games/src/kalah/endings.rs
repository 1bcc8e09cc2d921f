//! Endings: the exact values of positions with few seeds in the houses, each computed when it is
//! first looked up. Irving, Donkers and Uiterwijk (2000) computed such databases of whole games.
//!
//! An index counts the ways to place fewer seeds: with s seeds in the houses up to number i, it is
//! the sum of C(s + i, i + 1) over all houses i, the mover's before the opponent's. So positions
//! with fewer seeds come first.

use super::lanes::{byte, ones};
use super::{Capture, Kalah, KalahRules};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, Ordering};

/// The most seeds in the houses, by the number of houses per side: at most 2^25 positions.
const MOST_SEEDS: [u32; KalahRules::MOST_HOUSES as usize + 1] = [0, 15, 15, 15, 15, 15, 15, 13];

/// C(s + i, i + 1), by i and s. Entries that no position needs may have wrapped around.
const PLACES: [[u32; 32]; 16] = {
    let mut places = [[0_u32; 32]; 16];
    let mut i = 0;
    while i < 16 {
        let mut s = 1;
        while s < 32 {
            let fewer = if i == 0 { 1 } else { places[i - 1][s] };
            places[i][s] = places[i][s - 1].wrapping_add(fewer);
            s += 1;
        }
        i += 1;
    }
    places
};

/// The gains of the mover, for each number of houses, most seeds and rule. All threads store the
/// same values.
static ENDINGS: [OnceLock<Box<[AtomicI8]>>; 256] = [const { OnceLock::new() }; 256];

/// Not computed yet.
const UNKNOWN: i8 = i8::MAX;

impl KalahRules {
    /// Returns the most seeds of an ending: a quarter of all seeds.
    #[inline(always)]
    const fn ending_seeds(self) -> u32 {
        let (quarter, most) = (self.all_seeds() / 4, MOST_SEEDS[self.houses() as usize % 8]);
        if quarter < most { quarter } else { most }
    }
}

impl Kalah {
    /// Returns the value if this is an ending.
    #[inline(always)]
    pub(super) fn ending(&self) -> Option<i32> {
        let most = self.rules.ending_seeds();
        if self.left() > most {
            return None;
        }
        let nonempty = u32::from(self.rules.capture() == Capture::Nonempty);
        let variant = self.rules.houses() << 5 | most << 1 | nonempty;
        let gains = ENDINGS[variant as usize % 256].get_or_init(|| unknown(self.rules));
        Some(self.lead() + self.gain(gains))
    }

    /// Returns the index of an ending.
    #[inline(always)]
    fn index(&self) -> usize {
        let houses = self.rules.houses();
        let counts = |lane: u64| (lane & (ones(houses) * 255)).wrapping_mul(ones(8));
        let mine = counts(self.mine);
        let theirs = counts(self.theirs) + u64::from(byte(mine, 7)) * ones(8);
        let places = |i: u32, s: u32| PLACES[i as usize % 16][s as usize % 32];
        let index =
            |house| places(house, byte(mine, house)) + places(houses + house, byte(theirs, house));
        (0..houses).map(index).sum::<u32>() as usize
    }

    /// Returns the gain of the mover; computes it if it is unknown.
    fn gain(&self, gains: &[AtomicI8]) -> i32 {
        let known = &gains[self.index()];
        match known.load(Ordering::Relaxed) {
            UNKNOWN => {
                let gain = self.value(gains) - self.lead();
                known.store(gain as i8, Ordering::Relaxed);
                gain
            }
            gain => gain.into(),
        }
    }

    /// Computes the value by minimax.
    #[cold]
    fn value(&self, gains: &[AtomicI8]) -> i32 {
        let value = |house| {
            let next = self.after(house);
            let value = next.lead() + next.gain(gains);
            if next.side == self.side { value } else { -value }
        };
        let over = self.is_over().then(|| self.balance());
        over.or_else(|| self.filled().map(value).max()).expect("a move")
    }
}

/// Returns the gains of all endings, none of them known.
#[cold]
fn unknown(rules: KalahRules) -> Box<[AtomicI8]> {
    (0..count(rules.houses(), rules.ending_seeds())).map(|_| AtomicI8::new(UNKNOWN)).collect()
}

/// Returns the number of positions with at most `most` seeds in the houses.
const fn count(houses: u32, most: u32) -> usize {
    PLACES[2 * houses as usize - 1][most as usize + 1] as usize
}

#[cfg(test)]
mod tests {
    use super::super::lanes::{seeds, sum};
    use super::*;

    /// Returns all lanes with at most `most` seeds in the houses and none in the store.
    fn lanes(houses: u32, most: u32) -> Vec<u64> {
        (0..houses).fold(vec![0], |lanes, house| {
            let more = |lane| (0..=most - sum(lane)).map(move |n| lane | seeds(n, house));
            lanes.into_iter().flat_map(more).collect()
        })
    }

    #[test]
    fn each_ending_has_an_index_of_its_own() {
        for (houses, most) in [(1, 15), (2, 10), (3, 7), (7, 3)] {
            let start = Kalah::new(KalahRules::new(houses, 1, Capture::Always).unwrap());
            let all = lanes(houses, most);
            let position = |mine, theirs| Kalah { mine, theirs, ..start };
            let pairs = all.iter().flat_map(|m| all.iter().map(move |t| position(*m, *t)));
            let few = pairs.filter(|position| position.left() <= most);
            let mut indices: Vec<usize> = few.map(|position| position.index()).collect();
            indices.sort_unstable();
            assert_eq!(indices, (0..count(houses, most)).collect::<Vec<_>>(), "{houses} {most}");
        }
    }
}
