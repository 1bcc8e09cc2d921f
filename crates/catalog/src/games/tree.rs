//! [`TreeGame`]: a synthetic tree as a game, with paths as positions.

use super::Game;
use super::any::{Board, GameBoard, Ordinal};
use super::error::GameError;
use super::judge::Judge;
use crate::text::several;
use eldest::{Moves, Position, Score};
use eldest_games::notation::{MoveNumbers, NotationError};
use eldest_games::trees::{AnyTree, PathError, TreePath};

/// The root of the tree.
#[derive(Clone, Debug)]
pub(super) struct TreeGame(AnyTree);

impl TreeGame {
    /// The name of trees on the command line.
    pub(super) const NAME: &'static str = "tree";

    /// Reads the root of a tree.
    pub(super) fn read(text: &str) -> Result<Self, GameError> {
        if text.is_empty() {
            let expected = "expected a tree such as uniform:width=3,depth=5 or [[3 5] [2 9]]";
            return Err(GameError::Variant(expected.to_owned()));
        }
        text.parse().map(Self).map_err(|error| GameError::Variant(format!("{error}")))
    }
}

impl Game for TreeGame {
    type Position = AnyTree;
    type Evaluator = Judge<fn(&AnyTree) -> Score>;

    /// Fits an explicit tree with leaves close together.
    const DENSE: bool = true;
    const MOVE_NUMBERS: Option<MoveNumbers<u16>> = Some((|mv| mv.into(), |number| number as u16));

    fn words(&self, line: &str) -> usize {
        usize::from(!line.starts_with('#'))
    }

    fn name(&self) -> String {
        format!("{}:{}", Self::NAME, self.0)
    }

    fn start(&self) -> (AnyTree, String) {
        (self.0.clone(), "-".to_owned())
    }

    fn parse(&self, text: &str) -> Result<AnyTree, NotationError> {
        let path = text.parse().and_then(|path: TreePath| path.follow(self.0.clone()));
        path.map_err(|error| refused(text, &error))
    }

    fn encode(&self, _: &AnyTree, _: &mut Vec<u8>) {}

    fn decode(&self, _: &[u8]) -> Option<AnyTree> {
        None
    }

    /// Writes the path.
    fn write(&self, _: &AnyTree, from: &str, mv: Option<&str>) -> String {
        match mv {
            None => from.to_owned(),
            Some(ordinal) if from == "-" => ordinal.to_owned(),
            Some(ordinal) => format!("{from}.{ordinal}"),
        }
    }

    fn format_move(&self, _: &AnyTree, ordinal: u16) -> String {
        ordinal.to_string()
    }

    fn parse_move(&self, position: &AnyTree, text: &str) -> Result<u16, NotationError> {
        let width = Moves::collect(|out| position.moves(out)).len();
        let ordinal = text.parse().ok().filter(|ordinal| usize::from(*ordinal) < width);
        ordinal.ok_or_else(|| {
            let what = format!("'{text}' is not a legal move here");
            NotationError::illegal(1, what, format!("an ordinal below {width}"))
        })
    }

    fn erased(&self, position: &AnyTree) -> Box<dyn Board> {
        Box::new(GameBoard::new(self, position))
    }

    fn position_of(board: &dyn Board) -> AnyTree {
        GameBoard::<Self>::within(board).position().clone()
    }

    fn ordinal_of(board: &dyn Board, mv: u16) -> Ordinal {
        GameBoard::<Self>::within(board).ordinal(mv)
    }

    /// Returns only the number of moves, because the tree is too large to draw.
    fn board(&self, position: &AnyTree) -> String {
        let width = Moves::collect(|out| position.moves(out)).len();
        format!("a node with {}", several(width, "move", "moves"))
    }

    fn evaluator(&self) -> Self::Evaluator {
        Judge::new(AnyTree::estimate)
    }

    fn even(&self) -> Self::Evaluator {
        self.evaluator().even()
    }
}

/// Converts the error of the path `text`, with its column.
fn refused(text: &str, error: &PathError) -> NotationError {
    let (step, what, expected) = match error {
        PathError::NotAnOrdinal { step, text } => {
            (*step, format!("'{text}'"), "the ordinal of a move, or - for the root".to_owned())
        }
        PathError::NoSuchMove { step, ordinal, width: 0 } => {
            (*step, format!("move {ordinal}"), "the end: the game is over".to_owned())
        }
        PathError::NoSuchMove { step, ordinal, width } => {
            (*step, format!("move {ordinal}"), format!("an ordinal below {width}"))
        }
        other => (1, other.to_string(), "another path".to_owned()),
    };
    let before = text.split('.').take(step - 1).map(|word| word.chars().count() + 1);
    NotationError::illegal(1 + before.sum::<usize>(), what, expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(path: &str) -> String {
        let game = TreeGame("[[3 5] [2 9]]".parse().unwrap());
        game.parse(path).unwrap_err().to_string()
    }

    #[test]
    fn errors_of_paths_have_columns() {
        assert_eq!(error("0.2"), "column 3: move 2; expected an ordinal below 2");
        assert_eq!(error("1.0.5"), "column 5: move 5; expected the end: the game is over");
        assert_eq!(error("x"), "column 1: 'x'; expected the ordinal of a move, or - for the root");
    }
}
