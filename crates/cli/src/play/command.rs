//! [`PlayCommand`]: what a person may type.

use super::level::Level;

/// What a person may type, but for an empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Anything that is no other command.
    Move(String),
    Undo,
    Hint,
    Moves,
    Board,
    /// The level that the engine is to play at; `None` asks for the present one.
    Level(Option<Level>),
    New,
    Resign,
    Quit,
    Help,
}

/// The first words of all commands but moves, for completion.
pub(super) const WORDS: [&str; 9] =
    ["undo", "hint", "moves", "board", "level", "new", "resign", "quit", "help"];

pub(super) const HELP: &str = "\
a move, such as those named when it is your turn, or
  undo      takes back your last move and the answer to it
  hint      says what the engine would play
  moves     names the legal moves
  board     draws the board
  level N   sets the engine's level, 1 (a beginner) to 8
  new       begins anew
  resign    gives the game up
  quit      leaves
  help      says this";

impl PlayCommand {
    /// The command that is written `line`.
    ///
    /// # Errors
    /// What would be right.
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
                Err(format!("'{word}' at the end of '{}'; expected no more", line.trim()))
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
        assert_eq!(error("level 9"), "'9' is no level; expected a number from 1 to 8");
        assert_eq!(error("undo 2"), "'2' at the end of 'undo 2'; expected no more");
    }
}
