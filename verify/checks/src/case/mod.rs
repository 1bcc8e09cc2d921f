//! [`FusedCase`]: a graph whose rules and evaluator have a fuse, its oracle, and an engine with any
//! table, one that lies among them. What `table` and `abort` ask questions of.

mod engine;
mod left;
mod lies;

pub use engine::{CaseTable, DepthQuestion, FusedCase};
pub use left::{check_deeper_entries, check_entries, check_entries_of};
pub use lies::{Lies, LyingTable};
