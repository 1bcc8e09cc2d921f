//! [`CountingProof`]: proof by counting that a side makes the last move.
//!
//! Let the claimant C (see [`packing`](super::packing)) answer a move that touches a choice by its
//! domino there; else play the centre of an untouched area as long as there is one, always one of
//! the greatest weight; then the satellites that are sure by now, the choices, and the sure
//! dominoes. The opponent O may do what it likes. Each of its moves touches at most one area or
//! choice; an area that it touches first is lost.
//!
//! **Weights.** Remove the squares of areas and choices from the lines of O's reach. A segment of n
//! squares that remains has room for ⌊n/2⌋ dominoes of O; let R be their sum. The other dominoes of
//! O have a lost square: one in a lost area, or one of the two ends of a choice. O never reaches an
//! area that C has taken. Consider a part of a line with m lost squares between m + 1 segments, o of
//! them odd; segments may be empty. It has room for ⌊(o + m)/2⌋ dominoes of O more than its
//! segments. Let q of the m squares be beside an odd segment. If all segments are odd,
//! ⌊(o + m)/2⌋ = m = (q + m)/2. Otherwise o ≤ q, since b consecutive odd segments are beside b
//! squares or more, which are not beside other odd segments. So a lost square makes room for half a
//! domino, and for half a domino more if it is beside an odd segment; twice this room is the charge
//! of the square. Three squares in line, of a centre between two satellites, are a whole line of O's
//! reach: they make room for one domino, and their charge is 2. The weight of an area is twice its
//! dominoes and the charges of its squares. A choice costs C the larger charge of its two ends.
//!
//! **Losses.** Let the weights be t₁ ≥ t₂ ≥ …. If O begins, at most 2i − 1 areas are gone when C
//! plays its i-th centre, so this area has a weight of t₂ᵢ or more: C loses t₁ + t₃ + … at most. If
//! C begins, it loses t₂ + t₄ + … at most. The difference of the two sums is the number of k for
//! which the number of weights of at least k is odd.
//!
//! **Margin.** Let d be twice C's dominoes, sure ones and all in areas and choices, less 2R, the
//! costs of choices and the weights lost. C can make all moves that it has not lost, at least M; O
//! makes at most N, and 2M − 2N ≥ d, where 2N may be rounded down to an even number. If C has no
//! move where O began, N > M: d < −1. If C has no move where C began, N ≥ M: d < 1.

use super::Size;
use super::lanes::{Lanes, Numbers, WIDTH};
use super::packing::{Packing, every_other};
use super::set::Set;
use eldest::Side;

/// The most half moves that one move is expected to gain. On 7x7, 7x6, 8x7 and 8x8, one in twenty
/// searches for a move that gains more found one.
const MOST_GAIN: i32 = 4;

/// Margins of a side in half moves, each at least what it needs to win, or not proved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct CountingProof {
    /// The margin if the side moves first.
    first: i32,
    /// The margin if its opponent moves first.
    second: i32,
    /// The number of squares that only the side can use.
    safe: i32,
}

impl CountingProof {
    /// Proves nothing.
    pub(super) const NONE: Self = Self { first: i32::MIN / 2, second: i32::MIN / 2, safe: 0 };

    /// Finds the claim of `side` on the free squares.
    #[inline(always)]
    pub(super) fn new<const WORDS: usize>(
        board: Size<WORDS>,
        free: Set<WORDS>,
        side: Side,
    ) -> Self {
        let [claim] = match WORDS {
            1 => in_one_word(&board.in_words(), free.in_words(), side),
            _ => in_two_words(&board.in_words(), free.in_words(), side),
        };
        claim
    }

    /// Finds the claims of `side` on the free squares of several boards.
    #[inline(always)]
    pub(super) fn each<const WORDS: usize>(
        board: Size<WORDS>,
        free: Lanes<WORDS, WIDTH>,
        side: Side,
    ) -> [Self; WIDTH] {
        match WORDS {
            1 => each_in_one_word(&board.in_words(), free.in_words(), side),
            _ => each_in_two_words(&board.in_words(), free.in_words(), side),
        }
    }

    #[inline(always)]
    fn of<const WORDS: usize, const N: usize>(
        board: Size<WORDS>,
        free: Lanes<WORDS, N>,
        side: Side,
    ) -> [Self; N] {
        let margins = match side {
            Side::First => Margins::of::<true, WORDS>(board, free),
            Side::Second => Margins::of::<false, WORDS>(board, free),
        };
        let [first, second, safe] = margins.numbers();
        let mut claims = [Self::NONE; N];
        for (n, claim) in claims.iter_mut().enumerate() {
            (claim.first, claim.second, claim.safe) = (first[n], second[n], safe[n]);
        }
        claims
    }

    /// Whether the side wins if it moves first.
    #[inline(always)]
    pub(super) fn wins_first(&self) -> bool {
        self.first >= 1
    }

    /// Whether a move of the side may prove that it wins: hardly any move gains more.
    #[inline(always)]
    pub(super) fn is_near(&self) -> bool {
        self.lack() <= MOST_GAIN
    }

    /// Returns the half moves that the side lacks to win if it moves first.
    #[inline(always)]
    pub(super) fn lack(&self) -> i32 {
        1 - self.first
    }

    /// Whether the side wins if its opponent moves first.
    #[inline(always)]
    pub(super) fn wins_second(&self) -> bool {
        self.second >= -1
    }

    /// Returns the number of squares that only the side can use.
    #[inline(always)]
    pub(super) const fn safe(&self) -> i32 {
        self.safe
    }

    /// Returns twice the mean of both margins.
    #[inline(always)]
    pub(super) fn mean(&self) -> i32 {
        self.first + self.second
    }
}

macro_rules! compiled_here {
    ($($name:ident $words:literal $lanes:expr;)*) => {$(
        #[inline(never)]
        fn $name(
            board: &Size<$words>,
            free: Lanes<$words, $lanes>,
            side: Side,
        ) -> [CountingProof; $lanes] {
            CountingProof::of(*board, free, side)
        }
    )*};
}

// Without parameters of types, so that they are compiled here, not in each package that searches.
compiled_here! {
    in_one_word 1 1;
    in_two_words 2 1;
    each_in_one_word 1 WIDTH;
    each_in_two_words 2 WIDTH;
}

/// The numbers of a [`CountingProof`] for several boards.
struct Margins<const N: usize> {
    first: Numbers<N>,
    second: Numbers<N>,
    safe: Numbers<N>,
}

impl<const N: usize> Margins<N> {
    #[inline(always)]
    fn numbers(self) -> [[i32; N]; 3] {
        [self.first.numbers(), self.second.numbers(), self.safe.numbers()]
    }

    /// Compiled for each side.
    #[inline(never)]
    fn of<const VERTICAL: bool, const WORDS: usize>(
        board: Size<WORDS>,
        free: Lanes<WORDS, N>,
    ) -> Self {
        let side = if VERTICAL { Side::First } else { Side::Second };
        let mut packing = Packing::new(board, free, side);
        packing.fill();
        let across = side.other();
        let ends = board.beside(packing.choices, side);
        let singles = board.covered(packing.singles, side);
        let mut taken = packing.sure | singles;
        packing.stars().iter().for_each(|area| taken |= *area);
        let rest = packing.reach & !taken & !ends;
        let Segments { room, beside_odd } = Segments::new(board, rest, across);
        let costly = board.beside(ends & beside_odd, side) & packing.choices;
        let margin = (taken | packing.choices).count() - costly.count() - room;
        let (sum, odd) = weights(board, &packing, beside_odd, side);
        Self {
            first: margin - ((sum - odd) >> 1),
            second: margin - ((sum + odd) >> 1),
            safe: (free & !packing.reach).count(),
        }
    }
}

/// Returns the sum of the weights of all areas, and the number of k for which the number of weights
/// of at least k is odd.
#[inline(always)]
fn weights<const WORDS: usize, const N: usize>(
    board: Size<WORDS>,
    packing: &Packing<WORDS, N>,
    beside_odd: Lanes<WORDS, N>,
    side: Side,
) -> (Numbers<N>, Numbers<N>) {
    let (mut sum, mut odd) = (Numbers::NONE, Numbers::NONE);
    for (bit, singles) in weighing(board, packing, beside_odd, side).into_iter().enumerate() {
        let count = singles.count();
        sum = sum + count;
        odd ^= count.parity() << bit as u32;
    }
    for area in packing.stars() {
        let weight = weight(board, *area, packing.reach, beside_odd, side.other());
        sum = sum + weight;
        odd ^= weight.ones();
    }
    (sum, odd.count())
}

/// Returns the areas without satellites that weigh at least 1, 2, …, 6. Two half moves are the
/// domino; a square in reach makes one more, and another one if it is beside an odd segment.
#[inline(always)]
fn weighing<const WORDS: usize, const N: usize>(
    board: Size<WORDS>,
    packing: &Packing<WORDS, N>,
    beside_odd: Lanes<WORDS, N>,
    side: Side,
) -> [Lanes<WORDS, N>; 6] {
    let (all, more) = (packing.singles, packing.reach & beside_odd);
    let (a, b) = (all & packing.reach, all & board.behind(packing.reach, side));
    let (more_a, more_b) = (all & more, all & board.behind(more, side));
    let five = more_a & b | more_b & a;
    [all, all, a | b, a & b | more_a | more_b, five, more_a & more_b]
}

/// Returns the weight of an area; the opponent moves `across`.
#[inline(always)]
fn weight<const WORDS: usize, const N: usize>(
    board: Size<WORDS>,
    area: Lanes<WORDS, N>,
    reach: Lanes<WORDS, N>,
    beside_odd: Lanes<WORDS, N>,
    across: Side,
) -> Numbers<N> {
    let inner = area & board.ahead(area, across) & board.behind(area, across);
    (area ^ inner).count() + (area & reach).count() + (area & reach & beside_odd).count()
}

/// The runs of squares on which one side can place dominoes.
struct Segments<const WORDS: usize, const N: usize> {
    /// Twice the most dominoes that fit on them.
    room: Numbers<N>,
    /// The squares before and after the odd ones.
    beside_odd: Lanes<WORDS, N>,
}

impl<const WORDS: usize, const N: usize> Segments<WORDS, N> {
    #[inline(always)]
    fn new(board: Size<WORDS>, squares: Lanes<WORDS, N>, side: Side) -> Self {
        let last = every_other(board, squares, side, true) & !board.behind(squares, side);
        let first = every_other(board, squares, side, false) & !board.ahead(squares, side);
        let beside_odd = board.ahead(last, side) | board.behind(first, side);
        Self { room: (squares ^ last).count(), beside_odd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::dominated::undominated;
    use crate::mix;

    /// Returns useful squares chosen by chance.
    fn some_squares<const WORDS: usize>(board: Size<WORDS>, seed: u64) -> Set<WORDS> {
        let word = |seed| mix(seed) | mix(!seed);
        board.useful(board.empty() & Set::by(|at, _| word(mix(seed) + at as u64)))
    }

    fn check_lanes<const WORDS: usize>(board: Size<WORDS>) {
        for seed in 0..200 {
            let free = [0, 1, 2, 3].map(|lane| some_squares(board, 4 * seed + lane));
            for side in [Side::First, Side::Second] {
                let alone = free.map(|free| CountingProof::new(board, free, side));
                let together = CountingProof::each(board, Lanes::new(free), side);
                assert_eq!(together, alone, "{board} {free:?}");
            }
        }
    }

    #[test]
    fn claims_on_several_boards_are_those_on_each() {
        for board in ["8x8", "7x7", "8x7", "4x13", "16x4", "1x26", "64x1"] {
            check_lanes::<1>(board.parse().expect("a board"));
        }
        for board in ["9x9", "8x8", "5x14", "16x8", "5x25", "128x1"] {
            check_lanes::<2>(board.parse().expect("a board"));
        }
    }

    /// Returns the squares moved to a place in `board`.
    fn moved(small: Size, squares: Set<1>, board: Size<2>, (down, right): (u32, u32)) -> Set<2> {
        squares.each().fold(Set::NONE, |moved, square| {
            let (row, column) =
                (square.number() / small.columns(), square.number() % small.columns());
            moved | Set::square(board.index(row + down, column + right))
        })
    }

    /// A part of a board of two words, wherever it lies, has the claims of a board of one word. The
    /// packing begins with every other line, so the part is moved by an even number of lines.
    #[test]
    fn claims_do_not_depend_on_the_number_of_words() {
        let places =
            [("6x7", "9x9"), ("5x5", "9x9"), ("4x8", "8x16"), ("5x4", "7x18"), ("8x8", "8x8")];
        for (small, board) in places {
            let small: Size = small.parse().expect("a board");
            let board: Size<2> = board.parse().expect("a board");
            let steps = |room: u32| (0..=room).step_by(2);
            let rights = || steps(board.columns() - small.columns());
            let places = steps(board.rows() - small.rows());
            for (n, place) in places.flat_map(|d| rights().map(move |r| (d, r))).enumerate() {
                for seed in 0..100 {
                    let free = some_squares(small, 100 * n as u64 + seed);
                    let there = moved(small, free, board, place);
                    for side in [Side::First, Side::Second] {
                        let claims = CountingProof::new(board, there, side);
                        assert_eq!(
                            claims,
                            CountingProof::new(small, free, side),
                            "{board} {free:?}"
                        );
                        let moves = undominated(small, free, side);
                        let moves = moved(small, moves, board, place);
                        assert_eq!(undominated(board, there, side), moves, "{board} {free:?}");
                    }
                }
            }
        }
    }
}
