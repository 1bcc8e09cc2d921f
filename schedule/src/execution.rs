//! [`run`]: one execution, from its first task to the end of its last.

use crate::policy::Policy;
use crate::scheduler::{Scheduler, Task};
use crate::stacks;
use corosensei::CoroutineResult;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Bytes of stack for the first thread.
const MAIN_STACK: usize = 1 << 20;

/// What an execution came to.
#[derive(Debug)]
pub struct Execution<T> {
    /// What the first thread has returned, if all threads have ended.
    pub result: Result<T, Failure>,
    /// How many steps all threads have taken together.
    pub steps: u64,
    /// How many times another thread than before went on.
    pub switches: u64,
    /// The choices that were made: [`Policy::bytes`] makes them again.
    pub choices: Vec<u8>,
}

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// The first thread has panicked.
    Panic(Box<dyn Any + Send>),
    /// So many threads wait for something that will not come, the first perhaps among them.
    Deadlock(usize),
    /// There were more steps than allowed.
    TooLong,
}

/// Runs `main` as the first thread, and those that it spawns, for at most `most_steps` steps, with the
/// choices of `policy`.
///
/// After a failure, what threads that have not ended hold is never dropped.
///
/// # Panics
/// Within an execution, and if there is no memory for a stack.
pub fn run<T: 'static>(
    policy: Policy,
    most_steps: u64,
    main: impl FnOnce() -> T + 'static,
) -> Execution<T> {
    let result = Rc::new(Cell::new(None));
    let told = Rc::clone(&result);
    let work = move || told.set(Some(catch_unwind(AssertUnwindSafe(main))));
    Scheduler::with(|scheduler| {
        assert!(!scheduler.is_on(), "executions do not nest");
        scheduler.begin(policy, most_steps);
        scheduler.spawn(MAIN_STACK, work).expect("memory for a stack");
        drive(scheduler);
        let (steps, switches) = (scheduler.steps(), scheduler.switches());
        let (choices, left) = scheduler.end();
        let result = match result.take() {
            Some(Err(panic)) => Err(Failure::Panic(panic)),
            _ if scheduler.is_too_long() => Err(Failure::TooLong),
            Some(Ok(result)) if left == 0 => Ok(result),
            _ => Err(Failure::Deadlock(left)),
        };
        Execution { result, steps, switches, choices }
    })
}

/// Resumes one task after the other, until none can go on.
fn drive(scheduler: &Scheduler) {
    let mut tasks: Vec<Option<Task>> = Vec::new();
    loop {
        if !scheduler.born.borrow().is_empty() {
            tasks.extend(scheduler.born.take().into_iter().map(Some));
        }
        let Some(chosen) = scheduler.enter_next() else { break };
        let task = tasks[chosen].as_mut().expect("only tasks that have not ended are chosen");
        if let CoroutineResult::Return(()) = task.resume(()) {
            stacks::give_back(tasks[chosen].take().expect("it was there").into_stack());
            scheduler.bury(chosen);
        }
    }
    tasks.into_iter().flatten().for_each(abandon);
}

/// Frees the stack of a task that will never go on.
fn abandon(mut task: Task) {
    // SAFETY: nothing on its stack is dropped, and nothing outside refers to it but by leaked handles:
    // what coroutines share is owned by reference counts, and these stay above zero for good.
    unsafe { task.force_reset() };
    stacks::give_back(task.into_stack());
}
