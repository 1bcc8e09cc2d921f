//! [`Machine`]: the processors and their clocks.
//!
//! There is one machine for each thread of the system. The processor whose clock is the furthest
//! behind runs next.

mod hot;
mod waiting;

pub use hot::{AHEAD, now, probe};

pub(super) use hot::clock;

use super::account::{Account, Cause, Costs};
use super::lines::CacheLines;
use crate::coroutines::Coroutines;
use hot::{HOT, set_clock};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::io;
use std::time::Duration;

thread_local! {
    static MACHINE: Machine = Machine::default();
}

/// The state of a run: the processors, and their schedule.
#[derive(Default)]
pub(super) struct Machine {
    runs: Cell<u64>,
    is_on: Cell<bool>,
    pub(super) costs: Cell<Costs>,
    next: Cell<Option<usize>>,
    busy: Cell<usize>,
    processors: RefCell<Vec<Processor>>,
    /// When runnable processors go on. Entries from before the last wake-up of a processor are
    /// stale.
    ready: RefCell<BinaryHeap<Reverse<ProcessorTurn>>>,
    /// The processors that wait for each name, the longest waiting first.
    waiting: RefCell<BTreeMap<usize, VecDeque<usize>>>,
    pub(super) lines: RefCell<CacheLines>,
    coroutines: Coroutines,
    /// When the current measurement began.
    origin: Cell<u64>,
}

/// When a processor goes on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ProcessorTurn {
    clock: u64,
    processor: usize,
    waking: u32,
}

#[derive(Copy, Clone)]
struct Wait {
    name: usize,
    since: u64,
    cause: Cause,
}

#[derive(Default)]
struct Processor {
    clock: u64,
    /// The wait that it is in.
    waits: Option<Wait>,
    wakings: u32,
    has_ended: bool,
    /// Its time by cause.
    causes: Vec<(Cause, u64)>,
}

impl Processor {
    fn book(&mut self, cause: Cause, time: u64) {
        match self.causes.iter_mut().find(|(known, _)| known.is_likely(&cause)) {
            Some((_, sum)) => *sum += time,
            None => self.causes.push((cause, time)),
        }
    }
}

/// Returns the number of the running thread; the threads of a run are numbered from 0 in order of
/// creation.
#[must_use]
pub fn current() -> usize {
    MACHINE.with(|machine| machine.coroutines.current())
}

impl Machine {
    #[inline]
    pub(super) fn with<R>(f: impl FnOnce(&Self) -> R) -> R {
        MACHINE.with(f)
    }

    /// Whether a run is under way.
    pub(super) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Returns the number of the current run, or of the last one.
    pub(super) fn run(&self) -> u64 {
        self.runs.get()
    }

    pub(super) fn current(&self) -> usize {
        self.coroutines.current()
    }

    /// Begins a run.
    pub(super) fn begin(&self, costs: Costs, seed: u64) {
        self.runs.set(self.runs.get() + 1);
        self.is_on.set(true);
        self.costs.set(costs);
        self.next.set(Some(0));
        self.busy.set(0);
        HOT.with(|hot| {
            hot.chance.set(seed);
            hot.probe.set(costs.probe.into());
        });
        set_clock(0);
    }

    /// Ends the run. Returns the number of processors that have not ended.
    pub(super) fn end(&self) -> usize {
        self.is_on.set(false);
        self.ready.take();
        self.waiting.take();
        self.lines.take();
        HOT.with(|hot| {
            hot.until.set(u64::MAX);
            hot.node.set((0, 0));
            hot.probe.set(0);
        });
        self.processors.take().iter().filter(|processor| !processor.has_ended).count()
    }

    /// Runs processors until none is runnable.
    pub(super) fn drive(&self) {
        self.coroutines.drive(|| self.enter(), |ended| self.finish(ended));
    }

    /// Switches the clock to that of the next processor, and returns its number.
    fn enter(&self) -> Option<usize> {
        let next = self.next.get()?;
        set_clock(self.processors.borrow()[next].clock);
        self.set_until();
        Some(next)
    }

    /// Creates a processor, which starts after the cost of a wake-up.
    pub(super) fn spawn(&self, stack: usize, work: impl FnOnce() + 'static) -> io::Result<usize> {
        if !self.is_on() {
            return Err(io::Error::other("threads live within a run"));
        }
        let number = self.coroutines.spawn(stack, work)?;
        let clock = clock() + if number > 0 { u64::from(self.costs.get().wake_up) } else { 0 };
        self.processors.borrow_mut().push(Processor { clock, ..Processor::default() });
        if number > 0 {
            self.make_ready(number, clock);
        }
        self.count_busy(1);
        Ok(number)
    }

    /// Adds `more` to the number of busy processors, and adjusts the cost of a node.
    fn count_busy(&self, more: isize) {
        self.busy.set(self.busy.get().strict_add_signed(more));
        let Costs { node, crowding, .. } = self.costs.get();
        // A processor that only waits for others, as the first does, is not busy.
        let crowding = if self.busy.get() > 1 { crowding } else { 0 };
        let node = u64::from(node) * u64::from(100 + crowding) / 100;
        HOT.with(|hot| hot.node.set((node - node / 4, 2 * (node / 4) + 1)));
    }

    fn make_ready(&self, processor: usize, clock: u64) {
        let waking = self.processors.borrow()[processor].wakings;
        self.ready.borrow_mut().push(Reverse(ProcessorTurn { clock, processor, waking }));
        HOT.with(|hot| hot.until.set(hot.until.get().min(clock + AHEAD)));
    }

    /// Returns when the first of the other runnable processors goes on.
    fn first(&self) -> Option<u64> {
        let mut ready = self.ready.borrow_mut();
        let processors = self.processors.borrow();
        while let Some(Reverse(turn)) = ready.peek() {
            if processors[turn.processor].wakings == turn.waking {
                return Some(turn.clock);
            }
            ready.pop();
        }
        None
    }

    fn set_until(&self) {
        let until = self.first().map_or(u64::MAX, |first| first.saturating_add(AHEAD));
        HOT.with(|hot| hot.until.set(until));
    }

    /// Lets others run if the running processor is too far ahead of them.
    #[cold]
    #[inline(never)]
    fn fall_back(&self) {
        if self.first().is_some_and(|first| first.saturating_add(AHEAD) < clock()) {
            self.pause();
        } else {
            self.set_until();
        }
    }

    /// Lets all others advance to the clock of the running processor.
    pub(super) fn turn(&self) {
        if self.is_on() && self.first().is_some_and(|first| first < clock()) {
            self.pause();
        }
    }

    /// Lets others run until the running processor is the furthest behind.
    fn pause(&self) {
        self.make_ready(self.current(), clock());
        self.give_way();
    }

    /// Switches to the processor that is the furthest behind. Returns when that is the calling one.
    fn give_way(&self) {
        self.settle();
        self.choose_next();
        self.coroutines.give_way();
    }

    /// Chooses the processor that is the furthest behind as the next.
    fn choose_next(&self) {
        let next = self.first().and_then(|_| self.ready.borrow_mut().pop());
        self.next.set(next.map(|Reverse(turn)| self.arrive(&turn)));
    }

    /// Sets the clock of the processor of `turn`, and ends its wait, if any. Returns its number.
    fn arrive(&self, turn: &ProcessorTurn) -> usize {
        if self.processors.borrow()[turn.processor].waits.is_some() {
            self.stop_waiting(turn.processor, turn.clock);
        }
        self.processors.borrow_mut()[turn.processor].clock = turn.clock;
        turn.processor
    }

    /// Books the nodes and table accesses of the running processor, and stores its clock.
    fn settle(&self) {
        let (spent, waited) = HOT.with(|hot| (hot.spent.take(), hot.waited.take()));
        let mut processors = self.processors.borrow_mut();
        let processor = &mut processors[self.current()];
        processor.clock = clock();
        processor.book(Cause::Nodes, spent);
        processor.book(Cause::Table, waited);
    }

    /// Charges `time` for `cause` to the running processor.
    pub(super) fn charge(&self, cause: Cause, time: u64) {
        set_clock(clock() + time);
        self.book(self.current(), cause, time);
    }

    fn book(&self, processor: usize, cause: Cause, time: u64) {
        self.processors.borrow_mut()[processor].book(cause, time);
    }

    /// Marks `processor`, which ran last, as ended, and wakes those that wait for its end.
    fn finish(&self, processor: usize) {
        self.settle();
        self.processors.borrow_mut()[processor].has_ended = true;
        self.count_busy(-1);
        while self.wake_up(end_of(processor), clock(), 0) {}
        self.choose_next();
    }
}

/// Returns the name under which others wait for the end of a processor; it is no address.
fn end_of(processor: usize) -> usize {
    usize::MAX - processor
}

/// Charges a visited node.
#[inline]
pub fn node() {
    HOT.with(|hot| {
        // Knuth's multiplier (The Art of Computer Programming 2, 3.3.4).
        let chance = hot.chance.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        hot.chance.set(chance);
        let (least, more) = hot.node.get();
        let cost = least + (((chance >> 32) * more) >> 32);
        hot.spent.set(hot.spent.get() + cost);
        let clock = hot.clock.get() + cost;
        hot.clock.set(clock);
        if clock > hot.until.get() {
            Machine::with(Machine::fall_back);
        }
    });
}

impl Machine {
    /// Starts a measurement.
    pub(in crate::timed) fn start_measuring(&self) {
        self.settle();
        let mut processors = self.processors.borrow_mut();
        processors.iter_mut().for_each(|processor| processor.causes.clear());
        self.origin.set(clock());
    }

    /// Returns the time of all other processors since the measurement began.
    pub(in crate::timed) fn measured(&self) -> Account {
        self.settle();
        let (mut causes, now) = (BTreeMap::<_, Duration>::new(), clock());
        for (number, processor) in self.processors.borrow().iter().enumerate() {
            if number == self.current() {
                continue;
            }
            let waits = processor.waits.map(|Wait { since, cause, .. }| {
                (cause, now.saturating_sub(since.max(self.origin.get())))
            });
            for (cause, time) in processor.causes.iter().copied().chain(waits) {
                *causes.entry(cause).or_default() += Duration::from_nanos(time);
            }
        }
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, time)| Reverse(*time));
        Account { elapsed: Duration::from_nanos(now - self.origin.get()), causes }
    }
}
