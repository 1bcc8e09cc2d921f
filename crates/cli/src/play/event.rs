//! [`GameEvent`]: the events of a game, as text and as JSON.

use super::drawing::styled;
use crate::play::record::Seat;
use eldest::{Depth, Report, Score};
use eldest_catalog::text::{Value, several};
use serde::Serialize;
use std::fmt;

/// The maximum width of a line of moves.
const WIDTH: usize = 78;

/// An event of a game, to be printed.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum GameEvent {
    /// The current position.
    Board { drawing: String },
    /// A move was played.
    Move(MoveEvent),
    /// The player to move, and the legal moves.
    Turn { player: &'static str, moves: Vec<String> },
    /// What the engine would play.
    Hint {
        player: &'static str,
        #[serde(rename = "move")]
        mv: String,
        #[serde(flatten)]
        judgement: Option<Judgement>,
    },
    /// The game is over.
    Result(ResultEvent),
    /// Anything else.
    Remark { text: String },
}

/// A move that was played.
#[derive(Debug, Serialize)]
pub(super) struct MoveEvent {
    /// The number of moves played, including this one.
    pub(super) ply: usize,
    pub(super) player: &'static str,
    pub(super) by: Seat,
    #[serde(rename = "move")]
    pub(super) mv: String,
    #[serde(flatten)]
    pub(super) judgement: Option<Judgement>,
    /// The board before the move, and after it.
    #[serde(skip)]
    pub(super) drawings: [String; 2],
}

/// The engine's evaluation of a position.
#[derive(Debug, Serialize)]
pub(super) struct Judgement {
    #[serde(flatten)]
    value: Value,
    #[serde(skip)]
    score: Option<Score>,
    depth: Option<u16>,
    proved: bool,
    nodes: u64,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub(super) struct ResultEvent {
    pub(super) winner: Option<&'static str>,
    /// The score of the first player; `None` after a resignation, and in games that are only won,
    /// lost or drawn.
    pub(super) score: Option<i32>,
    /// The player that resigned.
    pub(super) resigned: Option<&'static str>,
    pub(super) moves: Vec<String>,
}

impl GameEvent {
    /// Creates a remark.
    pub(super) fn remark(text: impl Into<String>) -> Self {
        Self::Remark { text: text.into() }
    }
}

impl<M> From<&Report<M>> for Judgement {
    fn from(report: &Report<M>) -> Self {
        Self {
            value: report.bounds.into(),
            score: report.value(),
            depth: report.depth.and_then(Depth::to_plies),
            proved: report.proved,
            nodes: report.progress.nodes,
        }
    }
}

impl fmt::Display for GameEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { drawing } => write!(f, "\n{}", styled(drawing, drawing)),
            Self::Move(played) => write!(f, "{played}"),
            Self::Turn { player, moves } => {
                f.write_str(&wrapped(&format!("{player} to move:"), moves))
            }
            Self::Hint { player, mv, judgement } => {
                write!(f, "The engine would play {mv} as {player}{}", Aside(judgement))
            }
            Self::Result(ended) => write!(f, "{ended}"),
            Self::Remark { text } => f.write_str(text),
        }
    }
}

/// Writes the move and the engine's evaluation on a line, then the board.
impl fmt::Display for MoveEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = &self.drawings;
        match self.mv.as_str() {
            "pass" => write!(f, "{} passes", self.player),
            mv => write!(f, "{} plays {mv}", self.player),
        }?;
        writeln!(f, "{}\n", Aside(&self.judgement))?;
        f.write_str(&styled(after, before))
    }
}

/// Writes the engine's evaluation, if there is one, at the end of a sentence.
struct Aside<'a>(&'a Option<Judgement>);

impl fmt::Display for Aside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(judgement) => write!(f, " ({judgement})."),
            None => f.write_str("."),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score.map(|score| (score, score.distance())) {
            Some((score, Some(plies))) => {
                let ends = if score > Score::DRAW { "wins" } else { "loses" };
                write!(f, "{ends} in {}", several(plies as usize, "ply", "plies"))
            }
            Some((Score::DRAW, None)) => f.write_str("value 0"),
            Some((score, None)) => write!(f, "value {:+}", score.get()),
            None => write!(f, "value unknown"),
        }?;
        match self.depth {
            _ if self.proved => f.write_str(", proved"),
            Some(depth) => write!(f, " at depth {depth}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ResultEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.resigned {
            write!(f, "{player} resigns. ")?;
        }
        match (self.winner, self.score) {
            (Some(winner), Some(score)) => {
                write!(f, "{winner} wins with a score of {}.", score.unsigned_abs())
            }
            (Some(winner), None) => write!(f, "{winner} wins."),
            (None, _) => f.write_str("The game is a draw."),
        }
    }
}

/// Wraps `head` and the words after it at [`WIDTH`] columns.
fn wrapped(head: &str, words: &[String]) -> String {
    let mut text = head.to_owned();
    let mut width = head.chars().count();
    for word in words {
        width += 1 + word.chars().count();
        if width > WIDTH {
            text.push_str("\n ");
            width = 2 + word.chars().count();
        }
        text.push(' ');
        text.push_str(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_moves_take_several_lines() {
        let moves = vec!["e2e4".to_owned(); 40];
        let text = wrapped("White to move:", &moves);
        assert_eq!(text.split_whitespace().filter(|word| *word == "e2e4").count(), 40);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn results_are_written_as_sentences() {
        let text = |winner, score, resigned| {
            ResultEvent { winner, score, resigned, moves: Vec::new() }.to_string()
        };
        assert_eq!(text(Some("O"), Some(-12), None), "O wins with a score of 12.");
        assert_eq!(text(Some("First"), None, None), "First wins.");
        assert_eq!(text(None, Some(0), None), "The game is a draw.");
        assert_eq!(text(Some("X"), None, Some("O")), "O resigns. X wins.");
    }
}
