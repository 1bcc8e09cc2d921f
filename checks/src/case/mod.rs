//! [`Case`]: a graph whose rules and evaluator have a fuse, its oracle, and an engine with any table, one
//! that lies among them. What `table` and `abort` ask questions of.

mod engine;
mod fuse;
mod fused;
mod left;
mod lies;
mod rig;

pub use engine::{Case, Question};
pub use fuse::{CALLS, Call, Fuse};
pub use fused::{Fused, FusedJudge};
pub use left::{check_deeper_entries, check_entries, check_entries_of};
pub use lies::Lies;
pub use rig::Rig;
