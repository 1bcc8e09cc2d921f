//! [`Algorithm`]: how the work is shared among threads.
//!
//! All that the search asks about an algorithm stands in its row of [`Algorithm::scheme`]. A new one is a row
//! here; where it shares siblings as no other does, a variant of [`How`] too, and a file of its own beside
//! `parallel/mod.rs`, which calls it.

use std::fmt;
use std::str::FromStr;

/// How the work is shared among threads. All find the same value; what differs is how the younger
/// siblings of a node are searched. With one thread every algorithm is the same serial search, node for node.
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
    /// Side by side at the root only.
    RootSplit,
    /// Side by side at nodes of the principal variation only (Marsland and Campbell 1982).
    PvSplit,
    /// Side by side at any node whose first child, the eldest brother, is done (Feldmann, Monien,
    /// Mysliwietz and Vornberger 1989: Young Brothers Wait).
    #[default]
    YoungBrothersWait,
    /// Every thread searches the same tree; a sibling that another one is searching is put off
    /// (Weill 1996).
    Abdada,
    /// The same with fewer marks (Kerrigan 2017: Simplified ABDADA).
    SimplifiedAbdada,
    /// Every thread searches the same tree in another order or to another depth; they meet in the
    /// table only.
    LazySmp,
}

/// What an algorithm is, by all that the search asks about it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scheme {
    name: &'static str,
    summary: &'static str,
    pub(crate) how: How,
    /// At nodes that were expected to fail high, so many children are searched before the rest is shared,
    /// if [`Sharing::cut_siblings`](super::options::Sharing::cut_siblings) does not say: what measured best.
    pub(crate) cut_siblings: usize,
}

const fn row(name: &'static str, how: How, cut_siblings: usize, summary: &'static str) -> Scheme {
    Scheme { name, summary, how, cut_siblings }
}

/// How the younger siblings of a node are shared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Among those who come to a split point.
    Split(At),
    /// Everybody searches the root, and puts off what another one is searching.
    Defer(Marking),
    /// Everybody searches the root, each with another sibling first; every second one a ply ahead.
    Stagger,
}

/// Which nodes are split.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum At {
    Root,
    Pv,
    Any,
}

/// How it is seen that a position is being searched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Marking {
    /// By the count of those who do.
    Count,
    /// By its name, for its first search only.
    Name,
}

impl How {
    /// Whether every thread searches the root, so that they meet in the table.
    pub(crate) fn is_race(self) -> bool {
        !matches!(self, Self::Split(_))
    }
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::RootSplit,
        Self::PvSplit,
        Self::YoungBrothersWait,
        Self::Abdada,
        Self::SimplifiedAbdada,
        Self::LazySmp,
    ];

    /// The row of an algorithm: its name, how and where siblings are shared, after how many at cut nodes, and
    /// what it does.
    #[rustfmt::skip]
    pub(crate) const fn scheme(self) -> Scheme {
        match self {
            Self::RootSplit =>
                row("root-split", How::Split(At::Root), 1, "Side by side at the root"),
            Self::PvSplit =>
                row("pv-split", How::Split(At::Pv), 1, "Side by side on the principal variation"),
            Self::YoungBrothersWait =>
                row("ybw", How::Split(At::Any), 1, "Young Brothers Wait: side by side wherever the first child is done"),
            Self::Abdada =>
                row("abdada", How::Defer(Marking::Count), 3, "All threads search the same tree, and put off what another one is searching"),
            Self::SimplifiedAbdada =>
                row("simplified-abdada", How::Defer(Marking::Name), 3, "The same with fewer marks"),
            Self::LazySmp =>
                row("lazy-smp", How::Stagger, 1, "All threads search the same tree in different orders"),
        }
    }

    /// Its name, as in `ybw`: what is read and written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.scheme().name
    }

    /// What it does, in a line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.scheme().summary
    }
}

/// Its [`name`](Algorithm::name).
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text is not the name of an algorithm.
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
