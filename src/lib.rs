//! `eldest`: a game-tree search core to link to your own game.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod conformance;
#[doc(hidden)]
pub mod doc;
mod position;
mod sync;

pub use position::{
    Bound, Bounds, Depth, Evaluator, Even, KeyKind, Moves, Position, Score, Side, Window,
};
