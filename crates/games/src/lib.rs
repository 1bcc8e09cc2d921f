//! Games on the `eldest` search core.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect4;
pub mod domineering;
pub mod dots;
mod each;
mod hash;
pub mod kalah;
pub mod nim;
pub mod notation;
pub mod othello;
mod reader;
pub mod tictactoe;
pub mod trees;
