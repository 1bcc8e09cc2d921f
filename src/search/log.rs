//! [`Log`]: a worker writes down what it does, if somebody wants to know.

use super::timeline::{Activity, Recorder, Shelf, Span, SpanOutcome, ThreadRecord, Track};
use crate::sync::{Arc, now};
use std::mem::take;
use std::time::Duration;

/// What a worker writes down; nothing, unless somebody asked. It is left on the recorder's shelf when the worker
/// goes, even by a panic.
#[derive(Debug, Default)]
pub(crate) struct Log(Option<Box<Pages>>);

/// Where a span was begun, among those that are open.
#[derive(Copy, Clone, Debug)]
#[must_use = "what was begun ends"]
pub(crate) struct Mark(usize);

#[derive(Debug)]
struct Pages {
    shelf: Arc<Shelf>,
    started: Duration,
    track: Track,
    /// Where the spans stand that have not ended, the outermost first; `None` if there was no room.
    open: Vec<Option<usize>>,
}

impl Log {
    /// The log of `worker` in a search that has `started` then.
    pub(crate) fn new(recorder: Option<&Recorder>, worker: usize, started: Duration) -> Self {
        let pages = |recorder: &Recorder| Pages {
            shelf: Arc::clone(recorder.shelf()),
            started,
            track: Track { worker, ..Track::default() },
            open: Vec::new(),
        };
        Self(recorder.map(pages).map(Box::new))
    }

    /// From now on the worker is at `activity`, after so many `nodes`.
    #[inline]
    pub(crate) fn begin(&mut self, nodes: u64, activity: impl FnOnce() -> Activity) -> Mark {
        self.0.as_mut().map_or(Mark(0), |pages| pages.begin(nodes, activity()))
    }

    /// What was begun at `mark` has ended, and with it what was begun since and broken off by a panic.
    #[inline]
    pub(crate) fn end(&mut self, mark: Mark, nodes: u64, outcome: SpanOutcome) {
        if let Some(pages) = &mut self.0 {
            pages.end(mark, nodes, outcome);
        }
    }

    /// Something happens that takes no time.
    #[inline]
    pub(crate) fn moment(&mut self, activity: Activity) {
        if let Some(pages) = &mut self.0 {
            pages.moment(activity);
        }
    }
}

// Apart, and one for all games: whoever is not asked jumps over a call.
impl Pages {
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
        self.shelf.put(ThreadRecord { started: self.started, track: take(&mut self.track) });
    }

    /// Ends what is open, the innermost first, all but the `outer` first of them.
    fn break_off(&mut self, outer: usize) {
        for span in self.open.drain(outer..).rev().flatten() {
            self.track.spans[span].close(SpanOutcome::Aborted, 0);
        }
    }

    /// Writes down what begins now, with the nodes before it; where it stands, if there is room.
    fn write(&mut self, activity: Activity, nodes: u64) -> Option<usize> {
        let (spans, begin) = (&mut self.track.spans, now());
        if spans.len() >= self.shelf.limit {
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
    /// It ends now; where the clock has gone back, when it began.
    fn close(&mut self, outcome: SpanOutcome, nodes: u64) {
        (self.end, self.outcome, self.nodes) = (now().max(self.begin), outcome, nodes);
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if let Some(mut pages) = self.0.take() {
            pages.leave();
        }
    }
}
