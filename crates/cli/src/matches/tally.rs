//! [`Tally`]: the results of a match so far.

use super::game::{Pair, Played};
use super::statistics::{Pentanomial, Sample};
use serde::Serialize;

/// The results of a match so far, seen from A.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) pairs: Pentanomial,
    pub(super) games: Games,
    /// What A gained in pairs of games, if all their scores were points.
    pub(super) margins: Sample,
}

/// Games by how they ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Games {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Of the draws, so many got too long.
    pub(super) too_long: u64,
}

impl Games {
    /// How many there are.
    pub(super) fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Tally {
    /// Counts a pair; `is_of_points` if scores tell more than who has won.
    pub(super) fn add(&mut self, pair: &Pair, is_of_points: bool) {
        pair.iter().for_each(|played| self.add_game(played));
        self.pairs.0[pair.iter().map(Played::halves).sum::<usize>()] += 1;
        let margins = pair.iter().map(|played| played.score.map(|score| i64::from(score.get())));
        if let Some(margin) = margins.sum::<Option<i64>>().filter(|_| is_of_points) {
            self.margins.add(margin, 1);
        }
    }

    fn add_game(&mut self, played: &Played) {
        match played.halves() {
            2 => self.games.wins += 1,
            1 => self.games.draws += 1,
            _ => self.games.losses += 1,
        }
        self.games.too_long += u64::from(played.score.is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Score;

    fn played(score: Option<i32>) -> Played {
        Played { moves: Vec::new(), score: score.map(Score::new) }
    }

    #[test]
    fn pairs_and_games_are_counted() {
        let mut tally = Tally::default();
        tally.add(&[played(Some(12)), played(Some(-2))], true);
        tally.add(&[played(Some(4)), played(Some(0))], true);
        tally.add(&[played(None), played(Some(-6))], true);
        assert_eq!(tally.pairs.0, [0, 1, 1, 1, 0]);
        assert_eq!(tally.games, Games { wins: 2, draws: 2, losses: 2, too_long: 1 });
        let margin = tally.margins.mean(2.0).unwrap();
        assert!((margin.value - 3.5).abs() < 1e-12, "of two pairs whose scores are known");
    }
}
