//! [`Limits`] and [`Control`]: the limits of a search, as set and in force.

use super::log::Log;
use super::stop::StopToken;
use super::timeline::Recorder;
use crate::Depth;
use crate::sync::{AtomicU32, AtomicU64, CachePadded, Mutex, Ordering, lock, now};
use std::time::Duration;

/// The limits of a search, which ends at the first one reached.
///
/// Depth 1 is always completed, whatever the limits on nodes and time.
///
/// ```
/// use eldest::{Depth, Limits, StopToken};
/// use std::time::Duration;
///
/// let token = StopToken::new();
/// let limits = Limits::new().depth(12).nodes(5_000_000).time(Duration::from_secs(2)).stop(&token);
/// assert_eq!(limits.max_depth(), Depth::plies(12));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    depth: Option<Depth>,
    nodes: Option<u64>,
    soft_time: Option<Duration>,
    time: Option<Duration>,
    stop: Option<StopToken>,
}

impl Limits {
    /// Sets no limit: the search ends when the value is proved or no plies remain.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the depth to `plies`; depth 1 is always searched, so 0 is treated as 1.
    ///
    /// # Panics
    /// If `plies` is above [`Depth::MAX_PLIES`].
    #[must_use]
    pub fn depth(mut self, plies: u16) -> Self {
        self.depth = Some(Depth::plies(plies.max(1)));
        self
    }

    /// Limits the number of nodes: exactly with one thread, and up to 1,024 more for each further
    /// thread.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Limits the time to `time`, by the wall clock. Each thread checks the clock about every
    /// millisecond, estimated from its speed since the last check, and at least every 1,024 nodes.
    /// Rules or an evaluator that suddenly turn slow can exceed the limit by 1,024 nodes once;
    /// after the next check, by about a millisecond or one node again.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Sets the soft time limit: no iteration begins once `time` has passed since the start of the
    /// search. The iteration under way is completed, unless another limit ends it. The search then
    /// ends as [`Complete`](crate::report::StopReason::Complete), with the depth reached in
    /// [`Report::depth`](crate::Report::depth). Depth 1 is searched in any case.
    ///
    /// An iteration usually takes longer than all before it together, so one that begins late is
    /// seldom completed. A soft limit saves its time; combine it with [`time`](Self::time) to play
    /// by a clock. A search to the end and a decision ([`Query::decide`](crate::Query::decide))
    /// have no iterations, and ignore it.
    ///
    /// ```
    /// use eldest::report::StopReason;
    /// use eldest::{Depth, Engine, Limits};
    /// use std::time::Duration;
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.search(&Countdown::new(40), &Limits::new().soft_time(Duration::ZERO))?;
    /// assert_eq!((report.depth, report.stop_reason), (Some(Depth::plies(1)), StopReason::Complete));
    /// # Ok::<(), eldest::Error>(())
    /// ```
    #[must_use]
    pub fn soft_time(mut self, time: Duration) -> Self {
        self.soft_time = Some(time);
        self
    }

    /// Ends the search when `token` is stopped.
    #[must_use]
    pub fn stop(mut self, token: &StopToken) -> Self {
        self.stop = Some(token.clone());
        self
    }

    /// Returns the token that ends the search.
    pub(crate) fn token(&self) -> Option<&StopToken> {
        self.stop.as_ref()
    }

    /// Whether a depth limit is set.
    pub(crate) fn has_depth(&self) -> bool {
        self.depth.is_some()
    }

    /// Returns the depth limit.
    #[must_use]
    pub fn max_depth(&self) -> Depth {
        self.depth.unwrap_or(Depth::plies(Depth::MAX_PLIES))
    }
}

/// The reason why a search was aborted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Stopped,
    Nodes,
    Time,
    TooDeep,
    OutOfStack,
}

/// The limits of a running search, shared by its threads. They may change while it runs.
#[derive(Debug)]
pub(crate) struct Control {
    stop: StopToken,
    started: Duration,
    depth: AtomicU32,
    nodes: AtomicU64,
    /// The time after which no iteration begins: nanoseconds on the clock of [`now`].
    soft_deadline: AtomicU64,
    /// The time limit, on the same clock.
    deadline: AtomicU64,
    /// The nodes that the threads have reported. Written by all, next to limits that all read,
    /// hence the padding.
    spent: CachePadded<AtomicU64>,
    /// The limit that was reached first.
    reached: Mutex<Option<Reason>>,
    /// The recorder of the threads' activities, if any.
    recorder: Option<Recorder>,
}

impl Control {
    /// Starts the clock.
    pub(crate) fn new(limits: &Limits) -> Self {
        let control = Self {
            stop: limits.stop.as_ref().map_or_else(StopToken::new, StopToken::below),
            started: now(),
            depth: AtomicU32::new(0),
            nodes: AtomicU64::new(0),
            soft_deadline: AtomicU64::new(0),
            deadline: AtomicU64::new(0),
            spent: CachePadded::new(AtomicU64::new(0)),
            reached: Mutex::new(None),
            recorder: None,
        };
        control.change(limits);
        control
    }

    /// Sets the recorder of the search.
    pub(crate) fn recording(self, recorder: Option<Recorder>) -> Self {
        Self { recorder, ..self }
    }

    /// Replaces depth, node and time limits by those of `limits`; the token stays.
    pub(crate) fn change(&self, limits: &Limits) {
        self.set(limits, self.started);
    }

    /// The same, with times counted from now.
    pub(crate) fn change_from_now(&self, limits: &Limits) {
        self.set(limits, now());
    }

    fn set(&self, limits: &Limits, from: Duration) {
        self.depth.store(limits.max_depth().raw().into(), Ordering::Relaxed);
        self.nodes.store(limits.nodes.unwrap_or(u64::MAX), Ordering::Relaxed);
        self.soft_deadline.store(nanoseconds(from, limits.soft_time), Ordering::Relaxed);
        self.deadline.store(nanoseconds(from, limits.time), Ordering::Relaxed);
    }

    pub(crate) fn token(&self) -> &StopToken {
        &self.stop
    }

    pub(crate) fn depth(&self) -> Depth {
        Depth::from_raw(self.depth.load(Ordering::Relaxed) as u16)
    }

    /// Whether an iteration of `depth` may begin; the first always may.
    pub(crate) fn allows(&self, depth: Depth) -> bool {
        depth == Depth::plies(1) || depth <= self.depth() && !has_passed(&self.soft_deadline)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the nodes that the threads have reported.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Adds `nodes` visited by a thread.
    pub(crate) fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Stops all threads because one has reached a limit.
    pub(crate) fn end(&self, reason: Reason) {
        lock(&self.reached).get_or_insert(reason);
        self.stop.stop();
    }

    /// Returns the reason for the abort, if there was one.
    pub(crate) fn reason(&self) -> Reason {
        lock(&self.reached).unwrap_or(Reason::Stopped)
    }

    pub(crate) fn is_late(&self) -> bool {
        has_passed(&self.deadline)
    }

    /// Returns the log of a worker of the search.
    #[inline(never)]
    pub(crate) fn log(&self, worker: usize) -> Log {
        Log::new(self.recorder.as_ref(), worker, self.started)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        now().saturating_sub(self.started)
    }
}

/// Returns the time at which `time` after `from` has passed, in nanoseconds; the maximum, if there
/// is no limit.
fn nanoseconds(from: Duration, time: Option<Duration>) -> u64 {
    let until = time.and_then(|time| u64::try_from(from.saturating_add(time).as_nanos()).ok());
    until.unwrap_or(u64::MAX)
}

fn has_passed(deadline: &AtomicU64) -> bool {
    now().as_nanos() >= u128::from(deadline.load(Ordering::Relaxed))
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_from_the_start() {
        // The first call of `now` may set the origin of time.
        let (_, some) = (now(), Duration::from_millis(2));
        std::thread::sleep(some);
        let (start, control) = (now(), Control::new(&Limits::new()));
        std::thread::sleep(some);
        let elapsed = control.elapsed();
        assert!(elapsed >= some && elapsed <= now().saturating_sub(start), "{elapsed:?}");
    }

    #[test]
    fn changed_limits_count_from_the_start_or_from_now() {
        let control = Control::new(&Limits::new());
        while control.elapsed().is_zero() {}
        let (before, some) = (now(), Duration::from_secs(3));
        let limits = Limits::new().time(some).soft_time(some * 2);
        let deadlines = |control: &Control| {
            [&control.deadline, &control.soft_deadline]
                .map(|deadline| Duration::from_nanos(deadline.load(Ordering::Relaxed)))
        };
        control.change(&limits);
        assert_eq!(deadlines(&control), [some, some * 2].map(|time| control.started + time));
        control.change_from_now(&limits);
        let [hard, soft] = deadlines(&control);
        assert!(hard >= before + some && soft == hard + some, "{hard:?} and {soft:?}");
        control.change(&Limits::new().time(Duration::MAX));
        assert!(!control.is_late() && control.allows(Depth::plies(9)));
    }
}
