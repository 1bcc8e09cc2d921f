//! How brothers are searched: the eldest with the open window, the young ones as the policy says.
//!
//! Every parallel algorithm is another answer to the second half, and the kernel is the same for all.

use super::Aborted;
use super::node::{Kind, Node};
use super::worker::{Move, Parts, Worker};
use crate::position::{Position, Turn};
use crate::table::Table;
use crate::{Depth, Score, Window};

/// The sibling policy: how the young brothers of a node are searched once its eldest is done and
/// gave no cutoff.
pub(crate) trait Brothers: Sized {
    /// Searches the brothers after the first, until all are done or one gives a cutoff.
    fn young<C: Parts<Brothers = Self>>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted>;
}

/// Brothers in turn: the serial search.
#[derive(Copy, Clone, Debug)]
pub(crate) struct InTurn;

impl Brothers for InTurn {
    #[inline]
    fn young<C: Parts<Brothers = Self>>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        for index in node.first + 1..node.end {
            worker.brother(node, index)?;
            if node.is_cut() {
                worker.statistics.cutoff(index - node.first);
                break;
            }
        }
        Ok(())
    }
}

impl<C: Parts> Worker<C> {
    /// Searches all brothers of `node`.
    #[inline]
    pub(crate) fn brothers(&mut self, node: &mut Node<Move<C>>) -> Result<(), Aborted> {
        self.eldest(node)?;
        if node.is_cut() {
            self.statistics.cutoff(0);
            return Ok(());
        }
        C::Brothers::young(self, node)
    }

    /// Searches the eldest brother with the open window.
    #[inline]
    fn eldest(&mut self, node: &mut Node<Move<C>>) -> Result<(), Aborted> {
        let (mv, line) = (self.moves[node.first].mv, self.lines.len());
        let kind = node.kind;
        let value = self.below(mv, node.window, node.depth, |turn| kind.eldest(turn))?;
        self.settle(node, node.first, value, node.window, line);
        Ok(())
    }

    /// Searches a young brother: a scout asks whether he is better, and if he is, a re-search how
    /// much (Pearl 1980; Marsland and Campbell 1982; Reinefeld 1989 for the re-search with the
    /// whole window, which is exact with a table in use).
    #[inline]
    pub(crate) fn brother(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        let (mv, line) = (self.moves[index].mv, self.lines.len());
        let mut asked = node.open().scout();
        let mut value = self.below(mv, asked, node.depth, Kind::young)?;
        if value > node.alpha && value < node.window.beta {
            self.statistics.researches += 1;
            asked = node.open();
            value = self.below(mv, asked, node.depth, |_| Kind::Pv)?;
        }
        self.settle(node, index, value, asked, line);
        Ok(())
    }

    /// Takes a brother's value into `node`, and his line if it is the best so far.
    #[inline]
    fn settle(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
        value: Score,
        asked: Window,
        line: usize,
    ) {
        let mv = self.moves[index].mv;
        let raises = node.adopt(value, mv, self.tainted);
        if !node.window.is_null() {
            self.settle_line(node, mv, raises && value < node.window.beta, line);
        }
        if self.ply == 0 {
            self.settle_root(node, index, value, asked);
        }
    }

    /// Lines lie on one stack, each from its last move to its first. A brother's line stands from
    /// `line` on: it replaces the node's, or goes. A longer line is moved down over a shorter one
    /// only after a search of at least as many nodes, so the copying costs nothing that shows.
    fn settle_line(&mut self, node: &Node<Move<C>>, mv: Move<C>, better: bool, line: usize) {
        if better {
            self.lines.push(mv);
            self.lines.drain(node.line..line);
        } else {
            self.lines.truncate(line);
        }
    }

    /// Plays `mv`, searches the child, takes the move back, and only then looks whether the search
    /// was aborted: the position is whole on every way out.
    #[inline]
    fn below(
        &mut self,
        mv: Move<C>,
        window: Window,
        depth: Depth,
        kind: impl FnOnce(Turn) -> Kind,
    ) -> Result<Score, Aborted> {
        let before = self.position.side();
        let undo = self.play(mv);
        let turn = Turn::between::<C::Position>(before, self.position.side());
        let depth = depth.below();
        let key = self.child_key(depth);
        let result = self.search(key, turn.window::<C::Position>(window), depth, kind(turn));
        self.undo(mv, undo);
        result.map(|value| turn.value::<C::Position>(value))
    }

    /// The key of the present position, its entry on the way; `None` where no table is asked.
    #[inline]
    fn child_key(&self, depth: Depth) -> Option<u64> {
        self.uses_table(depth).then(|| {
            let key = self.position.key();
            self.table.prefetch(key);
            key
        })
    }
}
