//! Draws searches of the [`eldest`] core.
//!
//! - [`tree`]: the tree that an algorithm searches, as text, SVG, a graph for Graphviz, or JSON.
//! - [`timeline`]: the activity of each thread over time, as SVG or as trace events.
//! - [`plot`]: line charts, as SVG.
#![forbid(unsafe_code)]

pub mod plot;
pub mod timeline;
pub mod tree;
