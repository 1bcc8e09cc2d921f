//! Relevant moves where boxes can be closed.
//!
//! A box with three sides can be closed, and closing it is always best, with two exceptions: the
//! last two boxes of a chain of boxes with two sides, and the last four of a ring. It may be better
//! to leave these to the opponent, and so force an edge elsewhere ("all but two", "all but
//! four"; Berlekamp, "The Dots and Boxes Game", 2000; Barker and Korf, "Solving Dots-And-Boxes",
//! AAAI 2012).
//!
//! Proof: let e close a box, and let f close none, now or after e. After f, the opponent can close
//! the box with e, and reaches the position after e and f, but with the box that the mover could
//! have had. The only other edges are those that close a box only after e: the edge of the box
//! beyond e, if that box has two sides. If a third box with two sides follows, the opponent takes
//! both boxes and that one too, so the edge beyond the third box is better.
//!
//! Of several chains that may be declined, only one can be. The others are taken first, and the
//! shorter is kept. Tests compare all this with minimax at every position of small boards
//! (`knowledge.rs`).

use super::Dots;
use super::grid::Grid;

/// The best moves where boxes have three sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    /// This edge, which closes a box, is best.
    Take(u32),
    /// One of these two edges is best.
    TakeOrDecline {
        /// The edge that closes a box.
        take: u32,
        /// The edge that leaves the last boxes to the opponent.
        decline: u32,
        /// The number of these boxes.
        boxes: i32,
    },
}

/// The graph of boxes and edges of a position. Boxes and edges are bits.
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

/// Boxes that may be left to the opponent: the edge that takes one, and the edge that declines all.
#[derive(Copy, Clone)]
struct Offer {
    take: u64,
    decline: u64,
    boxes: i32,
}

/// Returns the number of the lowest bit.
#[inline(always)]
pub(super) const fn number(bits: u64) -> u32 {
    bits.trailing_zeros()
}

impl Paths {
    #[inline(always)]
    pub(super) fn of(position: &Dots) -> Self {
        Self {
            grid: Grid::of(position.board),
            open: position.open,
            two: position.with_two(),
            three: position.with_three(),
        }
    }

    /// Returns the open edges of the box `at`.
    #[inline(always)]
    pub(super) const fn exits(&self, at: u32) -> u64 {
        self.grid.around[at.trailing_zeros() as usize] & self.open
    }

    /// Returns the box beyond `edge` from the box `at`; 0 at the border.
    #[inline(always)]
    pub(super) const fn beyond(&self, at: u32, edge: u64) -> u32 {
        self.grid.boxes[number(edge) as usize] & !at
    }

    /// Returns the best moves where a box has three sides.
    ///
    /// # Panics
    /// If no box has three sides.
    pub(super) fn capture(&self) -> Capture {
        let (mut left, mut kept) = (self.three, None::<Offer>);
        while left != 0 {
            let at = left & left.wrapping_neg();
            left ^= at;
            let take = self.exits(at);
            let Some(offer) = self.offer(at, take) else { return Capture::Take(number(take)) };
            match kept {
                // A ring of four is found from both ends.
                Some(known) if known.decline != offer.decline => {
                    return Capture::Take(number(longer(known, offer).take));
                }
                _ => kept = Some(offer),
            }
        }
        let Offer { take, decline, boxes } = kept.expect("a box has three sides");
        Capture::TakeOrDecline { take: number(take), decline: number(decline), boxes }
    }

    /// Returns the boxes from `at` that may be left to the opponent, if any; `take` is the last
    /// edge of `at`.
    #[inline(always)]
    fn offer(&self, at: u32, take: u64) -> Option<Offer> {
        let second = self.beyond(at, take);
        if second & self.two == 0 {
            return None;
        }
        let decline = self.exits(second) & !take;
        let third = self.beyond(second, decline);
        if third & self.three != 0 {
            return None; // the edge to decline would close a box too
        }
        if third & self.two == 0 {
            return Some(Offer { take, decline, boxes: 2 });
        }
        let fourth = self.beyond(third, self.exits(third) & !decline);
        (fourth & self.three != 0).then_some(Offer { take, decline, boxes: 4 })
    }
}

/// Returns the offer that costs more to decline.
const fn longer(one: Offer, other: Offer) -> Offer {
    if one.boxes > other.boxes { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    /// Returns the relevant edges, and the number of boxes that the last one leaves.
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
