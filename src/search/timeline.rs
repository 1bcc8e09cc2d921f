//! [`Timeline`]: which thread searched what when. [`Recorder`]: collects it.

use super::Aborted;
use super::node::NodeType;
use crate::sync::{Arc, Collector};
use crate::{Depth, Window};
use std::time::Duration;

/// What each thread of a search did when; returned by [`Recorder::take`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Timeline {
    /// The time from the beginning of the search to the last recorded event.
    pub length: Duration,
    /// The tracks of the threads, the first thread first. Threads that were not called are missing.
    pub tracks: Vec<Track>,
}

/// The activities of one thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Track {
    /// The number of the thread, as in [`Report::workers`](crate::Report::workers): 0 for the
    /// first.
    pub worker: usize,
    /// The spans, in the order in which they began. Of two spans, either one lies within the other
    /// ([`Span::level`]), or one ends before the other begins.
    pub spans: Vec<Span>,
    /// The number of spans that were dropped for lack of room ([`Recorder::with_limit`]).
    pub dropped: u64,
    /// When the room ran out, from the beginning of the search.
    pub full_at: Option<Duration>,
}

/// An activity of a thread, with its times.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Span {
    /// The time since the beginning of the search.
    pub begin: Duration,
    /// The end, on the same clock; a [moment](Activity::is_moment) ends when it begins.
    pub end: Duration,
    /// Nesting level: the number of enclosing spans, which come earlier in the same track.
    pub level: usize,
    /// The kind of activity.
    pub activity: Activity,
    /// The outcome; waiting and moments are always [`SpanOutcome::Finished`].
    pub outcome: SpanOutcome,
    /// Nodes that the thread visited meanwhile; 0 where a panic ended the span.
    pub nodes: u64,
}

/// An activity of a thread. Only activities where threads meet are recorded, and no nodes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Activity {
    /// An iteration of this depth, by the first thread.
    Iteration {
        /// The depth.
        depth: Depth,
    },
    /// A search of the root: by the first thread, by every thread in ABDADA and Lazy SMP, by
    /// several where windows are searched in parallel.
    Pass {
        /// The depth; in Lazy SMP some threads search deeper.
        depth: Depth,
        /// The window.
        window: Window,
    },
    /// A helper searches the root, with windows that no other thread is searching.
    Lead {
        /// The depth.
        depth: Depth,
    },
    /// A split point of the thread's own: from its opening until it is closed.
    Split {
        /// The split point.
        split: SplitId,
        /// Plies between the root and the node.
        ply: u32,
        /// Plies that remain below the node.
        depth: Depth,
        /// The expected type of the node.
        kind: NodeType,
        /// The number of siblings to search.
        siblings: usize,
    },
    /// A sibling claimed at a split point: its search, and the lock under which its value is
    /// merged.
    Sibling {
        /// The split point.
        split: SplitId,
        /// Plies between the root and the parent.
        ply: u32,
        /// Plies that remain below the parent.
        depth: Depth,
        /// Its index among the moves of the parent; the first child has 0.
        index: usize,
    },
    /// A split point of another thread: from joining it until nothing is left to claim.
    Steal {
        /// The split point.
        split: SplitId,
        /// Plies between the root and the node.
        ply: u32,
        /// Plies that remain below the node.
        depth: Depth,
    },
    /// Waiting at its own split point for the other threads there, with nothing to do below it.
    Wait {
        /// The split point.
        split: SplitId,
    },
    /// A helper has nothing to do.
    Idle,
    /// A moment: the first thread calls the helpers.
    Call,
    /// A moment: in ABDADA and Lazy SMP, a thread announces the pass that it has begun.
    Announce {
        /// The depth.
        depth: Depth,
    },
    /// A moment: a helper arrives.
    Arrive,
    /// A moment: a helper is dismissed.
    Leave,
}

impl Activity {
    /// Whether it has no duration.
    #[must_use]
    pub fn is_moment(&self) -> bool {
        matches!(self, Self::Call | Self::Announce { .. } | Self::Arrive | Self::Leave)
    }
}

/// The identifier of a split point.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SplitId {
    /// The thread that opened it.
    pub owner: usize,
    /// Its number among the split points of that thread, from 1.
    pub number: u64,
}

/// The outcome of a span.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum SpanOutcome {
    /// It was completed.
    Finished,
    /// It was completed, and its value gave a cutoff at the node of the split point.
    Cutoff,
    /// It was aborted: by a cutoff, a limit, the stop token or a panic.
    Aborted,
}

impl SpanOutcome {
    /// Returns the outcome of a search.
    pub(crate) fn of<R>(searched: &Result<R, Aborted>) -> Self {
        if searched.is_ok() { Self::Finished } else { Self::Aborted }
    }
}

/// Records what the threads of a search do; pass it to [`Query::record`](crate::Query::record).
/// Clones share their contents.
///
/// Each thread writes into its own buffer, which it hands over when it ends: recording takes two
/// readings of the clock for each span, no lock, and nothing at nodes. Searches without a recorder
/// are not affected. The record is available after every search, including one that was stopped or
/// in which the game's own code panicked.
///
/// Consecutive searches accumulate. Parallel searches of a [batch](crate::batch) need a recorder
/// each.
/// a recorder each.
#[derive(Clone, Debug)]
pub struct Recorder(Arc<TrackStore>);

/// The tracks of threads that have ended.
#[derive(Debug)]
pub(crate) struct TrackStore {
    /// The maximum number of spans of a thread in a search.
    pub(crate) limit: usize,
    records: Collector<Vec<ThreadRecord>>,
}

/// The track of a thread that has ended.
#[derive(Debug)]
pub(crate) struct ThreadRecord {
    /// When the search began, on the common clock.
    pub(crate) started: Duration,
    /// Times on that clock too.
    pub(crate) track: Track,
}

impl Default for Recorder {
    fn default() -> Self {
        Self::with_limit(Self::DEFAULT_LIMIT)
    }
}

impl Recorder {
    /// The default limit on the spans of a thread in a search: five megabytes.
    pub const DEFAULT_LIMIT: usize = 50_000;

    /// Creates a recorder that keeps the first [`DEFAULT_LIMIT`](Self::DEFAULT_LIMIT) spans of each
    /// thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a recorder that keeps the first `spans` spans of each thread in a search, about a
    /// hundred bytes each, and counts the others ([`Track::dropped`]). Memory is allocated as
    /// needed.
    #[must_use]
    pub fn with_limit(spans: usize) -> Self {
        Self(Arc::new(TrackStore { limit: spans, records: Collector::default() }))
    }

    /// Takes the timeline of the searches that have ended since the last call.
    #[must_use]
    pub fn take(&self) -> Timeline {
        let records = self.0.records.with(std::mem::take);
        let origin = records.iter().map(|record| record.started).min().unwrap_or_default();
        let mut timeline = Timeline::default();
        records.into_iter().for_each(|record| timeline.add(record.track, origin));
        timeline.tracks.sort_by_key(|track| track.worker);
        timeline
    }

    pub(crate) fn store(&self) -> &Arc<TrackStore> {
        &self.0
    }
}

impl TrackStore {
    /// Adds the record of a thread that ends.
    pub(crate) fn put(&self, record: ThreadRecord) {
        self.records.with(|records| records.push(record));
    }
}

impl Timeline {
    /// Adds `track`, with its times made relative to `origin`.
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
