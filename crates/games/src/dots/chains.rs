//! What there is to do where boxes can be closed.
//!
//! A box with three sides can be closed. Nothing is better than to do so, but where the box is one of the last two
//! of a row of boxes with two sides, or of the last four of a ring of them: then it may pay to leave these to the
//! opponent, who has to draw an edge elsewhere afterwards ("all but two", "all but four"; Berlekamp, "The Dots and
//! Boxes Game", 2000; Barker and Korf, "Solving Dots-And-Boxes", AAAI 2012).
//!
//! Why nothing is better: let e close a box, and let f close none, now or after e. Whoever draws f leaves the box to
//! the opponent, who can take it and be where he would be if e had been drawn before f: but with the box that would
//! be the mover's. Only an edge that would close a box after e alone escapes this: that of the box beyond e, where
//! that box has two sides. And if a third box with two sides follows, the opponent takes both and that one too, and
//! it would have been better to draw the edge behind it.
//!
//! Of several rows that may be declined only one can be; the others are taken before, the shorter is kept.
//! All this is held against minimax at every position of small boards (`knowledge.rs`).

use super::Dots;
use super::grid::Grid;

/// What to do about boxes with three sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    /// Nothing is better than to draw this edge, which closes a box.
    Take(u32),
    /// One of two is best.
    TakeOrDecline {
        /// The edge that closes a box.
        take: u32,
        /// The edge that leaves the last boxes to the opponent.
        decline: u32,
        /// How many boxes these are.
        boxes: i32,
    },
}

/// Boxes and edges of a position, to walk along. A box and an edge are a bit each.
#[derive(Copy, Clone, Debug)]
pub(super) struct Paths {
    pub(super) grid: &'static Grid,
    /// The edges that are not drawn.
    open: u64,
    /// The boxes with two sides.
    pub(super) two: u32,
    /// The boxes with three sides.
    three: u32,
}

/// Boxes that may be left to the opponent: the edges that take one and that decline all.
#[derive(Copy, Clone)]
struct Offer {
    take: u64,
    decline: u64,
    boxes: i32,
}

/// The number of the only bit, or of the lowest.
#[inline(always)]
pub(super) const fn number(bits: u64) -> u32 {
    bits.trailing_zeros()
}

impl Paths {
    #[inline(always)]
    pub(super) fn of(position: &Dots) -> Self {
        Self {
            grid: Grid::of(position.board),
            open: position.open(),
            two: position.with_two(),
            three: position.with_three(),
        }
    }

    /// The edges of the box `at` that are not drawn.
    #[inline(always)]
    pub(super) const fn exits(&self, at: u32) -> u64 {
        self.grid.around[at.trailing_zeros() as usize] & self.open
    }

    /// What lies beyond `edge`, seen from the box `at`: another box, or the border, which is none.
    #[inline(always)]
    pub(super) const fn beyond(&self, at: u32, edge: u64) -> u32 {
        self.grid.boxes[number(edge) as usize] & !at
    }

    /// What to do where a box has three sides.
    ///
    /// # Panics
    /// If none has.
    pub(super) fn capture(&self) -> Capture {
        let (mut left, mut kept) = (self.three, None::<Offer>);
        while left != 0 {
            let at = left & left.wrapping_neg();
            left ^= at;
            let take = self.exits(at);
            let Some(offer) = self.offer(at, take) else { return Capture::Take(number(take)) };
            match kept {
                // A ring of four is met at both of its ends.
                Some(known) if known.decline != offer.decline => {
                    return Capture::Take(number(longer(known, offer).take));
                }
                _ => kept = Some(offer),
            }
        }
        let Offer { take, decline, boxes } = kept.expect("a box has three sides");
        Capture::TakeOrDecline { take: number(take), decline: number(decline), boxes }
    }

    /// What may be left to the opponent of the boxes that begin with `at`, whose last edge is `take`.
    #[inline(always)]
    fn offer(&self, at: u32, take: u64) -> Option<Offer> {
        let second = self.beyond(at, take);
        if second & self.two == 0 {
            return None;
        }
        let decline = self.exits(second) & !take;
        let third = self.beyond(second, decline);
        if third & self.three != 0 {
            return None; // that edge closes a box as well
        }
        if third & self.two == 0 {
            return Some(Offer { take, decline, boxes: 2 });
        }
        let fourth = self.beyond(third, self.exits(third) & !decline);
        (fourth & self.three != 0).then_some(Offer { take, decline, boxes: 4 })
    }
}

/// Of two offers, the one that costs more to decline.
const fn longer(one: Offer, other: Offer) -> Offer {
    if one.boxes > other.boxes { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    /// The edges that are worth a thought, and how many boxes the last of them leaves.
    fn captures(board: &str, text: &str) -> (Vec<String>, i32) {
        let position = Dots::parse_position(board.parse().unwrap(), text).unwrap();
        let name = |edge| position.format_move(crate::dots::Edge(edge as u8));
        match Paths::of(&position).capture() {
            Capture::Take(edge) => (vec![name(edge)], 0),
            Capture::TakeOrDecline { take, decline, boxes } => {
                (vec![name(take), name(decline)], boxes)
            }
        }
    }

    #[test]
    fn the_last_two_of_a_row_may_be_declined() {
        let three = "a1h,b1h,c1h,a2h,b2h,c2h,a1v 0:0 F";
        assert_eq!(captures("1x3", three), (vec!["b1v".to_owned()], 0));
        let two = "a1h,b1h,c1h,a2h,b2h,c2h,a1v,b1v 1:0 F";
        assert_eq!(captures("1x3", two), (vec!["c1v".to_owned(), "d1v".to_owned()], 2));
        let both = "a1h,b1h,a2h,b2h,a1v,c1v 0:0 F";
        assert_eq!(captures("1x2", both), (vec!["b1v".to_owned()], 0));
    }

    #[test]
    fn the_last_four_of_a_ring_may_be_declined() {
        let ring = "a1h,b1h,a2h,a3h,b3h,a1v,a2v,c1v,c2v 0:0 F";
        assert_eq!(captures("2x2", ring), (vec!["b2v".to_owned(), "b2h".to_owned()], 4));
    }
}
