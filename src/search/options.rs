//! [`Options`]: what can be switched, and what each switch promises.
//! [`Sharing`]: when work is shared among threads.

use super::algorithm::Algorithm;
use super::driver::Driver;
use crate::sync::cores;

/// When a table entry of another depth counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum DepthMatch {
    /// Only at exactly the same remaining depth. Every result equals fixed-depth minimax, whatever
    /// the table holds from before.
    #[default]
    Exact,
    /// Deeper entries count too. Faster, and often better play; comparable with minimax only in
    /// searches to the end of the game. A change from or to this empties the table.
    AtLeast,
}

/// Search options. None of the switches but [`depth_match`](Self::depth_match)
/// changes a value.
///
/// ```
/// use eldest::Options;
/// use eldest::options::Driver;
///
/// let options = Options::default().with(|options| options.driver = Driver::MtdF);
/// # let _ = options;
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Options {
    /// With which windows a value at a fixed depth is found.
    pub driver: Driver,
    /// With which windows a value to the end of the game is found.
    pub driver_to_end: Driver,
    /// When a table entry of another depth counts.
    pub depth_match: DepthMatch,
    /// Try the table's move first.
    pub table_move: bool,
    /// Order by the ranks that the game gives its moves.
    pub ranks: bool,
    /// Try the two moves that last refuted a position at the same ply (Akl and Newborn 1977).
    pub killers: bool,
    /// Order by how often a move has refuted others (Schaeffer 1983).
    pub history: bool,
    /// Try the move that last refuted the opponent's last move (Uiterwijk 1992).
    pub countermove: bool,
    /// Without a table move at a node of the principal variation, look shallower first.
    pub iid: bool,
    /// Look up the children's entries before searching any, where at least this many plies remain
    /// (to the end, those of [`plies_left`](crate::Position::plies_left), which may be a loose bound);
    /// `None`, never (Plaat and others 1996).
    pub etc: Option<u32>,
    /// Ask the table only where at least this many plies remain, counted as for [`etc`](Self::etc).
    pub table_from: u32,
    /// In searches to the end, where fewer plies remain than [`table_from`](#structfield.table_from) says but at
    /// least this many: ask a small table of the thread's own, which stays in its cache. For games with
    /// nodes so cheap that a wait for memory costs more than they do; then `table_from` can be higher.
    /// `None`, never. Nothing of it is saved; without a table there is none of these either.
    pub local_table_from: Option<u32>,
    /// The size of each of these small tables, in bytes; as much of it is used as is a power of two. Half of
    /// a core's own cache measured best. Where there is no memory for it, the search does without.
    pub local_table_bytes: usize,
    /// How the work is shared among threads.
    pub algorithm: Algorithm,
    /// How many threads search: 1, the default, for the serial search; 0, as many as the machine has cores. At
    /// most [`Options::MOST_THREADS`].
    pub threads: usize,
    /// When work is shared among them.
    pub sharing: Sharing,
}

impl Default for Options {
    /// What measured best on average: all of the ordering, no look at children or at shallower depths.
    fn default() -> Self {
        Self {
            driver: Driver::default(),
            driver_to_end: Driver::Bisection,
            depth_match: DepthMatch::Exact,
            table_move: true,
            ranks: true,
            killers: true,
            history: true,
            countermove: true,
            iid: false,
            etc: None,
            table_from: 0,
            local_table_from: None,
            local_table_bytes: 512 << 10,
            algorithm: Algorithm::default(),
            threads: 1,
            sharing: Sharing::default(),
        }
    }
}

impl Options {
    /// The most threads that may be asked for.
    pub const MOST_THREADS: usize = 4096;

    /// These options, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// One full window, siblings in the order of the game's own ranks, no table move, no memory: the
    /// node counts of the textbook.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            driver: Driver::Pvs,
            driver_to_end: Driver::Pvs,
            table_move: false,
            ..Self::ranked_only()
        }
    }

    /// The table's move, then the game's own ranks, and nothing learnt on the way: for games that
    /// know their moves well, as Connect Four does.
    #[must_use]
    pub fn ranked_only() -> Self {
        Self { killers: false, history: false, countermove: false, ..Self::default() }
    }

    /// How many threads search.
    pub(crate) fn workers(&self) -> usize {
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// The fewest plies that remain where the table is asked.
    pub(crate) fn table_from(&self) -> u32 {
        self.table_from.max(1)
    }

    /// The fewest plies that remain where the children's entries are looked up: the table must be
    /// asked about the children.
    pub(crate) fn etc_from(&self) -> u32 {
        self.etc.map_or(u32::MAX, |etc| etc.max(self.table_from().saturating_add(1)))
    }

    /// Whether ordering learns from cutoffs.
    #[inline]
    pub(crate) fn learns(&self) -> bool {
        self.killers || self.history || self.countermove
    }
}

/// When work is shared. No setting changes a value, but in selective searches.
///
/// ```
/// use eldest::options::Sharing;
/// use eldest::{Algorithm, Options};
///
/// let eager = Sharing::default().with(|sharing| {
///     sharing.split_work = 0;
///     sharing.only_when_idle = false;
/// });
/// let options = Options::default().with(|options| {
///     options.algorithm = Algorithm::Abdada;
///     options.threads = 4;
///     options.sharing = eager;
/// });
/// # let _ = options;
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sharing {
    /// A node splits only if at least so many plies remain below it.
    pub split_depth: u32,
    /// A node splits only once so many nodes have been visited below it: the first child's size is
    /// the first guess at that of the others. A thread joins only if so many are probably left for it, by the
    /// size of the siblings that are done. So it is on 64 threads and more; on 32 it takes twice as many nodes, on
    /// 16 and fewer four times: where threads are seldom idle, small work costs more than it gives.
    pub split_work: u64,
    /// A node splits only while some thread has nothing to do.
    pub only_when_idle: bool,
    /// The most threads at one split point, its owner included; at least 2.
    pub split_workers: usize,
    /// At nodes that were expected to fail high (type 2), so many siblings, the first child among them, are
    /// searched one after the other before the rest is shared: the strong form of Young Brothers
    /// Wait. ABDADA puts nobody off before either. `None`, what measured best: 1, and 3 for ABDADA.
    pub cut_siblings: Option<usize>,
    /// ABDADA looks for marks, and Lazy SMP changes the order, where at least so many plies remain;
    /// `None`, where at least half of the root's do.
    pub defer_depth: Option<u32>,
    /// The other threads are called once the search has visited so many nodes: to wake them costs as
    /// much as about a millisecond of search.
    pub call_after: u64,
    /// In a search to the end by Young Brothers Wait, ABDADA or Lazy SMP, so many null windows
    /// around the value are searched side by side, if
    /// [`Options::driver_to_end`](crate::Options::driver_to_end) chooses such: what one shows ends
    /// those that need not be asked any more. `None`, what measured best: one for every four
    /// threads where windows halve what is possible, one for every eight where they close in on a
    /// guess, four at most.
    pub passes: Option<usize>,
    /// Whether all threads learn history and countermoves together; the first thread keeps them. Killers, and what selective
    /// searches learn of answers to the last two moves, are each thread's own. `docs/parallel.md` tells when it pays.
    pub common_history: bool,
}

impl Default for Sharing {
    /// What measured best.
    fn default() -> Self {
        Self {
            split_depth: 2,
            split_work: 500,
            only_when_idle: true,
            split_workers: usize::MAX,
            cut_siblings: None,
            defer_depth: None,
            call_after: 2_000,
            passes: None,
            common_history: false,
        }
    }
}

impl Sharing {
    /// [`split_work`](Self::split_work) for a team of so many.
    pub(crate) fn least_work(&self, workers: usize) -> u64 {
        self.split_work.saturating_mul((64 / workers.max(1)).clamp(1, 4) as u64)
    }

    /// These settings, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_threads_are_as_many_as_there_are_cores() {
        let workers = |threads| Options::default().with(|o| o.threads = threads).workers();
        assert_eq!([1, 7, 0].map(workers), [1, 7, cores()]);
    }

    #[test]
    fn plain_searches_have_one_window() {
        let plain = Options::plain();
        assert_eq!((plain.driver, plain.driver_to_end), (Driver::Pvs, Driver::Pvs));
    }

    #[test]
    fn a_table_that_is_never_asked_is_not_asked_about_children() {
        let never = Options::default().with(|o| (o.table_from, o.etc) = (u32::MAX, Some(3)));
        assert_eq!(never.etc_from(), u32::MAX);
    }
}
