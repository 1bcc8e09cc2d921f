//! [`Timeline`]: which thread searched what when; [`Recorder`]: who keeps it.

use super::Aborted;
use super::node::NodeType;
use crate::sync::{Arc, Drawer};
use crate::{Depth, Window};
use std::time::Duration;

/// Which thread of a search did what when; [`Recorder::take`] gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Timeline {
    /// From the beginning of the search to the last that was recorded.
    pub length: Duration,
    /// What each thread did, the first thread first. Those that were not called are not among them.
    pub tracks: Vec<Track>,
}

/// What one thread did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Track {
    /// The number of the thread, as in [`Report::workers`](crate::Report::workers): 0 for the first.
    pub worker: usize,
    /// What it did, in the order in which it began with it. Of two spans, one lies within the other
    /// ([`Span::level`]), or one ends before the other begins.
    pub spans: Vec<Span>,
    /// So many more there were no room for ([`Recorder::with_limit`]).
    pub dropped: u64,
    /// Since when there was none, from the beginning of the search.
    pub full_at: Option<Duration>,
}

/// Something that a thread did, from when to when.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Span {
    /// Since the beginning of the search.
    pub begin: Duration,
    /// The same; a [moment](Activity::is_moment) ends when it begins.
    pub end: Duration,
    /// So many others it lies within, all of which begin before it among the spans of its thread.
    pub level: usize,
    /// What it was.
    pub activity: Activity,
    /// What came of it; of waiting and of moments nothing can come but [`SpanOutcome::Finished`].
    pub outcome: SpanOutcome,
    /// Nodes that the thread visited meanwhile. Of what a panic broke off they are not known: 0.
    pub nodes: u64,
}

/// What a thread does. Only what happens where threads meet is recorded, and no node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Activity {
    /// The first thread: an iteration of this depth.
    Iteration {
        /// How deep.
        depth: Depth,
    },
    /// A search of the root: by the first thread, by every thread in ABDADA and Lazy SMP, by some where several
    /// windows are searched side by side.
    Pass {
        /// How deep; in Lazy SMP some threads are ahead.
        depth: Depth,
        /// What is asked.
        window: Window,
    },
    /// A helper searches the root, with windows that nobody else searches at that time.
    Lead {
        /// How deep.
        depth: Depth,
    },
    /// A split point of its own: from its opening until it is closed.
    Split {
        /// Which.
        split: SplitId,
        /// Plies between the root and the node.
        ply: u32,
        /// Plies that remain below the node.
        depth: Depth,
        /// What was expected of the node.
        kind: NodeType,
        /// So many siblings are to be searched.
        siblings: usize,
    },
    /// A sibling that it has claimed at a split point: its search, with the lock under which its value is settled.
    Sibling {
        /// The split point.
        split: SplitId,
        /// Plies between the root and the node of which it is a child.
        ply: u32,
        /// Plies that remain below that node.
        depth: Depth,
        /// Its index among the moves of that node; the first child has 0.
        index: usize,
    },
    /// A split point of another thread: from joining it until nothing is left to claim there.
    Steal {
        /// The split point.
        split: SplitId,
        /// Plies between the root and the node.
        ply: u32,
        /// Plies that remain below the node.
        depth: Depth,
    },
    /// It waits at its own split point for the others there, with nothing to do below it.
    Wait {
        /// The split point.
        split: SplitId,
    },
    /// It has nothing to do.
    Idle,
    /// A moment. The first thread calls the others.
    Call,
    /// A moment. In ABDADA and Lazy SMP, whoever has begun a pass tells others of it.
    Announce {
        /// How deep.
        depth: Depth,
    },
    /// A moment. A helper comes.
    Arrive,
    /// A moment. It is sent home.
    Leave,
}

impl Activity {
    /// Whether it takes no time.
    #[must_use]
    pub fn is_moment(&self) -> bool {
        matches!(self, Self::Call | Self::Announce { .. } | Self::Arrive | Self::Leave)
    }
}

/// The name of a split point.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SplitId {
    /// The thread that opened it.
    pub owner: usize,
    /// The how manieth of that thread it is, from 1.
    pub number: u64,
}

/// What came of something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum SpanOutcome {
    /// It was done to its end.
    Finished,
    /// The same, and its value gave a cutoff at the node of the split point.
    Cutoff,
    /// It was broken off: by a cutoff, a limit, the stop token, a panic.
    Aborted,
}

impl SpanOutcome {
    /// What came of a search.
    pub(crate) fn of<R>(searched: &Result<R, Aborted>) -> Self {
        if searched.is_ok() { Self::Finished } else { Self::Aborted }
    }
}

/// Keeps what the threads of a search do; given to a query by [`Query::record`](crate::Query::record). Clones are
/// the same recorder.
///
/// Each thread writes into a buffer of its own, and leaves it here when it goes: to record takes two looks at the
/// clock for each span, no lock, and nothing at nodes. A search that is not recorded takes no notice of all this.
/// What was recorded is here after every search, also after one that was stopped or in which the game's own code
/// has panicked.
///
/// Searches one after the other are added to each other. Those side by side, of a [batch](crate::batch), want
/// a recorder each.
#[derive(Clone, Debug)]
pub struct Recorder(Arc<Shelf>);

/// What threads have left behind.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The most spans of a thread in a search.
    pub(crate) limit: usize,
    records: Drawer<Vec<ThreadRecord>>,
}

/// What a thread leaves behind.
#[derive(Debug)]
pub(crate) struct ThreadRecord {
    /// When the search began, on the clock of all.
    pub(crate) started: Duration,
    /// On that clock too.
    pub(crate) track: Track,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::with_limit(Self::DEFAULT_LIMIT)
    }
}

impl Recorder {
    /// Spans of a thread in a search, if nothing else is said: five megabytes.
    pub const DEFAULT_LIMIT: usize = 50_000;

    /// One that keeps the first [`DEFAULT_LIMIT`](Self::DEFAULT_LIMIT) spans of each thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One that keeps the first `spans` spans of each thread in a search, about a hundred bytes each, and counts the
    /// others ([`Track::dropped`]). Memory is taken as they come.
    #[must_use]
    pub fn with_limit(spans: usize) -> Self {
        Self(Arc::new(Shelf { limit: spans, records: Drawer::default() }))
    }

    /// What the searches that have ended did, since it was asked last.
    #[must_use]
    pub fn take(&self) -> Timeline {
        let records = self.0.records.open(std::mem::take);
        let origin = records.iter().map(|record| record.started).min().unwrap_or_default();
        let mut timeline = Timeline::default();
        records.into_iter().for_each(|record| timeline.add(record.track, origin));
        timeline.tracks.sort_by_key(|track| track.worker);
        timeline
    }

    pub(crate) fn shelf(&self) -> &Arc<Shelf> {
        &self.0
    }
}

impl Shelf {
    /// A thread goes.
    pub(crate) fn put(&self, record: ThreadRecord) {
        self.records.open(|records| records.push(record));
    }
}

impl Timeline {
    /// Adds `track`, whose times become those since `origin`.
    fn add(&mut self, mut track: Track, origin: Duration) {
        for span in &mut track.spans {
            (span.begin, span.end) =
                (span.begin.saturating_sub(origin), span.end.saturating_sub(origin));
            self.length = self.length.max(span.end);
        }
        track.full_at = track.full_at.map(|at| at.saturating_sub(origin));
        match self.tracks.iter_mut().find(|known| known.worker == track.worker) {
            Some(known) => {
                known.spans.append(&mut track.spans);
                known.dropped += track.dropped;
                known.full_at = known.full_at.or(track.full_at);
            }
            None => self.tracks.push(track),
        }
    }
}
