//! shuttle: another scheduler that is not our own, for a second opinion.

pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use shuttle::thread::JoinHandle as Thread;

use shuttle::thread::Builder;
use std::io;
use std::time::Duration;

/// No time passes.
pub(crate) fn now() -> Duration {
    Duration::ZERO
}

/// A thread that does `work`; how large stacks are is a matter of shuttle's configuration.
pub(super) fn spawn(_stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    Builder::new().name("eldest".into()).spawn(work)
}
