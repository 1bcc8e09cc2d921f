//! The exact value of the root, by the windows that a [`Driver`](super::driver::Driver) chooses.
//!
//! Each pass searches the root, and updates its list of moves as the search of each ends. No table cutoff is taken at the root, and the best move comes only from a search with an open
//! window or a fail-high, never from the table.
//!
//! In a selective search only those values count that a line of moves shows. What is claimed without a search of the moves is alpha or beta, which need not be the value of any position. Such
//! a claim is made at null windows only, so a value within an open window is that of the position at the end
//! of its line. Passes with narrow windows can contradict each other, or close in on a value from both sides
//! that no line has. Then one pass with the full window finds a value that has one.

use super::Aborted;
use super::contract::check_found;
use super::lookup::Home;
use super::node::{Node, NodeType};
use super::observer::Tracer;
use super::timeline::{Activity, SpanOutcome};
use super::worker::{Move, SearchTypes, SiblingPolicy, Worker};
use crate::position::{Position, Ranked};
use crate::{Bound, Bounds, Depth, Score, Window};

impl<C: SearchTypes> Worker<C> {
    /// Finds the exact value of the root at `depth` among the open moves, given that it lies in
    /// `known`. `known` is tightened pass by pass, and stays true if the search is aborted.
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
            // Static bounds gave the value, so that no pass had to show which move is worth it.
            self.pass(Window::null(value.previous()), depth)?;
        } else if !self.root.raised {
            self.root.promote_most_searched();
        }
        self.tainted = tainted;
        self.root.set_value(value, depth);
        Ok(value)
    }

    /// Passes until one value is left in `known`; whether it depends on a horizon. Not inlined, as all that is done
    /// once a pass: there is one such piece of code for each way to search a game.
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
            // An exact value rests on this pass alone, two bounds that meet on both of theirs.
            tainted = self.tainted || (tainted && !window.contains(guess));
            let agrees = self.tighten(known, window, guess, depth);
            if !agrees || known.lower == known.upper {
                break;
            }
        }
        Ok(tainted)
    }

    /// What `value`, found with `window`, leaves of `known`; whether the two agree. Values that contradict each
    /// other, as they may when deeper entries count, give way to the last. In a selective search they leave
    /// nothing known: neither needs to be the value of a position.
    fn tighten(&mut self, known: &mut Bounds, window: Window, value: Score, depth: Depth) -> bool {
        let found = Bounds::from_bound(value, window.classify(value));
        let both = known.intersect(found);
        let agrees = both.is_some();
        let at_odds = if self.selects() { self.range(depth) } else { Bounds::exact(value) };
        let both = both.unwrap_or(at_odds);
        *known = if depth.is_end() { self.on_grid(both) } else { both };
        // Of the moves after the best it is not the value of the root.
        if self.root.fixed == 0 {
            self.observer.bounds(depth, *known);
        }
        agrees
    }

    /// Bounds moved inwards to the next values that the game can have.
    fn on_grid(&self, bounds: Bounds) -> Bounds {
        self.grid().inwards(bounds)
    }

    /// The values that the game can have.
    pub(crate) fn grid(&self) -> ValueGrid {
        let step = self.path.position.granularity().clamp(1, i32::MAX as u32) as i32;
        ValueGrid { origin: self.path.position.range().lower.get(), step }
    }

    /// Whether the value of the root, which lies in `known`, is at least `least`: one null window. `known` is
    /// tightened as far as that has shown, which may be more than a yes or a no: what is tainted, and what is
    /// final, is the value that was found.
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

    /// The line of the best move, of which the value is known: one pass around it, if the driver's
    /// passes have not given one.
    pub(crate) fn complete_line(&mut self, value: Score, depth: Depth) -> Result<(), Aborted> {
        if !self.root.lined {
            let window = Window { alpha: value.previous(), beta: value.next() };
            let tainted = self.tainted;
            let found = self.pass(window, depth)?;
            // Deeper entries may have made something else of it meanwhile, which proves nothing of the value.
            self.tainted = tainted && (self.tainted || found != value);
            self.root.set_value(value, depth);
        }
        Ok(())
    }
}

/// Values in steps from an origin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ValueGrid {
    pub(crate) origin: i32,
    pub(crate) step: i32,
}

impl ValueGrid {
    /// `bounds` moved inwards to the next of these values.
    pub(crate) fn inwards(self, bounds: Bounds) -> Bounds {
        bounds.on_grid(Score::new(self.origin), self.step as u32)
    }
}

/// What the search of a root move has found.
#[derive(Clone, Debug)]
pub(crate) struct RootFinding<M> {
    pub(crate) mv: M,
    pub(crate) value: Score,
    /// The window that it was asked with last: it says what the value means.
    pub(crate) asked: Window,
    /// Whether it raised alpha.
    pub(crate) raises: bool,
    /// Nodes that were spent on it.
    pub(crate) nodes: u64,
}

impl<C: SearchTypes> Worker<C> {
    /// Searches the root once, to `depth`, as far as `window` asks, as the policy says. The move that
    /// raised alpha last comes to stand first.
    pub(crate) fn pass(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        C::Policy::pass(self, window, depth)
    }

    /// The same, by this worker.
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
        self.path.moves.extend(self.root.open().iter().map(|root| Ranked { mv: root.mv, rank: 0 }));
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

    /// In debug builds: what was found must agree with what the game says of the root; unless it may be the
    /// table that is wrong, whose bounds are taken over without a look at their positions.
    fn check_root(&self, value: Score, window: Window) {
        if C::TO_END && self.statistics.table_cutoffs + self.statistics.etc_cutoffs == 0 {
            check_found(&self.path.position, value, window.classify(value));
        }
    }

    /// Nodes since the search of the last root move.
    pub(crate) fn nodes_of_root_move(&mut self) -> u64 {
        self.statistics.nodes - std::mem::replace(&mut self.root.mark, self.statistics.nodes)
    }

    /// Keeps what was found about a move of the root; `line` is its line, from its last move to its
    /// first, if it was found exactly.
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
