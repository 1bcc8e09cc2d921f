//! [`GameHistory`]: the moves of a game so far.

use eldest::{Score, Side};
use eldest_catalog::games::{Board, Ordinal};
use serde::Serialize;

/// What plays a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    /// The person at the terminal.
    Person,
    /// The engine.
    Engine,
}

/// A game so far.
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

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum GameOutcome {
    /// By the rules, with this score for the first player.
    Over(Score),
    /// This player resigned.
    Resigned(Side),
}

impl GameOutcome {
    /// Returns the winner; `None` for a draw.
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
    /// Creates a game without moves.
    pub(super) fn new(start: Box<dyn Board>) -> Self {
        Self { now: start, played: Vec::new(), resigned: None }
    }

    pub(super) fn board(&self) -> &dyn Board {
        &*self.now
    }

    /// Returns the number of moves played.
    pub(super) fn plies(&self) -> usize {
        self.played.len()
    }

    /// Returns the moves in the game's notation.
    pub(super) fn moves(&self) -> Vec<String> {
        self.played.iter().map(|ply| ply.before.format_move(ply.mv)).collect()
    }

    /// Returns the legal moves; none if the game is over.
    pub(super) fn legal(&self) -> Vec<Ordinal> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => self.now.all_moves(),
        }
    }

    /// Returns how the game ended, if it is over.
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

    /// Resigns for the player to move.
    pub(super) fn resign(&mut self) {
        self.resigned = Some(self.now.side());
    }

    /// Takes back a resignation, or else the last move of a person and all moves after it. Returns
    /// the number of moves taken back.
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

    /// Starts again from the first position.
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
    fn the_winner_follows_from_the_side_to_move() {
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
