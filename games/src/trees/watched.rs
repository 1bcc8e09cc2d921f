//! [`Watched`]: the same game, with a record of every move that a search plays.

use eldest::{Bounds, KeyKind, Moves, Position, Score, Side};
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
    type Move = P::Move;
    type Undo = P::Undo;

    const ALTERNATES: bool = P::ALTERNATES;
    const WIN_DISTANCE: bool = P::WIN_DISTANCE;
    const PATH_DEPENDENT: bool = P::PATH_DEPENDENT;

    fn side(&self) -> Side {
        self.inner.side()
    }

    fn key(&self) -> u64 {
        self.inner.key()
    }

    fn key_kind(&self) -> KeyKind {
        self.inner.key_kind()
    }

    fn over(&self) -> Option<Score> {
        self.inner.over()
    }

    fn moves(&self, out: &mut Moves<'_, P::Move>) {
        self.inner.moves(out);
    }

    fn play(&mut self, mv: P::Move) -> P::Undo {
        let undo = self.inner.play(mv);
        self.visits.lock().unwrap_or_else(PoisonError::into_inner).push(self.inner.key());
        undo
    }

    fn undo(&mut self, mv: P::Move, undo: P::Undo) {
        self.inner.undo(mv, undo);
    }

    fn move_code(&self, mv: P::Move) -> u16 {
        self.inner.move_code(mv)
    }

    fn relevant_moves(&self, out: &mut Moves<'_, P::Move>) {
        self.inner.relevant_moves(out);
    }

    fn bounds(&self) -> Bounds {
        self.inner.bounds()
    }

    fn key_after(&self, mv: P::Move) -> Option<u64> {
        self.inner.key_after(mv)
    }

    fn plies_left(&self) -> Option<u32> {
        self.inner.plies_left()
    }

    fn range(&self) -> Bounds {
        self.inner.range()
    }

    fn granularity(&self) -> u32 {
        self.inner.granularity()
    }

    fn fingerprint(&self) -> u64 {
        self.inner.fingerprint()
    }
}
