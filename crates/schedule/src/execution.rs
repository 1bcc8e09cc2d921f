//! [`run`]: one execution, from its first task to the end of its last.

use crate::policy::Policy;
use crate::scheduler::Scheduler;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Bytes of stack for the first thread.
pub(crate) const MAIN_STACK: usize = 1 << 20;

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
    /// The first thread has panicked, with this text.
    Panic(String),
    /// So many threads wait for something that will not come, the first perhaps among them.
    Deadlock(usize),
    /// There were more steps than allowed.
    TooLong,
}

/// Runs `main` as the first thread, and those that it spawns, for at most `most_steps` steps, with the
/// choices of `policy`.
///
/// After a failure, what threads that have not ended hold is never dropped, and their stacks are never
/// used again.
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
        scheduler.drive();
        let (steps, switches) = (scheduler.steps(), scheduler.switches());
        let (choices, left) = scheduler.end();
        let result = match result.take() {
            Some(Err(panic)) => Err(Failure::Panic(text(&*panic))),
            _ if scheduler.is_too_long() => Err(Failure::TooLong),
            Some(Ok(result)) if left == 0 => Ok(result),
            _ => Err(Failure::Deadlock(left)),
        };
        Execution { result, steps, switches, choices }
    })
}

/// What a panic says.
pub(crate) fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").to_owned()
}
