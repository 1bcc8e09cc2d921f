//! [`Sharing`]: when work is shared among threads.

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
