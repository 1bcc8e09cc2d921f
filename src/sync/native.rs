//! The standard library: what every user's build has.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use std::thread::JoinHandle as Thread;

use std::io;
use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::{Builder, available_parallelism, scope};
use std::time::{Duration, Instant};

/// Time since the first call, from a clock that never goes back.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work(0)` to `work(workers - 1)` side by side, the first on the calling thread, and returns
/// when all have ended.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    scope(|scope| {
        for worker in 1..workers {
            let work = &work;
            // Without a thread to be had, the work is done here.
            if Builder::new().spawn_scoped(scope, move || work(worker)).is_err() {
                work(worker);
            }
        }
        work(0);
    });
}

/// No address space has room for a larger stack. Some systems refuse the number itself, and the
/// standard library panics then.
const MOST_STACK: usize = usize::MAX / 4;

/// A thread with a stack of `stack` bytes that does `work`.
pub(super) fn spawn(stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    if stack > MOST_STACK {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    Builder::new().name("eldest".into()).stack_size(stack).spawn(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_larger_than_all_memory_is_an_error() {
        for stack in [MOST_STACK, MOST_STACK + 1, usize::MAX] {
            assert!(spawn(stack, || ()).is_err(), "{stack}");
        }
    }
}
