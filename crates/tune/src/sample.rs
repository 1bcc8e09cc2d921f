//! [`TrainingSample`]: a quiet position, the score of its search, and the result of its game.

use anyhow::{Context, Result};
use eldest_contest::GameResult;
use eldest_games::chess::{Chess, Draws};
use std::fmt;
use std::str::FromStr;

/// A line of a data file: the first four fields of FEN, the score for White, and White's half
/// points, 0 to 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrainingSample {
    pub(crate) position: Chess,
    /// The score of the search, for White.
    pub(crate) score: i32,
    /// The result of the game, for White.
    pub(crate) result: GameResult,
}

impl TrainingSample {
    /// Takes `position` without the moves that led to it.
    pub(crate) fn new<D: Draws>(position: &Chess<D>, score: i32, result: GameResult) -> Self {
        let position = position.to_string().parse().expect("a position that was written");
        Self { position, score, result }
    }

    /// Returns the result of the game for White, from 0 to 1.
    pub(crate) fn points(&self) -> f32 {
        self.result.half_points() as f32 / 2.0
    }
}

impl fmt::Display for TrainingSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_string();
        let board: Vec<_> = fen.split(' ').take(4).collect();
        write!(f, "{};{};{}", board.join(" "), self.score, self.result.half_points())
    }
}

impl FromStr for TrainingSample {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let mut fields = line.split(';');
        let mut field = || fields.next().context("expected POSITION;SCORE;HALF POINTS");
        let (position, score, halves) = (field()?, field()?, field()?);
        let result = match halves {
            "0" => GameResult::Loss,
            "1" => GameResult::Draw,
            "2" => GameResult::Win,
            _ => anyhow::bail!("'{halves}'; expected 0, 1 or 2 half points"),
        };
        Ok(Self { position: position.parse()?, score: score.parse()?, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        let line = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;-17;2";
        let sample: TrainingSample = line.parse().unwrap();
        assert_eq!((sample.score, sample.result), (-17, GameResult::Win));
        assert_eq!(sample.to_string(), line);
        assert!("8/8/8/8/8/8/8/8 w - -;1;1".parse::<TrainingSample>().is_err());
        assert!("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -;1;3".parse::<TrainingSample>().is_err());
    }
}
