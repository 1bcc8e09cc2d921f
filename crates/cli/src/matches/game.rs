//! [`Pair`]: an opening is played twice, with colours swapped.

use super::opening::Opening;
use super::player::Player;
use eldest::{Error, Score, Side, StopToken};
use eldest_catalog::games::Ordinal;

/// The two sides of a match, ready to play.
pub(super) struct Contest {
    pub(super) a: Box<dyn Player>,
    pub(super) b: Box<dyn Player>,
    /// A game that is longer, its opening included, is a draw.
    pub(super) most_plies: usize,
    /// Ends games: there is nobody any more who wants to know how they end.
    pub(super) stop: StopToken,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// All moves, the opening's included.
    pub(super) moves: Vec<Ordinal>,
    /// For A; `None` of a game that got too long.
    pub(super) score: Option<Score>,
}

/// Two games from one opening: A moves first in the first of them.
pub(super) type Pair = [Played; 2];

impl Played {
    /// The half points that A gains.
    pub(super) fn halves(&self) -> usize {
        match self.score.unwrap_or(Score::DRAW) {
            score if score > Score::DRAW => 2,
            Score::DRAW => 1,
            _ => 0,
        }
    }
}

impl Contest {
    /// Plays both games; `None` if they were stopped.
    pub(super) fn pair(&mut self, opening: &Opening) -> Result<Option<Pair>, Error> {
        let Some(one) = self.game(opening, Side::First)? else { return Ok(None) };
        let Some(other) = self.game(opening, Side::Second)? else { return Ok(None) };
        Ok(Some([one, other]))
    }

    /// Plays a game in which A is `side`.
    fn game(&mut self, opening: &Opening, side: Side) -> Result<Option<Played>, Error> {
        self.a.begin();
        self.b.begin();
        let Opening { mut moves, mut board } = opening.clone();
        while board.over().is_none() && moves.len() < self.most_plies {
            let player = if board.side() == side { &mut self.a } else { &mut self.b };
            let mv = player.choose(&*board, &self.stop)?;
            if self.stop.is_stopped() {
                return Ok(None);
            }
            board.advance(mv);
            moves.push(mv);
        }
        let of_a = |score: Score| if board.side() == side { score } else { -score };
        Ok(Some(Played { moves, score: board.over().map(of_a) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::selective::Selection;
    use eldest_catalog::games::{Board, GameArg};

    /// Plays the first legal move.
    struct Simple;

    impl Player for Simple {
        fn begin(&mut self) {}

        fn select(&mut self, _: Selection) {}

        fn choose(&mut self, board: &dyn Board, _: &StopToken) -> Result<Ordinal, Error> {
            Ok(board.all_moves()[0])
        }
    }

    fn contest(most_plies: usize) -> Contest {
        Contest { a: Box::new(Simple), b: Box::new(Simple), most_plies, stop: StopToken::new() }
    }

    fn opening() -> Opening {
        Opening {
            moves: Vec::new(),
            board: "nim".parse::<GameArg>().unwrap().board("1,1,1").unwrap(),
        }
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
