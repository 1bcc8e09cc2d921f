//! [`Algorithm`]: the way threads share the work.
//!
//! The row of an algorithm in [`Algorithm::scheme`] holds everything that the search needs to know
//! about it. A new algorithm is a new row here; if it shares siblings in a new way, add a variant
//! of [`How`] and a file next to `parallel/mod.rs`, which calls it.

use std::fmt;
use std::str::FromStr;

/// The way threads share the work. All algorithms find the same value; they differ in how the
/// younger siblings of a node are searched. With one thread every algorithm is the same serial
/// search, node for node.
///
/// ```
/// use eldest::Algorithm;
///
/// assert_eq!("abdada".parse(), Ok(Algorithm::Abdada));
/// assert_eq!(Algorithm::default().name(), "ybw");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// In parallel at the root only.
    RootSplit,
    /// In parallel at nodes of the principal variation only (Marsland and Campbell 1982).
    PvSplit,
    /// In parallel at any node whose first child, the eldest brother, is done (Feldmann, Monien,
    /// Mysliwietz and Vornberger 1989: Young Brothers Wait).
    #[default]
    YoungBrothersWait,
    /// Every thread searches the same tree, and defers siblings that another thread is searching
    /// (Weill 1996).
    Abdada,
    /// ABDADA with fewer marks (Kerrigan 2017: Simplified ABDADA).
    SimplifiedAbdada,
    /// Every thread searches the same tree in a different order or to a different depth; the
    /// threads share only the table.
    LazySmp,
}

/// The properties of an algorithm.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scheme {
    name: &'static str,
    summary: &'static str,
    pub(crate) how: How,
    /// At nodes expected to fail high, the number of children searched before the rest is shared,
    /// unless [`Sharing::cut_siblings`](super::options::Sharing::cut_siblings) is set: what
    /// measured best.
    pub(crate) cut_siblings: usize,
}

const fn row(name: &'static str, how: How, cut_siblings: usize, summary: &'static str) -> Scheme {
    Scheme { name, summary, how, cut_siblings }
}

/// The way the younger siblings of a node are shared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Among the threads that join a split point.
    Split(At),
    /// Every thread searches the root, and defers siblings that another one is searching.
    Defer(Marking),
    /// Every thread searches the root, each with a different sibling first; every second one a ply
    /// deeper.
    Stagger,
}

/// Which nodes are split.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum At {
    Root,
    Pv,
    Any,
}

/// The way a position is marked as being searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Marking {
    /// By the number of threads that search it.
    Count,
    /// By its key, for its first search only.
    Name,
}

impl How {
    /// Whether every thread searches the root, so that threads share only the table.
    pub(crate) fn is_race(self) -> bool {
        !matches!(self, Self::Split(_))
    }
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 6] = [
        Self::RootSplit,
        Self::PvSplit,
        Self::YoungBrothersWait,
        Self::Abdada,
        Self::SimplifiedAbdada,
        Self::LazySmp,
    ];

    /// Returns the row of an algorithm: its name, how and where siblings are shared, the number of
    /// serial children at cut nodes, and a summary.
    #[rustfmt::skip]
    pub(crate) const fn scheme(self) -> Scheme {
        match self {
            Self::RootSplit =>
                row("root-split", How::Split(At::Root), 1, "Parallel at the root"),
            Self::PvSplit =>
                row("pv-split", How::Split(At::Pv), 1, "Parallel on the principal variation"),
            Self::YoungBrothersWait =>
                row("ybw", How::Split(At::Any), 1, "Young Brothers Wait: parallel wherever the first child is done"),
            Self::Abdada =>
                row("abdada", How::Defer(Marking::Count), 3, "All threads search the same tree, and defer siblings that another one is searching"),
            Self::SimplifiedAbdada =>
                row("simplified-abdada", How::Defer(Marking::Name), 3, "ABDADA with fewer marks"),
            Self::LazySmp =>
                row("lazy-smp", How::Stagger, 1, "All threads search the same tree in different orders"),
        }
    }

    /// Returns the name, such as `ybw`, which is also what [`FromStr`] parses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.scheme().name
    }

    /// Returns a description of one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.scheme().summary
    }
}

/// Prints the [`name`](Algorithm::name).
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no algorithm is called '{name}'; there are {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm {
    name: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let named = Self::ALL.into_iter().find(|algorithm| algorithm.name() == text);
        named.ok_or_else(|| UnknownAlgorithm { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written_and_another_is_refused() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        let refused = "serial".parse::<Algorithm>().unwrap_err().to_string();
        assert!(refused.starts_with("no algorithm is called 'serial'; there are root-split, pv-"));
    }
}
