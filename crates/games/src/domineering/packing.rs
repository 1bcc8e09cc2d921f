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
use crate::each;
use eldest::Side;

/// The most areas with satellites: each has four squares of its own.
const MOST: usize = Size::MOST_SQUARES as usize / 4;

/// The areas of one side.
pub(super) struct Packing {
    board: Size,
    side: Side,
    /// The free squares that the opponent can use.
    pub(super) reach: u64,
    /// The free squares on which another area may lie.
    left: u64,
    /// The squares of the sure dominoes.
    pub(super) sure: u64,
    /// The safe squares of the choices.
    pub(super) choices: u64,
    /// The upper or left halves of the areas without satellites.
    pub(super) singles: u64,
    /// The squares of the other areas.
    stars: [u64; MOST],
    count: usize,
}

/// The dominoes that can be satellites of a centre on one side of it, as their possible centres:
/// level with it, or reaching beyond one of its ends.
struct Satellites {
    level: u64,
    before: u64,
    beyond: u64,
}

impl Packing {
    /// Returns a packing of no squares yet. [`fill`](Self::fill) packs them in place: returned from
    /// there, the areas would be copied.
    #[inline(always)]
    pub(super) const fn new(board: Size, free: u64, side: Side) -> Self {
        let (reach, left) = (board.reach(free, side.other()), free);
        Self {
            board,
            side,
            reach,
            left,
            sure: 0,
            choices: 0,
            singles: 0,
            stars: [0; MOST],
            count: 0,
        }
    }

    /// Packs the free squares.
    #[inline(always)]
    pub(super) fn fill(&mut self) {
        let with_safe_square = self.left & !(self.reach & self.board.behind(self.reach, self.side));
        self.add_stars(self.left);
        self.add_sure();
        self.add_choices();
        self.add_dominoes(with_safe_square);
        self.add_dominoes(u64::MAX);
    }

    /// Returns the squares of each area with satellites.
    #[inline(always)]
    pub(super) fn stars(&self) -> &[u64] {
        &self.stars[..self.count]
    }

    #[inline(always)]
    fn across(&self) -> Side {
        self.side.other()
    }

    /// Adds areas with satellites: first those with satellites on both sides.
    #[inline(always)]
    fn add_stars(&mut self, free: u64) {
        let (board, across) = (self.board, self.across());
        let (behind, ahead) = (free & board.ahead(free, across), free & board.behind(free, across));
        let sides = [
            self.satellites(free, behind, ahead, |squares| board.ahead(squares, across)),
            self.satellites(free, ahead, behind, |squares| board.behind(squares, across)),
        ];
        let [one, two] = [&sides[0], &sides[1]].map(|s| s.level | s.before | s.beyond);
        for centre in each(one & two).chain(each(one ^ two)) {
            self.add_star(centre, &sides);
        }
    }

    /// Returns the satellites before their centres: dominoes without a free square on the `closed`
    /// side that the opponent can reach over one or both squares of a domino on the `open` side,
    /// which lies `over` there. A square that the opponent reaches is in `closed` or `open`.
    #[inline(always)]
    fn satellites(
        &self,
        free: u64,
        closed: u64,
        open: u64,
        over: impl Fn(u64) -> u64,
    ) -> Satellites {
        let (board, side) = (self.board, self.side);
        let dominoes = board.dominoes(free, side);
        let closed = dominoes & !(closed | board.behind(closed, side));
        let (first, last) = (open, board.behind(open, side));
        Satellites {
            level: dominoes & over(closed & (first | last)),
            before: dominoes & board.ahead(over(closed & last & !first), side),
            beyond: dominoes & board.behind(over(closed & first & !last), side),
        }
    }

    /// Adds the area around a `centre` with all satellites that are left.
    #[inline(always)]
    fn add_star(&mut self, centre: u64, sides: &[Satellites; 2]) {
        let (board, side, across) = (self.board, self.side, self.across());
        let alone = board.covered(centre, side);
        if alone & !self.left != 0 {
            return;
        }
        let mut area = alone;
        for (satellites, level) in
            sides.iter().zip([board.behind(centre, across), board.ahead(centre, across)])
        {
            for (possible, half) in [
                (satellites.level, level),
                (satellites.before, board.behind(level, side)),
                (satellites.beyond, board.ahead(level, side)),
            ] {
                let squares = board.covered(half, side);
                if possible & centre != 0 && squares & (!self.left | area) == 0 {
                    area |= squares;
                }
            }
        }
        if area != alone {
            self.stars[self.count] = area;
            self.count += 1;
            self.left &= !(area | board.beside(area, across));
        }
    }

    /// Adds the most sure dominoes.
    #[inline(always)]
    fn add_sure(&mut self) {
        let dominoes = self.board.dominoes(self.left & !self.reach, self.side);
        let halves = every_other(dominoes, |squares| self.board.ahead(squares, self.side));
        self.sure = self.board.covered(halves, self.side);
        self.left &= !self.sure;
    }

    #[inline(always)]
    fn add_choices(&mut self) {
        let (board, side, ends) = (self.board, self.side, self.left & self.reach);
        let between = board.ahead(ends, side) & board.behind(ends, side);
        for choice in each(self.left & !self.reach & between) {
            let ends = board.beside(choice, side);
            if ends & !self.left == 0 {
                self.choices |= choice;
                self.left &= !(choice | ends | board.beside(ends, self.across()));
            }
        }
    }

    /// Adds as areas single dominoes whose upper or left half is in `halves`, in every other line
    /// first: the opponent must not touch two of them.
    #[inline(always)]
    fn add_dominoes(&mut self, halves: u64) {
        let (board, side) = (self.board, self.side);
        let lines = board.every_other_line(side);
        for lines in [lines, !lines] {
            let mut chosen = board.dominoes(self.left, side) & halves & lines;
            chosen = every_other(chosen, |squares| board.ahead(squares, side));
            let squares = board.covered(chosen, side);
            self.left &= !(squares | board.beside(squares, self.across()));
            self.singles |= chosen;
        }
    }
}

/// Returns the first, third, fifth and so on of each run of `squares`; `next` moves squares one
/// step along the runs.
#[inline(always)]
pub(super) fn every_other(squares: u64, next: impl Fn(u64) -> u64) -> u64 {
    let mut newest = squares & !next(squares);
    let mut chosen = newest;
    while newest != 0 {
        newest = next(next(newest) & squares) & squares;
        chosen |= newest;
    }
    chosen
}
