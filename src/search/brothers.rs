//! How brothers are searched: the eldest with the open window, the young ones as the policy says.
//!
//! Every parallel algorithm is another answer to the second half, and the kernel is the same for all.
//!
//! All but a few nodes are asked with a null window. `NULL` says so when the code is compiled, as
//! playing programs do with their PV and non-PV nodes: it is the same search, with everything left
//! out that only an open window needs.

use super::Aborted;
use super::contract::{promised, turn};
use super::node::{Kind, Node};
use super::root::Found;
use super::worker::{Brothers, Move, Parts, Place, Worker};
use crate::position::{Position, Turn};
use crate::table::Table;
use crate::{Depth, Score, Window};

/// A brother that has been searched.
struct Brother<M> {
    mv: M,
    /// Where his line begins on the stack of lines.
    line: usize,
}

/// Brothers in turn: the serial search.
#[derive(Copy, Clone, Debug)]
pub(crate) struct InTurn;

impl Brothers for InTurn {
    type Seat<C: Parts<Brothers = Self>> = ();

    #[inline(always)]
    fn young<C: Parts<Brothers = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        for index in node.first + 1..node.end {
            worker.brother::<NULL>(node, index)?;
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
    #[inline(always)]
    pub(crate) fn brothers<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        self.eldest::<NULL>(node)?;
        if node.is_cut() {
            self.statistics.cutoff(0);
            return Ok(());
        }
        C::Brothers::young::<C, NULL>(self, node)
    }

    /// Searches the eldest brother with the open window.
    #[inline(always)]
    fn eldest<const NULL: bool>(&mut self, node: &mut Node<Move<C>>) -> Result<(), Aborted> {
        let (mv, line) = (self.moves[node.first].mv, self.lines.len());
        let (window, depth, kind) = (node.window, node.depth, node.kind);
        let value = if NULL || window.is_null() {
            self.below::<true>(mv, window, depth, |turn| kind.eldest(turn))?
        } else {
            self.below::<false>(mv, window, depth, |turn| kind.eldest(turn))?
        };
        self.settle::<NULL>(node, Brother { mv, line }, value, window);
        Ok(())
    }

    /// Searches a young brother and takes his value into `node`.
    #[inline(always)]
    pub(crate) fn brother<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        let (mv, line) = (self.moves[index].mv, self.lines.len());
        let open = node.open();
        let (value, asked) = self.young::<NULL>(mv, open, node.depth, || Ok(open))?;
        self.settle::<NULL>(node, Brother { mv, line }, value, asked);
        Ok(())
    }

    /// The value of a young brother, and the window he was asked with last: a scout asks whether he
    /// is better, and if he is, a re-search how much (Pearl 1980; Marsland and Campbell 1982;
    /// Reinefeld 1989 for the re-search with the whole window, which is exact with a table in use).
    /// The window may have shrunk in between, if others search his brothers: `now` tells.
    #[inline(always)]
    pub(crate) fn young<const NULL: bool>(
        &mut self,
        mv: Move<C>,
        open: Window,
        depth: Depth,
        now: impl FnOnce() -> Result<Window, Aborted>,
    ) -> Result<(Score, Window), Aborted> {
        let asked = open.scout();
        let value = self.below::<true>(mv, asked, depth, Kind::young)?;
        if NULL || value <= asked.alpha || value >= open.beta {
            return Ok((value, asked));
        }
        let asked = now()?;
        Ok((self.research(mv, asked, depth)?, asked))
    }

    #[cold]
    fn research(&mut self, mv: Move<C>, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.statistics.researches += 1;
        self.below::<false>(mv, window, depth, |_| Kind::Pv)
    }

    /// Takes a brother's value into `node`. At an open window his line matters too, and at the root
    /// everything about him.
    #[inline(always)]
    fn settle<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        brother: Brother<Move<C>>,
        value: Score,
        asked: Window,
    ) {
        let raises = node.adopt::<NULL>(value, brother.mv, !C::TO_END && self.tainted);
        if !NULL {
            self.settle_line(node, &brother, raises && value < node.window.beta);
        }
        if node.is_root {
            self.settle_here(node, brother.mv, value, asked, raises);
        }
    }

    /// A brother at the root has been searched by this worker, in turn.
    #[cold]
    fn settle_here(
        &mut self,
        node: &Node<Move<C>>,
        mv: Move<C>,
        value: Score,
        asked: Window,
        raises: bool,
    ) {
        let found = Found { mv, value, asked, raises, nodes: self.nodes_of_root_move() };
        let lines = std::mem::take(&mut self.lines);
        self.settle_root(node.depth, &found, &lines[node.line..]);
        self.lines = lines;
    }

    /// Lines lie on one stack, each from its last move to its first. A brother's line replaces the
    /// node's, or goes. A longer line is moved down over a shorter one only after a search of at
    /// least as many nodes, so the copying costs nothing that shows.
    #[inline(never)]
    fn settle_line(&mut self, node: &Node<Move<C>>, brother: &Brother<Move<C>>, better: bool) {
        if better {
            self.lines.push(brother.mv);
            self.lines.drain(node.line..brother.line);
        } else {
            self.lines.truncate(brother.line);
        }
    }

    /// Plays `mv`, searches the child, takes the move back, and only then looks whether the search
    /// was aborted: the position is whole on every way out.
    #[inline(always)]
    fn below<const NULL: bool>(
        &mut self,
        mv: Move<C>,
        window: Window,
        depth: Depth,
        kind: impl FnOnce(Turn) -> Kind,
    ) -> Result<Score, Aborted> {
        let (before, key) = (self.position.side(), self.watched_key());
        let undo = self.play(mv);
        let turn = turn::<C::Position>(before, self.position.side());
        let depth = depth.below();
        let place = self.present_place(depth);
        let window = turn.window::<C::Position>(window);
        let result = self.search::<NULL>(place, window, depth, kind(turn));
        self.undo(mv, undo);
        promised!(
            key == self.watched_key(),
            "after Position::undo of {mv:?} the key is not what it was"
        );
        result.map(|value| turn.value::<C::Position>(value))
    }

    /// In debug builds the key, asked twice; nothing otherwise.
    #[inline(always)]
    fn watched_key(&self) -> Option<u64> {
        let key = cfg!(debug_assertions).then(|| self.position.key());
        promised!(
            key.is_none_or(|key| key == self.position.key()),
            "Position::key changes from call to call"
        );
        key
    }

    /// Where the present position's entry belongs, and it is on its way; `None` where no table is
    /// asked.
    #[inline(always)]
    pub(crate) fn present_place(&self, depth: Depth) -> Option<Place<C>> {
        self.uses_table(depth).then(|| {
            let place = self.table.place(self.position.key());
            self.table.prefetch(place);
            place
        })
    }
}
