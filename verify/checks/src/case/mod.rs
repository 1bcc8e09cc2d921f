//! [`FusedCase`]: a graph whose rules and evaluator have a fuse, its oracle, and an engine with any
//! table, one that lies among them. What `table` and `abort` ask questions of; `schedule` has the
//! fuse from here.

#[cfg(schedule)]
mod asked;
#[cfg(not(schedule))]
mod engine;
mod fuse;
mod fused;
#[cfg(not(schedule))]
mod left;
#[cfg(not(schedule))]
mod lies;
#[cfg(not(schedule))]
mod presence;
#[cfg(not(schedule))]
mod rig;

#[cfg(not(schedule))]
pub use engine::{DepthQuestion, FusedCase};
pub use fuse::{CALLS, Fuse, UserCall};
pub use fused::{FusedGraph, FusedJudge};
#[cfg(not(schedule))]
pub use left::{check_deeper_entries, check_entries, check_entries_of};
#[cfg(not(schedule))]
pub use lies::Lies;
#[cfg(not(schedule))]
pub use rig::Rig;
