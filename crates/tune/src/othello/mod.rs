//! Fits the trained evaluation of Othello.

mod excluded;
pub(crate) mod fit;
pub(crate) mod play;
mod sample;
