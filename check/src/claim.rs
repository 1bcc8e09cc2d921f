//! [`Claim`]: what a certificate proves; and how a bound passes from a position to its children.

use eldest::{Position, Score, Side};
use std::fmt;

/// That a position is worth at least [`least`](Self::least) for [`prover`](Self::prover), played to the end by
/// both sides as well as they can.
///
/// That a value is *at most* something is the same said of the other side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The side that has a move everywhere.
    pub prover: Side,
    /// What the position is worth to it, at least.
    pub least: Score,
}

impl Claim {
    /// That the value of `position` for its side to move is `score` or more.
    #[must_use]
    pub fn at_least<P: Position>(position: &P, score: Score) -> Self {
        Self { prover: position.side(), least: score }
    }

    /// That the value of `position` for its side to move is `score` or less.
    #[must_use]
    pub fn at_most<P: Position>(position: &P, score: Score) -> Self {
        Self { prover: position.side().other(), least: -score }
    }
}

/// `first at least 3`, where wins and losses are numbers too.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at least {}", word(self.prover), self.least.get())
    }
}

/// A side as the file names it.
pub(crate) fn word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// `score` of a position where `side` moves, as `prover` sees it.
pub(crate) fn seen_by(prover: Side, side: Side, score: Score) -> i32 {
    if prover == side { score.get() } else { -score.get() }
}

/// The least value of a child whose parent, one ply further up, is worth `least`. Where wins count their
/// distance it is the inverse of [`Score::one_ply_up`].
pub(crate) fn one_ply_down<P: Position>(least: i32) -> i32 {
    const FARTHEST: i32 = Score::win_in(Score::MAX_DISTANCE).get();
    if !P::WIN_DISTANCE {
        least
    } else if least >= FARTHEST {
        least + 1
    } else if least <= 1 - FARTHEST {
        least - 1
    } else {
        least
    }
}

/// What `stand_in`, which has the code of `position`, must be worth if that one is to be worth `least`, both as
/// `prover` sees it: the points that were taken before make the difference.
///
/// No sum of points leaves their range: what would have to lie below it is met by all but losses, what would have
/// to lie above it by wins alone.
pub(crate) fn for_stand_in<P: Position>(
    prover: Side,
    position: &P,
    stand_in: &P,
    least: i32,
) -> i32 {
    const MOST: i32 = Score::MAX_VALUE.get();
    let (Some(taken), Some(other)) = (position.taken(), stand_in.taken()) else { return least };
    if least.abs() > MOST {
        return least; // a win or a loss is no sum of points
    }
    let more = i64::from(taken) - i64::from(other);
    let more = if position.side() == prover { more } else { -more };
    (i64::from(least) - more).clamp((-MOST).into(), (MOST + 1).into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::nim::Nim;
    use eldest_games::othello::Othello;

    /// Scores around every edge of the zones.
    fn edges() -> impl Iterator<Item = i32> {
        let edges = [0, 4_000_000, 5_999_999, 6_000_000, 7_000_000, 8_000_000];
        edges.into_iter().flat_map(|v| (v - 3..=v + 3).flat_map(|v| [v, -v]))
    }

    #[test]
    fn what_a_child_must_be_worth_is_exact() {
        for (least, value) in edges().flat_map(|least| edges().map(move |value| (least, value))) {
            let lifted = Score::new(value).one_ply_up().get();
            let is_enough = value >= one_ply_down::<Nim>(least);
            let lies_in_a_gap = (4_000_001..6_000_000).contains(&value.abs()); // no value does
            assert!(lies_in_a_gap || is_enough == (lifted >= least), "{value} for {least}");
            assert_eq!(one_ply_down::<Othello>(least), least);
        }
    }
}
