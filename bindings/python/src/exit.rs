//! What threads do at the end of the program. A thread that returns to an interpreter that has ended
//! ends the process with an error: so the program waits for its own threads, and lets those of the
//! caller stay outside.

use eldest_bindings::StopToken;
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The threads that may return to the interpreter.
struct Threads {
    /// Those of this library that have a state of the interpreter.
    present: usize,
    /// Those of the caller that wait for this library.
    calling: usize,
    /// The thread that ends the program, once it does.
    ending: Option<ThreadId>,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads { present: 0, calling: 0, ending: None });
static LEFT: Condvar = Condvar::new();

fn threads() -> MutexGuard<'static, Threads> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Whether something waits for this thread, so that it must not stay where it is.
    static IS_AWAITED: Cell<bool> = const { Cell::new(false) };
}

/// Calls `work` on a thread that something waits for.
fn awaited<T>(work: impl FnOnce() -> T) -> T {
    IS_AWAITED.set(true);
    let result = work();
    IS_AWAITED.set(false);
    result
}

/// Counts a thread of this library while it has a state of the interpreter.
struct Present;

impl Present {
    fn new() -> Self {
        threads().present += 1;
        Self
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        threads().present -= 1;
        LEFT.notify_all();
    }
}

/// Runs `run` on a thread that the interpreter knows: without a state that stays, each method of a
/// game would create one, which takes longer than most methods.
pub(crate) fn within_interpreter<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let _present = Present::new();
    Python::attach(|py| py.detach(|| awaited(run)))
}

/// Calls `work` without the interpreter. At the end of the program, the thread of a caller does not
/// return: so `work` owns what has threads, which it drops then.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    if IS_AWAITED.get() {
        return py.detach(work);
    }
    let result = py.detach(|| {
        threads().calling += 1;
        if is_to_stay() {
            drop(work);
        } else {
            let result = awaited(work);
            if !is_to_stay() {
                return result;
            }
        }
        end();
        stay()
    });
    end();
    result
}

/// Ends a call: what it had is dropped, or the thread has returned.
fn end() {
    threads().calling -= 1;
    LEFT.notify_all();
}

/// Whether another thread ends the program.
fn is_to_stay() -> bool {
    threads().ending.is_some_and(|ending| ending != thread::current().id())
}

fn stay() -> ! {
    loop {
        thread::park();
    }
}

/// Lets no other thread of a caller return any more, and stops calls of this library: the program
/// ends.
pub(crate) fn begin_exit() {
    threads().ending = Some(thread::current().id());
    ALL_CALLS.stop();
}

/// Stops when the program ends.
static ALL_CALLS: LazyLock<StopToken> = LazyLock::new(StopToken::new);

/// Returns a token for one call, which is stopped when the program ends.
pub(crate) fn token() -> StopToken {
    ALL_CALLS.below()
}

/// Waits until no thread needs the interpreter, `most` at most; returns whether none does.
pub(crate) fn settle(most: Duration) -> bool {
    let is_needed = |threads: &mut Threads| threads.present + threads.calling > 0;
    let waited = LEFT.wait_timeout_while(threads(), most, is_needed);
    !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
}

/// Forgets all threads, in a process made by `fork`.
pub(crate) fn forget_threads() {
    *threads() = Threads { present: 0, calling: 0, ending: None };
}

/// Drops a value whose threads may need the interpreter. When the interpreter has ended they cannot
/// have it: the value is kept then.
pub(crate) fn drop_detached<T: Send>(value: Option<T>) {
    let Some(value) = value else { return };
    let mut kept = Some(value);
    Python::try_attach(|py| {
        let value = kept.take();
        detached(py, || drop(value));
    });
    std::mem::forget(kept);
}
