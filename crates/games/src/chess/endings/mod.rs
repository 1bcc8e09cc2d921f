//! Endings of chess with few men: fast rules, and dense numbers for databases.
//!
//! [`Ending`] is a position with at most five men and its own move generator: a list of men, and
//! legal moves by the lines of checks and pins. [`Endings`] numbers these positions for
//! `eldest-retro`, with moves backwards. [`ChessEndings`] gives the same numbers to positions of
//! [`Chess`](super::Chess), whose moves are those of `cozy-chess`.
//!
//! The values of a database are those of [`Timeless`](super::Timeless) chess: distances to mate,
//! without the fifty-move rule. Ströhlein built the first such database, of king and rook against
//! king ("Untersuchungen über kombinatorische Spiele", 1970); the fold of the board by its
//! symmetries is that of Thompson ("Retrograde Analysis of Certain Endgames", 1986).

mod combinations;
mod ending;
mod frame;
mod group;
mod guard;
mod layout;
mod material;
mod men;
mod numbering;
mod rules;
mod steps;
mod survey;
mod symmetry;
mod unmoves;

pub use ending::{Ending, MOST_MEN};
pub use numbering::{ChessEndings, Endings};
pub use steps::Step;
