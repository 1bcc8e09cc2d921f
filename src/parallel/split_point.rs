//! [`SplitPoint`]: a node whose younger siblings are searched in parallel.
//!
//! Young Brothers Wait (Feldmann, Monien, Mysliwietz and Vornberger 1989, "Distributed game-tree
//! search"; Feldmann 1993), PV-splitting (Marsland and Campbell 1982) and root splitting share it.
//! Workers claim one sibling after another, search it, and finish it with its result, each step
//! under the split point's lock. Searching a sibling takes about as many nodes as the first child,
//! thousands, so the lock is not contended.
//!
//! Two fields are outside of the lock. `alpha` is read between a sibling's null window and its
//! re-search; an outdated value costs nodes, not exactness, because every result is classified by
//! the window of its search. And `stop` is the flag that all workers below check in every node: it
//! hangs below that of the enclosing split point, so setting one sets all below.
//!
//! [`Facts`] are what a worker records at a split point: not inlined, and compiled once for all
//! games, because most searches record nothing.

mod claims;
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
use claims::Claims;

/// A node whose younger siblings are searched in parallel.
pub(super) struct SplitPoint<P: Position, S> {
    pub(super) parent: Option<Arc<Self>>,
    /// The number of split points that enclose it.
    level: u32,
    /// A split point far above, for those that have one ([`lineage`]).
    leap: Option<Arc<Self>>,
    pub(super) facts: Facts,
    /// Set by a cutoff here, and with everything above.
    pub(super) stop: StopToken,
    pub(super) depth: Depth,
    pub(super) kind: NodeType,
    pub(super) ply: u32,
    /// The index of the first of these siblings among the moves of the node.
    pub(super) first_index: usize,
    /// Whether the node is compiled for a null window.
    pub(super) null: bool,
    pub(super) is_root: bool,
    /// Whether limits on nodes and time apply already.
    pub(super) limited: bool,
    beta: Score,
    alpha: AtomicI32,
    /// Whether there is work for another worker: a hint that saves taking the lock.
    is_open: AtomicBool,
    /// Whether the owner waits, and has neither been invited nor notified of the end: a hint that
    /// saves taking the lock.
    owner_idle: AtomicBool,
    most_workers: usize,
    /// The number of nodes that must probably be left to admit a worker.
    join_work: u64,
    /// On its own cache line, apart from what is read without the lock.
    state: CachePadded<Mutex<SplitState<P, S>>>,
    wake_up: Condvar,
}

/// The result of a root move, and its line, from its last move to its first.
type Unreported<M> = (RootFinding<M>, Vec<M>);

/// The state shared by all workers at a split point.
pub(super) struct SplitState<P: Position, S> {
    pub(super) start: Start<P, S>,
    /// The node as its owner sees it, from the first child on.
    pub(super) node: Node<P::Move>,
    /// The best line found here, from its last move to its first.
    pub(super) line: Option<Vec<P::Move>>,
    /// At the root: the results that the owner has not processed.
    pub(super) unreported: Vec<Unreported<P::Move>>,
    claims: Claims,
    /// Siblings with a result.
    finished: usize,
    /// Nodes spent on those.
    work: u64,
    /// The estimated nodes of a sibling, used until one is finished.
    guess: u64,
    /// Workers that are here, arriving, or waiting for others to end.
    workers: usize,
    /// Those of them that are arriving: there must be a sibling for each.
    arriving: usize,
    /// The present value of the hint.
    is_open: bool,
    /// Whether the owner is idle, waiting.
    waits: bool,
    /// The split point that a waiting owner is invited to.
    invitation: Option<Arc<SplitPoint<P, S>>>,
}

/// The state that a joining worker starts from.
#[derive(Clone)]
pub(super) struct Start<P: Position, S> {
    pub(super) position: P,
    pub(super) state: S,
    pub(super) selecting: SelectionState,
    /// The surveys of the node and of the one above.
    pub(super) surveys: Surveys,
    /// The kinds of the moves that led there.
    pub(super) kinds: [u16; 2],
    /// The move code of the move that led here.
    pub(super) move_code: u16,
    /// The siblings to search, in order.
    pub(super) moves: Vec<P::Move>,
}

/// The surroundings of a split point, and settings for all workers below it.
pub(super) struct Above<P: Position, S> {
    pub(super) id: SplitId,
    pub(super) parent: Option<Arc<SplitPoint<P, S>>>,
    pub(super) stop: StopToken,
    pub(super) ply: u32,
    pub(super) limited: bool,
    pub(super) most_workers: usize,
    pub(super) join_work: u64,
    /// The average nodes of a sibling so far at this node.
    pub(super) guess: u64,
    /// The keys of the positions that the siblings lead to.
    pub(super) keys: Vec<u64>,
}

impl<P: Position, S> SplitPoint<P, S> {
    /// Creates a split point for the siblings of `start`, the last moves of `node`; `null` if the
    /// node is compiled for a null window.
    pub(super) fn new(
        above: Above<P, S>,
        node: Node<P::Move>,
        start: Start<P, S>,
        null: bool,
    ) -> Arc<Self> {
        let Above { id, parent, stop, ply, limited, most_workers, join_work, guess, keys } = above;
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
            state: CachePadded::new(Mutex::new(SplitState::new(start, node, guess, keys))),
            wake_up: Condvar::new(),
        })
    }

    pub(super) fn state(&self) -> MutexGuard<'_, SplitState<P, S>> {
        lock(&self.state)
    }

    /// Returns the present window; there is none once a sibling has given a cutoff.
    pub(super) fn window(&self) -> Result<Window, Aborted> {
        let alpha = Score::new(self.alpha.load(Ordering::Relaxed));
        let window = Window { alpha, beta: self.beta };
        if alpha < self.beta { Ok(window) } else { Err(Aborted) }
    }

    /// Claims the next sibling for the caller to search; `None` if the split point is over, none is
    /// left, or all that are left lead to positions in search here. The worker that finishes such a
    /// position claims again.
    pub(super) fn claim(&self) -> Option<usize> {
        let mut state = self.state();
        if state.node.is_cut() || self.stop.is_stopped() {
            return None;
        }
        let sibling = state.claims.claim();
        self.hint(&mut state);
        sibling
    }

    /// Whether the owner has to go on: a sibling is left, or in search again since it waited.
    pub(super) fn goes_on(&self) -> bool {
        let state = self.state();
        let is_left = state.claims.left() > 0 && !self.stop.is_stopped();
        !state.node.is_cut() && (state.claims.is_searching() || is_left)
    }

    /// Merges the result of a claimed sibling. `line` is its line without it, from its last move to
    /// its first. Returns whether it gives a cutoff: then all workers below are stopped. Results
    /// after a cutoff change nothing: the owner may have gone, and only the move that gave the
    /// cutoff decides what is proved.
    pub(super) fn finish<const NULL: bool>(
        &self,
        sibling: usize,
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
        self.release(state, sibling);
        if is_cut {
            self.stop.stop();
        }
        is_cut
    }

    /// Releases a claimed sibling whose search was aborted.
    pub(super) fn abandon(&self, sibling: usize) {
        self.release(self.state(), sibling);
    }

    fn release(&self, mut state: MutexGuard<'_, SplitState<P, S>>, sibling: usize) {
        state.claims.release(sibling);
        self.hint(&mut state);
        if state.waits && state.is_over() {
            self.owner_idle.store(false, Ordering::Relaxed);
            self.wake_up.notify_one();
        }
    }
}

impl<P: Position, S> SplitState<P, S> {
    /// Creates the state with nothing claimed, and only the owner present.
    fn new(start: Start<P, S>, node: Node<P::Move>, guess: u64, keys: Vec<u64>) -> Self {
        Self {
            start,
            node,
            line: None,
            unreported: Vec::new(),
            claims: Claims::new(keys),
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

    /// Whether no sibling is in search at the moment, or one has given a cutoff, which ends all
    /// others.
    fn is_over(&self) -> bool {
        !self.claims.is_searching() || self.node.is_cut()
    }

    /// Whether the node's value is known: from all siblings, or from one that gave a cutoff.
    pub(super) fn is_answered(&self) -> bool {
        self.finished == self.claims.count() || self.node.is_cut()
    }
}

/// The facts that a worker records about a split point.
#[derive(Copy, Clone, Debug)]
pub(in crate::parallel) struct Facts {
    split: SplitId,
    ply: u32,
    depth: Depth,
    kind: NodeType,
}

impl Facts {
    /// The activity of opening it for this many `siblings`.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn opened(&self, siblings: usize) -> Activity {
        let Self { split, ply, depth, kind } = *self;
        Activity::Split { split, ply, depth, kind, siblings }
    }

    /// The activity of searching the move at `index` of the node.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn claimed(&self, index: usize) -> Activity {
        Activity::Sibling { split: self.split, ply: self.ply, depth: self.depth, index }
    }

    /// The activity of joining it.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn stolen(&self) -> Activity {
        Activity::Steal { split: self.split, ply: self.ply, depth: self.depth }
    }

    /// The activity of waiting as its owner.
    #[cold]
    #[inline(never)]
    pub(in crate::parallel) fn awaited(&self) -> Activity {
        Activity::Wait { split: self.split }
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::selective::Selection;

    pub(super) type Split = SplitPoint<Countdown, ()>;

    /// Creates a split point whose siblings lead to positions with these keys.
    pub(super) fn split(parent: Option<&Arc<Split>>, keys: &[u64]) -> Arc<Split> {
        let start = Start {
            position: Countdown::new(9),
            state: (),
            selecting: SelectionState::new(Selection::NONE),
            surveys: <_>::default(),
            kinds: [0; 2],
            move_code: 0,
            moves: vec![1; keys.len()],
        };
        let above = Above {
            id: SplitId { owner: 0, number: 0 },
            parent: parent.map(Arc::clone),
            stop: StopToken::new(),
            ply: 0,
            limited: false,
            most_workers: 8,
            join_work: 0,
            guess: 1,
            keys: keys.to_vec(),
        };
        let node = Node::new(Window::FULL, Depth::END, NodeType::Pv, 0..keys.len() + 1, 0, 0);
        SplitPoint::new(above, node, start, false)
    }
}
