//! Fits the patterns of Othello.

pub(crate) mod fit;
pub(crate) mod play;
mod sample;
