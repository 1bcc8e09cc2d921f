//! The records of a match, as text and as JSON.

use eldest_catalog::games::{Board, PlayPosition};
use eldest_contest::{Estimate, GameCounts, MatchScore, PlayedGame, PlayedPair, Sprt, SprtVerdict};
use serde::Serialize;
use std::fmt;

/// Two games from one opening.
#[derive(Debug, Serialize)]
pub(super) struct PairRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    opening: Vec<String>,
    games: [GameRecord; 2],
}

/// One game of a pair.
#[derive(Debug, Serialize)]
struct GameRecord {
    /// The side that A played.
    a: &'static str,
    /// The points of A: 1, ½ or 0.
    points: f64,
    /// The score for A, in games scored in points; `None` if the game was too long.
    score: Option<i32>,
    too_long: bool,
    moves: Vec<String>,
}

impl PairRecord {
    pub(super) fn new(start: &dyn Board, pair: &PlayedPair<PlayPosition>) -> Self {
        let record = |a: &'static str, game: &PlayedGame<PlayPosition>| GameRecord {
            a,
            points: game.result().half_points() as f64 / 2.0,
            score: game.score.filter(|score| score.distance().is_none()).map(i32::from),
            too_long: game.score.is_none(),
            moves: start.format_game(&game.moves),
        };
        let [first, second] = &pair.games;
        Self {
            kind: "pair",
            opening: start.format_game(&pair.opening.moves),
            games: [record("first", first), record("second", second)],
        }
    }
}

/// The result of a match.
#[derive(Debug, Serialize)]
pub(super) struct MatchRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    games: GameCounts,
    /// The numbers of pairs in which A gained 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// The share of the points, from 0 to 1.
    score: Option<Estimate>,
    /// The Elo difference. Infinite numbers are null in JSON.
    elo: Option<Estimate>,
    /// The mean score of a game for A, in games scored in points.
    margin: Option<Estimate>,
    test: Option<TestRecord>,
    interrupted: bool,
}

/// The state of the sequential test.
#[derive(Debug, Serialize)]
struct TestRecord {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    limits: [f64; 2],
    verdict: SprtVerdict,
}

impl MatchRecord {
    pub(super) fn new(score: &MatchScore, test: Option<Sprt>, interrupted: bool) -> Self {
        let test = test.map(|test| TestRecord {
            test,
            llr: test.llr(&score.pairs),
            limits: test.limits(),
            verdict: test.verdict(&score.pairs),
        });
        Self {
            kind: "result",
            games: score.games,
            pairs: score.pairs.0,
            score: score.pairs.score(),
            elo: score.pairs.elo(),
            margin: score.margins.mean(2.0),
            test,
            interrupted,
        }
    }
}

impl fmt::Display for MatchRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameCounts { wins, draws, losses, too_long } = self.games;
        let total = self.games.total();
        write!(f, "games   {total}: A wins {wins}, draws {draws}, loses {losses}")?;
        if too_long > 0 {
            write!(f, " ({too_long} of the draws got too long)")?;
        }
        let [none, half, one, more, two] = self.pairs;
        write!(f, "\npairs   A gains 0: {none}, 1/2: {half}, 1: {one}, 3/2: {more}, 2: {two}")?;
        if let Some(score) = self.score {
            write!(f, "\nscore   {}", Bars(score.on(|share| 100.0 * share), "%"))?;
        }
        if let Some(elo) = self.elo {
            write!(f, "\nElo     {}", Bars(elo, ""))?;
        }
        if let Some(margin) = self.margin {
            write!(f, "\nmargin  {}", Bars(margin, " a game"))?;
        }
        match &self.test {
            Some(test) => write!(f, "\ntest    {test}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for TestRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self.test;
        let [low, high] = self.limits;
        write!(f, "Elo {elo0} or {elo1}: ")?;
        match self.verdict {
            SprtVerdict::H0 => write!(f, "{elo0} is accepted"),
            SprtVerdict::H1 => write!(f, "{elo1} is accepted"),
            SprtVerdict::Open => write!(f, "open"),
        }?;
        write!(f, " (LLR {}, limits {low:.2} and {high:.2})", rounded(self.llr, 2))
    }
}

/// A number with its error bars, and its unit.
struct Bars(Estimate, &'static str);

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Estimate { value, low, high }, unit) = self;
        write!(f, "{}{unit}", rounded(*value, 1))?;
        match (low, high) {
            (Some(low), Some(high)) => {
                write!(f, " (95 %: {} to {})", rounded(*low, 1), rounded(*high, 1))
            }
            _ => Ok(()),
        }
    }
}

/// Formats `number` with `digits` decimals; zero has no sign.
fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let is_zero = text.bytes().all(|byte| b"-0.".contains(&byte));
    if is_zero { text.replace('-', "") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_contest::Pentanomial;

    fn score() -> MatchScore {
        let mut score = MatchScore::default();
        score.games = GameCounts { wins: 8, draws: 3, losses: 5, too_long: 1 };
        score.pairs = Pentanomial([1, 1, 2, 3, 1]);
        [-2, 4, 10].into_iter().for_each(|margin| score.margins.add(margin, 1));
        score
    }

    #[test]
    fn results_are_written_in_words() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let written = MatchRecord::new(&score(), Some(test), false).to_string();
        let expected = "\
games   16: A wins 8, draws 3, loses 5 (1 of the draws got too long)
pairs   A gains 0: 1, 1/2: 1, 1: 2, 3/2: 3, 2: 1
score   56.2% (95 %: 34.0 to 78.5)
Elo     43.7 (95 %: -114.9 to 224.5)
margin  2.0 a game (95 %: -1.4 to 5.4)
test    Elo 0 or 10: open (LLR 0.06, limits -2.94 and 2.94)";
        assert_eq!(written, expected);
    }

    #[test]
    fn zero_has_no_sign() {
        let numbers = [-0.0, -0.04, -0.06, 0.04, -10.0, f64::NEG_INFINITY];
        assert_eq!(
            numbers.map(|number| rounded(number, 1)),
            ["0.0", "0.0", "-0.1", "0.0", "-10.0", "-inf"]
        );
        assert_eq!(rounded(-0.004, 2), "0.00");
    }

    #[test]
    fn a_match_without_games_has_no_estimates() {
        let record = MatchRecord::new(&MatchScore::default(), None, true);
        assert!(record.to_string().ends_with("A gains 0: 0, 1/2: 0, 1: 0, 3/2: 0, 2: 0"));
        let json = serde_json::to_value(&record).unwrap();
        assert_eq!((&json["elo"], &json["interrupted"]), (&().into(), &true.into()));
    }
}
