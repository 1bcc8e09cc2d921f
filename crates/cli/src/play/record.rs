//! [`GameHistory`]: a game as it has gone so far.

use eldest::{Score, Side};
use eldest_catalog::games::{Board, Ordinal};
use serde::Serialize;

/// Who plays for one of the players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    /// Whoever types.
    Person,
    /// The engine.
    Engine,
}

/// A game as it has gone so far.
pub(super) struct GameHistory {
    now: Box<dyn Board>,
    played: Vec<RecordedMove>,
    resigned: Option<Side>,
}

/// A move that was played.
struct RecordedMove {
    before: Box<dyn Board>,
    mv: Ordinal,
    by: Seat,
}

/// How a game has ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum GameOutcome {
    /// With this score for the player who moves first in the game.
    Over(Score),
    /// This player gave up.
    Resigned(Side),
}

impl GameOutcome {
    /// Who has won, if anybody has.
    pub(super) fn winner(self) -> Option<Side> {
        match self {
            Self::Over(score) if score > Score::DRAW => Some(Side::First),
            Self::Over(score) if score < Score::DRAW => Some(Side::Second),
            Self::Over(_) => None,
            Self::Resigned(side) => Some(side.other()),
        }
    }
}

impl GameHistory {
    /// Nothing has been played yet.
    pub(super) fn new(start: Box<dyn Board>) -> Self {
        Self { now: start, played: Vec::new(), resigned: None }
    }

    pub(super) fn board(&self) -> &dyn Board {
        &*self.now
    }

    /// How many moves have been played.
    pub(super) fn plies(&self) -> usize {
        self.played.len()
    }

    /// The moves as people write them.
    pub(super) fn moves(&self) -> Vec<String> {
        self.played.iter().map(|ply| ply.before.format_move(ply.mv)).collect()
    }

    /// The legal moves; none if the game is over.
    pub(super) fn legal(&self) -> Vec<Ordinal> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => self.now.all_moves(),
        }
    }

    /// How the game has ended, if it has.
    pub(super) fn outcome(&self) -> Option<GameOutcome> {
        let first = |score: Score| if self.now.side() == Side::First { score } else { -score };
        let resigned = self.resigned.map(GameOutcome::Resigned);
        resigned.or_else(|| self.now.over().map(first).map(GameOutcome::Over))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Ordinal, by: Seat) {
        self.played.push(RecordedMove { before: self.now.copy(), mv, by });
        self.now.advance(mv);
    }

    /// The player to move gives up.
    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.now.side());
    }

    /// Takes back the last move that a person has played and all that came after, or else the resignation;
    /// how many moves.
    pub(super) fn take_back(&mut self) -> usize {
        if self.resigned.take().is_some() {
            return 0;
        }
        let last = self.played.iter().rposition(|ply| ply.by == Seat::Person);
        let Some(last) = last else { return 0 };
        let taken = self.played.split_off(last);
        self.now = taken[0].before.copy();
        taken.len()
    }

    /// Begins anew.
    pub(super) fn restart(&mut self) {
        let start = self.played.first().map_or(&self.now, |ply| &ply.before).copy();
        *self = Self::new(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_catalog::games::GameArg;

    fn nim() -> GameHistory {
        GameHistory::new("nim".parse::<GameArg>().unwrap().board("3").unwrap())
    }

    fn play(record: &mut GameHistory, text: &str, by: Seat) {
        let mv = record.board().parse_move(text).unwrap();
        record.play(mv, by);
    }

    #[test]
    fn a_move_is_taken_back_with_its_answer() {
        let mut record = nim();
        play(&mut record, "3>2", Seat::Person);
        play(&mut record, "2>1", Seat::Engine);
        assert_eq!(record.take_back(), 2);
        assert_eq!(record.board().drawing(), nim().board().drawing());
        play(&mut record, "3>1", Seat::Engine);
        assert_eq!(record.take_back(), 0, "a person has not moved");
    }

    #[test]
    fn the_winner_is_told_from_the_side_to_move() {
        let mut record = nim();
        play(&mut record, "3>0", Seat::Person);
        let outcome = record.outcome().unwrap();
        assert_eq!((outcome, outcome.winner()), (GameOutcome::Over(Score::WIN), Some(Side::First)));
        assert!(record.legal().is_empty());
        record.restart();
        record.resign();
        assert_eq!(record.outcome().and_then(GameOutcome::winner), Some(Side::Second));
        record.take_back();
        assert_eq!((record.outcome(), record.plies()), (None, 0));
    }
}
