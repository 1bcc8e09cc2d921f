//! [`SplitPoint`]: a node whose young brothers are searched side by side.
//!
//! Young Brothers Wait (Feldmann, Monien, Mysliwietz and Vornberger 1989, "Distributed game-tree
//! search"; Feldmann 1993), PV-splitting (Marsland and Campbell 1982) and root splitting share it.
//! Workers claim one brother after another, search him, and settle what they have found, each step
//! under the split point's lock: a brother is worth at least the search of his eldest brother, so
//! the lock is never in the way.
//!
//! Two things stand outside of the lock. `alpha` is read between a brother's null window and his
//! re-search; a value that is old by then costs nodes, not exactness, because every answer is
//! judged by the window it was asked with. And `stop`, the flag that everybody below looks at in
//! every node: it hangs below that of the enclosing split point, so throwing one throws all below.

mod owner;

pub(super) use owner::Waited;

use super::together::Together;
use crate::search::Aborted;
use crate::search::control::StopToken;
use crate::search::node::Node;
use crate::search::root::Found;
use crate::search::worker::{Move, Parts, State, Worker};
use crate::sync::{Arc, AtomicBool, AtomicI32, Condvar, Mutex, MutexGuard, Ordering, lock};
use crate::{Depth, Score, Window};

/// A node whose young brothers are searched side by side.
pub(super) struct SplitPoint<C: Parts<Brothers = Together>> {
    pub(super) parent: Option<Arc<Self>>,
    /// Thrown by a cutoff here, and with everything above.
    pub(super) stop: StopToken,
    pub(super) depth: Depth,
    pub(super) ply: u32,
    /// The place of the first of these brothers among all.
    pub(super) place: usize,
    /// Whether the node is compiled for a null window.
    pub(super) null: bool,
    pub(super) is_root: bool,
    /// Whether limits on nodes and time hold already.
    pub(super) limited: bool,
    beta: Score,
    alpha: AtomicI32,
    /// Whether there are brothers that nobody has claimed: a hint that spares others the lock.
    unclaimed: AtomicBool,
    /// Whether the owner waits and has not been asked yet: a hint that spares others the lock.
    bored: AtomicBool,
    most_workers: usize,
    joint: Mutex<Joint<C>>,
    news: Condvar,
}

/// What was found about a move of the root, and its line, from its last move to its first.
type Unheard<M> = (Found<M>, Vec<M>);

/// What all at a split point share.
pub(super) struct Joint<C: Parts<Brothers = Together>> {
    pub(super) start: Start<C>,
    /// The node as its owner sees it, from the eldest brother on.
    pub(super) node: Node<Move<C>>,
    /// The best line found here, from its last move to its first.
    pub(super) line: Option<Vec<Move<C>>>,
    /// At the root: what the owner has not heard yet.
    pub(super) unheard: Vec<Unheard<Move<C>>>,
    /// The first brother that nobody has claimed.
    next: usize,
    /// Brothers that have been claimed, and neither settled nor given up.
    searching: usize,
    /// Brothers whose worth is known.
    settled: usize,
    /// Workers here, on their way, or waiting for others to end.
    workers: usize,
    /// Whether the owner has nothing to do but to wait.
    waits: bool,
    /// Where he is asked to help while he waits.
    invitation: Option<Arc<SplitPoint<C>>>,
}

/// Where those who join begin.
pub(super) struct Start<C: Parts> {
    pub(super) position: C::Position,
    pub(super) state: State<C>,
    /// The tag of the move that led here.
    pub(super) tag: u16,
    /// The brothers to search, in order.
    pub(super) brothers: Vec<Move<C>>,
}

impl<C: Parts> Clone for Start<C> {
    fn clone(&self) -> Self {
        Self {
            position: self.position.clone(),
            state: self.state.clone(),
            tag: self.tag,
            brothers: self.brothers.clone(),
        }
    }
}

impl<C: Parts<Brothers = Together>> SplitPoint<C> {
    /// The brothers of `node` from `index` on are to be searched side by side.
    pub(super) fn open<const NULL: bool>(
        worker: &Worker<C>,
        node: &Node<Move<C>>,
        index: usize,
    ) -> Arc<Self> {
        let start = Start {
            position: worker.position.clone(),
            state: worker.state.clone(),
            tag: worker.memory.last(worker.ply),
            brothers: worker.moves[index..node.end].iter().map(|ranked| ranked.mv).collect(),
        };
        let joint = Joint {
            start,
            node: node.clone(),
            line: None,
            unheard: Vec::new(),
            next: 0,
            searching: 0,
            settled: 0,
            workers: 1,
            waits: false,
            invitation: None,
        };
        Arc::new(Self {
            parent: worker.seat.split.clone(),
            stop: worker.stop.below(),
            depth: node.depth,
            ply: worker.ply,
            place: index - node.first,
            null: NULL,
            is_root: node.is_root,
            limited: worker.limited,
            beta: node.window.beta,
            alpha: AtomicI32::new(node.alpha.get()),
            unclaimed: AtomicBool::new(true),
            bored: AtomicBool::new(false),
            most_workers: worker.seat.crew.sharing.split_workers.max(2),
            joint: Mutex::new(joint),
            news: Condvar::new(),
        })
    }

    pub(super) fn joint(&self) -> MutexGuard<'_, Joint<C>> {
        lock(&self.joint)
    }

    /// The window that is open now; there is none once a brother has given a cutoff.
    pub(super) fn window(&self) -> Result<Window, Aborted> {
        let alpha = Score::new(self.alpha.load(Ordering::Relaxed));
        let window = Window { alpha, beta: self.beta };
        if alpha < self.beta { Ok(window) } else { Err(Aborted) }
    }

    /// The next brother, for the caller to search; `None` if there is none, or all is over.
    pub(super) fn claim(&self) -> Option<usize> {
        let mut joint = self.joint();
        if !joint.has_more() || self.stop.is_stopped() {
            return None;
        }
        joint.next += 1;
        self.unclaimed.store(joint.next < joint.start.brothers.len(), Ordering::Relaxed);
        joint.searching += 1;
        Some(joint.next - 1)
    }

    /// Takes in what a claimed brother is worth. `line` is his line without him, from its last move to
    /// its first. Whether he gives a cutoff: then everybody below is told. Who comes after a cutoff
    /// changes nothing any more: the owner may have gone, and what is proved is what gave the cutoff.
    pub(super) fn settle<const NULL: bool>(
        &self,
        mut found: Found<Move<C>>,
        tainted: bool,
        line: &[Move<C>],
    ) -> bool {
        let mut joint = self.joint();
        let is_late = joint.node.is_cut();
        found.raises = !is_late && joint.node.adopt::<NULL>(found.value, found.mv, tainted);
        let is_cut = !is_late && joint.node.is_cut();
        joint.settled += 1;
        if found.raises {
            self.alpha.store(joint.node.alpha.get(), Ordering::Relaxed);
        }
        let line = line.iter().copied().chain([found.mv]);
        if !NULL && found.raises && !is_cut {
            joint.line = Some(line.clone().collect());
        }
        if self.is_root {
            joint.unheard.push((found, line.collect()));
        }
        self.release(joint);
        if is_cut {
            self.stop.stop();
        }
        is_cut
    }

    /// A claimed brother's search was aborted.
    pub(super) fn abandon(&self) {
        self.release(self.joint());
    }

    fn release(&self, mut joint: MutexGuard<'_, Joint<C>>) {
        joint.searching -= 1;
        if joint.waits && joint.is_over() {
            self.news.notify_one();
        }
    }

    /// Makes room for one more worker, if there is something left for him and he is allowed.
    pub(super) fn reserve(&self) -> bool {
        let mut joint = self.joint();
        let useful = joint.has_more() && !self.stop.is_stopped();
        let welcome = useful && joint.workers < self.most_workers;
        joint.workers += usize::from(welcome);
        welcome
    }

    /// Gives back what [`reserve`](Self::reserve) gave.
    pub(super) fn leave(&self) {
        self.joint().workers -= 1;
    }

    /// The enclosing split points, from this one's on.
    pub(super) fn elders(&self) -> impl Iterator<Item = &Arc<Self>> {
        std::iter::successors(self.parent.as_ref(), |split| split.parent.as_ref())
    }

    /// The outermost split point with brothers left, from this one up: it has the most to share. Only
    /// such below `limit`, if there is one.
    pub(super) fn outermost(self: &Arc<Self>, limit: Option<&Self>) -> Option<&Arc<Self>> {
        let is_limit = |split: &Self| limit.is_some_and(|limit| std::ptr::eq(limit, split));
        let mut found = None;
        for split in [self].into_iter().chain(self.elders()) {
            if is_limit(split) {
                return found;
            }
            found = Some(split).filter(|split| split.has_unclaimed()).or(found);
        }
        found.filter(|_| limit.is_none())
    }

    /// Whether there are brothers whom nobody has claimed. A glance.
    fn has_unclaimed(&self) -> bool {
        self.unclaimed.load(Ordering::Relaxed)
    }
}

impl<C: Parts<Brothers = Together>> Joint<C> {
    /// No brother is being searched any more, or one has given a cutoff, which ends all others.
    fn is_over(&self) -> bool {
        self.searching == 0 || self.node.is_cut()
    }

    /// Whether there is a brother to claim.
    fn has_more(&self) -> bool {
        self.next < self.start.brothers.len() && !self.node.is_cut()
    }

    /// Whether the node's value is known: from all brothers, or from one that gave a cutoff.
    pub(super) fn is_answered(&self) -> bool {
        self.settled == self.start.brothers.len() || self.node.is_cut()
    }
}
