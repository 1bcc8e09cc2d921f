//! [`Pair`]: an opening is played twice, with colours swapped.

use super::opening::Opening;
use super::player::Player;
use crate::games::Advance;
use eldest::{Error, Position, Score, Side, StopToken};

/// The two sides of a match, ready to play.
pub(super) struct Contest<P: Position> {
    pub(super) a: Box<dyn Player<P>>,
    pub(super) b: Box<dyn Player<P>>,
    /// Plays the moves that they choose.
    pub(super) advance: Advance<P>,
    /// A game that is longer, its opening included, is a draw.
    pub(super) most_plies: usize,
    /// Ends games: there is nobody any more who wants to know how they end.
    pub(super) stop: StopToken,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub(super) struct Played<M> {
    /// All moves, the opening's included.
    pub(super) moves: Vec<M>,
    /// For A; `None` of a game that got too long.
    pub(super) score: Option<Score>,
}

/// Two games from one opening: A moves first in the first of them.
pub(super) type Pair<M> = [Played<M>; 2];

impl<M> Played<M> {
    /// The half points that A gains.
    pub(super) fn halves(&self) -> usize {
        match self.score.unwrap_or(Score::DRAW) {
            score if score > Score::DRAW => 2,
            Score::DRAW => 1,
            _ => 0,
        }
    }
}

impl<P: Position> Contest<P> {
    /// Plays both games; `None` if they were stopped.
    pub(super) fn pair(&mut self, opening: &Opening<P>) -> Result<Option<Pair<P::Move>>, Error> {
        let Some(one) = self.game(opening, Side::First)? else { return Ok(None) };
        let Some(other) = self.game(opening, Side::Second)? else { return Ok(None) };
        Ok(Some([one, other]))
    }

    /// Plays a game in which A is `side`.
    fn game(&mut self, opening: &Opening<P>, side: Side) -> Result<Option<Played<P::Move>>, Error> {
        self.a.begin();
        self.b.begin();
        let Opening { mut moves, mut position } = opening.clone();
        while position.over().is_none() && moves.len() < self.most_plies {
            let player = if position.side() == side { &mut self.a } else { &mut self.b };
            let mv = player.choose(&position, &self.stop)?;
            if self.stop.is_stopped() {
                return Ok(None);
            }
            (self.advance)(&mut position, mv);
            moves.push(mv);
        }
        let of_a = |score: Score| if position.side() == side { score } else { -score };
        Ok(Some(Played { moves, score: position.over().map(of_a) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Moves;
    use eldest_games::nim::Nim;
    use eldest_games::notation::Notation;

    /// Plays the first legal move.
    struct Simple;

    impl Player<Nim> for Simple {
        fn begin(&mut self) {}

        fn choose(&mut self, nim: &Nim, _: &StopToken) -> Result<<Nim as Position>::Move, Error> {
            Ok(Moves::collect(|out| nim.moves(out))[0])
        }
    }

    fn contest(most_plies: usize) -> Contest<Nim> {
        let stop = StopToken::new();
        Contest {
            a: Box::new(Simple),
            b: Box::new(Simple),
            advance: Nim::advance,
            most_plies,
            stop,
        }
    }

    fn opening() -> Opening<Nim> {
        Opening { moves: Vec::new(), position: Nim::new(&[1, 1, 1]).unwrap() }
    }

    #[test]
    fn what_one_game_gives_the_other_takes() {
        let pair = contest(9).pair(&opening()).unwrap().unwrap();
        assert_eq!(pair.each_ref().map(Played::halves), [2, 0]);
        assert_eq!(pair.each_ref().map(|played| played.moves.len()), [3, 3]);
    }

    #[test]
    fn a_game_that_gets_too_long_is_a_draw() {
        let pair = contest(2).pair(&opening()).unwrap().unwrap();
        assert!(pair.iter().all(|played| played.score.is_none() && played.halves() == 1));
    }

    #[test]
    fn games_that_are_stopped_say_nothing() {
        let mut contest = contest(9);
        contest.stop.stop();
        assert!(contest.pair(&opening()).unwrap().is_none());
    }
}
