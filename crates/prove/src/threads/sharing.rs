//! [`SharingTable`]: a table that publishes expensive results, for the tables of other processes.

use eldest::table::{Entry, NewEntry};
use eldest::{Bound, Bounds, Depth, Score, Table, forward_table};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// The number of findings that may wait for [`Exchange::news`]. Further ones are dropped, which
/// costs time only.
const ROOM: usize = 1 << 14;
/// More nodes than any search takes: publishes nothing.
const NOTHING: u64 = u64::MAX;

/// A table entry of a search to the end, with its key. It is valid for tables of the same game and
/// rules with the same [fingerprint](crate::Job::rules); the fingerprint includes how keys are
/// computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    key: u64,
    value: i32,
    bound: BoundKind,
    move_code: u16,
    work: u64,
}

/// [`Bound`], in a form that can be serialized.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum BoundKind {
    Lower,
    Upper,
    Exact,
}

impl Finding {
    fn new(key: u64, found: NewEntry) -> Self {
        let bound = match found.bound {
            Bound::Lower => BoundKind::Lower,
            Bound::Upper => BoundKind::Upper,
            Bound::Exact => BoundKind::Exact,
        };
        Self { key, value: found.value.get(), bound, move_code: found.move_code, work: found.work }
    }

    /// Returns the key of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the bounds of the points still to come, without those
    /// [taken](eldest::Position::taken) before. `None` if the value is not a score.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.entry().map(|entry| Bounds::from_bound(entry.value, entry.bound))
    }

    fn entry(&self) -> Option<NewEntry> {
        let is_score = self.value.checked_abs()? < Score::INFINITY.get();
        let bound = match self.bound {
            BoundKind::Lower => Bound::Lower,
            BoundKind::Upper => Bound::Upper,
            BoundKind::Exact => Bound::Exact,
        };
        is_score.then(|| {
            let entry = NewEntry::new(Score::new(self.value), bound, Depth::END);
            entry.with(|new| {
                (new.move_code, new.proved, new.work) = (self.move_code, true, self.work);
            })
        })
    }
}

/// A table with an [`Exchange`], which publishes the results of searches to the end and stores
/// those of other processes.
///
/// Thus the tables of several processes share their expensive entries, with some delay, and large
/// subtrees are seldom searched twice. These are *replicated tables* as in Romein, Plaat, Bal and
/// Schaeffer 1999, "Transposition Table Driven Work Scheduling in Distributed Search", but only for
/// entries that took many nodes.
///
/// ```
/// use eldest::batch::Executor;
/// use eldest::{Engine, SharedTable};
/// use eldest_prove::{TextGame, Job, SharingTable, Threads};
/// # use eldest_prove::doc::{Countdown, Heaps};
///
/// let game = TextGame::new("countdown", 1, Heaps);
/// let [one, other] = [(); 2].map(|()| SharedTable::new(1 << 16).map(SharingTable::new));
/// let ((one, sender), (other, receiver)) = (one?, other?);
/// let mut one = Engine::<Countdown, _, _>::builder().table(one).build()?;
/// let mut other = Engine::<Countdown, _, _>::builder().table(other).build()?;
/// let mut one = Threads::new(&mut one, &game).exchanging(sender);
/// let mut other = Threads::new(&mut other, &game).exchanging(receiver);
///
/// one.share_from(Some(8));
/// one.begin(0, Job::new("countdown", 1, "100", 1, 1_000));
/// one.answer();
/// let news = one.news();
/// assert!(!news.is_empty());
/// assert_eq!(other.learn(&news), news.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SharingTable<T> {
    table: Arc<T>,
    /// Findings with at least this many nodes are published.
    least: Arc<AtomicU64>,
    findings: SyncSender<Finding>,
}

/// The other end of a [`SharingTable`] table, for
/// [`Threads::exchanging`](super::Threads::exchanging).
pub struct Exchange {
    table: Box<dyn Keeps + Send>,
    least: Arc<AtomicU64>,
    findings: Receiver<Finding>,
}

/// A table of any type.
trait Keeps {
    fn keep(&self, key: u64, found: NewEntry);
}

impl<T: Table> Keeps for Arc<T> {
    fn keep(&self, key: u64, found: NewEntry) {
        self.store(self.slot(key), found);
    }
}

impl<T: Table + 'static> SharingTable<T> {
    /// Wraps `table`. Returns it with its exchange. Nothing is published before
    /// [`Threads::share_from`](super::Threads::share_from) is called.
    pub fn new(table: T) -> (Self, Exchange) {
        let (table, least) = (Arc::new(table), Arc::new(AtomicU64::new(NOTHING)));
        let (findings, receiver) = sync_channel(ROOM);
        let exchange = Exchange {
            table: Box::new(Arc::clone(&table)),
            least: Arc::clone(&least),
            findings: receiver,
        };
        (Self { table, least, findings }, exchange)
    }
}

impl<T> SharingTable<T> {
    // Rare: most entries take fewer nodes than the limit.
    #[cold]
    fn publish(&self, key: u64, found: NewEntry) {
        if found.proved && found.depth.is_end() {
            let _ = self.findings.try_send(Finding::new(key, found));
        }
    }
}

impl Exchange {
    /// Sets the least number of nodes of a published finding; `None` publishes nothing.
    pub(super) fn share_from(&self, nodes: Option<u64>) {
        self.least.store(nodes.unwrap_or(NOTHING), Ordering::Relaxed);
    }

    /// Returns the findings since the last call.
    pub(super) fn news(&self) -> Vec<Finding> {
        self.findings.try_iter().take(ROOM).collect()
    }

    /// Stores `findings` in the table. Returns the number with valid values.
    pub(super) fn learn(&self, findings: &[Finding]) -> usize {
        let entries = findings.iter().filter_map(|found| Some((found.key, found.entry()?)));
        entries.map(|(key, entry)| self.table.keep(key, entry)).count()
    }
}

/// The slot of an entry, with its key.
#[derive(Copy, Clone, Debug)]
pub struct NewsSlot<S> {
    slot: S,
    key: u64,
}

impl<T: Table> Table for SharingTable<T> {
    forward_table!(self.table: T; except Slot, slot, prefetch, probe, store);

    type Slot = NewsSlot<T::Slot>;

    #[inline(always)]
    fn slot(&self, key: u64) -> Self::Slot {
        NewsSlot { slot: self.table.slot(key), key }
    }
    #[inline(always)]
    fn prefetch(&self, at: Self::Slot) {
        self.table.prefetch(at.slot);
    }
    #[inline(always)]
    fn probe(&self, at: Self::Slot, depth: Depth) -> Option<Entry> {
        self.table.probe(at.slot, depth)
    }
    #[inline(always)]
    fn store(&self, at: Self::Slot, found: NewEntry) {
        self.table.store(at.slot, found);
        if found.work >= self.least.load(Ordering::Relaxed) {
            self.publish(at.key, found);
        }
    }
}

impl<T> fmt::Debug for SharingTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharingTable").field("least", &self.least).finish_non_exhaustive()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("least", &self.least).finish_non_exhaustive()
    }
}
