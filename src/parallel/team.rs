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

/// So many others a thief looks at.
const MOST_VICTIMS: usize = 16;

/// What panicking code has said.
pub(crate) type Panic = Box<dyn Any + Send>;

/// The workers of one search, as they see each other. Worker 0 answers the question; the others
/// help it.
pub(crate) struct Team<P: Position, S> {
    pub(super) scheme: Scheme,
    pub(super) sharing: Sharing,
    pub(super) control: Arc<Control>,
    pub(super) idle: Idle,
    pub(super) marks: Marks,
    /// The innermost split point of each worker, for others to see.
    boards: Box<[CachePadded<InnermostSplit<P, S>>]>,
    /// Where those hear of something to do who have said that they are idle.
    mailboxes: Box<[CachePadded<Mailbox<P, S>>]>,
    fan: Fan,
    roll: Mutex<Attendance>,
    left: Condvar,
}

/// How helpers are called and sent home: to wake a thousand of them takes a millisecond, so each wakes others.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fan {
    /// How many there are.
    pub(crate) helpers: usize,
    /// How many of them each worker wakes.
    pub(crate) each: usize,
}

/// The innermost split point of a worker.
type InnermostSplit<P, S> = Mutex<Option<Arc<SplitPoint<P, S>>>>;

/// Who is here.
#[derive(Default)]
struct Attendance {
    /// Nobody comes any more.
    closed: bool,
    present: usize,
    done: Vec<HelperReport>,
    panic: Option<Panic>,
}

/// What a helper leaves behind.
pub(crate) struct HelperReport {
    pub(crate) worker: usize,
    pub(crate) statistics: Statistics,
    pub(crate) memory: Option<MoveMemory>,
}

impl<P: Position, S> Team<P, S> {
    /// A team; none of the helpers is there yet.
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

    /// How many workers there are.
    pub(crate) fn size(&self) -> usize {
        self.mailboxes.len()
    }

    /// The helpers that `worker` wakes.
    pub(crate) fn below(&self, worker: usize) -> Range<usize> {
        let first = worker * self.fan.each + 1;
        first.min(self.size())..(first + self.fan.each).min(self.size())
    }

    /// Sends those home that `worker` has called: they send the others. What they have not read holds positions,
    /// which go here, where a panic of the game's own code is heard.
    pub(super) fn send_home(&self, worker: usize) {
        let unread: Vec<_> =
            self.below(worker).map(|helper| self.mailbox(helper).send_home()).collect();
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(unread))) {
            self.panicked(panic);
        }
    }

    /// The mailbox of `worker`.
    pub(super) fn mailbox(&self, worker: usize) -> &Mailbox<P, S> {
        &self.mailboxes[worker]
    }

    /// `worker` asks somebody who has nothing to do to help at `split`, where room has been made: the owner of
    /// an enclosing split point, who may help nowhere else, or a helper. Whether somebody comes.
    pub(super) fn ask(&self, worker: usize, split: &Arc<SplitPoint<P, S>>) -> bool {
        if split.ancestors().any(|ancestor| ancestor.invite_owner(split)) {
            return true;
        }
        let helper = self.idle.take(worker);
        let help = |helper| self.mailbox(helper).send(HelperTask::Help(share(split)));
        helper.map(help).is_some()
    }

    /// `worker` searches below `split` from now on.
    pub(super) fn post(&self, worker: usize, split: Option<&Arc<SplitPoint<P, S>>>) {
        // What stood there may be the last of its kind: it goes when the lock has gone.
        let _old = std::mem::replace(&mut *lock(&self.boards[worker]), split.map(share));
    }

    /// A split point for `thief` to help at, if one is found: the outermost of somebody's, because it
    /// has the most to share. The owner of `below` may help only below it. A thief looks at some of the others
    /// only, at other ones for another number `at`; if it finds nothing there, those who have work see it idle.
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
            // Under the board's lock: a reference of one's own would be another word that all thieves write.
            let board = lock(&self.boards[victim]);
            let outermost = board.as_ref()?.outermost(below)?;
            outermost.reserve().then(|| share(outermost))
        })
    }

    /// A helper comes; whether it is still wanted.
    pub(super) fn arrive(&self) -> bool {
        let mut roll = lock(&self.roll);
        roll.present += usize::from(!roll.closed);
        !roll.closed
    }

    /// A helper goes.
    pub(super) fn leave(&self, done: HelperReport) {
        let mut roll = lock(&self.roll);
        roll.present -= 1;
        roll.done.push(done);
        self.left.notify_one();
    }

    /// Everybody stops.
    pub(crate) fn stop(&self) {
        self.control.token().stop();
    }

    /// A helper has panicked: everybody stops, and the first panic is kept.
    pub(super) fn panicked(&self, panic: Panic) {
        lock(&self.roll).panic.get_or_insert(panic);
        self.stop();
    }

    /// Sends everybody home and waits until they have gone: what they leave behind, the first panic
    /// among it.
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
        let mut roll = lock(&self.roll);
        roll.done.sort_unstable_by_key(|done| done.worker);
        (std::mem::take(&mut roll.done), roll.panic.take())
    }
}
