//! Which values of the root count: those that a line of moves shows.
//!
//! What is claimed without a search of the moves is alpha or beta, which need not be the value of any position. Such
//! a claim is made at null windows only, so a value within an open window is that of the position at the end
//! of its line. Passes with narrow windows can contradict each other, or close in on a value from both sides
//! that no line has. Then one pass with the full window finds a value that has one.

use crate::search::Aborted;
use crate::search::worker::{SearchTypes, Worker};
use crate::{Bounds, Depth, Score, Window};

impl<C: SearchTypes> Worker<C> {
    /// The value of the best open move of the root at `depth`, with its line, once passes have closed in on
    /// what is `known`.
    pub(in crate::search) fn shown(
        &mut self,
        depth: Depth,
        known: &mut Bounds,
    ) -> Result<Score, Aborted> {
        if !self.is_shown(*known) {
            self.search_through(depth, known)?;
        }
        self.root.set_value(known.lower, depth);
        Ok(known.lower)
    }

    /// Whether the line of the best move is of this depth, and is worth what is `known`.
    fn is_shown(&self, known: Bounds) -> bool {
        self.root.lined && known == Bounds::exact(self.root.best().value)
    }

    /// Searches the root with the window of all values.
    #[cold]
    fn search_through(&mut self, depth: Depth, known: &mut Bounds) -> Result<(), Aborted> {
        let Bounds { lower, upper } = self.range(depth);
        let window = Window { alpha: lower.previous(), beta: upper.next() };
        *known = Bounds::exact(self.pass(window, depth)?);
        if self.root.fixed == 0 {
            self.observer.bounds(depth, *known);
        }
        Ok(())
    }
}
