//! [`Machine`]: the processors and their clocks.
//!
//! One for each thread of the system. Whoever goes on is the one whose clock is behind all others.

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

/// The processors, and who goes on.
#[derive(Default)]
pub(super) struct Machine {
    runs: Cell<u64>,
    is_on: Cell<bool>,
    pub(super) costs: Cell<Costs>,
    next: Cell<Option<usize>>,
    busy: Cell<usize>,
    processors: RefCell<Vec<Processor>>,
    /// Who can go on when. What was said before the last waking of a processor holds no more.
    ready: RefCell<BinaryHeap<Reverse<ProcessorTurn>>>,
    /// Who waits for what, the longest first.
    waiting: RefCell<BTreeMap<usize, VecDeque<usize>>>,
    pub(super) lines: RefCell<CacheLines>,
    coroutines: Coroutines,
    /// When the present measurement began.
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
    /// What it waits for, and since when.
    waits: Option<Wait>,
    wakings: u32,
    has_ended: bool,
    /// What its time went to.
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

/// Which thread runs: the number of its birth within this run, the first thread's is 0.
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

    /// The number of the present run, or the last.
    pub(super) fn run(&self) -> u64 {
        self.runs.get()
    }

    pub(super) fn current(&self) -> usize {
        self.coroutines.current()
    }

    /// A run begins.
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

    /// It has ended; how many processors have not.
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

    /// Lets one processor after the other go on, until none can.
    pub(super) fn drive(&self) {
        self.coroutines.drive(|| self.enter(), |ended| self.bury(ended));
    }

    /// The next to go on, from where its clock stands.
    fn enter(&self) -> Option<usize> {
        let next = self.next.get()?;
        set_clock(self.processors.borrow()[next].clock);
        self.set_until();
        Some(next)
    }

    /// A new processor, which begins when it has been woken.
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

    /// So many more are busy.
    fn count_busy(&self, more: isize) {
        self.busy.set(self.busy.get().strict_add_signed(more));
        let Costs { node, crowding, .. } = self.costs.get();
        // Who only waits for the others, as the first does, is none of them.
        let crowding = if self.busy.get() > 1 { crowding } else { 0 };
        let node = u64::from(node) * u64::from(100 + crowding) / 100;
        HOT.with(|hot| hot.node.set((node - node / 4, 2 * (node / 4) + 1)));
    }

    fn make_ready(&self, processor: usize, clock: u64) {
        let waking = self.processors.borrow()[processor].wakings;
        self.ready.borrow_mut().push(Reverse(ProcessorTurn { clock, processor, waking }));
        HOT.with(|hot| hot.until.set(hot.until.get().min(clock + AHEAD)));
    }

    /// When the first of the others goes on.
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

    /// The processor that runs is too far ahead: others go on first.
    #[cold]
    #[inline(never)]
    fn fall_back(&self) {
        if self.first().is_some_and(|first| first.saturating_add(AHEAD) < clock()) {
            self.pause();
        } else {
            self.set_until();
        }
    }

    /// Lets all others come to where the clock of the processor that runs stands.
    pub(super) fn turn(&self) {
        if self.is_on() && self.first().is_some_and(|first| first < clock()) {
            self.pause();
        }
    }

    /// Others go on until this one is the furthest behind.
    fn pause(&self) {
        self.make_ready(self.current(), clock());
        self.give_way();
    }

    /// Lets the one go on that is the furthest behind. Comes back when that is this one.
    fn give_way(&self) {
        self.settle();
        self.choose_next();
        self.coroutines.give_way();
    }

    /// The one that is the furthest behind is next.
    fn choose_next(&self) {
        let next = self.first().and_then(|_| self.ready.borrow_mut().pop());
        self.next.set(next.map(|Reverse(turn)| self.arrive(&turn)));
    }

    /// Whose turn it is; if it waited, the time of waiting is over.
    fn arrive(&self, turn: &ProcessorTurn) -> usize {
        if self.processors.borrow()[turn.processor].waits.is_some() {
            self.stop_waiting(turn.processor, turn.clock);
        }
        self.processors.borrow_mut()[turn.processor].clock = turn.clock;
        turn.processor
    }

    /// Books the nodes of the processor that runs, and notes its clock.
    fn settle(&self) {
        let (spent, waited) = HOT.with(|hot| (hot.spent.take(), hot.waited.take()));
        let mut processors = self.processors.borrow_mut();
        let processor = &mut processors[self.current()];
        processor.clock = clock();
        processor.book(Cause::Nodes, spent);
        processor.book(Cause::Table, waited);
    }

    /// The processor that runs spends so long on `cause`.
    pub(super) fn charge(&self, cause: Cause, time: u64) {
        set_clock(clock() + time);
        self.book(self.current(), cause, time);
    }

    fn book(&self, processor: usize, cause: Cause, time: u64) {
        self.processors.borrow_mut()[processor].book(cause, time);
    }

    /// `processor`, which ran last, has ended.
    fn bury(&self, processor: usize) {
        self.settle();
        self.processors.borrow_mut()[processor].has_ended = true;
        self.count_busy(-1);
        while self.wake_up(end_of(processor), clock(), 0) {}
        self.choose_next();
    }
}

/// What those wait for who wait for the end of a processor: no address.
fn end_of(processor: usize) -> usize {
    usize::MAX - processor
}

/// A node has been visited.
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
    /// From here on it is counted what time goes to.
    pub(in crate::timed) fn start_measuring(&self) {
        self.settle();
        let mut processors = self.processors.borrow_mut();
        processors.iter_mut().for_each(|processor| processor.causes.clear());
        self.origin.set(clock());
    }

    /// What it went to since then. The processor that asks is none of those that are measured.
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
