//! The games that the programs of `eldest` support.
//!
//! - [`games`]: finds a game by its name, as in `connect4:6x4`, and passes it to a generic
//!   [`Visitor`](games::Visitor).
//! - [`games::Catalog`]: the games that a program supports; [`games::Own`] is the catalog of a
//!   program for a single game.
//! - [`database`]: builds, verifies and opens databases of game values.
//! - [`input`]: positions from the command line, from files and from stdin, and the files that a
//!   program may open.
//! - [`text`]: values and counts as text.
//! - [`codec`]: positions and moves in certificates.
#![forbid(unsafe_code)]

#[cfg(feature = "certificates")]
pub mod codec;
#[cfg(feature = "databases")]
pub mod database;
pub mod games;
pub mod input;
pub mod text;
