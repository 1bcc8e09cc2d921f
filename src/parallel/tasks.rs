//! [`Idle`] and [`Mailbox`]: which workers are idle, and how they receive a [`HelperTask`].

use super::passes::{Passes, RootPass};
use super::split_point::SplitPoint;
use crate::position::Position;
use crate::sync::{
    Arc, AtomicBool, AtomicU64, CachePadded, Condvar, Mutex, Ordering, lock, wait, wait_for,
};
use std::time::Duration;

/// A task for a worker.
pub(super) enum HelperTask<P: Position, S> {
    /// Search siblings at a split point.
    Help(Arc<SplitPoint<P, S>>),
    /// Search the root.
    RootPass(Arc<RootPass<P::Move>>),
    /// Search the root with windows of its own.
    Lead(Arc<Passes<P::Move>>),
    /// Look at new results.
    News,
    /// The search is over: leave.
    GoHome,
}

/// The mailbox of a worker, in which it receives tasks while idle. A new task replaces an unread
/// one, but nothing replaces [`HelperTask::GoHome`]: a call for help may be sent after the end of
/// its search.
pub(super) struct Mailbox<P: Position, S> {
    task: Mutex<Option<HelperTask<P, S>>>,
    arrived: Condvar,
    /// Whether there is a task: for a look before blocking.
    is_full: AtomicBool,
}

impl<P: Position, S> Mailbox<P, S> {
    pub(super) fn new() -> Self {
        Self { task: Mutex::new(None), arrived: Condvar::new(), is_full: AtomicBool::new(false) }
    }

    pub(super) fn send(&self, task: HelperTask<P, S>) {
        let mut waiting = lock(&self.task);
        if !matches!(*waiting, Some(HelperTask::GoHome)) {
            *waiting = Some(task);
        }
        self.call();
    }

    /// Dismisses the worker; returns the unread task.
    pub(super) fn send_home(&self) -> Option<HelperTask<P, S>> {
        let unread = lock(&self.task).replace(HelperTask::GoHome);
        self.call();
        unread
    }

    fn call(&self) {
        self.is_full.store(true, Ordering::Relaxed);
        self.arrived.notify_one();
    }

    /// Whether there is a task. The answer may be outdated.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Blocks until there is a task, for at most `most`.
    pub(super) fn receive_within(&self, most: Duration) -> Option<HelperTask<P, S>> {
        let mut task = lock(&self.task);
        if task.is_none() {
            task = wait_for(&self.arrived, task, most);
        }
        self.is_full.store(false, Ordering::Relaxed);
        task.take()
    }

    /// Blocks until there is a task.
    pub(super) fn receive(&self) -> HelperTask<P, S> {
        let mut task = lock(&self.task);
        loop {
            if let Some(task) = task.take() {
                self.is_full.store(false, Ordering::Relaxed);
                return task;
            }
            task = wait(&self.arrived, task);
        }
    }
}

/// The number of helpers that share a word; small under a scheduler, to test several words with few
/// helpers.
const BITS: usize = if cfg!(any(schedule, shuttle)) { 2 } else { 64 };

/// The idle helpers, one bit for each.
///
/// The worker that clears a bit owns the helper and must send it a task.
///
/// Reads are far more frequent than writes, and look at one word, however many helpers there are.
#[derive(Debug)]
pub(super) struct Idle {
    words: Box<[CachePadded<AtomicU64>]>,
    /// The number of helpers that share a word.
    each: usize,
    /// A bit for each word that is not 0, if there are several words. It may be missing for a
    /// moment, while one worker takes the last helper of a word and another helper enlists.
    some: CachePadded<AtomicU64>,
}

impl Idle {
    /// Creates the state in which none of `workers` is idle.
    pub(super) fn new(workers: usize) -> Self {
        let word = || CachePadded::new(AtomicU64::new(0));
        // At most as many words as one word has bits.
        let each = BITS.max(workers.div_ceil(64));
        let words = (0..workers.div_ceil(each)).map(|_| word()).collect();
        Self { words, each, some: word() }
    }

    /// Whether a helper is idle. The answer may be outdated.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.top().load(Ordering::Relaxed) != 0
    }

    /// Returns the word that is 0 if all are.
    fn top(&self) -> &AtomicU64 {
        match &*self.words {
            [only] => only,
            _ => &self.some,
        }
    }

    /// Enlists `worker` as idle.
    pub(super) fn enlist(&self, worker: usize) {
        let word = worker / self.each;
        let before = self.words[word].fetch_or(1 << (worker % self.each), Ordering::AcqRel);
        if before == 0 && self.words.len() > 1 {
            self.some.fetch_or(1 << word, Ordering::AcqRel);
        }
    }

    /// Withdraws `worker`, which has found work by itself; returns whether no other worker has
    /// taken it before.
    pub(super) fn withdraw(&self, worker: usize) -> bool {
        self.clear(worker / self.each, worker % self.each)
    }

    /// Takes an idle helper, if there is one: the first from `worker` on, so that not all takers
    /// write the same word. A taker that comes second gives up: where idle helpers are few, all
    /// takers want the same one.
    pub(super) fn take(&self, worker: usize) -> Option<usize> {
        let (first, bit) = (worker / self.each, worker % self.each);
        let is_flat = self.words.len() == 1;
        let word = if is_flat { 0 } else { next_bit(self.some.load(Ordering::Relaxed), first)? };
        let from = if word == first { bit } else { 0 };
        let bit = next_bit(self.words[word].load(Ordering::Relaxed), from)?;
        self.clear(word, bit).then_some(word * self.each + bit)
    }

    /// Clears `bit` of `word`; returns whether it was set.
    fn clear(&self, word: usize, bit: usize) -> bool {
        let before = self.words[word].fetch_and(!(1 << bit), Ordering::AcqRel);
        if before == 1 << bit && self.words.len() > 1 {
            self.note_empty(word);
        }
        before & 1 << bit != 0
    }

    /// Clears the bit of `word`, which was 0 a moment ago. A helper that enlists meanwhile sets the
    /// bit again afterwards, or is seen here.
    fn note_empty(&self, word: usize) {
        self.some.fetch_and(!(1 << word), Ordering::AcqRel);
        if self.words[word].load(Ordering::Acquire) != 0 {
            self.some.fetch_or(1 << word, Ordering::AcqRel);
        }
    }
}

/// Returns the first set bit of `word`, from `from` on and then from the lowest.
fn next_bit(word: u64, from: usize) -> Option<usize> {
    let bit = (word.rotate_right(from as u32).trailing_zeros() as usize + from) % 64;
    (word != 0).then_some(bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;

    #[test]
    fn nothing_replaces_the_order_to_go_home() {
        let mailbox = Mailbox::<Countdown, ()>::new();
        mailbox.send(HelperTask::RootPass(RootPass::any()));
        mailbox.send(HelperTask::GoHome);
        mailbox.send(HelperTask::RootPass(RootPass::any()));
        assert!(matches!(mailbox.receive(), HelperTask::GoHome));
    }

    #[test]
    fn every_worker_is_taken_once() {
        let idle = Idle::new(130);
        [0, 63, 64, 129].into_iter().for_each(|worker| idle.enlist(worker));
        let taken: Vec<_> = std::iter::from_fn(|| idle.take(64)).collect();
        assert_eq!(taken, [64, 129, 0, 63]);
        assert!(!idle.any());
    }
}
