//! [`MatchScore`]: the results of a match so far.

use crate::game::{GameResult, PlayedGame, PlayedPair};
use crate::statistics::{Moments, Pentanomial};
use eldest::Position;

/// The results of a match so far, from A's point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchScore {
    /// Pairs by the points that A gained.
    pub pairs: Pentanomial,
    /// Games by how they ended.
    pub games: GameCounts,
    /// The sum of A's scores in both games of each pair, if scores are points.
    pub margins: Moments,
}

/// Games by how they ended for A.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameCounts {
    /// Games that A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Draws by the limit on plies.
    pub too_long: u64,
}

impl GameCounts {
    /// Returns the number of games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl MatchScore {
    /// Counts a pair. Margins are counted if `has_points`, that is, if scores are points and not
    /// only wins, draws and losses.
    pub fn add<P: Position>(&mut self, pair: &PlayedPair<P>, has_points: bool) {
        pair.games.iter().for_each(|game| self.add_game(game));
        self.pairs.0[pair.half_points()] += 1;
        let margins = pair.games.iter().map(|game| game.score.map(|score| i64::from(score.get())));
        if let Some(margin) = margins.sum::<Option<i64>>().filter(|_| has_points) {
            self.margins.add(margin, 1);
        }
    }

    fn add_game<P: Position>(&mut self, game: &PlayedGame<P>) {
        match game.result() {
            GameResult::Win => self.games.wins += 1,
            GameResult::Draw => self.games.draws += 1,
            GameResult::Loss => self.games.losses += 1,
        }
        self.games.too_long += u64::from(game.score.is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MatchRules;
    use eldest::Score;
    use eldest_games::tictactoe::TicTacToe;

    fn pair(scores: [Option<i32>; 2]) -> PlayedPair<TicTacToe> {
        let opening = MatchRules::new(TicTacToe::default()).openings(0, 1, 1).pop().unwrap();
        let game =
            |score: Option<i32>| PlayedGame { moves: Vec::new(), score: score.map(Score::new) };
        PlayedPair { opening, games: scores.map(game) }
    }

    #[test]
    fn pairs_and_games_are_counted() {
        let mut score = MatchScore::default();
        for scores in [[Some(12), Some(-2)], [Some(4), Some(0)], [None, Some(-6)]] {
            score.add(&pair(scores), true);
        }
        assert_eq!(score.pairs.0, [0, 1, 1, 1, 0]);
        assert_eq!(score.games, GameCounts { wins: 2, draws: 2, losses: 2, too_long: 1 });
        let margin = score.margins.mean(2.0).unwrap();
        assert!((margin.value - 3.5).abs() < 1e-12, "of two pairs whose scores are known");
    }
}
