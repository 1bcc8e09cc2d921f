//! [`AnyTree`]: a tree of either kind, from a line of text.

use super::{ParseTreeError, Spec, SpecError, Synthetic, Tree, synthetic};
use eldest::{Bounds, KeyKind, Moves, Position, Score, Side, Window};
use std::fmt;
use std::str::FromStr;

/// An explicit or a generated tree as one type, for programs that read a tree as text.
///
/// ```
/// use eldest_games::trees::AnyTree;
///
/// assert!(matches!("[[3 5] [2 9]]".parse(), Ok(AnyTree::Explicit(_))));
/// assert!(matches!("uniform:width=2,depth=9".parse(), Ok(AnyTree::Generated(_))));
/// ```
#[derive(Clone, Debug)]
pub enum AnyTree {
    /// Given node by node.
    Explicit(Tree),
    /// Computed from a [`Spec`].
    Generated(Synthetic),
}

/// Why a text is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAnyTreeError {
    /// An error in a tree written out.
    #[error(transparent)]
    Explicit(#[from] ParseTreeError),
    /// An error in the specification of a generated tree.
    #[error(transparent)]
    Generated(#[from] SpecError),
}

impl AnyTree {
    /// Returns the estimate of the node for a search that stops there. As a function, it is the
    /// evaluator.
    #[must_use]
    pub fn estimate(&self) -> Score {
        match self {
            Self::Explicit(tree) => tree.estimate(),
            Self::Generated(tree) => tree.estimate(),
        }
    }
}

impl FromStr for AnyTree {
    type Err = ParseAnyTreeError;

    /// A specification begins with a lowercase letter, an explicit tree does not.
    fn from_str(text: &str) -> Result<Self, ParseAnyTreeError> {
        if text.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) {
            Ok(Self::Generated(Synthetic::root(text.trim().parse::<Spec>()?)))
        } else {
            Ok(Self::Explicit(text.parse()?))
        }
    }
}

/// Writes the whole tree, independent of the current node.
impl fmt::Display for AnyTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explicit(tree) => tree.fmt(f),
            Self::Generated(tree) => tree.spec().fmt(f),
        }
    }
}

/// The undo information of a move in an [`AnyTree`].
#[derive(Copy, Clone, Debug)]
pub struct Undo(Option<synthetic::SyntheticNode>);

/// Evaluates the same expression for either kind of tree.
macro_rules! either {
    ($any:expr, $tree:ident => $answer:expr) => {
        match $any {
            AnyTree::Explicit($tree) => $answer,
            AnyTree::Generated($tree) => $answer,
        }
    };
}

// `eldest::forward_position` does not support two inner types; the lint ensures that no method is
// missing.
#[deny(clippy::missing_trait_methods)]
impl Position for AnyTree {
    type Move = u16;
    type Undo = Undo;

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        either!(self, tree => tree.side())
    }

    fn key(&self) -> u64 {
        either!(self, tree => tree.key())
    }

    fn taken(&self) -> Option<i32> {
        either!(self, tree => tree.taken())
    }

    fn key_kind(&self) -> KeyKind {
        either!(self, tree => tree.key_kind())
    }

    fn over(&self) -> Option<Score> {
        either!(self, tree => tree.over())
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        either!(self, tree => tree.moves(out));
    }

    fn play(&mut self, ordinal: u16) -> Undo {
        match self {
            Self::Explicit(tree) => {
                tree.play(ordinal);
                Undo(None)
            }
            Self::Generated(tree) => Undo(Some(tree.play(ordinal))),
        }
    }

    fn undo(&mut self, ordinal: u16, Undo(before): Undo) {
        match (self, before) {
            (Self::Generated(tree), Some(before)) => tree.undo(ordinal, before),
            (Self::Explicit(tree), _) => tree.undo(ordinal, ()),
            (Self::Generated(_), None) => unreachable!("play saved the node before"),
        }
    }

    /// Counted from 1, because 0 means no move.
    fn move_code(&self, ordinal: u16) -> u16 {
        ordinal.saturating_add(1)
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u16>) {
        either!(self, tree => tree.relevant_moves(out));
    }

    fn bounds(&self) -> Bounds {
        either!(self, tree => tree.bounds())
    }

    fn bounds_for(&self, window: Window) -> Bounds {
        either!(self, tree => tree.bounds_for(window))
    }

    fn key_after(&self, ordinal: u16) -> Option<u64> {
        either!(self, tree => tree.key_after(ordinal))
    }

    fn plies_left(&self) -> Option<u32> {
        either!(self, tree => tree.plies_left())
    }

    fn endless(&self) -> Option<Score> {
        either!(self, tree => tree.endless())
    }

    fn range(&self) -> Bounds {
        either!(self, tree => tree.range())
    }

    fn granularity(&self) -> u32 {
        either!(self, tree => tree.granularity())
    }

    fn fingerprint(&self) -> u64 {
        either!(self, tree => tree.fingerprint())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_kind_plays_and_takes_back() {
        for text in ["[[3 5] [2 9]]", "dag:width=2,depth=3,seed=0,range=100,again=0"] {
            let mut tree: AnyTree = text.parse().unwrap();
            assert_eq!(tree.to_string(), text);
            let root = tree.key();
            let undo = tree.play(1);
            assert_ne!(tree.key(), root);
            tree.undo(1, undo);
            assert_eq!(tree.key(), root);
        }
    }

    #[test]
    fn errors_are_those_of_the_kind_meant() {
        assert!(matches!("[3".parse::<AnyTree>(), Err(ParseAnyTreeError::Explicit(_))));
        assert!(matches!("even".parse::<AnyTree>(), Err(ParseAnyTreeError::Generated(_))));
    }
}
