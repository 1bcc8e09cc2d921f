//! [`play_match`]: plays pairs of games in parallel and counts their results in order.

use crate::game::{Opening, PlayedPair};
use crate::in_order::in_order;
use crate::player::Player;
use crate::rules::MatchRules;
use crate::score::MatchScore;
use crate::sprt::{Sprt, SprtVerdict};
use eldest::{Error, Position, StopToken};
use std::ops::ControlFlow;

/// What ends a match before all openings are played.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MatchOptions {
    /// The sequential test: the match ends with its decision.
    pub test: Option<Sprt>,
    /// Stops the match. A match that ends early triggers it too, to stop the games in progress.
    pub stop: StopToken,
}

impl MatchOptions {
    /// Returns these options with `change` applied.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Why a match ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All openings were played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// The stop token was triggered.
    Stopped,
}

/// The outcome of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchReport {
    /// The results of all counted pairs.
    pub score: MatchScore,
    /// Why the match ended.
    pub end: MatchEnd,
}

/// Plays a pair of games from each of `openings`. Every element of `players` is a pair of players,
/// A and B, and gets a thread of its own. Pairs are counted, and `each` is called, in the order of
/// the openings, so results do not depend on the number of threads.
///
/// # Errors
/// The error of a player or of `each`.
pub fn play_match<P, T, E>(
    rules: &MatchRules<P>,
    openings: Vec<Opening<P>>,
    players: Vec<[T; 2]>,
    options: &MatchOptions,
    mut each: impl FnMut(&PlayedPair<P>, &MatchScore) -> Result<(), E>,
) -> Result<MatchReport, E>
where
    P: Position<Move: Send> + Send,
    T: Player<P>,
    E: From<Error>,
{
    let MatchOptions { test, stop } = options;
    let worker = |mut players: [T; 2]| {
        let rules = rules.clone();
        move |opening| rules.play_pair(&mut players, opening, stop)
    };
    let workers = players.into_iter().map(worker).collect();
    let mut score = MatchScore::default();
    let end = in_order(openings, workers, |played| {
        let counted = finished(played).and_then(|pair| {
            score.add(&pair, rules.has_points);
            each(&pair, &score).map_err(EarlyEnd::Failed)?;
            match test.map(|test| test.verdict(&score.pairs)) {
                None | Some(SprtVerdict::Open) => Ok(()),
                Some(SprtVerdict::H0 | SprtVerdict::H1) => Err(EarlyEnd::Reason(MatchEnd::Decided)),
            }
        });
        go_on(counted, stop)
    });
    reason(end).map(|end| MatchReport { score, end })
}

/// Why a match or a tuning ended before all pairs were played.
pub(crate) enum EarlyEnd<E> {
    Reason(MatchEnd),
    Failed(E),
}

/// Returns the result of a job, unless its games were stopped.
pub(crate) fn finished<T, E: From<Error>>(
    played: Result<Option<T>, Error>,
) -> Result<T, EarlyEnd<E>> {
    let pair = played.map_err(|error| EarlyEnd::Failed(error.into()))?;
    pair.ok_or(EarlyEnd::Reason(MatchEnd::Stopped))
}

/// Continues after a `counted` pair, unless it ends the match. Then `stop` ends the games in
/// progress, whose results are not needed.
pub(crate) fn go_on<E>(
    counted: Result<(), EarlyEnd<E>>,
    stop: &StopToken,
) -> ControlFlow<EarlyEnd<E>> {
    counted.map_or_else(
        |end| {
            stop.stop();
            ControlFlow::Break(end)
        },
        ControlFlow::Continue,
    )
}

/// Returns the reason of `end`, which is `None` if all pairs were played.
pub(crate) fn reason<E>(end: Option<EarlyEnd<E>>) -> Result<MatchEnd, E> {
    match end {
        None => Ok(MatchEnd::Complete),
        Some(EarlyEnd::Reason(end)) => Ok(end),
        Some(EarlyEnd::Failed(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DepthPlayer, RandomPlayer};
    use eldest_games::tictactoe::TicTacToe;

    type AnyPlayer = Box<dyn Player<TicTacToe>>;

    fn players() -> [AnyPlayer; 2] {
        [Box::new(DepthPlayer::new(3)), Box::new(RandomPlayer::new(1))]
    }

    fn played(threads: usize, options: &MatchOptions) -> (MatchReport, Vec<usize>) {
        let rules = MatchRules::new(TicTacToe::default());
        let mut gains = Vec::new();
        let players = (0..threads).map(|_| players()).collect();
        let openings = rules.openings(2, 30, 1);
        let report = play_match(&rules, openings, players, options, |pair, _| {
            gains.push(pair.half_points());
            Ok::<_, Error>(())
        });
        (report.unwrap(), gains)
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let [one, three] = [1, 3].map(|threads| played(threads, &MatchOptions::default()));
        assert_eq!((one.0.score, one.0.end), (three.0.score, MatchEnd::Complete));
        assert_eq!((one.1.len(), &one.1), (30, &three.1));
        assert!(one.0.score.pairs.score().unwrap().low.unwrap() > 0.5, "{:?}", one.0.score);
    }

    #[test]
    fn a_match_ends_where_its_test_is_decided_or_it_is_stopped() {
        let test = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
        let (report, gains) = played(2, &MatchOptions::default().with(|o| o.test = Some(test)));
        assert_eq!(report.end, MatchEnd::Decided);
        assert!(gains.len() < 30, "{gains:?}");
        let options = MatchOptions::default();
        options.stop.stop();
        let (report, gains) = played(2, &options);
        assert_eq!((report.end, gains.len()), (MatchEnd::Stopped, 0));
    }

    #[test]
    fn an_error_of_the_caller_ends_a_match() {
        let rules = MatchRules::new(TicTacToe::default());
        let (openings, options) = (rules.openings(2, 30, 1), MatchOptions::default());
        let ended = play_match(&rules, openings, vec![players()], &options, |_, score| {
            if score.games.total() < 6 { Ok(()) } else { Err(Error::Endless) }
        });
        assert!(matches!(ended, Err(Error::Endless)));
    }
}
