//! [`Command`]: a command of the protocol.
//!
//! Rudolf Huber and Stefan Meyer-Kahlen, "Description of the Universal Chess Interface (UCI)",
//! April 2006.

use crate::go::Go;
use crate::setup::Setup;
use crate::words::{LineError, Tokens};

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Send the name and the options of the engine.
    Uci,
    /// Turn debug output on or off.
    Debug(bool),
    /// Answer `readyok`.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name, and the number of characters before it.
        name: (usize, String),
        /// Its value, if there is one, and the number of characters before it.
        value: Option<(usize, String)>,
    },
    /// Register, which is not needed.
    Register,
    /// Start another game.
    NewGame,
    /// Set the position, or the error in it: the next `go` then searches an earlier one.
    Position(Result<Setup, LineError>),
    /// Search.
    Go(Go),
    /// Answer at once.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// End the program.
    Quit,
    /// Draw the position.
    Draw,
    /// Count the nodes of a fixed list of searches.
    Bench,
}

const NAMES: &str = "one of uci debug isready setoption register ucinewgame position go stop ponderhit quit d bench";

impl Command {
    /// Parses a line. Returns its command, if it has one, and its errors. Words before a command
    /// are skipped, as the specification demands.
    #[must_use]
    pub fn read(line: &str) -> (Option<Self>, Vec<LineError>) {
        let mut words = Tokens::new(line);
        let mut faults = Vec::new();
        while let Some(word) = words.next() {
            if let Some(read) = Self::of(word.text, &mut words, &mut faults) {
                return match read {
                    Ok(command) => (Some(command), faults),
                    Err(fault) => (None, [faults, vec![fault]].concat()),
                };
            }
            if faults.is_empty() {
                faults.push(word.fault(NAMES));
            }
        }
        (None, faults)
    }

    /// Parses the command `name` with its arguments; returns `None` if there is no such command.
    fn of(
        name: &str,
        words: &mut Tokens<'_>,
        faults: &mut Vec<LineError>,
    ) -> Option<Result<Self, LineError>> {
        Some(Ok(match name {
            "uci" => Self::Uci,
            "debug" => return Some(on_or_off(words).map(Self::Debug)),
            "isready" => Self::IsReady,
            "setoption" => return Some(set_option(words)),
            "register" => Self::Register,
            "ucinewgame" => Self::NewGame,
            "position" => Self::Position(Setup::read(words)),
            "go" => {
                let (go, wrong) = Go::read(words);
                faults.extend(wrong);
                Self::Go(go)
            }
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Draw,
            "bench" => Self::Bench,
            _ => return None,
        }))
    }
}

fn on_or_off(words: &mut Tokens<'_>) -> Result<bool, LineError> {
    const EXPECTED: &str = "on or off";
    let word = words.next().ok_or_else(|| words.ended(EXPECTED))?;
    match word.text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(word.fault(EXPECTED)),
    }
}

/// Parses `name NAME [value VALUE]`, both of which may be several words.
fn set_option(words: &mut Tokens<'_>) -> Result<Command, LineError> {
    const EXPECTED: &str = "name, and the name of an option";
    let word = words.next().ok_or_else(|| words.ended(EXPECTED))?;
    if word.text != "name" {
        return Err(word.fault(EXPECTED));
    }
    let name = words.until("value");
    if name.text.is_empty() {
        return Err(words.ended("the name of an option"));
    }
    let value = words.rest();
    let value = (!value.text.is_empty()).then(|| (value.before, value.text.to_owned()));
    let words: Vec<&str> = name.text.split_whitespace().collect();
    Ok(Command::SetOption { name: (name.before, words.join(" ")), value })
}
