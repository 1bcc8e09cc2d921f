//! [`SelfPlay`]: plays an engine against itself and keeps each position with the score of its
//! search.

use crate::game::GameResult;
use crate::rules::MatchRules;
use eldest::{Engine, Error, Evaluator, Limits, Position, Score, Side};
use fastrand::Rng;

/// How games begin, and when they are adjudicated.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct SelfPlayOptions {
    /// The number of random moves before the game begins.
    pub opening_plies: usize,
    /// The largest score of an opening, for either side.
    pub balanced: i32,
    /// A score and a number of plies: the game is won after at least this score for the winner in
    /// each of the last plies.
    pub won: (i32, usize),
    /// A score and a number of plies: the game is drawn after at most this score for either side in
    /// each of the last plies.
    pub drawn: (i32, usize),
    /// The first ply at which a game can be adjudicated as a draw.
    pub drawn_from: usize,
    /// A game is drawn after this many plies, its opening not counted.
    pub max_plies: usize,
}

impl Default for SelfPlayOptions {
    /// For scores in hundredths of a pawn.
    fn default() -> Self {
        Self {
            opening_plies: 8,
            balanced: 150,
            won: (1_000, 5),
            drawn: (5, 10),
            drawn_from: 60,
            max_plies: 300,
        }
    }
}

impl SelfPlayOptions {
    /// Returns these options with `change` applied.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Returns the result of a game in `position` after searches with `scores`, all for the first
    /// player; `None` if the game continues.
    fn result<P: Position>(&self, position: &P, scores: &[i32]) -> Option<GameResult> {
        if let Some(score) = position.over() {
            return Some(if position.side() == Side::First { score } else { -score }.into());
        }
        let last = |plies: usize| scores.len().checked_sub(plies).map(|from| &scores[from..]);
        let won = |sign: i32| {
            last(self.won.1).is_some_and(|all| all.iter().all(|s| s * sign >= self.won.0))
        };
        let drawn =
            || last(self.drawn.1).is_some_and(|all| all.iter().all(|s| s.abs() <= self.drawn.0));
        let plies = scores.len();
        match () {
            () if won(1) => Some(GameResult::Win),
            () if won(-1) => Some(GameResult::Loss),
            () if plies >= self.max_plies => Some(GameResult::Draw),
            () if plies >= self.drawn_from && drawn() => Some(GameResult::Draw),
            () => None,
        }
    }
}

/// An engine that plays both sides.
#[derive(Debug)]
pub struct SelfPlay<P: Position, E: Evaluator<P>> {
    rules: MatchRules<P>,
    engine: Engine<P, E>,
    limits: Limits,
    options: SelfPlayOptions,
}

/// A game of an engine against itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SelfPlayGame<P: Position> {
    /// The positions after the opening.
    pub plies: Vec<SearchedPly<P>>,
    /// The result for the first player.
    pub result: GameResult,
}

/// A position of a game, and the result of its search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchedPly<P: Position> {
    /// The position.
    pub position: P,
    /// The move that was played.
    pub mv: P::Move,
    /// The score for the first player; 0 if the search did not find an exact score.
    pub score: i32,
}

impl<P, E> SelfPlay<P, E>
where
    P: Position<Move: Send, Undo: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    /// Searches each move with `engine` within `limits`. `options` control openings and
    /// adjudication; [`MatchRules::max_plies`] has no effect.
    pub fn new(
        rules: MatchRules<P>,
        engine: Engine<P, E>,
        limits: Limits,
        options: SelfPlayOptions,
    ) -> Self {
        Self { rules, engine, limits, options }
    }

    /// Plays a game that starts from a random opening by `seed`.
    ///
    /// # Errors
    /// The error of the engine.
    pub fn play(&mut self, seed: u64) -> Result<SelfPlayGame<P>, Error> {
        self.engine.clear();
        let mut position = self.opening(&mut Rng::with_seed(seed))?;
        let (mut plies, mut scores) = (Vec::new(), Vec::new());
        loop {
            if let Some(result) = self.options.result(&position, &scores) {
                return Ok(SelfPlayGame { plies, result });
            }
            let (mv, score) = self.search(&position)?;
            scores.push(score);
            plies.push(SearchedPly { position: position.clone(), mv, score });
            self.rules.advance(&mut position, mv);
        }
    }

    /// Plays random moves until the position is balanced.
    fn opening(&mut self, chance: &mut Rng) -> Result<P, Error> {
        loop {
            let opening = self.rules.random_opening(self.options.opening_plies, chance);
            let Some(opening) = opening else { continue };
            if self.search(&opening.position)?.1.abs() <= self.options.balanced {
                return Ok(opening.position);
            }
        }
    }

    /// Returns the move to play and its score for the first player.
    fn search(&mut self, position: &P) -> Result<(P::Move, i32), Error> {
        let report = self.engine.search(position, &self.limits)?;
        let score = report.value().map_or(0, Score::get);
        let best = report.best_move.expect("a game that is not over has a move");
        Ok((best, if position.side() == Side::First { score } else { -score }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::kalah::Kalah;

    #[test]
    fn a_seed_gives_the_same_game_again() {
        let engine = Engine::<Kalah>::builder().table_bytes(1 << 16).build().unwrap();
        let options = SelfPlayOptions::default().with(|o| (o.opening_plies, o.balanced) = (4, 3));
        let rules = MatchRules::new(Kalah::default());
        let mut players = SelfPlay::new(rules, engine, Limits::new().nodes(200), options);
        let mut play = |seed| {
            let game = players.play(seed).unwrap();
            let plies = game.plies.into_iter().map(|ply| (ply.position.key(), ply.mv, ply.score));
            (plies.collect::<Vec<_>>(), game.result)
        };
        let first = play(1);
        assert_ne!(first, play(2));
        assert_eq!(first, play(1));
        assert!(first.0.len() > 10 && first.0[0].2.abs() <= 3);
    }

    #[test]
    fn games_end_when_both_sides_are_sure() {
        let (start, options) = (Kalah::default(), SelfPlayOptions::default());
        let result = |scores: &[i32]| options.result(&start, scores);
        assert_eq!(result(&[0; 20]), None);
        assert_eq!(result(&[5; 60]), Some(GameResult::Draw));
        assert_eq!(result(&[1_000; 4]), None);
        assert_eq!(result(&[1_000; 5]), Some(GameResult::Win));
        assert_eq!(result(&[-1_200; 5]), Some(GameResult::Loss));
        assert_eq!(result(&[300; 300]), Some(GameResult::Draw));
    }
}
