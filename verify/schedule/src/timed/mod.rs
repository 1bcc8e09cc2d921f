//! A simulated machine of many processors, each with a clock, to predict the run time of code
//! there.
//!
//! Each thread is a processor. The processor whose clock is the furthest behind runs next, so they
//! access shared data in the order of their clocks. [`Costs`] sets the cost of a node, a lock, a
//! notification. Writes of many processors to a word are serialised, and waiting ones are charged.
//! [`Account`] reports the time by cause. The same [`Costs`] and seed give the same run, to the
//! nanosecond.
//!
//! ```
//! use eldest_schedule::timed::{Costs, Cause, measure, node, run, spawn};
//!
//! let (account, _) = run(Costs::default(), 0, || {
//!     measure(|| {
//!         let work = || (0..1000).for_each(|_| node());
//!         let threads = [spawn(1 << 16, work), spawn(1 << 16, work)];
//!         threads.into_iter().for_each(|thread| thread.expect("a thread").join().expect("no panic"));
//!     })
//! }).expect("no deadlock");
//! assert!(account.elapsed < 2 * account.spent(&Cause::Nodes) / 3);
//! ```
//!
//! # Limits
//! - Memory is not simulated. An access to the table takes [`Costs::probe`], whatever caches hold
//!   and however many processors share the memory. [`Costs::crowding`] only raises the cost of
//!   nodes once two processors are busy.
//! - Between two nodes, a processor may run ahead of the others by [`AHEAD`], and they may see its
//!   stores without a lock too early by as much.

mod account;
mod atomic;
mod lines;
mod lock;
mod machine;
mod run;

pub use account::{Account, Cause, Costs};
pub use atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, count};
pub use lock::{Condvar, Mutex, MutexGuard, lock, wait, wait_for};
pub use machine::{AHEAD, current, node, now, probe};
pub use run::{measure, run, spawn};
