//! [`Packing`]: disjoint areas in which a side can place dominoes whatever its opponent does.
//!
//! A domino is *sure* if the opponent can reach neither of its squares. A *choice* is a safe
//! square, which the opponent cannot reach, between two that it can: one domino is sure here too,
//! for the side can still place it when the opponent has taken one of these two. An *area* is a
//! domino, the centre, with any number of satellites: dominoes that the opponent can reach only by
//! way of squares of the centre. A side that plays the centre makes the satellites sure. No move of
//! the opponent touches two of the areas and choices.
//!
//! Safe, protected and vulnerable places are of Breuker, Uiterwijk and van den Herik, "Solving 8×8
//! Domineering" (2000) and Bullock, "Domineering: Solving large combinatorial search spaces"
//! (2002). Any packing is correct; this one is greedy: the areas with the most satellites first,
//! then sure dominoes and choices, then single dominoes, those with a safe square first.

use super::Size;
use super::lanes::Lanes;
use super::satellites::Satellites;
use eldest::Side;

/// The most areas with satellites; those left over count as areas without. Each has four squares
/// of its own, so 64 squares never have more.
const MOST: usize = 16;

/// The areas of one side on `N` boards.
pub(super) struct Packing<const WORDS: usize, const N: usize> {
    board: Size<WORDS>,
    side: Side,
    /// The free squares that the opponent can use.
    pub(super) reach: Lanes<WORDS, N>,
    /// The free squares on which another area may lie.
    left: Lanes<WORDS, N>,
    /// The squares of the sure dominoes.
    pub(super) sure: Lanes<WORDS, N>,
    /// The safe squares of the choices.
    pub(super) choices: Lanes<WORDS, N>,
    /// The upper or left halves of the areas without satellites.
    pub(super) singles: Lanes<WORDS, N>,
    /// The squares of the other areas.
    stars: [Lanes<WORDS, N>; MOST],
    count: usize,
}

impl<const WORDS: usize, const N: usize> Packing<WORDS, N> {
    /// Returns a packing of no squares yet. [`fill`](Self::fill) packs them in place: returned from
    /// there, the areas would be copied.
    #[inline(always)]
    pub(super) fn new(board: Size<WORDS>, free: Lanes<WORDS, N>, side: Side) -> Self {
        Self {
            board,
            side,
            reach: board.reach(free, side.other()),
            left: free,
            sure: Lanes::NONE,
            choices: Lanes::NONE,
            singles: Lanes::NONE,
            stars: [Lanes::NONE; MOST],
            count: 0,
        }
    }

    /// Packs the free squares.
    #[inline(always)]
    pub(super) fn fill(&mut self) {
        let both_in_reach = self.reach & self.board.behind(self.reach, self.side);
        self.add_stars();
        self.add_sure();
        self.add_choices();
        self.add_dominoes(!both_in_reach);
        self.add_dominoes(!Lanes::NONE);
    }

    /// Returns the squares of each area with satellites.
    #[inline(always)]
    pub(super) fn stars(&self) -> &[Lanes<WORDS, N>] {
        &self.stars[..self.count]
    }

    #[inline(always)]
    fn across(&self) -> Side {
        self.side.other()
    }

    /// Adds areas with satellites: first those with satellites on both sides.
    #[inline(always)]
    fn add_stars(&mut self) {
        let (board, side) = (self.board, self.side);
        let sides = Satellites::on_both_sides(board, self.left, side);
        let both = sides[0].any() & sides[1].any();
        while WORDS == 1 || self.count < MOST {
            let halves = board.dominoes(self.left, side);
            let before = sides[0].within(board, halves, side);
            let behind = sides[1].within(board, halves, side);
            let centres = halves & (before.any() | behind.any());
            let centre = (centres & both).or_else(centres).lowest();
            if !centre.is_any() {
                return;
            }
            let others = before.around(board, centre, side) | behind.around(board, centre, side);
            self.add_star(board.covered(centre | others, side));
        }
    }

    #[inline(always)]
    fn add_star(&mut self, area: Lanes<WORDS, N>) {
        self.stars[self.count] = area;
        self.count += 1;
        self.left = self.left & !(area | self.board.beside(area, self.across()));
    }

    /// Adds the most sure dominoes.
    #[inline(always)]
    fn add_sure(&mut self) {
        let dominoes = self.board.dominoes(self.left & !self.reach, self.side);
        let halves = every_other(self.board, dominoes, self.side, true);
        self.sure = self.board.covered(halves, self.side);
        self.left = self.left & !self.sure;
    }

    #[inline(always)]
    fn add_choices(&mut self) {
        let (board, side) = (self.board, self.side);
        loop {
            let ends = self.left & self.reach;
            let between = board.ahead(ends, side) & board.behind(ends, side);
            let choice = (self.left & !self.reach & between).lowest();
            if !choice.is_any() {
                return;
            }
            let ends = board.beside(choice, side);
            self.choices |= choice;
            self.left = self.left & !(choice | ends | board.beside(ends, self.across()));
        }
    }

    /// Adds as areas single dominoes whose upper or left half is in `halves`, in every other line
    /// first: the opponent must not touch two of them.
    #[inline(always)]
    fn add_dominoes(&mut self, halves: Lanes<WORDS, N>) {
        let (board, side) = (self.board, self.side);
        let lines = Lanes::all(board.every_other_line(side));
        for lines in [lines, !lines] {
            let mut chosen = board.dominoes(self.left, side) & halves & lines;
            chosen = every_other(board, chosen, side, true);
            let squares = board.covered(chosen, side);
            self.left = self.left & !(squares | board.beside(squares, self.across()));
            self.singles |= chosen;
        }
    }
}

/// Returns the first, third, fifth and so on of each run of `squares` in the direction of `side`, from
/// its end if it is not `ahead`.
#[inline(always)]
pub(super) fn every_other<const WORDS: usize, const N: usize>(
    board: Size<WORDS>,
    squares: Lanes<WORDS, N>,
    side: Side,
    ahead: bool,
) -> Lanes<WORDS, N> {
    let mut newest = squares & !board.next(squares, side, ahead);
    let mut chosen = newest;
    loop {
        newest = board.next(newest, side, ahead) & squares;
        newest = board.next(newest, side, ahead) & squares;
        if !newest.is_any() {
            return chosen;
        }
        chosen |= newest;
    }
}
