//! The games that the programs of `eldest` know.
//!
//! - [`games`]: a game by its name, as in `connect4:6x4`, for a [`Visitor`](games::Visitor) that works with any.
//! - [`games::Catalog`]: the games that a program knows; [`games::Own`] is that of a program with a game of its own.
//! - [`input`]: positions from the command line, from files, and from stdin; which files a program may open.
//! - [`text`]: values and counts as text.
//! - [`codec`]: positions and moves as certificates have them.
#![forbid(unsafe_code)]

#[cfg(feature = "certificates")]
pub mod codec;
pub mod games;
pub mod input;
pub mod text;
