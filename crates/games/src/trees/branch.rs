//! [`Branch`]: a tree as it is written down, before it becomes a position.

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
    /// A finished game, worth `score` to the side to move there.
    ///
    /// # Panics
    /// If `score` is neither within ±[`Score::MAX_VALUE`] nor [`Score::WIN`] nor [`Score::LOSS`].
    #[must_use]
    pub fn leaf(score: Score) -> Self {
        assert!(is_leaf_score(score), "a leaf is worth at most Score::MAX_VALUE, a win or a loss");
        Self { score, again: false, children: Vec::new() }
    }

    /// A node with `children`, worth 0 if a search stops there.
    ///
    /// # Panics
    /// If there is no child, or more than 65,536 of them.
    #[must_use]
    pub fn inner(children: impl IntoIterator<Item = Self>) -> Self {
        let children: Vec<Self> = children.into_iter().collect();
        assert!(!children.is_empty(), "an inner node needs a child");
        assert!(children.len() <= MAX_WIDTH, "a node has at most {MAX_WIDTH} children");
        Self { score: Score::DRAW, again: false, children }
    }

    /// The same node, reached by a move after which the same player moves again. No matter at the
    /// root.
    #[must_use]
    pub fn again(self) -> Self {
        Self { again: true, ..self }
    }

    /// The same inner node, worth `estimate` to the side to move if a search stops there.
    ///
    /// # Panics
    /// If this is a leaf, or `estimate` is beyond ±[`Score::MAX_VALUE`].
    #[must_use]
    pub fn worth(self, estimate: Score) -> Self {
        assert!(!self.children.is_empty(), "a leaf has its score already");
        assert!(estimate.get().abs() <= Score::MAX_VALUE.get(), "an estimate is a value");
        Self { score: estimate, ..self }
    }

    /// Whether the game is over here.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

/// The most children a node may have: their ordinals are moves and move codes of 16 bits.
pub(super) const MAX_WIDTH: usize = 1 << 16;

/// Whether a finished game may be worth `score`.
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
