//! [`run`]: one execution, from the start of its first thread to the end of its last.

use crate::policy::Policy;
use crate::scheduler::Scheduler;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Stack size of the first thread, in bytes.
pub(crate) const MAIN_STACK: usize = 1 << 20;

/// The outcome of an execution.
#[derive(Debug)]
pub struct Execution<T> {
    /// The result of the first thread, if all threads have ended.
    pub result: Result<T, ExecutionFailure>,
    /// The number of steps of all threads together.
    pub steps: u64,
    /// The number of switches between threads.
    pub switches: u64,
    /// The choices that were made; [`Policy::bytes`] replays them.
    pub choices: Vec<u8>,
}

/// Why there is no result.
#[derive(Debug)]
pub enum ExecutionFailure {
    /// The first thread has panicked, with this message.
    Panic(String),
    /// This many threads wait for ever.
    Deadlock(usize),
    /// The limit on steps was exceeded.
    TooLong,
}

/// Runs `main` as the first thread, with the threads that it spawns, for at most `most_steps` steps
/// and with the choices of `policy`.
///
/// After a failure, values owned by threads that have not ended are leaked, with their stacks.
///
/// # Panics
/// Within an execution, and if there is no memory for a stack.
pub fn run<T: 'static>(
    policy: Policy,
    most_steps: u64,
    main: impl FnOnce() -> T + 'static,
) -> Execution<T> {
    let result = Rc::new(Cell::new(None));
    let output = Rc::clone(&result);
    let work = move || output.set(Some(catch_unwind(AssertUnwindSafe(main))));
    Scheduler::with(|scheduler| {
        assert!(!scheduler.is_on(), "executions do not nest");
        scheduler.begin(policy, most_steps);
        scheduler.spawn(MAIN_STACK, work).expect("memory for a stack");
        scheduler.drive();
        let (steps, switches) = (scheduler.steps(), scheduler.switches());
        let (choices, left) = scheduler.end();
        let result = match result.take() {
            Some(Err(panic)) => Err(ExecutionFailure::Panic(text(&*panic))),
            _ if scheduler.is_too_long() => Err(ExecutionFailure::TooLong),
            Some(Ok(result)) if left == 0 => Ok(result),
            _ => Err(ExecutionFailure::Deadlock(left)),
        };
        Execution { result, steps, switches, choices }
    })
}

/// Returns the message of a panic.
pub(crate) fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").to_owned()
}
