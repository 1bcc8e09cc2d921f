//! A deterministic scheduler, for code whose threads, atomics and locks come from here.
//!
//! Threads are coroutines on one thread of the system. Before each operation that another thread
//! could observe (an atomic access, a lock, a notification) the scheduler chooses the thread that
//! runs next. A [`Policy`] makes the choices, at random or from given bytes. The same choices give
//! the same execution, bit for bit, and every execution records its choices as bytes, so that a
//! random finding can be replayed and minimised.
//!
//! ```
//! use eldest_schedule::{AtomicU64, ExecutionFailure, Policy, run, spawn};
//! use std::sync::Arc;
//! use std::sync::atomic::Ordering::SeqCst;
//!
//! /// Two threads count to two, and one increment may be lost.
//! fn count() -> u64 {
//!     let counter = Arc::new(AtomicU64::new(0));
//!     let mine = Arc::clone(&counter);
//!     let add = |counter: &AtomicU64| counter.store(counter.load(SeqCst) + 1, SeqCst);
//!     let other = spawn(1 << 16, move || add(&mine)).expect("within an execution");
//!     add(&counter);
//!     other.join().expect("no panic");
//!     counter.load(SeqCst)
//! }
//!
//! let lost = (0..).map(|seed| run(Policy::uniform(seed), 1000, count)).find(|execution| {
//!     matches!(execution.result, Ok(1))
//! });
//! let again = run(Policy::bytes(lost.unwrap().choices, 0), 1000, count);
//! assert!(matches!(again.result, Ok(1)));
//!
//! let forever = run(Policy::uniform(0), 1000, || loop { AtomicU64::new(0).load(SeqCst); });
//! assert!(matches!(forever.result, Err(ExecutionFailure::TooLong)));
//! ```
//!
//! # Limits
//! - Executions are sequentially consistent: every operation takes effect for all threads at once.
//!   Too weak memory orderings must be found by a model checker.
//! - Only operations of these types are interrupted, and not, for example, changes of reference
//!   counts. Whether the last strong reference is dropped before or after a weak one is upgraded
//!   depends on the surrounding steps.
//! - A shortage of threads is not simulated. Up to 256 threads may be runnable.
//! - A thread that is abandoned while it unwinds, because its execution has failed, leaves
//!   [`std::thread::panicking`] true on this thread of the system.

mod atomics;
mod coroutines;
mod execution;
mod mutex;
mod policy;
mod scheduler;
mod thread;
pub mod timed;

pub use atomics::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub use execution::{Execution, ExecutionFailure, run};
pub use mutex::{Condvar, Mutex, MutexGuard, lock, wait};
pub use policy::Policy;
pub use scheduler::{current, now, pass, turn_back};
pub use thread::{Thread, spawn};
