//! The parallel searches: their values, their answers, their limits, what breaks them.
//!
//! One program for all of them: what they ask of a search is compiled once.

#[path = "../common/mod.rs"]
mod common;

mod answer;
mod drop;
mod limits;
mod robust;
mod value;
