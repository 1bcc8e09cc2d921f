//! Synthetic game trees: explicit ones, written down leaf by leaf, and generated ones of any size.
//!
//! | type | what it is | for |
//! |---|---|---|
//! | [`Tree`] | a tree given as text or nested arrays | drawings, counterexamples, fuzzing |
//! | [`Synthetic`] | a tree computed on the fly from a [`Spec`] | experiments, large searches |
//! | [`AnyTree`] | either of them, from one line of text | command lines |
//! | [`Distances`] | any position, with wins counting their distance | tests |
//! | [`Watched`] | any position, with a record of the nodes visited | tests, drawings |
//!
//! In all of them a move is the ordinal of a child, counted from 0, and so is its move code;
//! a [`Path`] of ordinals names a position.
//!
//! ```
//! use eldest::{Depth, textbook};
//! use eldest_games::trees::Tree;
//!
//! let tree: Tree = "[[3 5] [2 9]]".parse()?;
//! let mut tree = textbook::GameTree::new(tree, &Tree::estimate);
//! assert_eq!(textbook::negamax(&mut tree, Depth::END).get(), 3);
//! # Ok::<(), eldest_games::trees::ParseTreeError>(())
//! ```

mod any;
mod branch;
mod distances;
mod explicit;
mod notation;
mod path;
mod spec;
mod synthetic;
mod watched;

pub use any::{AnyTree, ParseAnyTreeError, Undo};
pub use branch::Branch;
pub use distances::Distances;
pub use explicit::Tree;
pub use notation::{ParseTreeError, TreeFault};
pub use path::{Path, PathError};
pub use spec::{Kind, Spec, SpecError};
pub use synthetic::{Node, Synthetic};
pub use watched::Watched;
