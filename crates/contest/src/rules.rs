//! [`MatchRules`]: chooses openings, and plays single games and pairs of games.

use crate::game::{Opening, PlayedGame, PlayedPair};
use crate::player::Player;
use eldest::{Error, Moves, Position, Score, Side, StopToken};
use fastrand::Rng;
use std::collections::HashSet;
use std::fmt;

/// The default of [`MatchRules::max_plies`].
const MAX_PLIES: usize = 1_000;

/// The search for openings ends after this many useless ones in a row.
const MISSES: u32 = 2_000;

/// The game of a match: its start, how its moves are made, and its maximum length.
#[derive(Clone)]
pub struct MatchRules<P: Position> {
    start: P,
    advance: fn(&mut P, P::Move),
    max_plies: usize,
    pub(crate) has_points: bool,
}

impl<P: Position> MatchRules<P> {
    /// Plays games from `start` by the rules of its [`Position`]. They are drawn after 1,000 plies.
    pub fn new(start: P) -> Self {
        let advance = |position: &mut P, mv| drop(position.play(mv));
        Self { start, advance, max_plies: MAX_PLIES, has_points: !P::WIN_DISTANCE }
    }

    /// Makes moves by `advance` instead of [`Position::play`]: for games that distinguish moves of
    /// the game from moves of a search, as chess does for repetitions.
    #[must_use]
    pub fn advance_with(self, advance: fn(&mut P, P::Move)) -> Self {
        Self { advance, ..self }
    }

    /// Ends unfinished games as draws after `plies`, their opening included.
    #[must_use]
    pub fn max_plies(self, plies: usize) -> Self {
        Self { max_plies: plies, ..self }
    }

    /// Sets whether scores are points, whose mean a match reports. By default they are if
    /// [`Position::WIN_DISTANCE`] is false.
    #[must_use]
    pub fn points(self, has_points: bool) -> Self {
        Self { has_points, ..self }
    }

    /// Returns the start of all openings.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Plays a legal move of the game.
    pub fn advance(&self, position: &mut P, mv: P::Move) {
        (self.advance)(position, mv);
    }

    /// Returns at most `count` openings of `plies` random moves. All lead to positions with
    /// different [keys](Position::key), where the game is not over and the
    /// [bounds](Position::bounds) are not exact. The same `seed` gives the same openings.
    pub fn openings(&self, plies: u16, count: usize, seed: u64) -> Vec<Opening<P>> {
        let mut chance = Rng::with_seed(seed);
        let (mut found, mut known) = (Vec::new(), HashSet::new());
        let mut misses = 0;
        while found.len() < count && misses < MISSES {
            let opening = self.random_opening(plies.into(), &mut chance);
            let opening = opening.filter(|opening| known.insert(opening.position.key()));
            misses = if opening.is_some() { 0 } else { misses + 1 };
            found.extend(opening);
        }
        found
    }

    /// Plays random moves. Returns `None` if they decide the game.
    pub(crate) fn random_opening(&self, plies: usize, chance: &mut Rng) -> Option<Opening<P>> {
        let mut opening = Opening { moves: Vec::new(), position: self.start.clone() };
        for _ in 0..plies {
            if opening.position.over().is_some() {
                return None;
            }
            let moves = Moves::collect(|out| opening.position.moves(out));
            let mv = moves[chance.usize(..moves.len())];
            self.advance(&mut opening.position, mv);
            opening.moves.push(mv);
        }
        let position = &opening.position;
        let is_open = position.over().is_none() && position.bounds().value().is_none();
        is_open.then_some(opening)
    }

    /// Plays a game from `opening` in which the first of `players`, A, is `side`. Returns `None` if
    /// `stop` is triggered.
    ///
    /// # Errors
    /// The error of a player.
    pub fn play_game<T: Player<P>>(
        &self,
        players: &mut [T; 2],
        opening: &Opening<P>,
        side: Side,
        stop: &StopToken,
    ) -> Result<Option<PlayedGame<P>>, Error> {
        players.iter_mut().for_each(Player::begin);
        let Opening { mut moves, mut position } = opening.clone();
        while position.over().is_none() && moves.len() < self.max_plies {
            let player = &mut players[usize::from(position.side() != side)];
            let mv = player.choose(&position, stop)?;
            if stop.is_stopped() {
                return Ok(None);
            }
            self.advance(&mut position, mv);
            moves.push(mv);
        }
        let of_a = |score: Score| if position.side() == side { score } else { -score };
        Ok(Some(PlayedGame { moves, score: position.over().map(of_a) }))
    }

    /// Plays two games from `opening`. The first of `players`, A, is [`Side::First`] in the first
    /// game. Returns `None` if `stop` is triggered.
    ///
    /// # Errors
    /// The error of a player.
    pub fn play_pair<T: Player<P>>(
        &self,
        players: &mut [T; 2],
        opening: Opening<P>,
        stop: &StopToken,
    ) -> Result<Option<PlayedPair<P>>, Error> {
        let Some(first) = self.play_game(players, &opening, Side::First, stop)? else {
            return Ok(None);
        };
        let second = self.play_game(players, &opening, Side::Second, stop)?;
        Ok(second.map(|second| PlayedPair { opening, games: [first, second] }))
    }
}

impl<P: Position> fmt::Debug for MatchRules<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { max_plies, has_points, .. } = self;
        f.debug_struct("MatchRules")
            .field("max_plies", max_plies)
            .field("has_points", has_points)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DepthPlayer, GameResult};
    use eldest_games::connect4::ConnectFour;
    use eldest_games::nim::Nim;
    use eldest_games::notation::{Notation, OnlyVariant};
    use eldest_games::tictactoe::TicTacToe;

    /// Plays the first legal move.
    struct FirstMove;

    impl Player<Nim> for FirstMove {
        fn choose(
            &mut self,
            position: &Nim,
            _: &StopToken,
        ) -> Result<<Nim as Position>::Move, Error> {
            Ok(Moves::collect(|out| position.moves(out))[0])
        }
    }

    fn rules() -> MatchRules<Nim> {
        MatchRules::new(Nim::parse_position(OnlyVariant, "1,1,1").unwrap())
    }

    fn played(rules: &MatchRules<Nim>) -> PlayedPair<Nim> {
        let opening = rules.openings(0, 1, 1).pop().unwrap();
        let pair = rules.play_pair(&mut [FirstMove, FirstMove], opening, &StopToken::new());
        pair.unwrap().unwrap()
    }

    #[test]
    fn what_one_game_gives_the_other_takes() {
        let pair = played(&rules());
        assert_eq!(
            pair.games.each_ref().map(PlayedGame::result),
            [GameResult::Win, GameResult::Loss]
        );
        assert_eq!(pair.games.each_ref().map(|game| game.moves.len()), [3, 3]);
        assert_eq!(pair.half_points(), 2);
    }

    #[test]
    fn a_game_that_gets_too_long_is_a_draw() {
        let pair = played(&rules().max_plies(2));
        let is_draw =
            |game: &PlayedGame<Nim>| game.score.is_none() && game.result() == GameResult::Draw;
        assert!(pair.games.iter().all(is_draw));
    }

    #[test]
    fn games_that_are_stopped_have_no_result() {
        let (rules, stop) = (rules(), StopToken::new());
        stop.stop();
        let opening = rules.openings(0, 1, 1).pop().unwrap();
        let mut players = [DepthPlayer::new(2), DepthPlayer::new(2)];
        assert!(rules.play_pair(&mut players, opening, &stop).unwrap().is_none());
    }

    fn found<P: Position + Default>(plies: u16, count: usize, seed: u64) -> Vec<Opening<P>> {
        MatchRules::new(P::default()).openings(plies, count, seed)
    }

    #[test]
    fn openings_differ_and_are_not_decided() {
        let found = found::<ConnectFour>(6, 200, 1);
        assert_eq!(found.len(), 200);
        let keys: HashSet<_> = found.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), 200);
        for Opening { moves, position } in found {
            let mut replayed = <ConnectFour>::default();
            for mv in &moves {
                replayed.play(*mv);
            }
            assert_eq!((moves.len(), replayed.key()), (6, position.key()));
            assert_eq!(position.bounds().value(), None);
        }
    }

    /// The first two marks give 9 · 8 = 72 positions, and all of them are found.
    #[test]
    fn a_small_game_runs_out_of_openings() {
        assert_eq!(found::<TicTacToe>(2, 1000, 1).len(), 72);
        assert!(found::<TicTacToe>(9, 10, 1).is_empty(), "the board is full");
        assert_eq!(found::<TicTacToe>(0, 10, 1).len(), 1);
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let moves = |seed| {
            let found = found::<ConnectFour>(6, 9, seed);
            found.into_iter().map(|opening| opening.moves).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
