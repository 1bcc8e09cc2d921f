//! Tables as streams of bytes: what they keep, and what is refused.
//!
//! One program for all of them: what they ask of a search is compiled once.

#[path = "../common/mod.rs"]
mod common;

mod refused;
mod table;
