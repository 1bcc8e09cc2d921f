//! Finds the exact value of the root, with the windows that a [`Driver`](super::driver::Driver)
//! chooses.
//!
//! Each pass searches the root, and updates its list of moves as the search of each ends. There is
//! no table cutoff at the root, and the best move comes only from a search with an open window or a
//! fail-high, never from the table.
//!
//! In a selective search only values count that a line of moves demonstrates. A value claimed
//! without a search of the moves is alpha or beta, which need not be the value of any position.
//! Such claims occur at null windows only, so a value within an open window is that of the position
//! at the end of its line. Passes with narrow windows can contradict each other, or converge from
//! both sides on a value that no line has. Then one pass with the full window finds a value that
//! has a line.

use super::Aborted;
use super::contract::check_found;
use super::lookup::Home;
use super::node::{Node, NodeType};
use super::observer::Tracer;
use super::timeline::{Activity, SpanOutcome};
use super::worker::{Move, SearchTypes, SiblingPolicy, Worker};
use crate::position::{Position, push_without_ranks};
use crate::{Bound, Bounds, Depth, Score, Window};

impl<C: SearchTypes> Worker<C> {
    /// Finds the exact value of the root at `depth` among the open moves, given that it lies in
    /// `known`. `known` is tightened pass by pass, and stays valid if the search is aborted.
    pub(crate) fn resolve(
        &mut self,
        depth: Depth,
        guess: Score,
        known: &mut Bounds,
    ) -> Result<Score, Aborted> {
        (self.root.lined, self.root.raised) = (false, false);
        let tainted = C::Policy::close_in(self, depth, guess, known)?;
        if self.selects() {
            return self.shown(depth, known);
        }
        let value = known.lower;
        if !self.root.raised && value > self.range(depth).lower {
            // Static bounds gave the value, so no pass had to find the move that achieves it.
            self.pass(Window::null(value.previous()), depth)?;
        } else if !self.root.raised {
            self.root.promote_most_searched();
        }
        self.tainted = tainted;
        self.root.set_value(value, depth);
        Ok(value)
    }

    /// Searches passes until one value is left in `known`; returns whether it depends on a horizon.
    /// Not inlined, like everything that is done once a pass, because this code exists for each
    /// type of search.
    #[inline(never)]
    pub(crate) fn close_in(
        &mut self,
        depth: Depth,
        mut guess: Score,
        known: &mut Bounds,
    ) -> Result<bool, Aborted> {
        let driver = if C::TO_END { self.options.driver_to_end } else { self.options.driver };
        let mut tainted = false;
        for pass in 0.. {
            let window = driver.window(*known, guess, pass);
            guess = self.pass(window, depth)?;
            // An exact value depends on this pass alone, two bounds that meet on both of their
            // passes.
            tainted = self.tainted || (tainted && !window.contains(guess));
            let agrees = self.tighten(known, window, guess, depth);
            if !agrees || known.lower == known.upper {
                break;
            }
        }
        Ok(tainted)
    }

    /// Tightens `known` by `value`, found with `window`; returns whether the two agree. If they
    /// contradict each other, as they may when deeper entries count, the last value wins. In a
    /// selective search `known` is reset: neither needs to be the value of a position.
    fn tighten(&mut self, known: &mut Bounds, window: Window, value: Score, depth: Depth) -> bool {
        let found = Bounds::from_bound(value, window.classify(value));
        let both = known.intersect(found);
        let agrees = both.is_some();
        let at_odds = if self.selects() { self.range(depth) } else { Bounds::exact(value) };
        let both = both.unwrap_or(at_odds);
        *known = if depth.is_end() { self.on_grid(both) } else { both };
        // For the moves after the best this is not the value of the root.
        if self.root.fixed == 0 {
            self.observer.bounds(depth, *known);
        }
        agrees
    }

    /// Tightens bounds to the values that the game can have.
    fn on_grid(&self, bounds: Bounds) -> Bounds {
        self.grid().inwards(bounds)
    }

    /// Returns the values that the game can have.
    pub(crate) fn grid(&self) -> ValueGrid {
        let step = self.path.position.granularity().clamp(1, i32::MAX as u32) as i32;
        ValueGrid { origin: self.path.position.range().lower.get(), step }
    }

    /// Decides whether the value of the root, which lies in `known`, is at least `least`, with one
    /// null window. `known` is tightened by the result, which may be more than yes or no; whether
    /// it is tainted or final depends on the value found.
    pub(crate) fn decide(
        &mut self,
        least: Score,
        depth: Depth,
        known: &mut Bounds,
    ) -> Result<(), Aborted> {
        let asked = least.clamp(known.lower, known.upper.next());
        let window = Window::null(asked.previous());
        let value = self.pass(window, depth)?;
        self.tainted &= !self.is_final(value, depth);
        self.tighten(known, window, value, depth);
        Ok(())
    }

    /// Completes the line of the best move, whose value is known: one pass around the value, if the
    /// driver's passes have not found the line.
    pub(crate) fn complete_line(&mut self, value: Score, depth: Depth) -> Result<(), Aborted> {
        if !self.root.lined {
            let window = Window { alpha: value.previous(), beta: value.next() };
            let tainted = self.tainted;
            let found = self.pass(window, depth)?;
            // Deeper entries may give another value now, which proves nothing about the known
            // value.
            self.tainted = tainted && (self.tainted || found != value);
            self.root.set_value(value, depth);
        }
        Ok(())
    }
}

/// Values at equal steps from an origin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ValueGrid {
    pub(crate) origin: i32,
    pub(crate) step: i32,
}

impl ValueGrid {
    /// Tightens `bounds` to these values.
    pub(crate) fn inwards(self, bounds: Bounds) -> Bounds {
        bounds.on_grid(Score::new(self.origin), self.step as u32)
    }
}

/// The result of the search of a root move.
#[derive(Clone, Debug)]
pub(crate) struct RootFinding<M> {
    pub(crate) mv: M,
    pub(crate) value: Score,
    /// The last window it was searched with, which classifies the value.
    pub(crate) asked: Window,
    /// Whether it raised alpha.
    pub(crate) raises: bool,
    /// Nodes spent on it.
    pub(crate) nodes: u64,
}

impl<C: SearchTypes> Worker<C> {
    /// Searches the root once, to `depth`, with `window`, by the policy. The last move that raised
    /// alpha moves to the front.
    pub(crate) fn pass(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        C::Policy::pass(self, window, depth)
    }

    /// The same, by this worker alone.
    #[inline(never)]
    pub(crate) fn search_root(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        let mark = self.log.begin(self.statistics.nodes, || Activity::Pass { depth, window });
        let searched = self.root_node(window, depth);
        self.log.end(mark, self.statistics.nodes, SpanOutcome::of(&searched));
        searched
    }

    fn root_node(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.enter()?;
        self.select_to(depth);
        self.tracer.enter(0, window, depth, NodeType::Pv);
        self.path.moves.clear();
        self.path.lines.clear();
        push_without_ranks(&mut self.path.moves, self.root.open_moves());
        (self.root.improved, self.root.mark) = (None, self.statistics.nodes);
        self.root.reported.clear();
        let node =
            Node::new(window, depth, NodeType::Pv, 0..self.path.moves.len(), 0, self.root.mark);
        let mut node = Node { is_root: true, ..node };
        self.search_children::<false>(&mut node)?;
        self.tainted = node.tainted;
        self.tracer.leave(0, node.best);
        node.best_move.into_iter().for_each(|mv| self.root.promote(self.root.index_of(mv)));
        self.root.improved = None;
        if self.root.is_whole() {
            self.check_root(node.best, window);
            self.learn(&node);
            if let Some(slot) = self.slot_here(depth) {
                self.store(Home::Shared(slot), &node);
            }
        }
        self.root.raised |= node.best_move.is_some();
        Ok(node.best)
    }

    /// In debug builds: checks that the result agrees with what the game declares about the root;
    /// except if the table may be wrong, whose bounds are used without checking their positions.
    fn check_root(&self, value: Score, window: Window) {
        if C::TO_END && self.statistics.table_cutoffs + self.statistics.etc_cutoffs == 0 {
            check_found(&self.path.position, value, window.classify(value));
        }
    }

    /// Returns the nodes since the search of the last root move.
    pub(crate) fn nodes_of_root_move(&mut self) -> u64 {
        self.statistics.nodes - std::mem::replace(&mut self.root.mark, self.statistics.nodes)
    }

    /// Stores the result for a root move; `line` is its line, from its last move to its first, if
    /// the value is exact.
    pub(crate) fn report_root_move(
        &mut self,
        depth: Depth,
        found: &RootFinding<Move<C>>,
        line: &[Move<C>],
    ) {
        let index = self.root.index_of(found.mv);
        let root = &mut self.root.list[self.root.fixed + index];
        (root.value, root.bound, root.depth) =
            (found.value, found.asked.classify(found.value), depth);
        root.nodes += found.nodes;
        let is_exact = root.bound == Bound::Exact;
        if is_exact {
            // At a split point it may come too late to raise alpha, and is exact all the same.
            root.line.clear();
            root.line.extend(line.iter().rev());
        }
        self.observer.root_move(root);
        self.root.reported.push(found.mv);
        if !found.raises {
            return;
        }
        self.root.lined = is_exact;
        if !is_exact {
            root.line.clear();
            root.line.push(root.mv);
        }
        self.observer.line(root);
        if index > 0 {
            self.root.improved = Some(index);
        }
    }
}

impl<C: SearchTypes> Worker<C> {
    /// Returns the value of the best open move of the root at `depth`, with its line, once passes
    /// have converged on `known`.
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

    /// Whether the line of the best move is of this depth, and has the value in `known`.
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
