//! The options of the engine: a table of names and ranges, and the values.

use crate::words::whole;
use crate::words::{LineError, shown};
use eldest::Algorithm;

/// The values of the options.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the table, in MiB.
    pub hash: i64,
    /// The number of threads.
    pub threads: i64,
    /// The parallel algorithm.
    pub algorithm: Algorithm,
    /// The number of best moves with an exact value and a line.
    pub multi_pv: i64,
    /// Whether the GUI lets the engine ponder. The engine does not use it.
    pub ponder: bool,
    /// The lag per move between the clock and the engine, in milliseconds.
    pub overhead: i64,
    /// Whether castling is written and read as in Chess960.
    pub chess960: bool,
    /// Whether searches are selective.
    pub selective: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            algorithm: Algorithm::default(),
            multi_pv: 1,
            ponder: false,
            overhead: 30,
            chess960: false,
            selective: true,
        }
    }
}

/// The type of an option, and its field.
enum OptionKind {
    Spin {
        least: i64,
        most: i64,
        at: fn(&mut Settings) -> &mut i64,
    },
    Check(fn(&mut Settings) -> &mut bool),
    Algorithms,
    Button,
    /// The directory of a database; the session opens it.
    Directory,
}

/// The limits: 64 GiB, and the number of threads that the library is tested with.
const MOST_MIB: i64 = 65_536;
const MOST_THREADS: i64 = 256;

/// All options, in the order in which they are listed.
const OPTIONS: [(&str, OptionKind); 10] = [
    ("Hash", OptionKind::Spin { least: 1, most: MOST_MIB, at: |set| &mut set.hash }),
    ("Clear Hash", OptionKind::Button),
    ("Threads", OptionKind::Spin { least: 1, most: MOST_THREADS, at: |set| &mut set.threads }),
    ("Algorithm", OptionKind::Algorithms),
    ("MultiPV", OptionKind::Spin { least: 1, most: 256, at: |set| &mut set.multi_pv }),
    ("Ponder", OptionKind::Check(|set| &mut set.ponder)),
    ("Move Overhead", OptionKind::Spin { least: 0, most: 10_000, at: |set| &mut set.overhead }),
    ("UCI_Chess960", OptionKind::Check(|set| &mut set.chess960)),
    ("Selective", OptionKind::Check(|set| &mut set.selective)),
    ("DatabasePath", OptionKind::Directory),
];

/// The value of a text that is empty, in the protocol.
pub const EMPTY: &str = "<empty>";

/// The action to take after an option is set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Apply the settings.
    Follow,
    /// Clear the table.
    ClearHash,
    /// Open the database at the value; close it without one.
    OpenDatabase,
}

impl Settings {
    /// Returns the `option` lines.
    #[must_use]
    pub fn option_lines() -> Vec<String> {
        let default = Self::default();
        OPTIONS
            .iter()
            .map(|(name, kind)| format!("option name {name} {}", kind.describe(default)))
            .collect()
    }

    /// Sets the option `name` to `value`, each with the number of characters before it.
    ///
    /// # Errors
    /// If there is no such option, or the value is invalid.
    pub fn set(
        &mut self,
        name: &(usize, String),
        value: Option<&(usize, String)>,
    ) -> Result<Then, LineError> {
        let known = OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name.1));
        let Some((_, kind)) = known else {
            let names: Vec<_> = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(fault(name, &format!("one of {}", names.join(", "))));
        };
        let Some(value) = value else { return kind.without_value(name) };
        kind.set(self, &value.1).map_err(|expected| fault(value, &expected))?;
        Ok(kind.then())
    }
}

fn fault((before, text): &(usize, String), expected: &str) -> LineError {
    LineError::illegal(before + 1, format!("found '{}'", shown(text)), expected)
}

impl OptionKind {
    /// Formats its type, default and range.
    fn describe(&self, mut default: Settings) -> String {
        match self {
            Self::Spin { least, most, at } => {
                format!("type spin default {} min {least} max {most}", at(&mut default))
            }
            Self::Check(at) => format!("type check default {}", at(&mut default)),
            Self::Button => "type button".to_owned(),
            Self::Directory => format!("type string default {EMPTY}"),
            Self::Algorithms => {
                let names = Algorithm::ALL.map(|algorithm| format!(" var {algorithm}"));
                format!("type combo default {}{}", default.algorithm, names.concat())
            }
        }
    }

    fn then(&self) -> Then {
        match self {
            Self::Button => Then::ClearHash,
            Self::Directory => Then::OpenDatabase,
            Self::Spin { .. } | Self::Check(_) | Self::Algorithms => Then::Follow,
        }
    }

    /// Sets an option without a value, which only a button and a directory allow.
    fn without_value(&self, name: &(usize, String)) -> Result<Then, LineError> {
        let end = name.0 + name.1.chars().count();
        match self {
            Self::Button | Self::Directory => Ok(self.then()),
            _ => {
                Err(LineError::unexpected(end + 1, None, format!("value, and {}", self.expected())))
            }
        }
    }

    /// Sets the option to `value`, or returns a description of the expected value.
    fn set(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        let wrong = || self.expected();
        match self {
            Self::Spin { least, most, at } => {
                let number = whole(value).filter(|number| (*least..=*most).contains(number));
                *at(settings) = number.ok_or_else(wrong)?;
            }
            Self::Check(at) => *at(settings) = value.parse().map_err(|_| wrong())?,
            Self::Algorithms => settings.algorithm = value.parse().map_err(|_| wrong())?,
            Self::Button | Self::Directory => {}
        }
        Ok(())
    }

    fn expected(&self) -> String {
        match self {
            Self::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            Self::Check(_) => "true or false".to_owned(),
            Self::Algorithms => {
                format!("one of {}", Algorithm::ALL.map(Algorithm::name).join(", "))
            }
            Self::Button => "no value".to_owned(),
            Self::Directory => "a directory".to_owned(),
        }
    }
}
