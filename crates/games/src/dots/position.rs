//! The rules: the [`Position`] of the game.

use super::chains::{Capture, Paths, number};
use super::{Dots, Edge};
use crate::each;
use eldest::{Bounds, Moves, Position, Score, Side};

impl Position for Dots {
    type Move = Edge;
    type Undo = Self;

    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The graph of boxes and open edges (`graph.rs`), without the points and the side to move,
    /// which do not affect the boxes still to come.
    #[inline]
    fn key(&self) -> u64 {
        self.graph_key()
    }

    #[inline(always)]
    fn taken(&self) -> Option<i32> {
        Some(self.lead.into())
    }

    #[inline(always)]
    fn over(&self) -> Option<Score> {
        (self.open == 0).then(|| Score::new(self.lead.into()))
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Edge>) {
        for edge in each(self.open).map(number) {
            out.push_ranked(Edge(edge as u8), self.rank(edge));
        }
    }

    /// See `chains.rs` where boxes can be closed, and `openings.rs` where none can.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Edge>) {
        if self.with_three() == 0 {
            return self.open_something(out);
        }
        match Paths::of(self).capture() {
            Capture::Take(edge) => out.push(Edge(edge as u8)),
            Capture::TakeOrDecline { take, decline, .. } => {
                for edge in [take, decline] {
                    out.push_ranked(Edge(edge as u8), self.rank(edge));
                }
            }
        }
    }

    #[inline(always)]
    fn play(&mut self, Edge(edge): Edge) -> Self {
        std::mem::replace(self, self.after(edge.into()))
    }

    #[inline(always)]
    fn undo(&mut self, _: Edge, before: Self) {
        *self = before;
    }

    /// The number of the edge, counted from 1.
    #[inline(always)]
    fn move_code(&self, Edge(edge): Edge) -> u16 {
        u16::from(edge) + 1
    }

    /// See `endgame.rs`.
    #[inline]
    fn bounds(&self) -> Bounds {
        self.prospects()
    }

    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        Some(self.open.count_ones())
    }

    #[inline(always)]
    fn range(&self) -> Bounds {
        let most = Score::new(self.board.boxes() as i32);
        Bounds::new(-most, most)
    }

    /// All boxes are closed in the end, so scores have the parity of the number of boxes.
    #[inline]
    fn granularity(&self) -> u32 {
        2
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.board.rows()) << 8 | u64::from(self.board.columns())
    }
}
