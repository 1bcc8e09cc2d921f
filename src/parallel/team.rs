//! [`Team`]: the workers of one search.

use super::marks::Marks;
use super::split_point::SplitPoint;
use super::tasks::{HelperTask, Idle, Mailbox};
use crate::position::Position;
use crate::position::mix;
use crate::search::Statistics;
use crate::search::algorithm::Scheme;
use crate::search::control::Control;
use crate::search::memory::MoveMemory;
use crate::search::options::Sharing;
use crate::sync::{Arc, CachePadded, Condvar, Mutex, lock, share, wait};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The maximum number of workers that a thief examines.
const MOST_VICTIMS: usize = 16;

/// The payload of a panic.
pub(crate) type Panic = Box<dyn Any + Send>;

/// The workers of one search. Worker 0 produces the result; the others help it.
pub(crate) struct Team<P: Position, S> {
    pub(super) scheme: Scheme,
    pub(super) sharing: Sharing,
    pub(super) control: Arc<Control>,
    pub(super) idle: Idle,
    pub(super) marks: Marks,
    /// The innermost split point of each worker, visible to the others.
    boards: Box<[CachePadded<InnermostSplit<P, S>>]>,
    /// One mailbox per worker, in which idle workers receive tasks.
    mailboxes: Box<[CachePadded<Mailbox<P, S>>]>,
    fan: Fan,
    roll: Mutex<Attendance>,
    left: Condvar,
}

/// The tree in which helpers are called and dismissed: waking a thousand of them takes a
/// millisecond, so each wakes others.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fan {
    /// The number of helpers.
    pub(crate) helpers: usize,
    /// The number of helpers that each worker wakes.
    pub(crate) each: usize,
}

/// The innermost split point of a worker.
type InnermostSplit<P, S> = Mutex<Option<Arc<SplitPoint<P, S>>>>;

/// The attendance of helpers.
#[derive(Default)]
struct Attendance {
    /// Whether no helper may arrive any more.
    closed: bool,
    present: usize,
    done: Vec<HelperReport>,
    panic: Option<Panic>,
}

impl Attendance {
    /// Returns the results in the order of the workers, and the first panic.
    fn take(&mut self) -> (Vec<HelperReport>, Option<Panic>) {
        self.done.sort_unstable_by_key(|done| done.worker);
        (std::mem::take(&mut self.done), self.panic.take())
    }
}

/// The results of a helper.
pub(crate) struct HelperReport {
    pub(crate) worker: usize,
    pub(crate) statistics: Statistics,
    pub(crate) memory: Option<MoveMemory>,
}

impl<P: Position, S> Team<P, S> {
    /// Creates a team in which no helper has arrived yet.
    pub(crate) fn new(
        scheme: Scheme,
        sharing: Sharing,
        control: Arc<Control>,
        fan: Fan,
    ) -> Arc<Self> {
        let workers = fan.helpers + 1;
        Arc::new(Self {
            scheme,
            sharing,
            control,
            idle: Idle::new(workers),
            marks: Marks::new(scheme.how, workers),
            boards: (0..workers).map(|_| CachePadded::new(Mutex::new(None))).collect(),
            mailboxes: (0..workers).map(|_| CachePadded::new(Mailbox::new())).collect(),
            fan,
            roll: Mutex::default(),
            left: Condvar::new(),
        })
    }

    /// Returns the number of workers.
    pub(crate) fn size(&self) -> usize {
        self.mailboxes.len()
    }

    /// Returns the helpers that `worker` wakes.
    pub(crate) fn below(&self, worker: usize) -> Range<usize> {
        let first = worker * self.fan.each + 1;
        first.min(self.size())..(first + self.fan.each).min(self.size())
    }

    /// Dismisses the helpers that `worker` has called; they dismiss the others. Unread tasks hold
    /// positions, which are dropped here, where a panic of the game's own code is caught.
    pub(super) fn send_home(&self, worker: usize) {
        let unread: Vec<_> =
            self.below(worker).map(|helper| self.mailbox(helper).send_home()).collect();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(unread))) {
            self.panicked(panic);
        }
    }

    /// Returns the mailbox of `worker`.
    pub(super) fn mailbox(&self, worker: usize) -> &Mailbox<P, S> {
        &self.mailboxes[worker]
    }

    /// Invites an idle worker on behalf of `worker` to help at `split`, where room has been made:
    /// the owner of an enclosing split point, which may help nowhere else, or a helper. Returns
    /// whether one accepts.
    pub(super) fn ask(&self, worker: usize, split: &Arc<SplitPoint<P, S>>) -> bool {
        if split.ancestors().any(|ancestor| ancestor.invite_owner(split)) {
            return true;
        }
        let helper = self.idle.take(worker);
        let help = |helper| self.mailbox(helper).send(HelperTask::Help(share(split)));
        helper.map(help).is_some()
    }

    /// Publishes that `worker` searches below `split` from now on.
    pub(super) fn post(&self, worker: usize, split: Option<&Arc<SplitPoint<P, S>>>) {
        // The old value may be the last reference: it is dropped after the lock is released.
        let _old = std::mem::replace(&mut *lock(&self.boards[worker]), split.map(share));
    }

    /// Returns a split point for `thief` to help at, if one is found: the outermost of a victim,
    /// because it has the most to share. The owner of `below` may help only below it. A thief
    /// examines only some of the workers, others for each number `at`; if it finds nothing there,
    /// workers with tasks will see it idle.
    pub(super) fn steal(
        &self,
        thief: usize,
        at: u64,
        below: Option<&SplitPoint<P, S>>,
    ) -> Option<Arc<SplitPoint<P, S>>> {
        let others = self.size() - 1;
        let from = if others > MOST_VICTIMS { mix(at ^ thief as u64) as usize % others } else { 0 };
        let victim = |next| (thief + 1 + (from + next) % others) % self.size();
        (0..others.min(MOST_VICTIMS)).map(victim).find_map(|victim| {
            // Under the board's lock: a reference of its own would be another word that all thieves
            // write.
            let board = lock(&self.boards[victim]);
            let outermost = board.as_ref()?.outermost(below)?;
            outermost.reserve().then(|| share(outermost))
        })
    }

    /// Registers a helper that arrives; returns whether it is still wanted.
    pub(super) fn arrive(&self) -> bool {
        let mut roll = lock(&self.roll);
        roll.present += usize::from(!roll.closed);
        !roll.closed
    }

    /// Registers that a helper leaves, with its results.
    pub(super) fn leave(&self, done: HelperReport) {
        let mut roll = lock(&self.roll);
        roll.present -= 1;
        roll.done.push(done);
        self.left.notify_one();
    }

    /// Stops all workers.
    pub(crate) fn stop(&self) {
        self.control.token().stop();
    }

    /// Stops all workers after a panic of a helper; keeps the first panic.
    pub(super) fn panicked(&self, panic: Panic) {
        lock(&self.roll).panic.get_or_insert(panic);
        self.stop();
    }

    /// Dismisses all helpers and waits until they have left; returns their results and the first
    /// panic.
    pub(crate) fn dismiss(&self) -> (Vec<HelperReport>, Option<Panic>) {
        lock(&self.roll).closed = true;
        self.send_home(0);
        let mut roll = lock(&self.roll);
        while roll.present > 0 {
            roll = wait(&self.left, roll);
        }
        drop(roll);
        // Split points hold positions too.
        let posted: Vec<_> = self.boards.iter().map(|board| lock(board).take()).collect();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(posted))) {
            self.panicked(panic);
        }
        lock(&self.roll).take()
    }
}
