//! The algorithms as published: their values, the nodes that they visit, where published forms are
//! wrong.

#[path = "../../benches/experiments/pseudocode/small.rs"]
mod small;

mod published_pseudocode;
mod smallest_tree;
mod traces;
mod values;
mod visits;
