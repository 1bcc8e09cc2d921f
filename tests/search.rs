//! What searches, tables and the algorithms as published answer.
//!
//! One program for all of them: what they ask of a search is compiled once, and linked once. What
//! needs a process to itself is in `tests/alone.rs`.
//!
//! Of each kind of game and table that an engine is asked about the whole search is compiled: where
//! any table will do, it is an `AnyTable`.

mod common;

mod batch;
mod pages;
mod parallel;
#[cfg(feature = "rayon")]
mod parallel_rayon;
mod parallel_tiny;
mod public_types;
mod running;
#[cfg(all(feature = "map", feature = "save"))]
mod saved;
mod serial;
mod signature;
mod textbook;
mod timeline;
