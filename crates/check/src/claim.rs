//! [`Claim`]: what a certificate proves; and how a bound passes from a position to its children.

// Sums of values are the place where a forged value would wrap round to a weak one.
#![deny(clippy::arithmetic_side_effects)]

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
    #[expect(clippy::arithmetic_side_effects, reason = "every score has its negative")]
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
    if prover == side { score.get() } else { score.get().saturating_neg() }
}

/// The greatest value that a record or a claim may have; the least is its negative.
pub(crate) const MOST: i32 = Score::WIN.get();
/// A need that no record meets: it lies above all values.
pub(crate) const UNMET: i32 = Score::WIN.get() + 1;

/// Whether a record or a claim may have this value: a win that stands on the board is the greatest, a loss the least.
pub(crate) fn is_value(least: i32) -> bool {
    (-MOST..=MOST).contains(&least)
}

/// The least value of a child whose parent, one ply further up, is worth `least`. Where wins count their
/// distance it is the inverse of [`Score::one_ply_up`].
///
/// For every `least` the result lies within -[`MOST`], which every position is worth, and [`UNMET`], which none is.
pub(crate) fn one_ply_down<P: Position>(least: i32) -> i32 {
    const FARTHEST: i32 = Score::win_in(Score::MAX_DISTANCE).get();
    /// One ply above the farthest loss.
    const NEAREST_LOST: i32 = 1 - FARTHEST;
    let away = match least {
        _ if !P::WIN_DISTANCE => 0,
        FARTHEST.. => 1,
        ..=NEAREST_LOST => -1,
        _ => 0,
    };
    least.saturating_add(away).clamp(-MOST, UNMET)
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
    const POINTS: i64 = Score::MAX_VALUE.get() as i64;
    let (Some(taken), Some(other)) = (position.taken(), stand_in.taken()) else { return least };
    if !(-POINTS..=POINTS).contains(&least.into()) {
        return least; // a win or a loss is no sum of points
    }
    let (taken, other) = (i64::from(taken), i64::from(other));
    let [gained, lost] = if position.side() == prover { [taken, other] } else { [other, taken] };
    // Three numbers of 32 bits: far from the ends of 64.
    let least = i64::from(least).saturating_sub(gained).saturating_add(lost);
    least.clamp(-POINTS, POINTS + 1) as i32
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "tests panic if a sum wraps round")]
mod tests {
    use super::*;
    use eldest::Moves;
    use eldest_games::nim::Nim;
    use eldest_games::othello::Othello;

    /// Scores around every edge of the zones.
    fn edges() -> impl Iterator<Item = i32> {
        let edges = [0, 4_000_000, 5_999_999, 6_000_000, 7_000_000, 8_000_000];
        edges.into_iter().flat_map(|v| (v - 3..=v + 3).flat_map(|v| [v, -v]))
    }

    /// The same, with the ends of the numbers.
    fn all_sizes() -> impl Iterator<Item = i32> {
        let ends = [i32::MIN, 1 + i32::MIN, i32::MAX - 1, i32::MAX, 8_388_607, -8_388_607];
        edges().chain(ends)
    }

    #[test]
    fn what_a_child_must_be_worth_is_exact() {
        let values = || edges().filter(|value| is_value(*value));
        for (least, value) in
            all_sizes().flat_map(|least| values().map(move |value| (least, value)))
        {
            let lifted = Score::new(value).one_ply_up().get();
            let is_enough = value >= one_ply_down::<Nim>(least);
            let lies_in_a_gap = (4_000_001..6_000_000).contains(&value.abs()); // no value does
            assert!(lies_in_a_gap || is_enough == (lifted >= least), "{value} for {least}");
            let is_enough = value >= one_ply_down::<Othello>(least);
            assert_eq!(is_enough, value >= least, "{value} for {least}");
        }
    }

    #[test]
    fn no_need_leaves_its_range() {
        for least in all_sizes() {
            let range = -MOST..=UNMET;
            assert!(range.contains(&one_ply_down::<Nim>(least)), "{least}");
            assert!(range.contains(&one_ply_down::<Othello>(least)), "{least}");
        }
    }

    /// A position of which only what was taken counts.
    #[derive(Clone)]
    struct Purse(i32);

    impl Position for Purse {
        type Move = ();
        type Undo = ();

        fn side(&self) -> Side {
            Side::First
        }

        fn key(&self) -> u64 {
            0
        }

        fn over(&self) -> Option<Score> {
            Some(Score::DRAW)
        }

        fn moves(&self, _: &mut Moves<'_, ()>) {}

        fn play(&mut self, (): ()) {}

        fn undo(&mut self, (): (), (): ()) {}

        fn taken(&self) -> Option<i32> {
            Some(self.0)
        }
    }

    #[test]
    fn no_points_take_a_need_out_of_its_range() {
        let purses = || all_sizes().map(Purse);
        for (purse, other) in purses().flat_map(|p| purses().map(move |q| (p.clone(), q))) {
            for least in all_sizes().filter(|least| is_value(*least)) {
                for prover in [Side::First, Side::Second] {
                    let sign = if prover == Side::First { 1 } else { -1 };
                    let more = sign * (i128::from(purse.0) - i128::from(other.0));
                    let moved = (i128::from(least) - more).clamp(-4_000_000, 4_000_001);
                    let expected = if least.abs() > 4_000_000 { least.into() } else { moved };
                    let found = for_stand_in(prover, &purse, &other, least);
                    assert_eq!(i128::from(found), expected);
                }
            }
        }
    }
}
