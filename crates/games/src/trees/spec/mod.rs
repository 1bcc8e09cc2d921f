//! [`Spec`]: the specification of a generated tree, in one line of text.

mod text;

use eldest::Score;

/// The specification of a generated tree. The same specification gives the same tree on every
/// machine.
///
/// As text: `kind:key=value,...`. Omitted keys have their default.
///
/// | key | kinds | meaning | default |
/// |---|---|---|---|
/// | `width` | all | the most moves of a node | 3 |
/// | `depth` | all | plies from the root to the farthest leaf | 5 |
/// | `seed` | all | seed of the generator | 0 |
/// | `range` | all but `ordered` | leaves have scores from −range to +range; a small range gives ties | 100 |
/// | `spread` | `ordered` | a move is worse than the best by 1 to spread | 100 |
/// | `again` | `uneven`, `dag` | % of nodes where the player of the last move moves again | 0 |
/// | `stop` | `uneven` | % of nodes where the game is over early | 15 |
/// | `chain` | `uneven` | % of nodes with only one move | 15 |
/// | `first` | `ordered` | % of nodes whose first move is the best | 70 |
/// | `quarter` | `ordered` | % of nodes whose best move is in the first quarter of the moves | 90 |
/// | `fold` | `ordered` | classes into which the nodes of one ply and value are folded; 0 for none | 0 |
/// | `tempo` | `ordered` | a horizon above the leaves adds −tempo to +tempo to the value | 0 |
///
/// `fold` and `tempo` are written only if nonzero.
///
/// ```
/// use eldest_games::trees::Spec;
///
/// let spec: Spec = "ordered:width=20,depth=8".parse()?;
/// assert_eq!(
///     spec.to_string(),
///     "ordered:width=20,depth=8,seed=0,spread=100,first=70,quarter=90"
/// );
/// assert!("ordered:range=5".parse::<Spec>().is_err());
/// # Ok::<(), eldest_games::trees::SpecError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The kind of tree.
    pub kind: TreeKind,
    /// The most moves of a node; at least 1.
    pub width: u16,
    /// Plies from the root to the farthest leaf.
    pub depth: u16,
    /// The seed of the generator.
    pub seed: u64,
    /// The largest score of a leaf, in points. For [`TreeKind::Ordered`] the spread: the largest
    /// loss of a move against the best one.
    pub range: u32,
}

/// The kinds of generated trees. All probabilities are in percent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TreeKind {
    /// Every inner node of the same width, every leaf at the same depth, values independent.
    Uniform,
    /// Widths from 1 up to the given one, games that end early.
    Uneven {
        /// Probability that the game is over at a node above the full depth.
        stop: u8,
        /// Probability that a node has only one move.
        chain: u8,
        /// Probability that the player of the move to a node moves there too.
        again: u8,
    },
    /// Positions that several move orders reach: a node is the multiset of the moves that led to
    /// it.
    Dag {
        /// Probability that the player of the move to a node moves there too.
        again: u8,
    },
    /// Strongly ordered trees (after Marsland and Campbell, "Parallel search of strongly ordered
    /// game trees", ACM Computing Surveys 14(4), 1982), with a root value known by construction.
    ///
    /// Each node has an assigned value. The best child gets that value, negated; the other children
    /// get values that are worse for the parent. The score of a leaf is its assigned value.
    ///
    /// With `fold` the tree becomes a graph: nodes with the same ply, value and class are
    /// identical. A search with a table visits few nodes, even if there are many paths.
    ///
    /// With `tempo` the estimates of all nodes of a ply differ from the assigned values by the same
    /// number, for the first player. So the root's value at each depth is known too, and differs
    /// between depths.
    Ordered {
        /// Probability that the first move is the best one.
        first: u8,
        /// Probability that the best move is in the first quarter of the moves, rounded up; at
        /// least `first`. With a width of 4 or less, the first quarter is the first move, and only
        /// `first` counts.
        quarter: u8,
        /// The number of classes into which the nodes of one ply and value are folded; 0 for a
        /// tree.
        fold: u32,
        /// The largest difference between the value at a depth and the value to the end.
        tempo: u32,
    },
}

impl TreeKind {
    const ALL: [(&'static str, Self); 4] = [
        ("uniform", Self::Uniform),
        ("uneven", Self::Uneven { stop: 15, chain: 15, again: 0 }),
        ("dag", Self::Dag { again: 0 }),
        ("ordered", Self::Ordered { first: 70, quarter: 90, fold: 0, tempo: 0 }),
    ];

    /// Returns the name: `uniform`, `uneven`, `dag` or `ordered`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Uneven { .. } => "uneven",
            Self::Dag { .. } => "dag",
            Self::Ordered { .. } => "ordered",
        }
    }
}

impl Spec {
    /// Checks the constraints that involve several numbers.
    fn check(self) -> Result<Self, SpecError> {
        let TreeKind::Ordered { first, quarter, tempo, .. } = self.kind else { return Ok(self) };
        if quarter < first {
            return Err(SpecError::QuarterBelowFirst { first, quarter });
        }
        let largest = u64::from(self.range) * (u64::from(self.depth) + 1) + u64::from(tempo);
        let fits = largest <= Score::MAX_VALUE.get().unsigned_abs().into();
        if fits { Ok(self) } else { Err(SpecError::SpreadTooLarge) }
    }
}

/// The errors in the text of a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such kind of tree.
    #[error("no kind of tree is called {0:?}; there are uniform, uneven, dag and ordered")]
    UnknownKind(String),
    /// A part that is not `key=value`.
    #[error("expected key=value, found {0:?}")]
    NotAPair(String),
    /// A key that this kind does not have.
    #[error("{kind} trees have no {key:?}; they have {known}")]
    UnknownKey {
        /// The kind of tree.
        kind: &'static str,
        /// The key found.
        key: String,
        /// The valid keys.
        known: String,
    },
    /// A value that is not a number, or out of range.
    #[error("{key}={value}: expected a number from {least} to {most}")]
    BadNumber {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The least number allowed.
        least: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// `quarter` below `first`.
    #[error("quarter={quarter} is below first={first}, but the first move is in the first quarter")]
    QuarterBelowFirst {
        /// Probability of the first move.
        first: u8,
        /// Probability of the first quarter.
        quarter: u8,
    },
    /// The values of an ordered tree would exceed the score range: they may grow by the spread at
    /// each ply.
    #[error("spread times (depth + 1), plus tempo, is at most 4000000")]
    SpreadTooLarge,
}
