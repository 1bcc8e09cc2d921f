//! [`run`]: one run of the machine, from the start of its first thread to the end of its last.

use super::account::Account;
use super::account::Costs;
use super::machine::Machine;
use crate::execution::{ExecutionFailure, MAIN_STACK, text};
use crate::thread::{AwaitEnd, Thread};
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Runs `main` as the first thread, with the threads that it spawns, each on its own processor.
/// Returns the result of `main`. `seed` determines the variation of the cost of nodes.
///
/// # Errors
/// If `main` panics, or threads wait for ever. Values that these own are leaked.
///
/// # Panics
/// Within a run, and if there is no memory for a stack.
pub fn run<T: 'static>(
    costs: Costs,
    seed: u64,
    main: impl FnOnce() -> T + 'static,
) -> Result<T, ExecutionFailure> {
    let result = Rc::new(Cell::new(None));
    let output = Rc::clone(&result);
    let work = move || output.set(Some(catch_unwind(AssertUnwindSafe(main))));
    Machine::with(|machine| {
        assert!(!machine.is_on(), "runs do not nest");
        machine.begin(costs, seed);
        machine.spawn(MAIN_STACK, work).expect("memory for a stack");
        machine.drive();
        let left = machine.end();
        match result.take() {
            Some(Err(panic)) => Err(ExecutionFailure::Panic(text(&*panic))),
            Some(Ok(result)) if left == 0 => Ok(result),
            _ => Err(ExecutionFailure::Deadlock(left)),
        }
    })
}

/// Does `work`. Returns the time of all other processors meanwhile, and the result: the thread that
/// waits for a search measures it.
pub fn measure<R>(work: impl FnOnce() -> R) -> (Account, R) {
    Machine::with(Machine::start_measuring);
    let result = work();
    (Machine::with(Machine::measured), result)
}

/// Spawns a thread that does `work` on its own processor, with a stack of at least `stack` bytes.
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
