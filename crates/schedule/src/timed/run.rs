//! [`run`]: one run of the machine, from its first thread to the end of its last.

use super::account::Account;
use super::account::Costs;
use super::machine::Machine;
use crate::execution::{Failure, MAIN_STACK, text};
use crate::thread::{AwaitEnd, Thread};
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Runs `main` as the first thread, and those that it spawns, each on a processor of its own; what `main`
/// returns. `seed` decides how much longer than another one a node takes.
///
/// # Errors
/// If it panics, or some of them wait for what will not come. What they hold is never dropped.
///
/// # Panics
/// Within a run, and if there is no memory for a stack.
pub fn run<T: 'static>(
    costs: Costs,
    seed: u64,
    main: impl FnOnce() -> T + 'static,
) -> Result<T, Failure> {
    let result = Rc::new(Cell::new(None));
    let told = Rc::clone(&result);
    let work = move || told.set(Some(catch_unwind(AssertUnwindSafe(main))));
    Machine::with(|machine| {
        assert!(!machine.is_on(), "runs do not nest");
        machine.begin(costs, seed);
        machine.spawn(MAIN_STACK, work).expect("memory for a stack");
        machine.drive();
        let left = machine.end();
        match result.take() {
            Some(Err(panic)) => Err(Failure::Panic(text(&*panic))),
            Some(Ok(result)) if left == 0 => Ok(result),
            _ => Err(Failure::Deadlock(left)),
        }
    })
}

/// Does `work`, and tells what the time of all other processors went to meanwhile: what a search takes is told
/// by whoever waits for it.
pub fn measure<R>(work: impl FnOnce() -> R) -> (Account, R) {
    Machine::with(Machine::start_measuring);
    let result = work();
    (Machine::with(Machine::measured), result)
}

/// A thread that does `work` on a stack of `stack` bytes or more, on a processor of its own.
///
/// # Errors
/// If there is no memory for its stack, or no run under way.
pub fn spawn<T: Send + 'static>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Thread<T>> {
    Thread::new(work, |work| {
        Machine::with(|machine| {
            let (run, processor) = (machine.run(), machine.spawn(stack, work)?);
            let join = move || Machine::with(|machine| machine.join(run, processor));
            Ok(Box::new(join) as AwaitEnd)
        })
    })
}
