//! Databases from end to end: built, verified, probed and searched with, by public items alone.

mod end_to_end;
mod graph;
mod ladder;
mod numbers;
