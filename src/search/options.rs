//! [`Options`]: the settings of searches, with the guarantees of each.
//! [`Sharing`]: when work is shared among threads.

use super::algorithm::Algorithm;
use super::driver::Driver;
use crate::sync::cores;

/// When a table entry of another depth counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum DepthMatch {
    /// Only at exactly the same remaining depth. Every result equals fixed-depth minimax, whatever
    /// the table holds from earlier searches.
    #[default]
    Exact,
    /// Deeper entries count too. Faster, and often better play; comparable with minimax only in
    /// searches to the end of the game. Changing from or to this empties the table.
    AtLeast,
}

/// Search options. None of them except [`depth_match`](Self::depth_match) changes a value.
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
    /// The driver that finds a value at a fixed depth.
    pub driver: Driver,
    /// The driver that finds a value to the end of the game.
    pub driver_to_end: Driver,
    /// When a table entry of another depth counts.
    pub depth_match: DepthMatch,
    /// Try the table's move first.
    pub table_move: bool,
    /// Order by the ranks that the game gives its moves.
    pub ranks: bool,
    /// Try the last two moves that refuted a position at the same ply (Akl and Newborn 1977).
    pub killers: bool,
    /// Order by how often a move has refuted others (Schaeffer 1983).
    pub history: bool,
    /// Try the last move that refuted the opponent's last move (Uiterwijk 1992).
    pub countermove: bool,
    /// At a node of the principal variation without a table move, search less deeply first.
    pub iid: bool,
    /// Look up the children's entries before searching any, where at least this many plies remain
    /// (to the end, those of [`plies_left`](crate::Position::plies_left), which may be a loose
    /// bound); `None`, never (Plaat and others 1996).
    pub etc: Option<u32>,
    /// Use the table only where at least this many plies remain, counted as for [`etc`](Self::etc).
    pub table_from: u32,
    /// In searches to the end, where fewer plies remain than
    /// [`table_from`](#structfield.table_from) but at least this many: use a small table of the
    /// thread's own, which stays in its cache. For games whose nodes are so cheap that waiting for
    /// memory costs more; then raise `table_from`. `None`, never. It is never saved, and not used
    /// in engines without a table.
    pub local_table_from: Option<u32>,
    /// The size of each of these small tables, in bytes, rounded down to a power of two. Half of a
    /// core's own cache measured best. If the memory cannot be allocated, the search does without.
    pub local_table_bytes: usize,
    /// The way threads share the work.
    pub algorithm: Algorithm,
    /// The number of threads: 1, the default, searches serially; 0 uses all cores of the machine.
    /// At most [`Options::MOST_THREADS`].
    pub threads: usize,
    /// When threads share work.
    pub sharing: Sharing,
}

impl Default for Options {
    /// The settings that measured best on average: all move ordering, without looking up children
    /// or internal iterative deepening.
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
    /// The maximum number of threads.
    pub const MOST_THREADS: usize = 4096;

    /// Returns a copy with a change.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// One full window, siblings in the order of the game's own ranks, no table move, no learnt
    /// ordering: the node counts of the textbook.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            driver: Driver::Pvs,
            driver_to_end: Driver::Pvs,
            table_move: false,
            ..Self::ranked_only()
        }
    }

    /// The table's move, then the game's own ranks, and no learnt ordering: for games that order
    /// their moves well, as Connect Four does.
    #[must_use]
    pub fn ranked_only() -> Self {
        Self { killers: false, history: false, countermove: false, ..Self::default() }
    }

    /// Returns the number of threads that search.
    pub(crate) fn workers(&self) -> usize {
        if self.threads == 0 { cores() } else { self.threads }
    }

    /// Returns the minimum remaining plies for the use of the table.
    pub(crate) fn table_from(&self) -> u32 {
        self.table_from.max(1)
    }

    /// Returns the minimum remaining plies for looking up the children's entries: the table must be
    /// in use at the children.
    pub(crate) fn etc_from(&self) -> u32 {
        self.etc.map_or(u32::MAX, |etc| etc.max(self.table_from().saturating_add(1)))
    }

    /// Whether ordering learns from cutoffs.
    #[inline]
    pub(crate) fn learns(&self) -> bool {
        self.killers || self.history || self.countermove
    }
}

/// When threads share work. No setting changes a value, except in selective searches.
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
    /// The minimum remaining plies of a node that splits.
    pub split_depth: u32,
    /// The number of nodes visited below a node before it splits: the size of the first child is
    /// the first estimate for its siblings. A thread joins only if probably this much work is left
    /// for it, by the size of the siblings that are done. This holds for 64 threads and more; on 32
    /// threads twice as many nodes are required, on 16 and fewer four times as many: where threads
    /// are seldom idle, small tasks cost more than they gain.
    pub split_work: u64,
    /// A node splits only while some thread is idle.
    pub only_when_idle: bool,
    /// The maximum number of threads at one split point, including its owner; at least 2.
    pub split_workers: usize,
    /// At nodes expected to fail high (type 2), the number of siblings, including the first child,
    /// searched serially before the rest is shared: the strong form of Young Brothers Wait. ABDADA
    /// does not defer siblings before that either. `None`, what measured best: 1, and 3 for ABDADA.
    pub cut_siblings: Option<usize>,
    /// The minimum remaining plies where ABDADA checks marks and Lazy SMP changes the order;
    /// `None`, at least half of the root's plies.
    pub defer_depth: Option<u32>,
    /// The number of nodes visited before the other threads are called: waking them costs about as
    /// much as a millisecond of search.
    pub call_after: u64,
    /// In a search to the end by Young Brothers Wait, ABDADA or Lazy SMP, the number of null
    /// windows around the value that are searched in parallel, if
    /// [`Options::driver_to_end`](crate::Options::driver_to_end) uses null windows. The result of
    /// one ends those that have become superfluous. `None`, what measured best: one for every four
    /// threads where windows halve the range, one for every eight where they step on from a guess,
    /// four at most.
    pub passes: Option<usize>,
    /// Whether all threads share history and countermoves; the first thread keeps them. Killers,
    /// and the history of answers to the last two moves in selective searches, are never shared.
    /// `docs/parallel.md` shows when sharing pays.
    pub common_history: bool,
}

impl Default for Sharing {
    /// The settings that measured best.
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
    /// Returns [`split_work`](Self::split_work), scaled for a team of this size.
    pub(crate) fn least_work(&self, workers: usize) -> u64 {
        self.split_work.saturating_mul((64 / workers.max(1)).clamp(1, 4) as u64)
    }

    /// Returns a copy with a change.
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
