//! The algorithms as published: to read beside their papers, to check a search against, to count
//! nodes with.
//!
//! They use no table, no threads, and no move ordering beyond the ranks that a game gives. Each
//! function takes a [`GameTree`] and returns the value of its root for the side to move. Functions
//! that take a [`Window`](crate::Window) return bounds outside it, as classified by
//! [`Window::classify`](crate::Window::classify), except [`negascout_1983`], which only returns the
//! side on which the value lies. `docs/textbook.md` has the table of which form is exact under
//! which conditions, with the tests that show it.
//!
//! | function | published |
//! |---|---|
//! | [`minimax`], [`negamax`] | the definition |
//! | [`alpha_beta_hard`], [`alpha_beta`] | Knuth and Moore 1975, Fishburn 1983 |
//! | [`scout`] | Pearl 1980 |
//! | [`negascout_1983`], [`negascout_1989`], [`negascout_1999`] | Reinefeld |
//! | [`pvs`], [`pvs_pair`] with [`null_window_search`] | Marsland 1986, Marsland and Campbell 1982 |
//! | [`mtdf`] | Plaat, Schaeffer, Pijls and de Bruin 1996 |
//!
//! ```
//! use eldest::textbook::{GameTree, Scouting, alpha_beta, pvs};
//! use eldest::{Depth, ZeroEvaluator, Window};
//! # use eldest::doc::Countdown;
//!
//! let mut plain = GameTree::new(Countdown::new(12), &ZeroEvaluator);
//! let mut scouted = GameTree::new(Countdown::new(12), &ZeroEvaluator);
//! assert_eq!(
//!     alpha_beta(&mut plain, Window::FULL, Depth::END),
//!     pvs(&mut scouted, Scouting::SAFE, Window::FULL, Depth::END),
//! );
//! ```

mod algorithm;
mod alpha_beta;
mod minimax;
mod mtdf;
mod negascout;
mod pvs;
mod scout;
mod scouting;
mod traced;
mod tree;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use alpha_beta::{alpha_beta, alpha_beta_hard};
pub use minimax::{best_moves, minimax, negamax, root_values};
pub use mtdf::mtdf;
pub use negascout::{negascout_1983, negascout_1989, negascout_1999};
pub use pvs::{null_window_search, pvs, pvs_pair};
pub use scout::scout;
pub use scouting::{NullWindows, Research, Scouting};
pub use tree::{GameTree, NodeCounts};
