//! `eldest`: a game-tree search core to link to your own game.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[doc(hidden)]
pub mod doc;
mod position;
mod sync;
pub mod textbook;

pub use position::{
    Bound, Bounds, Depth, Evaluator, Even, KeyKind, Moves, Position, Score, Side, Window,
};
