//! [`Scheduler`]: who goes on.
//!
//! One for each thread of the system. Within an execution, the coroutine that runs asks at each of its
//! steps who is next, and if it is another one, gives way to the loop in `coroutines.rs`, which
//! resumes that one.

use crate::coroutines::Coroutines;
use crate::policy::{MOST_READY, Policy};
use std::cell::{Cell, RefCell};
use std::io;
use std::num::NonZero;
use std::time::Duration;

/// Who goes on. Tasks are named by their numbers, in the order of their birth.
pub(crate) struct Scheduler {
    /// How many executions have begun.
    executions: Cell<u64>,
    /// Steps that this execution may take; 0 outside of one.
    most_steps: Cell<u64>,
    steps: Cell<u64>,
    /// Microseconds that the clock is ahead of the steps, and that it was turned back.
    ahead: Cell<u64>,
    behind: Cell<u64>,
    switches: Cell<u64>,
    /// The task to resume, if any can go on.
    next: Cell<Option<usize>>,
    is_too_long: Cell<bool>,
    policy: RefCell<Policy>,
    /// Tasks that can go on, in an order that depends on the choices alone.
    ready: RefCell<Vec<usize>>,
    tasks: RefCell<Vec<TaskStatus>>,
    coroutines: Coroutines,
}

/// What is known of a task.
#[derive(Default)]
struct TaskStatus {
    waits_for: Option<usize>,
    has_ended: bool,
}

thread_local! {
    static SCHEDULER: Scheduler = Scheduler {
        executions: Cell::new(0),
        most_steps: Cell::new(0),
        steps: Cell::new(0),
        ahead: Cell::new(0),
        behind: Cell::new(0),
        switches: Cell::new(0),
        next: Cell::new(None),
        is_too_long: Cell::new(false),
        policy: RefCell::new(Policy::uniform(0)),
        ready: RefCell::default(),
        tasks: RefCell::default(),
        coroutines: Coroutines::default(),
    };
}

/// A step that others could see comes next: somebody else may go first.
#[inline]
pub(crate) fn point() {
    Scheduler::with(|scheduler| {
        if scheduler.is_on() {
            scheduler.step();
        }
    });
}

/// The time since the execution began: a microsecond for each step, and what [`pass`] adds and
/// [`turn_back`] takes away.
#[must_use]
pub fn now() -> Duration {
    Duration::from_micros(Scheduler::with(Scheduler::time))
}

/// Lets `time` pass, to the microsecond, while no thread takes a step: a computation that lasts.
pub fn pass(time: Duration) {
    Scheduler::with(|scheduler| add(&scheduler.ahead, time));
}

/// Turns the clock back by `time`, to the microsecond, but not below zero: a clock that is not
/// monotonic.
pub fn turn_back(time: Duration) {
    Scheduler::with(|scheduler| add(&scheduler.behind, time));
}

fn add(to: &Cell<u64>, time: Duration) {
    let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    to.set(to.get().saturating_add(time));
}

/// Which thread runs: the number of its birth within this execution, the first thread's is 0.
#[must_use]
pub fn current() -> usize {
    Scheduler::with(|scheduler| scheduler.coroutines.current())
}

impl Scheduler {
    #[inline]
    pub(crate) fn with<R>(f: impl FnOnce(&Self) -> R) -> R {
        SCHEDULER.with(f)
    }

    /// Whether an execution is under way.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.most_steps.get() > 0
    }

    /// The number of the present execution, or the last.
    pub(crate) fn execution(&self) -> u64 {
        self.executions.get()
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Microseconds on the clock.
    fn time(&self) -> u64 {
        self.steps().saturating_add(self.ahead.get()).saturating_sub(self.behind.get())
    }

    pub(crate) fn switches(&self) -> u64 {
        self.switches.get()
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.is_too_long.get()
    }

    /// An execution begins.
    pub(crate) fn begin(&self, policy: Policy, most_steps: u64) {
        self.executions.set(self.executions.get() + 1);
        self.most_steps.set(most_steps.max(1));
        self.steps.set(0);
        self.ahead.set(0);
        self.behind.set(0);
        self.switches.set(0);
        self.next.set(Some(0));
        self.is_too_long.set(false);
        self.policy.replace(policy);
    }

    /// It has ended: the choices that were made, and how many tasks have not ended.
    pub(crate) fn end(&self) -> (Vec<u8>, usize) {
        self.most_steps.set(0);
        self.ready.take();
        let left = self.tasks.take().iter().filter(|task| !task.has_ended).count();
        (self.policy.borrow_mut().choices(), left)
    }

    /// A new task, ready to go.
    pub(crate) fn spawn(&self, stack: usize, work: impl FnOnce() + 'static) -> io::Result<usize> {
        if !self.is_on() {
            return Err(io::Error::other("threads live within an execution"));
        }
        if self.ready.borrow().len() == MOST_READY {
            return Err(io::Error::other("more threads than a choice can tell apart"));
        }
        let number = self.coroutines.spawn(stack, work)?;
        self.tasks.borrow_mut().push(TaskStatus::default());
        self.ready.borrow_mut().push(number);
        Ok(number)
    }

    /// Runs one task after the other, until none can go on.
    pub(crate) fn drive(&self) {
        self.coroutines.drive(|| self.next.get(), |ended| self.bury(ended));
    }

    #[inline]
    fn step(&self) {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps > self.most_steps.get() {
            self.is_too_long.set(true);
            self.give_way(None);
        }
        let current = self.coroutines.current();
        let next = self.pick(Some(current));
        if next != Some(current) {
            self.give_way(next);
        }
    }

    /// Who is next, if anybody can go on; perhaps `current`.
    #[inline]
    fn pick(&self, current: Option<usize>) -> Option<usize> {
        let ready = self.ready.borrow();
        let place = current.and_then(|current| ready.iter().position(|&task| task == current));
        let among = NonZero::new(ready.len())?;
        Some(ready[self.policy.borrow_mut().next(among, place)])
    }

    /// Lets the loop resume `next`. Comes back when the running task is next.
    fn give_way(&self, next: Option<usize>) {
        self.switches.set(self.switches.get() + 1);
        self.next.set(next);
        self.coroutines.give_way();
    }

    /// Takes the running task out of those that can go on, until `name` is woken.
    pub(crate) fn block(&self, name: usize) {
        let current = self.coroutines.current();
        self.tasks.borrow_mut()[current].waits_for = Some(name);
        self.give_way(self.without(current));
    }

    /// `task` cannot go on: who is next, if anybody is.
    fn without(&self, task: usize) -> Option<usize> {
        self.ready.borrow_mut().retain(|&other| other != task);
        self.pick(None)
    }

    /// `task`, which ran last, has ended.
    fn bury(&self, task: usize) {
        self.tasks.borrow_mut()[task].has_ended = true;
        self.wake_all(task);
        self.next.set(self.without(task));
    }

    /// Blocks until `task` of `execution` has ended; not at all if that execution has.
    pub(crate) fn join(&self, execution: u64, task: usize) {
        if !self.is_on() || self.execution() != execution {
            return;
        }
        self.step();
        while !self.tasks.borrow()[task].has_ended {
            self.block(task);
        }
    }

    /// One of `count`, as the policy says.
    pub(crate) fn choose(&self, count: usize) -> usize {
        self.policy.borrow_mut().choose(count)
    }

    /// All who wait for `name` can go on.
    pub(crate) fn wake_all(&self, name: usize) {
        for (number, task) in self.tasks.borrow_mut().iter_mut().enumerate() {
            if task.waits_for == Some(name) {
                task.waits_for = None;
                self.ready.borrow_mut().push(number);
            }
        }
    }

    /// One of those who wait for `name` can go on.
    pub(crate) fn wake_one(&self, name: usize) {
        let mut tasks = self.tasks.borrow_mut();
        let waiting = tasks.iter().filter(|task| task.waits_for == Some(name)).count();
        let chosen = if waiting < 2 { 0 } else { self.choose(waiting) };
        let mut those =
            tasks.iter_mut().enumerate().filter(|(_, task)| task.waits_for == Some(name));
        if let Some((number, task)) = those.nth(chosen) {
            task.waits_for = None;
            self.ready.borrow_mut().push(number);
        }
    }
}
