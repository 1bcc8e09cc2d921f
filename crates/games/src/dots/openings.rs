//! Relevant moves where no box can be closed.
//!
//! Boxes with two sides form chains, in which open edges connect adjacent boxes. Drawing an edge of
//! a chain gives it to the opponent, so one of its edges is enough. All are equal, except in a
//! chain of two boxes: the edge between them is best, because it leaves nothing to decline
//! (Berlekamp's hard-hearted handout). Chains that do not touch other open boxes form three
//! classes: those of one or two boxes, longer ones, and rings. The shortest of each class is
//! enough: by induction, opening a longer one instead changes no value by more than the difference
//! in length.

use super::chains::{Paths, number};
use super::grid::Grid;
use super::{Dots, Edge};
use crate::each;
use eldest::Moves;

/// A chain of boxes with two sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// Its boxes.
    boxes: u32,
    /// The edge to draw to open the chain.
    edge: u32,
    pub(super) end: ChainEnd,
}

/// The ends of a chain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainEnd {
    /// The border of the board at both ends.
    Border,
    /// A box with fewer sides, at one end at least.
    Box,
    /// The chain itself: a ring.
    Itself,
}

/// The result of a walk from box to box.
pub(super) struct ChainWalk {
    /// The boxes, with the first one.
    pub(super) boxes: u32,
    /// The edge beyond the last box.
    pub(super) last: u64,
    /// The box beyond that edge; 0 at the border.
    pub(super) end: u32,
}

impl Chain {
    /// Returns the number of its boxes.
    #[inline(always)]
    pub(super) const fn length(&self) -> u32 {
        self.boxes.count_ones()
    }

    /// Returns the class of a chain that touches no other open boxes. Chains of one class differ
    /// only by their length.
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
    /// Returns all chains, where no box has three sides.
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

    /// Returns the chain of the box `at`.
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

    /// Walks from the box `start` through `edge`, as far as boxes have two sides.
    #[inline(always)]
    pub(super) fn walk(&self, start: u32, mut edge: u64) -> ChainWalk {
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

    /// Returns the open edge between two boxes.
    #[inline(always)]
    const fn between(&self, pair: u32) -> u64 {
        let at = pair & pair.wrapping_neg();
        self.exits(at) & self.exits(pair ^ at)
    }
}

impl Dots {
    /// Returns the edges after which no box has three sides. Of the two border edges of a corner
    /// box, which are equivalent, only one.
    fn safe(&self, grid: &Grid) -> u64 {
        let two = each(self.with_two().into());
        let mut safe = two.fold(self.open, |open, at| open & !grid.around[number(at) as usize]);
        if grid.has_corners {
            for [right, down] in grid.corners {
                safe &= !((safe >> right & 1) << down);
            }
        }
        safe
    }

    /// Pushes the relevant moves where no box has three sides: all safe edges, and one edge of each
    /// chain that must be considered.
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

    /// Ranks edges that close a box first; then edges that give no box away, those in the middle of
    /// the board first; then those that give few boxes away.
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

/// The rank of edges that close a box, above those of safe edges; negated, it is below them.
const CLOSES: i32 = 100;

const fn gives(chain: Chain) -> i32 {
    -CLOSES - chain.length() as i32
}

fn push(chain: Chain, out: &mut Moves<'_, Edge>) {
    out.push_ranked(Edge(chain.edge as u8), gives(chain));
}
