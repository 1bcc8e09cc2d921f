//! Searches under way: borrowed and owned engines, handles, caps on plies, a whole small engine.
//!
//! One program for all of them: what they ask of a search is compiled once.

#[path = "../common/mod.rs"]
mod common;

mod borrowed;
mod handles;
mod owned;
mod ply_caps;
mod whole_engine;
