//! [`SplitPoint`]: a node whose younger siblings are searched side by side.
//!
//! Young Brothers Wait (Feldmann, Monien, Mysliwietz and Vornberger 1989, "Distributed game-tree
//! search"; Feldmann 1993), PV-splitting (Marsland and Campbell 1982) and root splitting share it.
//! Workers claim one sibling after another, search it, and finish what they have found, each step
//! under the split point's lock: to search a sibling takes about as many nodes as the first
//! child took, thousands, so the lock is never in the way.
//!
//! Two things stand outside of the lock. `alpha` is read between a sibling's null window and its
//! re-search; a value that is old by then costs nodes, not exactness, because every answer is
//! judged by the window it was asked with. And `stop`, the flag that everybody below looks at in
//! every node: it hangs below that of the enclosing split point, so throwing one throws all below.
//!
//! [`Facts`] are what a worker records at a split point: out of line, and compiled once for all games,
//! for most searches record nothing.

mod lineage;
mod workers;

pub(super) use workers::Waited;

use crate::position::Position;
use crate::search::Aborted;
use crate::search::node::{Node, NodeType, SelectionState, Surveys};
use crate::search::resolve::RootFinding;
use crate::search::stop::StopToken;
use crate::search::timeline::{Activity, SplitId};
use crate::sync::{
    Arc, AtomicBool, AtomicI32, CachePadded, Condvar, Mutex, MutexGuard, Ordering, lock,
};
use crate::{Depth, Score, Window};

/// A node whose younger siblings are searched side by side.
pub(super) struct SplitPoint<P: Position, S> {
    pub(super) parent: Option<Arc<Self>>,
    /// The number of split points that enclose it.
    level: u32,
    /// One far above it, if this is one of those that refer to one ([`lineage`]).
    leap: Option<Arc<Self>>,
    pub(super) facts: Facts,
    /// Thrown by a cutoff here, and with everything above.
    pub(super) stop: StopToken,
    pub(super) depth: Depth,
    pub(super) kind: NodeType,
    pub(super) ply: u32,
    /// The index of the first of these siblings among the moves of the node.
    pub(super) first_index: usize,
    /// Whether the node is compiled for a null window.
    pub(super) null: bool,
    pub(super) is_root: bool,
    /// Whether limits on nodes and time hold already.
    pub(super) limited: bool,
    beta: Score,
    alpha: AtomicI32,
    /// Whether there is work here for one more worker: a hint that spares others the lock.
    is_open: AtomicBool,
    /// Whether the owner waits, and has neither been asked yet nor heard that all is over: a hint that spares others
    /// the lock.
    owner_idle: AtomicBool,
    most_workers: usize,
    /// A worker is admitted only if so many nodes are probably left for it.
    join_work: u64,
    /// Apart from what is read without the lock.
    state: CachePadded<Mutex<SplitState<P, S>>>,
    wake_up: Condvar,
}

/// What was found about a move of the root, and its line, from its last move to its first.
type Unreported<M> = (RootFinding<M>, Vec<M>);

/// What all at a split point share.
pub(super) struct SplitState<P: Position, S> {
    pub(super) start: Start<P, S>,
    /// The node as its owner sees it, from the first child on.
    pub(super) node: Node<P::Move>,
    /// The best line found here, from its last move to its first.
    pub(super) line: Option<Vec<P::Move>>,
    /// At the root: what the owner has not heard yet.
    pub(super) unreported: Vec<Unreported<P::Move>>,
    /// The first sibling that nobody has claimed.
    next: usize,
    /// Siblings that have been claimed, and neither finished nor given up.
    searching: usize,
    /// Siblings whose worth is known.
    finished: usize,
    /// Nodes below those.
    work: u64,
    /// What a sibling is guessed to take before one is finished, in nodes.
    guess: u64,
    /// Workers here, on their way, or waiting for others to end.
    workers: usize,
    /// Those of them who are on their way: there must be a sibling for each.
    arriving: usize,
    /// What the hint says.
    is_open: bool,
    /// Whether the owner has nothing to do but to wait.
    waits: bool,
    /// Where it is asked to help while it waits.
    invitation: Option<Arc<SplitPoint<P, S>>>,
}

/// Where those who join begin.
#[derive(Clone)]
pub(super) struct Start<P: Position, S> {
    pub(super) position: P,
    pub(super) state: S,
    pub(super) selecting: SelectionState,
    /// What it and the node before it are like.
    pub(super) surveys: Surveys,
    /// The kinds of the moves that led there.
    pub(super) kinds: [u16; 2],
    /// The move code of the move that led here.
    pub(super) move_code: u16,
    /// The siblings to search, in order.
    pub(super) moves: Vec<P::Move>,
}

/// What is above a split point, and what holds for all below it.
pub(super) struct Above<P: Position, S> {
    pub(super) id: SplitId,
    pub(super) parent: Option<Arc<SplitPoint<P, S>>>,
    pub(super) stop: StopToken,
    pub(super) ply: u32,
    pub(super) limited: bool,
    pub(super) most_workers: usize,
    pub(super) join_work: u64,
    /// What a sibling has taken so far at this node, in nodes.
    pub(super) guess: u64,
}

impl<P: Position, S> SplitPoint<P, S> {
    /// The siblings of `start`, the last moves of `node`, are to be searched side by side; `null` if the node
    /// is compiled for a null window.
    pub(super) fn new(
        above: Above<P, S>,
        node: Node<P::Move>,
        start: Start<P, S>,
        null: bool,
    ) -> Arc<Self> {
        let Above { id, parent, stop, ply, limited, most_workers, join_work, guess } = above;
        let level = parent.as_ref().map_or(0, |parent| parent.level + 1);
        Arc::new(Self {
            level,
            leap: Self::leap(level, parent.as_ref()),
            parent,
            facts: Facts { split: id, ply, depth: node.depth, kind: node.kind },
            stop: stop.below(),
            depth: node.depth,
            kind: node.kind,
            ply,
            first_index: node.end - node.first - start.moves.len(),
            null,
            is_root: node.is_root,
            limited,
            beta: node.window.beta,
            alpha: AtomicI32::new(node.alpha.get()),
            is_open: AtomicBool::new(true),
            owner_idle: AtomicBool::new(false),
            most_workers: most_workers.max(2),
            join_work,
            state: CachePadded::new(Mutex::new(SplitState::new(start, node, guess))),
            wake_up: Condvar::new(),
        })
    }

    pub(super) fn state(&self) -> MutexGuard<'_, SplitState<P, S>> {
        lock(&self.state)
    }

    /// The window that is open now; there is none once a sibling has given a cutoff.
    pub(super) fn window(&self) -> Result<Window, Aborted> {
        let alpha = Score::new(self.alpha.load(Ordering::Relaxed));
        let window = Window { alpha, beta: self.beta };
        if alpha < self.beta { Ok(window) } else { Err(Aborted) }
    }

    /// The next sibling, for the caller to search; `None` if there is none, or all is over.
    pub(super) fn claim(&self) -> Option<usize> {
        let mut state = self.state();
        if !state.has_more() || self.stop.is_stopped() {
            return None;
        }
        state.next += 1;
        state.searching += 1;
        self.hint(&mut state);
        Some(state.next - 1)
    }

    /// Takes in what a claimed sibling is worth. `line` is its line without it, from its last move to
    /// its first. Whether it gives a cutoff: then everybody below is told. Who comes after a cutoff
    /// changes nothing any more: the owner may have gone, and what is proved is what gave the cutoff.
    pub(super) fn finish<const NULL: bool>(
        &self,
        mut found: RootFinding<P::Move>,
        tainted: bool,
        line: &[P::Move],
    ) -> bool {
        let mut state = self.state();
        let is_late = state.node.is_cut();
        found.raises = !is_late && state.node.adopt::<NULL>(found.value, found.mv, tainted);
        let is_cut = !is_late && state.node.is_cut();
        state.finished += 1;
        state.work += found.nodes;
        self.hint(&mut state);
        if found.raises {
            self.alpha.store(state.node.alpha.get(), Ordering::Relaxed);
        }
        let line = line.iter().copied().chain([found.mv]);
        if !NULL && found.raises && !is_cut {
            state.line = Some(line.clone().collect());
        }
        if self.is_root {
            state.unreported.push((found, line.collect()));
        }
        self.release(state);
        if is_cut {
            self.stop.stop();
        }
        is_cut
    }

    /// A claimed sibling's search was aborted.
    pub(super) fn abandon(&self) {
        self.release(self.state());
    }

    fn release(&self, mut state: MutexGuard<'_, SplitState<P, S>>) {
        state.searching -= 1;
        if state.waits && state.is_over() {
            self.owner_idle.store(false, Ordering::Relaxed);
            self.wake_up.notify_one();
        }
    }
}

impl<P: Position, S> SplitState<P, S> {
    /// Nothing is claimed, and only the owner is here.
    fn new(start: Start<P, S>, node: Node<P::Move>, guess: u64) -> Self {
        Self {
            start,
            node,
            line: None,
            unreported: Vec::new(),
            next: 0,
            searching: 0,
            finished: 0,
            work: 0,
            guess,
            workers: 1,
            arriving: 0,
            is_open: true,
            waits: false,
            invitation: None,
        }
    }

    /// No sibling is being searched any more, or one has given a cutoff, which ends all others.
    fn is_over(&self) -> bool {
        self.searching == 0 || self.node.is_cut()
    }

    /// Whether there is a sibling to claim.
    fn has_more(&self) -> bool {
        self.next < self.start.moves.len() && !self.node.is_cut()
    }

    /// Whether the node's value is known: from all siblings, or from one that gave a cutoff.
    pub(super) fn is_answered(&self) -> bool {
        self.finished == self.start.moves.len() || self.node.is_cut()
    }
}

/// What is told of a split point.
#[derive(Copy, Clone, Debug)]
pub(in crate::parallel) struct Facts {
    split: SplitId,
    ply: u32,
    depth: Depth,
    kind: NodeType,
}

impl Facts {
    /// The owner has opened it, with so many `siblings`.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn opened(&self, siblings: usize) -> Activity {
        let Self { split, ply, depth, kind } = *self;
        Activity::Split { split, ply, depth, kind, siblings }
    }

    /// The move at `index` of the node is claimed.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn claimed(&self, index: usize) -> Activity {
        Activity::Sibling { split: self.split, ply: self.ply, depth: self.depth, index }
    }

    /// Another worker joins.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn stolen(&self) -> Activity {
        Activity::Steal { split: self.split, ply: self.ply, depth: self.depth }
    }

    /// The owner waits.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn awaited(&self) -> Activity {
        Activity::Wait { split: self.split }
    }
}
