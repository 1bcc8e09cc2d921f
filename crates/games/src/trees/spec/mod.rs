//! [`Spec`]: what a generated tree is to look like, in one line of text.

mod text;

use eldest::Score;

/// The recipe of a generated tree; the same recipe, the same tree, on every machine.
///
/// As text: `kind:key=value,...`. Keys that are left out have their default.
///
/// | key | kinds | meaning | default |
/// |---|---|---|---|
/// | `width` | all | moves at a node, at most | 3 |
/// | `depth` | all | plies from the root to the farthest leaf | 5 |
/// | `seed` | all | which tree of this kind | 0 |
/// | `range` | all but `ordered` | leaves are worth −range to +range; a small one makes ties | 100 |
/// | `spread` | `ordered` | a move is worse than the best by 1 to spread | 100 |
/// | `again` | `uneven`, `dag` | % of nodes where the player who moved there moves again | 0 |
/// | `stop` | `uneven` | % of nodes where the game is over early | 15 |
/// | `chain` | `uneven` | % of nodes that have one move only | 15 |
/// | `first` | `ordered` | % of nodes whose first move is the best | 70 |
/// | `quarter` | `ordered` | % of nodes whose best move is in the first quarter of the moves | 90 |
/// | `fold` | `ordered` | classes into which the nodes of one ply and value are folded; 0, none | 0 |
/// | `tempo` | `ordered` | a horizon above the leaves adds −tempo to +tempo to the value | 0 |
///
/// `fold` and `tempo` are written only if they are not 0.
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
    pub kind: Kind,
    /// Moves at a node, at most; at least 1.
    pub width: u16,
    /// Plies from the root to the farthest leaf.
    pub depth: u16,
    /// Which tree of this kind.
    pub seed: u64,
    /// The largest value of a leaf, in points; for [`Kind::Ordered`] the spread: how much worse
    /// than the best a move may be.
    pub range: u32,
}

/// The kinds of generated trees. All odds are in percent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every inner node of the same width, every leaf at the same depth, values independent.
    Uniform,
    /// Widths from 1 up to the given one, games that end early.
    Uneven {
        /// Odds that the game is over at a node above the full depth.
        stop: u8,
        /// Odds that a node has one move only.
        chain: u8,
        /// Odds that the player who moved to a node moves there too.
        again: u8,
    },
    /// Positions that are reached by several orders of moves: a node is the multiset of the moves
    /// that led to it.
    Dag {
        /// Odds that the player who moved to a node moves there too.
        again: u8,
    },
    /// Strongly ordered trees (after Marsland and Campbell, "Parallel search of strongly ordered
    /// game trees", ACM Computing Surveys 14(4), 1982), with a root value known by construction.
    ///
    /// Every node is assigned a value; the best child gets just that, negated, the other children
    /// something worse for the parent. A leaf is worth the value assigned to it.
    ///
    /// With `fold` the tree becomes a graph: nodes of the same ply, value and class are the same
    /// node. However many paths there are, a search with a table visits few nodes.
    ///
    /// With `tempo` the estimates of all nodes of a ply differ from the assigned values by the same
    /// number, as the first player sees it. So the root's value at each depth is known too, but
    /// it is another one for each.
    Ordered {
        /// Odds that the first move is the best one.
        first: u8,
        /// Odds that the best move is in the first quarter of the moves, rounded up; at least
        /// `first`. With a width of 4 or less the first quarter is the first move, and only
        /// `first` counts.
        quarter: u8,
        /// Classes into which the nodes of one ply and value are folded; 0 for a tree.
        fold: u32,
        /// By how much the value at a depth may differ from that to the end, at most.
        tempo: u32,
    },
}

impl Kind {
    const ALL: [(&'static str, Self); 4] = [
        ("uniform", Self::Uniform),
        ("uneven", Self::Uneven { stop: 15, chain: 15, again: 0 }),
        ("dag", Self::Dag { again: 0 }),
        ("ordered", Self::Ordered { first: 70, quarter: 90, fold: 0, tempo: 0 }),
    ];

    /// `uniform`, `uneven`, `dag` or `ordered`.
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
    /// What no number can be wrong about alone.
    fn check(self) -> Result<Self, SpecError> {
        let Kind::Ordered { first, quarter, tempo, .. } = self.kind else { return Ok(self) };
        if quarter < first {
            return Err(SpecError::QuarterBelowFirst { first, quarter });
        }
        let largest = u64::from(self.range) * (u64::from(self.depth) + 1) + u64::from(tempo);
        let fits = largest <= Score::MAX_VALUE.get().unsigned_abs().into();
        if fits { Ok(self) } else { Err(SpecError::SpreadTooLarge) }
    }
}

/// What is wrong with the text of a [`Spec`].
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
        /// The keys there are.
        known: String,
    },
    /// A value that is no number, or out of bounds.
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
        /// Odds of the first move.
        first: u8,
        /// Odds of the first quarter.
        quarter: u8,
    },
    /// Values of an ordered tree may grow by its spread at each ply.
    #[error("spread times (depth + 1), plus tempo, is at most 4000000")]
    SpreadTooLarge,
}
