//! [`Idle`] and [`Mailbox`]: who has nothing to do, and how it is handed a [`Task`].

use super::split_point::SplitPoint;
use crate::position::Position;
use crate::search::control::StopToken;
use crate::search::root_moves::Root;
use crate::sync::{Arc, AtomicU64, CachePadded, Condvar, Mutex, Ordering, lock, wait};
use crate::{Depth, Score, Window};

/// Something to do.
pub(super) enum Task<P: Position, S> {
    /// Search siblings at a split point.
    Help(Arc<SplitPoint<P, S>>),
    /// Search the root.
    RootPass(Arc<RootPass<P::Move>>),
    /// The search is over.
    GoHome,
}

/// Where a helper waits for something to do. What is new replaces what has not been read, but
/// nothing replaces [`Task::GoHome`]: a call for help may be sent when its search is over already.
pub(super) struct Mailbox<P: Position, S> {
    task: Mutex<Option<Task<P, S>>>,
    arrived: Condvar,
}

impl<P: Position, S> Mailbox<P, S> {
    pub(super) fn new() -> Self {
        Self { task: Mutex::new(None), arrived: Condvar::new() }
    }

    pub(super) fn send(&self, task: Task<P, S>) {
        let mut waiting = lock(&self.task);
        if !matches!(*waiting, Some(Task::GoHome)) {
            *waiting = Some(task);
        }
        self.arrived.notify_one();
    }

    /// Sends the helper home; what it has not read.
    pub(super) fn send_home(&self) -> Option<Task<P, S>> {
        let unread = lock(&self.task).replace(Task::GoHome);
        self.arrived.notify_one();
        unread
    }

    /// Blocks until there is something to do.
    pub(super) fn receive(&self) -> Task<P, S> {
        let mut task = lock(&self.task);
        loop {
            if let Some(task) = task.take() {
                return task;
            }
            task = wait(&self.arrived, task);
        }
    }
}

/// A pass over the root that all search.
pub(super) struct RootPass<M> {
    pub(super) window: Window,
    pub(super) depth: Depth,
    /// Whether limits on nodes and time hold already.
    pub(super) limited: bool,
    /// Thrown when somebody has completed the pass, and with the whole search.
    pub(super) stop: StopToken,
    pub(super) root: Mutex<Root<M>>,
    pub(super) result: Mutex<Option<PassResult<M>>>,
}

#[cfg(test)]
impl<M: Copy + Eq> RootPass<M> {
    /// A root pass over no moves.
    pub(super) fn any() -> Arc<Self> {
        Arc::new(Self {
            window: Window::FULL,
            depth: Depth::END,
            limited: false,
            stop: StopToken::new(),
            root: Mutex::new(Root::new(&[], false)),
            result: Mutex::new(None),
        })
    }
}

/// What the first helper to complete a pass has found.
pub(super) struct PassResult<M> {
    pub(super) value: Score,
    pub(super) root: Root<M>,
    pub(super) tainted: bool,
}

const BITS: usize = u64::BITS as usize;

/// The helpers that have nothing to do, a bit for each.
///
/// Whoever clears a bit has the helper to itself and must give it something to do.
///
/// All look at the words far more often than anybody writes one: what lies beside them shall not slow that.
#[derive(Debug)]
pub(super) struct Idle(Box<[CachePadded<AtomicU64>]>);

impl Idle {
    /// Nobody of `workers` is idle.
    pub(super) fn new(workers: usize) -> Self {
        Self((0..workers.div_ceil(BITS)).map(|_| CachePadded::new(AtomicU64::new(0))).collect())
    }

    /// Whether anybody is idle. The answer may be old when it comes.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.0.iter().any(|word| word.load(Ordering::Relaxed) != 0)
    }

    /// `worker` has nothing to do.
    pub(super) fn enlist(&self, worker: usize) {
        self.0[worker / BITS].fetch_or(1 << (worker % BITS), Ordering::Release);
    }

    /// `worker` has found something by itself; whether nobody was faster in giving it something.
    pub(super) fn withdraw(&self, worker: usize) -> bool {
        take(&self.0[worker / BITS], worker % BITS)
    }

    /// Takes on a worker who has nothing to do, if there is one.
    pub(super) fn take(&self) -> Option<usize> {
        let mut words = self.0.iter().enumerate();
        words.find_map(|(at, word)| take_bit(word).map(|bit| at * BITS + bit))
    }
}

/// Clears a bit of `word` that is set, and says which, if there is one.
fn take_bit(word: &AtomicU64) -> Option<usize> {
    loop {
        let bit = word.load(Ordering::Relaxed).trailing_zeros() as usize;
        if bit == BITS {
            return None;
        }
        // Somebody else may have been faster: then there is one bit less, and the loop ends.
        if take(word, bit) {
            return Some(bit);
        }
    }
}

/// Clears `bit`; whether it was set.
fn take(word: &AtomicU64, bit: usize) -> bool {
    word.fetch_and(!(1 << bit), Ordering::AcqRel) & 1 << bit != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;

    #[test]
    fn nothing_replaces_the_order_to_go_home() {
        let mailbox = Mailbox::<Countdown, ()>::new();
        mailbox.send(Task::RootPass(RootPass::any()));
        mailbox.send(Task::GoHome);
        mailbox.send(Task::RootPass(RootPass::any()));
        assert!(matches!(mailbox.receive(), Task::GoHome));
    }

    #[test]
    fn everybody_is_taken_once() {
        let idle = Idle::new(130);
        [0, 63, 64, 129].into_iter().for_each(|worker| idle.enlist(worker));
        let taken: Vec<_> = std::iter::from_fn(|| idle.take()).collect();
        assert_eq!(taken, [0, 63, 64, 129]);
        assert!(!idle.any());
    }
}
