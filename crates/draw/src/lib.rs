//! Pictures of searches of the [`eldest`] core.
//!
//! - [`tree`]: the tree that an algorithm searches, as text, SVG, a graph for Graphviz, or JSON.
//! - [`timeline`]: which thread searched what when, as SVG or as trace events.
//! - [`plot`]: lines in a system of coordinates, as SVG.
#![forbid(unsafe_code)]

pub mod plot;
pub mod timeline;
pub mod tree;
