//! A lane: the houses and the store of one player in the bytes of a word, in sowing order.

/// One seed in each of the first `n` bytes, by `n`.
const ONES: [u64; 16] = {
    let mut ones = [u64::MAX / 255; 16];
    let mut n = 0;
    while n < 8 {
        ones[n] &= (1 << (8 * n)) - 1;
        n += 1;
    }
    ones
};

/// Returns one seed in each of the first `n` bytes, of at most 8.
#[inline(always)]
pub(super) const fn ones(n: u32) -> u64 {
    ONES[n as usize % 16]
}

/// Returns the seeds in byte `index`.
#[inline(always)]
pub(super) const fn byte(lane: u64, index: u32) -> u32 {
    (lane >> (8 * index) & 255) as u32
}

/// Returns a lane with `seeds` in byte `index`.
#[inline(always)]
pub(super) const fn seeds(seeds: u32, index: u32) -> u64 {
    (seeds as u64) << (8 * index)
}

/// Returns the number of seeds of a lane, if it is at most 255.
#[inline(always)]
pub(super) const fn sum(lane: u64) -> u32 {
    (lane.wrapping_mul(ones(8)) >> 56) as u32
}

/// Returns the total steps from all seeds of a lane without a store to its end, `houses` bytes from
/// the left. Byte i of the product has the seeds up to byte i, each of which takes one step from
/// there.
#[inline(always)]
pub(super) const fn steps(lane: u64, houses: u32) -> u32 {
    const EVEN: u64 = u64::MAX / 65_535 * 255;
    let passing = lane.wrapping_mul(ones(8)) & (ones(houses) * 255);
    let pairs = (passing & EVEN) + (passing >> 8 & EVEN);
    (pairs.wrapping_mul(u64::MAX / 65_535) >> 48) as u32
}

/// The steps from each house to the store, by seven bytes from the left, for seven houses.
const STEPS: u64 = 0x01_0203_0405_0607;

/// Returns the number of bytes of a lane without a store that have enough seeds to reach its end,
/// `houses` bytes from the left.
#[inline(always)]
pub(super) const fn reaching(lane: u64, houses: u32) -> u32 {
    let high = ones(houses) * 128;
    let short = high - (STEPS >> (8 * (7 - houses)));
    ((((lane & !high) + short) | lane) & high).count_ones()
}

/// Returns the number of bytes of a lane without a store that are not 0.
#[inline(always)]
pub(super) const fn filled(lane: u64) -> u32 {
    const LOW: u64 = u64::MAX / 255 * 127;
    ((((lane & LOW) + LOW) | lane) & !LOW).count_ones()
}

/// Returns the high bit of each byte of a lane, with or without a store, whose seeds end in the
/// store, `houses` bytes from the left, without going around.
#[inline(always)]
pub(super) const fn ending(lane: u64, houses: u32) -> u64 {
    let high = ones(houses) * 128;
    let differ = (lane & (ones(houses) * 255)) ^ STEPS >> (8 * (7 - houses));
    high & !(((differ & !high) + (high - ones(houses))) | differ)
}

/// The two lanes after sowing, and the place of the last seed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Sown {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    /// The place of the last seed: counted through the own houses, the store, the opponent's
    /// houses.
    pub(super) last: u32,
}

/// Sows the seeds of `house` on a board with `houses` houses per side.
#[inline(always)]
pub(super) const fn sow(mine: u64, theirs: u64, houses: u32, house: u32) -> Sown {
    let around = 2 * houses + 1;
    let mut hand = byte(mine, house);
    let (mut mine, mut theirs) = (mine & !seeds(255, house), theirs);
    while hand > around {
        hand -= around;
        mine += ones(houses + 1);
        theirs += ones(houses);
    }
    let reach = house + hand;
    if reach <= houses {
        return Sown { mine: mine + (ones(reach + 1) ^ ones(house + 1)), theirs, last: reach };
    }
    mine += ones(houses + 1) ^ ones(house + 1);
    if reach < around {
        return Sown { mine, theirs: theirs + ones(reach - houses), last: reach };
    }
    let last = reach - around;
    Sown { mine: mine + ones(last + 1), theirs: theirs + ones(houses), last }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation, seed by seed, on a ring of own houses, store and the
    /// opponent's houses.
    fn plainly(ring: &mut [u32], house: usize) -> usize {
        let (mut hand, mut last) = (std::mem::take(&mut ring[house]), house);
        while hand > 0 {
            last = (last + 1) % ring.len();
            ring[last] += 1;
            hand -= 1;
        }
        last
    }

    #[test]
    fn sowing_is_what_it_is_seed_by_seed() {
        for houses in 1..=7_u32 {
            for (house, hand) in (0..houses).flat_map(|h| (1..=100).map(move |hand| (h, hand))) {
                let filled = |i: u32| if i == house { hand } else { i % 3 };
                let ring: Vec<u32> = (0..=2 * houses).map(filled).collect();
                let lane = |bytes: &[u32]| {
                    (0..).zip(bytes).fold(0, |lane, (at, &count)| lane | seeds(count, at))
                };
                let (own, other) = ring.split_at(houses as usize + 1);
                let sown = sow(lane(own), lane(other), houses, house);
                let mut ring = ring.clone();
                let last = plainly(&mut ring, house as usize);
                let (own, other) = ring.split_at(houses as usize + 1);
                let expected = Sown { mine: lane(own), theirs: lane(other), last: last as u32 };
                assert_eq!(sown, expected, "{hand} from {house} of {houses}");
            }
        }
    }

    #[test]
    fn steps_are_those_of_each_seed() {
        for houses in 1..=7 {
            let lane = (0..houses).fold(0, |lane, house| lane | seeds(30 + house, house));
            let each = (0..houses).map(|house| (30 + house) * (houses - house));
            assert_eq!(steps(lane, houses), each.sum());
        }
        assert_eq!(steps(254, 7), 7 * 254);
    }

    #[test]
    fn houses_that_reach_or_end_in_the_store_are_found() {
        for houses in 1..=7 {
            for (house, hand) in (0..houses).flat_map(|h| (0..=254).map(move |hand| (h, hand))) {
                let (lane, reach) = (seeds(hand, house), house + hand);
                let reaches = u32::from(reach >= houses);
                assert_eq!(reaching(lane, houses), reaches, "{hand} in {house} of {houses}");
                let ends = if reach == houses { seeds(128, house) } else { 0 };
                assert_eq!(ending(lane | seeds(3, houses), houses), ends, "{hand} in {house}");
            }
        }
        assert_eq!((reaching(0x0203_0405, 4), ending(0x0203_0304, 4)), (4, 0x8080));
    }

    #[test]
    fn lanes_are_added_up() {
        assert_eq!(sum(0x0102_0304_0506_0708), 36);
        assert_eq!(sum(254 << 56), 254);
        assert_eq!([0, 0x8001_0000_007f_00ff].map(filled), [0, 4]);
        assert_eq!([0, 1, 7, 8].map(ones), [0, 1, 0x01_0101_0101_0101, 0x0101_0101_0101_0101]);
    }
}
