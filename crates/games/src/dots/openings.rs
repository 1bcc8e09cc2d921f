//! What there is to do where no box can be closed.
//!
//! Boxes with two sides form chains, from a box to the next by the edge between them. To draw an edge of a chain
//! gives it to the opponent, and of all its edges one is enough: which one makes no difference, but in a chain of
//! two boxes the edge between them is best, which leaves nothing to decline (Berlekamp's hard-hearted handout).
//! And of chains that have nothing to do with the rest of the board the shortest is enough, among those of one or
//! two boxes, among longer ones, and among rings: by induction over what else there is to do, a longer one instead
//! changes no value by more than it is longer.

use super::chains::{Paths, number};
use super::grid::Grid;
use super::{Dots, Edge};
use crate::each;
use eldest::Moves;

/// Boxes with two sides in a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// Its boxes.
    boxes: u32,
    /// The edge to draw if one of it is to be drawn.
    edge: u32,
    pub(super) end: ChainEnd,
}

/// What is at the ends of a chain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainEnd {
    /// The border of the board, twice.
    Border,
    /// A box with fewer sides, at one end at least.
    Box,
    /// Its other end.
    Itself,
}

/// Where a walk from box to box has led.
struct ChainWalk {
    boxes: u32,
    /// The edge that leads on from the last one.
    last: u64,
    /// What is beyond it: a box, or the border.
    end: u32,
}

impl Chain {
    /// How many boxes it has.
    #[inline(always)]
    pub(super) const fn length(&self) -> u32 {
        self.boxes.count_ones()
    }

    /// Chains of one class, and with nothing to do with other boxes, differ by their length alone.
    #[inline(always)]
    pub(super) const fn class(&self) -> Option<usize> {
        match self.end {
            ChainEnd::Border if self.length() <= 2 => Some(0),
            ChainEnd::Border => Some(1),
            ChainEnd::Itself => Some(2),
            ChainEnd::Box => None,
        }
    }
}

impl Paths {
    /// All chains, where no box has three sides.
    #[inline(always)]
    pub(super) fn chains(&self) -> impl Iterator<Item = Chain> {
        let mut left = self.two;
        std::iter::from_fn(move || {
            let at = left & left.wrapping_neg();
            let chain = (at != 0).then(|| self.chain(at))?;
            left &= !chain.boxes;
            Some(chain)
        })
    }

    /// The chain of the box `at`.
    #[inline]
    fn chain(&self, at: u32) -> Chain {
        let exits = self.exits(at);
        let first = exits & exits.wrapping_neg();
        let ahead = self.walk(at, exits ^ first);
        if ahead.end == at {
            return Chain { boxes: ahead.boxes, edge: number(first), end: ChainEnd::Itself };
        }
        let back = self.walk(at, first);
        let boxes = ahead.boxes | back.boxes;
        let end = if ahead.end | back.end == 0 { ChainEnd::Border } else { ChainEnd::Box };
        let edge = if boxes.count_ones() == 2 { self.between(boxes) } else { ahead.last };
        Chain { boxes, edge: number(edge), end }
    }

    /// From the box `start` through `edge`, as far as boxes have two sides.
    #[inline(always)]
    fn walk(&self, start: u32, mut edge: u64) -> ChainWalk {
        let (mut at, mut boxes) = (start, start);
        loop {
            let next = self.beyond(at, edge);
            if next & self.two == 0 || next == start {
                return ChainWalk { boxes, last: edge, end: next };
            }
            edge = self.exits(next) & !edge;
            (at, boxes) = (next, boxes | next);
        }
    }

    /// The open edge between two boxes.
    #[inline(always)]
    const fn between(&self, pair: u32) -> u64 {
        let at = pair & pair.wrapping_neg();
        self.exits(at) & self.exits(pair ^ at)
    }
}

impl Dots {
    /// The edges after which no box has three sides; of the two at a corner, which are worth the same, one.
    fn safe(&self, grid: &Grid) -> u64 {
        let two = each(self.with_two().into());
        let mut safe = two.fold(self.open(), |open, at| open & !grid.around[number(at) as usize]);
        if grid.has_corners {
            for [right, down] in grid.corners {
                safe &= !((safe >> right & 1) << down);
            }
        }
        safe
    }

    /// Where no box has three sides: all edges that leave it so, and of the chains what is enough.
    pub(super) fn open_something(&self, out: &mut Moves<'_, Edge>) {
        let paths = Paths::of(self);
        for edge in each(self.safe(paths.grid)).map(number) {
            out.push_ranked(Edge(edge as u8), paths.grid.ranks[edge as usize].into());
        }
        let mut shortest: [Option<Chain>; 3] = [None; 3];
        for chain in paths.chains() {
            match chain.class().map(|class| &mut shortest[class]) {
                None => push(chain, out),
                Some(Some(known)) if known.length() <= chain.length() => {}
                Some(known) => *known = Some(chain),
            }
        }
        shortest.into_iter().flatten().for_each(|chain| push(chain, out));
    }

    /// What closes a box first, then what gives none away, in the middle of the board first, then what gives few.
    pub(super) fn rank(&self, edge: u32) -> i32 {
        let paths = Paths::of(self);
        let boxes = paths.grid.boxes[edge as usize];
        let opened = boxes & paths.two;
        if boxes & self.with_three() != 0 {
            CLOSES
        } else if opened != 0 {
            gives(paths.chain(opened & opened.wrapping_neg()))
        } else {
            paths.grid.ranks[edge as usize].into()
        }
    }
}

/// Above and, negative, below the rank of all edges that close nothing and give nothing away.
const CLOSES: i32 = 100;

const fn gives(chain: Chain) -> i32 {
    -CLOSES - chain.length() as i32
}

fn push(chain: Chain, out: &mut Moves<'_, Edge>) {
    out.push_ranked(Edge(chain.edge as u8), gives(chain));
}
