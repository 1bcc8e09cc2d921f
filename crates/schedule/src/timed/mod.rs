//! A machine of many processors, with a clock for each: how long the same code would take there.
//!
//! A thread is a processor. The one whose clock is behind all others goes on, so what they share they meet in
//! the order of their clocks. A node, a lock, a notification cost what [`Costs`] says; a word that many
//! processors write is written by one after the other, and who waits for it is charged. What the time went to
//! is told by [`Account`]. The same [`Costs`] and seed give the same run, to the last nanosecond.
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
//! # What it does not see
//! - Memory: a look at the table waits for [`Costs::probe`], whatever is in a cache and however many processors
//!   share the memory; [`Costs::crowding`] makes nodes dearer as soon as two processors are busy, and no more.
//! - Between two nodes a processor may run ahead of the others by [`AHEAD`]; what it stores without a lock they
//!   may see so much too early.

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
