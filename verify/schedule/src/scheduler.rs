//! [`Scheduler`]: chooses the task that runs next.
//!
//! There is one for each thread of the system. At each step of an execution, the running coroutine
//! chooses the next task. If it is another one, it yields to the loop in `coroutines.rs`, which
//! resumes that task.

use crate::coroutines::Coroutines;
use crate::policy::{MOST_READY, Policy};
use std::cell::{Cell, RefCell};
use std::io;
use std::num::NonZero;
use std::time::Duration;

/// The state of an execution. Tasks are numbered in order of creation.
pub(crate) struct Scheduler {
    /// The number of executions that have begun.
    executions: Cell<u64>,
    /// The limit on the steps of this execution; 0 outside of one.
    most_steps: Cell<u64>,
    steps: Cell<u64>,
    /// Microseconds by which the clock was advanced beyond the steps, and by which it was turned
    /// back.
    ahead: Cell<u64>,
    behind: Cell<u64>,
    switches: Cell<u64>,
    /// The task to resume, if any is runnable.
    next: Cell<Option<usize>>,
    is_too_long: Cell<bool>,
    policy: RefCell<Policy>,
    /// The runnable tasks, in an order that depends on the choices alone.
    ready: RefCell<Vec<usize>>,
    tasks: RefCell<Vec<TaskStatus>>,
    coroutines: Coroutines,
}

/// The status of a task.
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

/// Marks a point before an observable operation, where another task may run first.
#[inline]
pub(crate) fn point() {
    Scheduler::with(|scheduler| {
        if scheduler.is_on() {
            scheduler.step();
        }
    });
}

/// Returns the time since the execution began: one microsecond per step, plus the times of [`pass`]
/// and minus those of [`turn_back`].
#[must_use]
pub fn now() -> Duration {
    Duration::from_micros(Scheduler::with(Scheduler::time))
}

/// Advances the clock by `time`, in whole microseconds: simulates a long computation without steps.
pub fn pass(time: Duration) {
    Scheduler::with(|scheduler| add(&scheduler.ahead, time));
}

/// Turns the clock back by `time`, in whole microseconds, but not below zero: simulates a clock
/// that is not monotonic.
pub fn turn_back(time: Duration) {
    Scheduler::with(|scheduler| add(&scheduler.behind, time));
}

fn add(to: &Cell<u64>, time: Duration) {
    let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    to.set(to.get().saturating_add(time));
}

/// Returns the number of the running thread; the threads of an execution are numbered from 0 in
/// order of creation.
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

    /// Returns the number of the current execution, or of the last one.
    pub(crate) fn execution(&self) -> u64 {
        self.executions.get()
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Returns the clock, in microseconds.
    fn time(&self) -> u64 {
        self.steps().saturating_add(self.ahead.get()).saturating_sub(self.behind.get())
    }

    pub(crate) fn switches(&self) -> u64 {
        self.switches.get()
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.is_too_long.get()
    }

    /// Begins an execution.
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

    /// Ends the execution. Returns the choices that were made, and the number of tasks that have
    /// not ended.
    pub(crate) fn end(&self) -> (Vec<u8>, usize) {
        self.most_steps.set(0);
        self.ready.take();
        let left = self.tasks.take().iter().filter(|task| !task.has_ended).count();
        (self.policy.borrow_mut().choices(), left)
    }

    /// Creates a runnable task. Returns its number.
    pub(crate) fn spawn(&self, stack: usize, work: impl FnOnce() + 'static) -> io::Result<usize> {
        if !self.is_on() {
            return Err(io::Error::other("threads live within an execution"));
        }
        if self.ready.borrow().len() == MOST_READY {
            return Err(io::Error::other("more threads than a choice can distinguish"));
        }
        let number = self.coroutines.spawn(stack, work)?;
        self.tasks.borrow_mut().push(TaskStatus::default());
        self.ready.borrow_mut().push(number);
        Ok(number)
    }

    /// Runs tasks until none is runnable.
    pub(crate) fn drive(&self) {
        self.coroutines.drive(|| self.next.get(), |ended| self.finish(ended));
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

    /// Chooses the next task, which may be `current`; `None` if none is runnable.
    #[inline]
    fn pick(&self, current: Option<usize>) -> Option<usize> {
        let ready = self.ready.borrow();
        let place = current.and_then(|current| ready.iter().position(|&task| task == current));
        let among = NonZero::new(ready.len())?;
        Some(ready[self.policy.borrow_mut().next(among, place)])
    }

    /// Switches to `next`. Returns when the calling task is resumed.
    fn give_way(&self, next: Option<usize>) {
        self.switches.set(self.switches.get() + 1);
        self.next.set(next);
        self.coroutines.give_way();
    }

    /// Blocks the running task until `name` is woken.
    pub(crate) fn block(&self, name: usize) {
        let current = self.coroutines.current();
        self.tasks.borrow_mut()[current].waits_for = Some(name);
        self.give_way(self.without(current));
    }

    /// Removes `task` from the runnable ones, and chooses the next, if any.
    fn without(&self, task: usize) -> Option<usize> {
        self.ready.borrow_mut().retain(|&other| other != task);
        self.pick(None)
    }

    /// Marks `task`, which ran last, as ended.
    fn finish(&self, task: usize) {
        self.tasks.borrow_mut()[task].has_ended = true;
        self.wake_all(task);
        self.next.set(self.without(task));
    }

    /// Blocks until `task` of `execution` has ended; returns at once if that execution is over.
    pub(crate) fn join(&self, execution: u64, task: usize) {
        if !self.is_on() || self.execution() != execution {
            return;
        }
        self.step();
        while !self.tasks.borrow()[task].has_ended {
            self.block(task);
        }
    }

    /// Chooses one of `count` alternatives by the policy.
    pub(crate) fn choose(&self, count: usize) -> usize {
        self.policy.borrow_mut().choose(count)
    }

    /// Makes all tasks runnable that wait for `name`.
    pub(crate) fn wake_all(&self, name: usize) {
        for (number, task) in self.tasks.borrow_mut().iter_mut().enumerate() {
            if task.waits_for == Some(name) {
                task.waits_for = None;
                self.ready.borrow_mut().push(number);
            }
        }
    }

    /// Makes one of the tasks runnable that wait for `name`.
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
