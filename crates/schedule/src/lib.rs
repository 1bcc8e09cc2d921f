//! A deterministic scheduler, for code whose threads, atomics and locks come from here.
//!
//! Threads are coroutines on one thread of the system. Before each operation that another thread could
//! see (an atomic access, a lock, a notification) the scheduler decides who goes on; a
//! [`Policy`] makes the choices: by chance, or read from bytes. The same choices give the same
//! execution, bit for bit, and every execution tells its choices as bytes, so that what chance has
//! found can be replayed and made smaller.
//!
//! ```
//! use eldest_schedule::{AtomicU64, Failure, Policy, run, spawn};
//! use std::sync::Arc;
//! use std::sync::atomic::Ordering::SeqCst;
//!
//! /// Two threads count to two, and one of them may get lost.
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
//! assert!(matches!(forever.result, Err(Failure::TooLong)));
//! ```
//!
//! # What it does not see
//! - It is sequentially consistent: every operation takes effect at once for all. A memory ordering
//!   that is too weak is a model checker's to find.
//! - What threads share in other ways than through these types it does not interrupt: counts of
//!   references, for one. Whether the last strong one is dropped before or after somebody upgrades a
//!   weak one depends on the steps around.
//! - Threads can always be had, up to 256 at a time.
//! - A thread that is given up while it unwinds, because its execution has failed, leaves
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
pub use execution::{Execution, Failure, run};
pub use mutex::{Condvar, Mutex, MutexGuard, lock, wait};
pub use policy::Policy;
pub use scheduler::{current, now, pass, turn_back};
pub use thread::{Thread, spawn};
