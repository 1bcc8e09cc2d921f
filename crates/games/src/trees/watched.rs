//! [`Watched`]: the same game, with a record of every move that a search plays.

use eldest::{Position, forward_position};
use std::sync::{Arc, Mutex, PoisonError};

/// A position that writes down the key of every position that a move leads to; apart from that the
/// one inside. Clones write into the same record.
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
    /// `inner`, with an empty record.
    pub fn new(inner: P) -> Self {
        Self { inner, visits: Arc::default() }
    }

    /// The position itself.
    pub fn inner(&self) -> &P {
        &self.inner
    }

    /// The keys in the order in which they were reached since the last call.
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
