//! Bounds on the value without a search.

use super::Dots;
use super::chains::{Capture, Paths};
use eldest::{Bounds, Score};

/// At least the number of states that 25 boxes allow (`the_states_of_every_end_are_few`).
const STATES: usize = 128;

/// The lengths of chains of one class, the longest first.
#[derive(Copy, Clone, Debug, Default)]
struct Lengths {
    lengths: [u8; 25],
    count: usize,
}

impl Lengths {
    fn insert(&mut self, length: u8) {
        let mut at = self.count;
        while at > 0 && self.lengths[at - 1] < length {
            self.lengths[at] = self.lengths[at - 1];
            at -= 1;
        }
        self.lengths[at] = length;
        self.count += 1;
    }
}

impl Dots {
    /// Returns bounds on the value: closes all boxes that can be closed. If the last `kept` of them
    /// may be declined, the mover has the better of two options. With v, the value of the rest for
    /// its first mover, this gives |v + kept| instead of v + kept.
    pub(super) fn prospects(&self) -> Bounds {
        let (mut rest, mut kept) = (*self, 0);
        while rest.with_three() != 0 {
            let take = match Paths::of(&rest).capture() {
                Capture::Take(edge) => edge,
                Capture::TakeOrDecline { take, boxes, .. } => {
                    kept = boxes;
                    take
                }
            };
            rest = rest.after(take);
        }
        let (lead, [lower, upper]) = (i32::from(rest.lead) - kept, rest.still_to_come());
        let [lower, upper] =
            if kept == 0 { [lower, upper] } else { size(lower + kept, upper + kept) };
        Bounds::new(Score::new(lead + lower), Score::new(lead + upper))
    }

    /// Returns bounds on the boxes that the mover still gets minus the opponent's, where no box has
    /// three sides.
    fn still_to_come(&self) -> [i32; 2] {
        let left = self.left();
        if self.with_two().count_ones() == left {
            return [Paths::of(self).chains_alone(); 2];
        }
        let left = left as i32;
        [-left, left]
    }
}

/// Returns bounds on the absolute value of a number between `lower` and `upper` with the same
/// parity.
const fn size(lower: i32, upper: i32) -> [i32; 2] {
    if lower >= 0 {
        [lower, upper]
    } else if upper <= 0 {
        [-upper, -lower]
    } else {
        [lower & 1, if -lower > upper { -lower } else { upper }]
    }
}

impl Paths {
    /// Returns the boxes of the first mover minus those of the other side, where all open boxes
    /// have two sides. Buzzard and Ciere ("Playing Simple Loony Dots and Boxes Endgames Optimally",
    /// 2014) give the values for longer chains and rings.
    fn chains_alone(&self) -> i32 {
        let mut classes = [Lengths::default(); 3];
        for chain in self.chains() {
            let class = chain.class().expect("nothing but chains is left");
            classes[class].insert(chain.length() as u8);
        }
        value(&classes)
    }
}

/// Returns the value of chains. In each class the shortest is opened first, so a state is the
/// number left in each class.
fn value(classes: &[Lengths; 3]) -> i32 {
    let [short, long, _] = classes.map(|class| class.count + 1);
    let (strides, mut values) = ([1, short, short * long], [0_i8; STATES]);
    let last = classes.iter().zip(strides).map(|(class, stride)| class.count * stride).sum();
    for state in 1..=last {
        let open = |class: usize| {
            let left = state / strides[class] % (classes[class].count + 1);
            let rest = state.checked_sub(strides[class]).filter(|_| left > 0)?;
            Some(opened(class, classes[class].lengths[left - 1].into(), values[rest].into()))
        };
        values[state] = (0..3).filter_map(open).max().expect("a chain") as i8;
    }
    values[last].into()
}

/// Returns the value of opening a chain of `length`. By its class, none, two or four boxes may be
/// declined. `rest` is the value of the rest for its first mover.
const fn opened(class: usize, length: i32, rest: i32) -> i32 {
    let kept = 2 * class as i32;
    let whole = length + rest;
    -if kept == 0 { whole } else { length - kept + (rest + kept).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_of_every_end_are_few() {
        let sizes = (0..=25).flat_map(|short| (0..=8).map(move |long| (short, long)));
        let states = sizes.flat_map(|(short, long)| (0..=6).map(move |rings| (short, long, rings)));
        let fits = states.filter(|(short, long, rings)| short + 3 * long + 4 * rings <= 25);
        let most = fits.map(|(short, long, rings)| (short + 1) * (long + 1) * (rings + 1)).max();
        assert!(most.is_some_and(|most| most <= STATES), "{most:?}");
    }

    fn worth(short: &[u8], long: &[u8], rings: &[u8]) -> i32 {
        value(&[short, long, rings].map(|lengths| {
            lengths.iter().fold(Lengths::default(), |mut class, length| {
                class.insert(*length);
                class
            })
        }))
    }

    /// Computed by hand: the opponent takes all but two boxes of the first long chain, all but four
    /// of a ring, and all of the last one.
    #[test]
    fn chains_are_worth_what_they_are_on_paper() {
        assert_eq!(worth(&[], &[], &[]), 0);
        assert_eq!(worth(&[1], &[], &[]), -1);
        assert_eq!(worth(&[1, 2], &[], &[]), 1);
        assert_eq!(worth(&[], &[5], &[]), -5);
        assert_eq!(worth(&[], &[5, 4], &[]), -5);
        assert_eq!(worth(&[], &[], &[6, 8]), -6);
        assert_eq!(worth(&[1], &[3], &[]), 2);
    }

    #[test]
    fn sizes_are_those_of_all_numbers_between() {
        for (lower, upper) in
            (-6..=6).flat_map(|lower| (lower..=6).map(move |upper| (lower, upper)))
        {
            if (upper - lower) % 2 == 0 {
                let sizes = || (lower..=upper).step_by(2).map(i32::abs);
                let [least, most] = size(lower, upper);
                assert_eq!((Some(least), Some(most)), (sizes().min(), sizes().max()));
            }
        }
    }
}
