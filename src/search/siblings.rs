//! The search of a node's children: the first child with the open window, its younger siblings by
//! the policy.
//!
//! Parallel algorithms differ in the second half only; the kernel is the same for all.
//!
//! Nearly all nodes are searched with a null window. `NULL` makes that a compile-time constant, as
//! playing programs do with their PV and non-PV nodes: the search is the same, without everything
//! that only an open window needs.

use super::Aborted;
use super::contract::{promised, turn};
use super::node::{Node, NodeType};
use super::resolve::RootFinding;
use super::selectivity::Branch;
use super::worker::{Move, SearchTypes, SiblingPolicy, Worker};
use crate::position::{Position, Turn};
use crate::{Depth, Score, Window};

/// A child that has been searched.
struct Child<M> {
    mv: M,
    /// The start of its line on the stack of lines.
    line: usize,
}

/// Searches siblings in turn: the serial search.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sequential;

impl SiblingPolicy for Sequential {
    type Link<C: SearchTypes<Policy = Self>> = ();

    #[inline(always)]
    fn younger_siblings<C: SearchTypes<Policy = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        for index in node.first + 1..node.end {
            worker.search_sibling::<NULL>(node, index)?;
            if node.is_cut() {
                worker.statistics.cutoff(index - node.first);
                break;
            }
        }
        Ok(())
    }
}

impl<C: SearchTypes> Worker<C> {
    /// Searches all children of `node`.
    #[inline(always)]
    pub(crate) fn search_children<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        if NULL {
            self.first_and_siblings::<true>(node)?;
        } else {
            self.children_at_open_window(node)?;
        }
        node.tainted |= self.selects();
        Ok(())
    }

    /// The same at open windows. They are few, so one compiled function serves the root and all
    /// others.
    #[inline(never)]
    fn children_at_open_window(&mut self, node: &mut Node<Move<C>>) -> Result<(), Aborted> {
        self.first_and_siblings::<false>(node)
    }

    /// Searches the first child, then its younger siblings.
    #[inline(always)]
    fn first_and_siblings<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        self.first_child::<NULL>(node)?;
        if node.is_cut() {
            self.statistics.cutoff(0);
            return Ok(());
        }
        if Self::SELECTS {
            self.order_rest(node);
        }
        C::Policy::younger_siblings::<C, NULL>(self, node)
    }

    /// Searches the first child with the open window.
    #[inline(always)]
    fn first_child<const NULL: bool>(&mut self, node: &mut Node<Move<C>>) -> Result<(), Aborted> {
        let (branch, line) = (self.branch(node, node.first), self.path.lines.len());
        let (window, kind) = (node.window, node.kind);
        let depth = self.first_child_depth(&branch);
        let value = if NULL || window.is_null() {
            self.below::<true>(branch.mv, window, depth, |turn| kind.first_child(turn))?
        } else {
            self.below::<false>(branch.mv, window, depth, |turn| kind.first_child(turn))?
        };
        self.update::<NULL>(node, Child { mv: branch.mv, line }, value, window);
        Ok(())
    }

    /// Searches a younger sibling and takes its value into `node`.
    #[inline(always)]
    pub(crate) fn search_sibling<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        let (branch, line, open) = (self.branch(node, index), self.path.lines.len(), node.open());
        let (value, asked) = self.scout::<NULL>(branch, open, || Ok(open))?;
        self.update::<NULL>(node, Child { mv: branch.mv, line }, value, asked);
        Ok(())
    }

    /// Returns the branch of the move at `index` of the stack of moves, which belongs to `node`.
    #[inline(always)]
    pub(crate) fn branch(&self, node: &Node<Move<C>>, index: usize) -> Branch<Move<C>> {
        let (mv, index) = (self.path.moves[index].mv, node.number(index));
        Branch { mv, index, depth: node.depth, kind: node.kind }
    }

    /// Returns the value of a younger sibling, and the last window it was searched with. A scout
    /// tests whether the sibling is better; if it is, a re-search finds its value (Pearl 1980;
    /// Marsland and Campbell 1982; Reinefeld 1989 for the re-search with the whole window, which is
    /// exact with a table in use). `now` returns the present window, which may have shrunk in
    /// between if other threads search siblings.
    #[inline(always)]
    pub(crate) fn scout<const NULL: bool>(
        &mut self,
        branch: Branch<Move<C>>,
        open: Window,
        now: impl FnOnce() -> Result<Window, Aborted>,
    ) -> Result<(Score, Window), Aborted> {
        let asked = open.scout();
        if Self::SELECTS && NULL && self.skips(&branch, asked) {
            self.tainted = true;
            return Ok((asked.alpha, asked));
        }
        let depth = self.child_depth(&branch);
        let mut value = self.below::<true>(branch.mv, asked, depth, NodeType::sibling)?;
        if Self::SELECTS && depth < branch.depth.below() && value > asked.alpha {
            value =
                self.below::<true>(branch.mv, asked, branch.depth.below(), NodeType::sibling)?;
        }
        if NULL || value <= asked.alpha || value >= open.beta {
            return Ok((value, asked));
        }
        let asked = now()?;
        Ok((self.research(branch, asked)?, asked))
    }

    #[cold]
    fn research(&mut self, branch: Branch<Move<C>>, window: Window) -> Result<Score, Aborted> {
        self.statistics.researches += 1;
        self.below::<false>(branch.mv, window, branch.depth.below(), |_| NodeType::Pv)
    }

    /// Takes a child's value into `node`; at an open window its line too, and at the root the
    /// complete result.
    #[inline(always)]
    fn update<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        child: Child<Move<C>>,
        value: Score,
        asked: Window,
    ) {
        let raises = node.adopt::<NULL>(value, child.mv, !C::TO_END && self.tainted);
        if !NULL {
            self.update_line(node, &child, raises && value < node.window.beta);
        }
        if node.is_root {
            self.finish_root_move(node, child.mv, value, asked, raises);
        }
    }

    /// Finishes a root move that this worker has searched.
    #[cold]
    fn finish_root_move(
        &mut self,
        node: &Node<Move<C>>,
        mv: Move<C>,
        value: Score,
        asked: Window,
        raises: bool,
    ) {
        let found = RootFinding { mv, value, asked, raises, nodes: self.nodes_of_root_move() };
        let lines = std::mem::take(&mut self.path.lines);
        self.report_root_move(node.depth, &found, &lines[node.line..]);
        self.path.lines = lines;
    }

    /// Lines are stored on one stack, each from its last move to its first. A child's line replaces
    /// the node's line or is dropped. A longer line is copied over a shorter one only after a
    /// search of at least as many nodes, so the cost is negligible.
    #[inline(never)]
    fn update_line(&mut self, node: &Node<Move<C>>, child: &Child<Move<C>>, better: bool) {
        if better {
            self.path.lines.push(child.mv);
            self.path.lines.drain(node.line..child.line);
        } else {
            self.path.lines.truncate(child.line);
        }
    }

    /// Plays `mv`, searches the child to `depth`, takes the move back, and only then checks for an
    /// abort: the position is restored on every path.
    #[inline(always)]
    fn below<const NULL: bool>(
        &mut self,
        mv: Move<C>,
        window: Window,
        depth: Depth,
        kind: impl FnOnce(Turn) -> NodeType,
    ) -> Result<Score, Aborted> {
        let (before, key) = (self.path.position.side(), self.watched_key());
        let undo = self.play(mv);
        let turn = turn::<C::Position>(before, self.path.position.side());
        let depth = if Self::SELECTS { self.extended(depth) } else { depth };
        let slot = self.slot_here(depth);
        let window = turn.window::<C::Position>(window);
        let result = self.search::<NULL>(slot, window, depth, kind(turn));
        self.undo(mv, undo);
        promised!(key == self.watched_key(), "after `undo` of {mv:?} the key is not what it was");
        result.map(|value| turn.value::<C::Position>(value))
    }

    /// Returns the key in debug builds, after checking that it is stable; nothing otherwise.
    #[inline(always)]
    fn watched_key(&self) -> Option<u64> {
        let key = cfg!(debug_assertions).then(|| self.path.position.key());
        promised!(
            key.is_none_or(|key| key == self.path.position.key()),
            "`key` changes from call to call"
        );
        key
    }
}
