//! [`TreePath`]: identifies a position by the moves that lead to it.

use eldest::{Moves, Position};
use std::fmt;
use std::str::FromStr;

/// The ordinals of the moves from a root to a node: `0.3.1`, or `-` for the root itself.
///
/// ```
/// use eldest::Position;
/// use eldest_games::trees::{TreePath, Tree};
///
/// let path: TreePath = "0.1".parse()?;
/// let node = path.follow(Tree::from([[3, 5], [2, 9]]))?;
/// assert_eq!(node.over().map(|score| score.get()), Some(5));
/// # Ok::<(), eldest_games::trees::PathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TreePath(pub Vec<u16>);

/// Why a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A step that is not a number below 65,536.
    #[error(
        "step {step} of the path: {text:?} is not the ordinal of a move (for the root, write -)"
    )]
    NotAnOrdinal {
        /// The step, counted from 1.
        step: usize,
        /// The text found there.
        text: String,
    },
    /// A step for which there is no move.
    #[error("step {step} of the path: there is no move {ordinal}, only {width} moves, from 0")]
    NoSuchMove {
        /// The step, counted from 1.
        step: usize,
        /// The ordinal in the path.
        ordinal: u16,
        /// The number of moves; 0 if the game is over.
        width: usize,
    },
}

impl TreePath {
    /// Returns the position at the end of the path, in any game: each step is the ordinal of a
    /// legal move.
    ///
    /// # Errors
    /// [`PathError::NoSuchMove`] if a step is beyond the legal moves.
    pub fn follow<P: Position>(&self, mut position: P) -> Result<P, PathError> {
        for (index, ordinal) in self.0.iter().copied().enumerate() {
            let moves = legal_moves(&position);
            let no_move = PathError::NoSuchMove { step: index + 1, ordinal, width: moves.len() };
            position.play(*moves.get(usize::from(ordinal)).ok_or(no_move)?);
        }
        Ok(position)
    }
}

fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    if position.over().is_some() { Vec::new() } else { Moves::collect(|out| position.moves(out)) }
}

impl FromStr for TreePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        if text == "-" {
            return Ok(Self::default());
        }
        let steps = text.split('.').enumerate().map(|(index, step)| {
            let text = step.to_owned();
            step.parse().map_err(|_| PathError::NotAnOrdinal { step: index + 1, text })
        });
        steps.collect::<Result<_, _>>().map(Self)
    }
}

/// Writes the notation that [`FromStr`] reads.
impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        let steps: Vec<String> = self.0.iter().map(u16::to_string).collect();
        f.write_str(&steps.join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::Tree;

    #[test]
    fn what_is_written_reads_back() {
        for text in ["-", "0", "0.3.65535"] {
            assert_eq!(text.parse::<TreePath>().map(|path| path.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_bad_step_is_named() {
        let text = "x".to_owned();
        assert_eq!("0.x".parse::<TreePath>(), Err(PathError::NotAnOrdinal { step: 2, text }));
        let lost = TreePath(vec![0, 2]).follow(Tree::from([[3, 5]])).unwrap_err();
        assert_eq!(lost, PathError::NoSuchMove { step: 2, ordinal: 2, width: 2 });
        let over = TreePath(vec![0]).follow(Tree::from(3)).unwrap_err();
        assert_eq!(over, PathError::NoSuchMove { step: 1, ordinal: 0, width: 0 });
    }
}
