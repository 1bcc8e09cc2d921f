//! [`Branch`]: the nested form of a tree, from which a position is built.

use eldest::Score;

/// A node with everything below it, for building a [`Tree`](super::Tree).
///
/// ```
/// use eldest_games::trees::{Branch, Tree};
/// use eldest::Score;
///
/// // Arrays of one type nest directly; `inner` takes mixed children.
/// let uniform = Tree::from([[3, 5], [2, 9]]);
/// let uneven = Tree::from(Branch::inner([
///     Branch::from([3, 5]).again(), // the same player moves once more
///     Branch::leaf(Score::WIN),
/// ]));
/// assert_eq!(uniform.to_string(), "[[3 5] [2 9]]");
/// assert_eq!(uneven.to_string(), "[=[3 5] W]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub(super) score: Score,
    pub(super) again: bool,
    pub(super) children: Vec<Branch>,
}

impl Branch {
    /// Creates a leaf: a finished game with this `score` for the side to move.
    ///
    /// # Panics
    /// If `score` is neither within ±[`Score::MAX_VALUE`] nor [`Score::WIN`] nor [`Score::LOSS`].
    #[must_use]
    pub fn leaf(score: Score) -> Self {
        assert!(is_leaf_score(score), "a leaf is worth at most Score::MAX_VALUE, a win or a loss");
        Self { score, again: false, children: Vec::new() }
    }

    /// Creates a node with `children` and an estimate of 0.
    ///
    /// # Panics
    /// If there are no children, or more than 65,536.
    #[must_use]
    pub fn inner(children: impl IntoIterator<Item = Self>) -> Self {
        let children: Vec<Self> = children.into_iter().collect();
        assert!(!children.is_empty(), "an inner node needs a child");
        assert!(children.len() <= MAX_WIDTH, "a node has at most {MAX_WIDTH} children");
        Self { score: Score::DRAW, again: false, children }
    }

    /// Returns the same node, but the player of the move to it moves again. Has no effect at the
    /// root.
    #[must_use]
    pub fn again(self) -> Self {
        Self { again: true, ..self }
    }

    /// Sets the estimate of an inner node, for the side to move and a search that stops there.
    ///
    /// # Panics
    /// If this is a leaf, or `estimate` is beyond ±[`Score::MAX_VALUE`].
    #[must_use]
    pub fn worth(self, estimate: Score) -> Self {
        assert!(!self.children.is_empty(), "a leaf has its score already");
        assert!(estimate.get().abs() <= Score::MAX_VALUE.get(), "an estimate is a value");
        Self { score: estimate, ..self }
    }

    /// Returns whether the game is over here.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

/// The most children a node may have: their ordinals are moves and move codes of 16 bits.
pub(super) const MAX_WIDTH: usize = 1 << 16;

/// Returns whether a leaf may have this `score`.
pub(super) fn is_leaf_score(score: Score) -> bool {
    score.get().abs() <= Score::MAX_VALUE.get() || score == Score::WIN || score == Score::LOSS
}

impl From<Score> for Branch {
    fn from(score: Score) -> Self {
        Self::leaf(score)
    }
}

impl From<i32> for Branch {
    fn from(points: i32) -> Self {
        Self::leaf(Score::new(points))
    }
}

impl<T: Into<Branch>, const N: usize> From<[T; N]> for Branch {
    fn from(children: [T; N]) -> Self {
        Self::inner(children.map(Into::into))
    }
}
