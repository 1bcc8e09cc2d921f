//! The algorithms as published: their values, the nodes that they visit, where published forms are wrong.
//!
//! One program for all of them: what they ask of a search is compiled once.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/pseudocode/small.rs"]
mod small;

mod published_pseudocode;
mod smallest_tree;
mod traces;
mod values;
mod visits;
