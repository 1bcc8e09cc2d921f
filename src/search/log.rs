//! [`Log`]: the activities of a worker, if a recorder wants them.

use super::timeline::{Activity, Recorder, Span, SpanOutcome, ThreadRecord, Track, TrackStore};
use crate::sync::{Arc, now};
use std::mem::take;
use std::time::Duration;

/// The activities of a worker; empty without a recorder. It is handed to the recorder when the
/// worker ends, even by a panic.
#[derive(Debug, Default)]
pub(crate) struct Log(Option<Box<OpenLog>>);

/// The nesting level of a span that has begun.
#[derive(Copy, Clone, Debug)]
#[must_use = "a span that begins must end"]
pub(crate) struct Mark(usize);

#[derive(Debug)]
struct OpenLog {
    store: Arc<TrackStore>,
    started: Duration,
    track: Track,
    /// The indices of the open spans, the outermost first; `None` if there was no room.
    open: Vec<Option<usize>>,
}

impl Log {
    /// Creates the log of `worker` in a search that began at `started`.
    pub(crate) fn new(recorder: Option<&Recorder>, worker: usize, started: Duration) -> Self {
        let open = |recorder: &Recorder| OpenLog {
            store: Arc::clone(recorder.store()),
            started,
            track: Track { worker, ..Track::default() },
            open: Vec::new(),
        };
        Self(recorder.map(open).map(Box::new))
    }

    /// Begins a span of `activity`, after `nodes` nodes.
    #[inline]
    pub(crate) fn begin(&mut self, nodes: u64, activity: impl FnOnce() -> Activity) -> Mark {
        self.0.as_mut().map_or(Mark(0), |log| log.begin(nodes, activity()))
    }

    /// Ends the span begun at `mark`, and any inner spans that a panic has cut off.
    #[inline]
    pub(crate) fn end(&mut self, mark: Mark, nodes: u64, outcome: SpanOutcome) {
        if let Some(log) = &mut self.0 {
            log.end(mark, nodes, outcome);
        }
    }

    /// Records an activity without duration.
    #[inline]
    pub(crate) fn moment(&mut self, activity: Activity) {
        if let Some(log) = &mut self.0 {
            log.moment(activity);
        }
    }
}

// Separate, and compiled once for all games: without a recorder a call is skipped.
impl OpenLog {
    #[cold]
    #[inline(never)]
    fn begin(&mut self, nodes: u64, activity: Activity) -> Mark {
        let mark = Mark(self.open.len());
        let written = self.write(activity, nodes);
        self.open.push(written);
        mark
    }

    #[cold]
    #[inline(never)]
    fn end(&mut self, Mark(mark): Mark, nodes: u64, outcome: SpanOutcome) {
        self.break_off(mark + 1);
        if let Some(span) = self.open.pop().flatten() {
            let span = &mut self.track.spans[span];
            span.close(outcome, nodes - span.nodes);
        }
    }

    #[cold]
    #[inline(never)]
    fn moment(&mut self, activity: Activity) {
        self.write(activity, 0);
    }

    #[cold]
    #[inline(never)]
    fn leave(&mut self) {
        self.break_off(0);
        self.store.put(ThreadRecord { started: self.started, track: take(&mut self.track) });
    }

    /// Ends the open spans except the `outer` first ones, the innermost first.
    fn break_off(&mut self, outer: usize) {
        for span in self.open.drain(outer..).rev().flatten() {
            self.track.spans[span].close(SpanOutcome::Aborted, 0);
        }
    }

    /// Records a span that begins now, with the nodes before it; returns its index, if there is
    /// room.
    fn write(&mut self, activity: Activity, nodes: u64) -> Option<usize> {
        let (spans, begin) = (&mut self.track.spans, now());
        if spans.len() >= self.store.limit {
            self.track.dropped += 1;
            self.track.full_at.get_or_insert(begin);
            return None;
        }
        let (level, outcome) = (self.open.len(), SpanOutcome::Finished);
        spans.push(Span { begin, end: begin, level, activity, outcome, nodes });
        Some(spans.len() - 1)
    }
}

impl Span {
    /// Ends the span now, or where it began if the clock has gone back.
    fn close(&mut self, outcome: SpanOutcome, nodes: u64) {
        (self.end, self.outcome, self.nodes) = (now().max(self.begin), outcome, nodes);
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if let Some(mut log) = self.0.take() {
            log.leave();
        }
    }
}
