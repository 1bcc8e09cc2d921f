//! Openings, played games and pairs of games.

use eldest::{Position, Score};
use std::fmt;

/// Where a pair of games begins.
#[derive(Clone)]
#[non_exhaustive]
pub struct Opening<P: Position> {
    /// The moves from the start of the match.
    pub moves: Vec<P::Move>,
    /// The position after them.
    pub position: P,
}

impl<P: Position> fmt::Debug for Opening<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").field("moves", &self.moves).finish_non_exhaustive()
    }
}

/// How a game ended for one of its players.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player has lost.
    Loss,
    /// Neither player has won.
    Draw,
    /// The player has won.
    Win,
}

impl GameResult {
    /// Returns the half points that the player gains, 0 to 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

impl From<Score> for GameResult {
    /// By the sign of the player's score.
    fn from(score: Score) -> Self {
        match score {
            score if score > Score::DRAW => Self::Win,
            Score::DRAW => Self::Draw,
            _ => Self::Loss,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedGame<P: Position> {
    /// All moves, those of the opening included.
    pub moves: Vec<P::Move>,
    /// The score of A; `None` if the game reached the [limit](crate::MatchRules::max_plies) on
    /// plies.
    pub score: Option<Score>,
}

impl<P: Position> PlayedGame<P> {
    /// Returns how the game ended for A. A game without a score is a draw.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.score.unwrap_or(Score::DRAW).into()
    }
}

/// Two games from one opening, with sides swapped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedPair<P: Position> {
    /// The opening of both games.
    pub opening: Opening<P>,
    /// The games. A is [`Side::First`](eldest::Side::First) in the first of them.
    pub games: [PlayedGame<P>; 2],
}

impl<P: Position> PlayedPair<P> {
    /// Returns the half points that A gains in both games, 0 to 4.
    #[must_use]
    pub fn half_points(&self) -> usize {
        self.games.iter().map(|game| game.result().half_points()).sum()
    }
}
