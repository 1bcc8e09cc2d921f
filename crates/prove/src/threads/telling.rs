//! [`Telling`]: a table that tells what searches find, so that the tables of others may learn it.

use eldest::table::{Entry, NewEntry};
use eldest::{Bound, Bounds, Depth, Score, Table, forward_table};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// So many findings may wait until somebody asks for them. Others are lost then, which costs time only.
const ROOM: usize = 1 << 14;
/// No search takes so many nodes: nothing is told.
const NOTHING: u64 = u64::MAX;

/// What a search to the end has found about a position, as tables keep it: under its key. It is of use to tables of the same
/// game, by rules with the same [fingerprint](crate::Job::rules), which tell keys apart too.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    key: u64,
    value: i32,
    says: Says,
    move_code: u16,
    work: u64,
}

/// What a value says about the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Says {
    Lower,
    Upper,
    Exact,
}

impl Finding {
    fn new(key: u64, found: NewEntry) -> Self {
        let says = match found.bound {
            Bound::Lower => Says::Lower,
            Bound::Upper => Says::Upper,
            Bound::Exact => Says::Exact,
        };
        Self { key, value: found.value.get(), says, move_code: found.move_code, work: found.work }
    }

    /// The key of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Where the value of the position lies, from here on: without what was [taken](eldest::Position::taken) before. `None` if
    /// that is no value at all.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.entry().map(|entry| Bounds::from_bound(entry.value, entry.bound))
    }

    fn entry(&self) -> Option<NewEntry> {
        let is_score = self.value.checked_abs()? < Score::INFINITY.get();
        let bound = match self.says {
            Says::Lower => Bound::Lower,
            Says::Upper => Bound::Upper,
            Says::Exact => Bound::Exact,
        };
        is_score.then(|| {
            let entry = NewEntry::new(Score::new(self.value), bound, Depth::END);
            entry.with(|new| {
                (new.move_code, new.proved, new.work) = (self.move_code, true, self.work);
            })
        })
    }
}

/// A table whose other end, an [`Exchange`], tells what searches to the end find, and lets it learn what others have told.
///
/// The tables of several processes become one by that, with some delay: what takes many nodes is seldom searched twice
/// (*replicated tables*, as in Romein, Plaat, Bal and Schaeffer 1999, "Transposition Table Driven Work Scheduling in Distributed
/// Search"; here only what took many nodes).
///
/// ```
/// use eldest::batch::Executor;
/// use eldest::{Engine, SharedTable};
/// use eldest_prove::{TextGame, Job, Telling, Threads};
/// # use eldest_prove::doc::{Countdown, Heaps};
///
/// let game = TextGame::new("countdown", 1, Heaps);
/// let [one, other] = [(); 2].map(|()| SharedTable::new(1 << 16).map(Telling::new));
/// let ((one, told), (other, learnt)) = (one?, other?);
/// let mut one = Engine::<Countdown, _, _>::builder().table(one).build()?;
/// let mut other = Engine::<Countdown, _, _>::builder().table(other).build()?;
/// let mut teller = Threads::new(&mut one, &game).exchanging(told);
/// let mut learner = Threads::new(&mut other, &game).exchanging(learnt);
///
/// teller.tells_from(Some(8));
/// teller.begin(0, Job::new("countdown", 1, "100", 1, 1_000));
/// teller.answer();
/// let news = teller.news();
/// assert!(!news.is_empty());
/// assert_eq!(learner.learn(&news), news.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Telling<T> {
    table: Arc<T>,
    /// Findings of so many nodes and more are told.
    least: Arc<AtomicU64>,
    told: SyncSender<Finding>,
}

/// The other end of a [`Telling`] table, for [`Threads::exchanging`](super::Threads::exchanging).
pub struct Exchange {
    table: Box<dyn Keeps + Send>,
    least: Arc<AtomicU64>,
    told: Receiver<Finding>,
}

/// A table of any kind.
trait Keeps {
    fn keep(&self, key: u64, found: NewEntry);
}

impl<T: Table> Keeps for Arc<T> {
    fn keep(&self, key: u64, found: NewEntry) {
        self.store(self.slot(key), found);
    }
}

impl<T: Table + 'static> Telling<T> {
    /// `table`, and its other end. Nothing is told before that is asked for.
    pub fn new(table: T) -> (Self, Exchange) {
        let (table, least) = (Arc::new(table), Arc::new(AtomicU64::new(NOTHING)));
        let (told, waits) = sync_channel(ROOM);
        let exchange = Exchange {
            table: Box::new(Arc::clone(&table)),
            least: Arc::clone(&least),
            told: waits,
        };
        (Self { table, least, told }, exchange)
    }
}

impl<T> Telling<T> {
    // Once in some dozens of nodes.
    #[cold]
    fn tell(&self, key: u64, found: NewEntry) {
        if found.proved && found.depth.is_end() {
            let _ = self.told.try_send(Finding::new(key, found));
        }
    }
}

impl Exchange {
    /// From now on findings of so many nodes and more are told; none without a number.
    pub(super) fn tells_from(&self, nodes: Option<u64>) {
        self.least.store(nodes.unwrap_or(NOTHING), Ordering::Relaxed);
    }

    /// What has been told since this was asked the last time.
    pub(super) fn news(&self) -> Vec<Finding> {
        self.told.try_iter().take(ROOM).collect()
    }

    /// The table knows `findings` from now on; how many of them can be found at all.
    pub(super) fn learn(&self, findings: &[Finding]) -> usize {
        let entries = findings.iter().filter_map(|found| Some((found.key, found.entry()?)));
        entries.map(|(key, entry)| self.table.keep(key, entry)).count()
    }
}

/// Where an entry belongs, and whose it is.
#[derive(Copy, Clone, Debug)]
pub struct NewsSlot<S> {
    slot: S,
    key: u64,
}

impl<T: Table> Table for Telling<T> {
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
            self.tell(at.key, found);
        }
    }
}

impl<T> fmt::Debug for Telling<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Telling").field("least", &self.least).finish_non_exhaustive()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("least", &self.least).finish_non_exhaustive()
    }
}
