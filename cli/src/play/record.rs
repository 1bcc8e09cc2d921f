//! [`Record`]: a game as it has gone so far.

use crate::args::Seat;
use crate::games::Advance;
use eldest::{Moves, Position, Score, Side};

/// A game as it has gone so far.
#[derive(Clone, Debug)]
pub(super) struct Record<P: Position> {
    now: P,
    advance: Advance<P>,
    played: Vec<Ply<P>>,
    resigned: Option<Side>,
}

/// A move that was played.
#[derive(Clone, Debug)]
struct Ply<P: Position> {
    before: P,
    mv: P::Move,
    by: Seat,
}

/// How a game has ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// With this score for the player who moves first in the game.
    Over(Score),
    /// This player gave up.
    Resigned(Side),
}

impl Outcome {
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

impl<P: Position> Record<P> {
    /// Nothing has been played yet; `advance` plays.
    pub(super) fn new(start: P, advance: Advance<P>) -> Self {
        Self { now: start, advance, played: Vec::new(), resigned: None }
    }

    pub(super) fn position(&self) -> &P {
        &self.now
    }

    /// How many moves have been played.
    pub(super) fn plies(&self) -> usize {
        self.played.len()
    }

    /// The moves, each with the position that it was played in.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&P, P::Move)> {
        self.played.iter().map(|ply| (&ply.before, ply.mv))
    }

    /// The legal moves; none if the game is over.
    pub(super) fn legal(&self) -> Vec<P::Move> {
        match self.outcome() {
            Some(_) => Vec::new(),
            None => Moves::collect(|out| self.now.moves(out)),
        }
    }

    /// How the game has ended, if it has.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let first = |score: Score| if self.now.side() == Side::First { score } else { -score };
        let resigned = self.resigned.map(Outcome::Resigned);
        resigned.or_else(|| self.now.over().map(first).map(Outcome::Over))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: P::Move, by: Seat) {
        self.played.push(Ply { before: self.now.clone(), mv, by });
        (self.advance)(&mut self.now, mv);
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
        self.now = taken[0].before.clone();
        taken.len()
    }

    /// Begins anew.
    pub(super) fn restart(&mut self) {
        let start = self.played.first().map_or(&self.now, |ply| &ply.before).clone();
        *self = Self::new(start, self.advance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::nim::{Nim, Take};
    use eldest_games::notation::Notation;

    fn nim() -> Record<Nim> {
        Record::new(Nim::new(&[3]).unwrap(), Nim::advance)
    }

    #[test]
    fn a_move_is_taken_back_with_its_answer() {
        let mut record = nim();
        record.play(Take { from: 3, to: 2 }, Seat::Person);
        record.play(Take { from: 2, to: 1 }, Seat::Engine);
        assert_eq!(record.take_back(), 2);
        assert_eq!(record.position(), nim().position());
        record.play(Take { from: 3, to: 1 }, Seat::Engine);
        assert_eq!(record.take_back(), 0, "a person has not moved");
    }

    #[test]
    fn the_winner_is_told_from_the_side_to_move() {
        let mut record = nim();
        record.play(Take { from: 3, to: 0 }, Seat::Person);
        let outcome = record.outcome().unwrap();
        assert_eq!((outcome, outcome.winner()), (Outcome::Over(Score::WIN), Some(Side::First)));
        assert!(record.legal().is_empty());
        record.restart();
        record.resign();
        assert_eq!(record.outcome().and_then(Outcome::winner), Some(Side::Second));
        record.take_back();
        assert_eq!((record.outcome(), record.plies()), (None, 0));
    }
}
