//! Fits the trained evaluation of Othello. [`Sample`]: a position with its values.

mod excluded;
pub(crate) mod fit;
pub(crate) mod play;

use anyhow::{Context, Result};
use eldest_games::notation::Notation;
use eldest_games::othello::{Othello, OthelloRules};
use std::fmt;
use std::str::FromStr;

/// A line of a data file: the position, the value of its search, and the result of its game, both
/// for the mover. They are equal where the position was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) position: Othello,
    pub(crate) value: i32,
    pub(crate) result: Option<i32>,
}

/// Returns the number of empty squares.
pub(crate) fn empties(position: &Othello) -> u32 {
    let (mine, theirs) = position.discs();
    64 - mine - theirs
}

impl Sample {
    /// Returns the value to learn, where the result has the weight `lambda`.
    pub(crate) fn target(&self, lambda: f32) -> f32 {
        let (value, result) = (self.value as f32, self.result.unwrap_or(self.value) as f32);
        lambda * result + (1.0 - lambda) * value
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.value, self.result.unwrap_or(self.value))
    }
}

impl FromStr for Sample {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let mut fields = line.split(';');
        let mut field = || fields.next().context("expected POSITION;VALUE;RESULT");
        let position = Othello::parse_position(OthelloRules::default(), field()?)?;
        Ok(Self { position, value: field()?.parse()?, result: Some(field()?.parse()?) })
    }
}
