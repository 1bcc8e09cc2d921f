//! Synthetic game trees: explicit ones, written leaf by leaf, and generated ones of any size.
//!
//! | type | what it is | for |
//! |---|---|---|
//! | [`Tree`] | a tree given as text or nested arrays | drawings, counterexamples, fuzzing |
//! | [`Synthetic`] | a tree computed on the fly from a [`Spec`] | experiments, large searches |
//! | [`AnyTree`] | either of them, from one line of text | command lines |
//! | [`Distances`] | any position, with wins counting their distance | tests |
//! | [`Watched`] | any position, with a record of the nodes visited | tests, drawings |
//!
//! In the first three, a move is the ordinal of a child, counted from 0, and the move code is one
//! more. A [`TreePath`] of ordinals identifies a position.
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
mod explicit;
mod notation;
mod path;
mod spec;
mod synthetic;

use eldest::{Position, forward_position};
use std::sync::{Arc, Mutex, PoisonError};

pub use any::{AnyTree, ParseAnyTreeError, Undo};
pub use branch::Branch;
pub use explicit::Tree;
pub use notation::{ParseTreeError, TreeFault};
pub use path::{PathError, TreePath};
pub use spec::{Spec, SpecError, TreeKind};
pub use synthetic::{Synthetic, SyntheticNode};

/// A position whose wins and losses count their distance: one ply more each time they back up.
/// Otherwise it forwards to the inner position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances<P>(pub P);

impl<P: Position> Position for Distances<P> {
    // Bounds of the inner values do not hold with distances: a winning move may not be the one that
    // wins soonest, bounds may be nearer than the win, and distances have no grid.
    forward_position!(self.0: P; except
        WIN_DISTANCE, relevant_moves, bounds, bounds_for, granularity, fingerprint);

    const WIN_DISTANCE: bool = true;

    fn fingerprint(&self) -> u64 {
        !self.0.fingerprint()
    }
}

/// A position that records the key after each move. Otherwise it forwards to the inner position.
/// Clones share the record.
///
/// ```
/// use eldest::{Depth, Score, textbook};
/// use eldest_games::trees::{Tree, Watched};
///
/// let root = Watched::new(Tree::from([[3, 5], [2, 9]]));
/// let evaluator = |node: &Watched<Tree>| node.inner().estimate();
/// let mut tree = textbook::GameTree::new(root.clone(), &evaluator);
/// textbook::alpha_beta(&mut tree, eldest::Window::FULL, Depth::END);
/// assert_eq!(root.take(), [1, 3, 4, 2, 5]); // not 6, the leaf worth 9
/// ```
#[derive(Clone, Debug)]
pub struct Watched<P> {
    inner: P,
    visits: Arc<Mutex<Vec<u64>>>,
}

impl<P> Watched<P> {
    /// Wraps `inner`, with an empty record.
    pub fn new(inner: P) -> Self {
        Self { inner, visits: Arc::default() }
    }

    /// Returns the inner position.
    pub fn inner(&self) -> &P {
        &self.inner
    }

    /// Returns the keys reached since the last call, in order.
    #[must_use]
    pub fn take(&self) -> Vec<u64> {
        std::mem::take(&mut self.visits.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<P: Position> Position for Watched<P> {
    forward_position!(self.inner: P; except play);

    fn play(&mut self, mv: P::Move) -> P::Undo {
        let undo = self.inner.play(mv);
        self.visits.lock().unwrap_or_else(PoisonError::into_inner).push(self.inner.key());
        undo
    }
}
