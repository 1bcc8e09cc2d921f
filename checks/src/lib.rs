//! What the fuzzers assert, and on which inputs.
//!
//! The body of each target is a plain function over [`arbitrary::Unstructured`], so that the same
//! body runs three ways: under libFuzzer (`fuzz/`), as an ordinary test over the corpus that is
//! checked in and over fresh inputs (`checks/tests/`), and as a long soak from the command line
//! (`cargo run --release -p eldest-checks`).

#[cfg(not(schedule))]
pub mod abort;
pub mod chance;
pub mod definition;
pub mod graph;
pub mod met;
#[cfg(schedule)]
pub mod schedule;
#[cfg(not(schedule))]
pub mod table;
pub mod target;

pub use chance::{Chance, Random};
pub use graph::Graph;
pub use target::{TARGETS, Target};
