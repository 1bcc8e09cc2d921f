//! The serial search: its values, its answers, its limits, its table, what breaks it.
//!
//! One program for all of them: what they ask of a search is compiled once.

#[path = "../common/mod.rs"]
mod common;

mod answer;
#[cfg(debug_assertions)]
mod broken_contracts;
mod limits;
mod memory;
mod robust;
mod root;
mod table;
mod value;
