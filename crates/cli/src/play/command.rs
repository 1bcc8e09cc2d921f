//! [`PlayCommand`]: the commands of a game.

use super::level::Level;

/// A command of the person at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Anything that is not another command.
    Move(String),
    Undo,
    Hint,
    Moves,
    Board,
    /// Sets the level of the engine; `None` shows the current one.
    Level(Option<Level>),
    New,
    Resign,
    Quit,
    Help,
}

/// The first words of all commands except moves, for completion.
pub(super) const WORDS: [&str; 9] =
    ["undo", "hint", "moves", "board", "level", "new", "resign", "quit", "help"];

pub(super) const HELP: &str = "\
a move, such as those listed when it is your turn, or
  undo      take back your last move and the reply to it
  hint      show what the engine would play
  moves     list the legal moves
  board     draw the board
  level N   set the engine's level, from 1 (a beginner) to 8
  new       start a new game
  resign    resign the game
  quit      leave the game
  help      show this list";

impl PlayCommand {
    /// Parses `line`.
    ///
    /// # Errors
    /// A message with the expected input.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let command = match words.next().unwrap_or_default() {
            "undo" | "takeback" => Self::Undo,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "level" => Self::Level(words.next().map(str::parse).transpose()?),
            "new" => Self::New,
            "resign" => Self::Resign,
            "quit" | "exit" => Self::Quit,
            "help" | "?" => Self::Help,
            _ => return Ok(Self::Move(line.trim().to_owned())),
        };
        match words.next() {
            None => Ok(command),
            Some(word) => {
                Err(format!("'{word}' at the end of '{}'; expected nothing more", line.trim()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_a_command_and_explained() {
        for word in WORDS {
            assert!(!matches!(PlayCommand::read(word), Ok(PlayCommand::Move(_))), "{word}");
            assert!(HELP.contains(&format!("  {word} ")), "{word}");
        }
    }

    #[test]
    fn anything_else_may_be_a_move() {
        assert_eq!(PlayCommand::read(" e2e4 "), Ok(PlayCommand::Move("e2e4".to_owned())));
        assert_eq!(PlayCommand::read("takeback"), Ok(PlayCommand::Undo));
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |line| PlayCommand::read(line).unwrap_err();
        assert_eq!(error("level 9"), "'9' is not a level; expected a number from 1 to 8");
        assert_eq!(error("undo 2"), "'2' at the end of 'undo 2'; expected nothing more");
    }
}
