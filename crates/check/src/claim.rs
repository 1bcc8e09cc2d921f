//! [`Claim`]: what a certificate proves; and how a bound on a position translates to its children.

// A forged value could wrap around to a weak one in these sums.
#![deny(clippy::arithmetic_side_effects)]

use eldest::{Position, Score, Side};
use std::fmt;

/// The claim that a position is worth at least [`least`](Self::least) to [`prover`](Self::prover)
/// under optimal play of both sides.
///
/// An upper bound is the same claim made for the other side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The side for which the proof has a move at each of its positions.
    pub prover: Side,
    /// The least that the position is worth to the prover.
    pub least: Score,
}

impl Claim {
    /// Claims that the value of `position` for its side to move is at least `score`.
    #[must_use]
    pub fn at_least<P: Position>(position: &P, score: Score) -> Self {
        Self { prover: position.side(), least: score }
    }

    /// Claims that the value of `position` for its side to move is at most `score`.
    #[must_use]
    #[expect(clippy::arithmetic_side_effects, reason = "every score has its negative")]
    pub fn at_most<P: Position>(position: &P, score: Score) -> Self {
        Self { prover: position.side().other(), least: -score }
    }
}

/// Writes `first at least 3`; wins and losses are written as numbers, too.
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

/// Converts `score`, given for `side` to move, to the view of `prover`.
pub(crate) fn seen_by(prover: Side, side: Side, score: Score) -> i32 {
    if prover == side { score.get() } else { score.get().saturating_neg() }
}

/// The greatest value that a record or a claim may have; the least is its negative.
pub(crate) const MOST: i32 = Score::WIN.get();
/// A need that no record meets: it lies above all values.
pub(crate) const UNMET: i32 = Score::WIN.get() + 1;

/// Whether a record or a claim may have this value. The greatest is a win already on the board, the
/// least such a loss.
pub(crate) fn is_value(least: i32) -> bool {
    (-MOST..=MOST).contains(&least)
}

/// The least value that a child must have for its parent, one ply above, to be worth `least`. Where
/// wins count their distance, this is the inverse of [`Score::one_ply_up`].
///
/// For every `least` the result is between -[`MOST`], which every position is worth, and [`UNMET`],
/// which no position is worth.
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

/// The value that `stand_in` must have for `position`, which has the same code, to be worth
/// `least`. All values are the prover's; the two positions differ only in the points already taken.
///
/// The result stays in the range of points: a need below that range is met by everything but
/// losses, a need above it only by wins.
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
    // Three 32-bit numbers cannot overflow 64 bits.
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

    /// Scores around the boundaries between points, wins and losses.
    fn edges() -> impl Iterator<Item = i32> {
        let edges = [0, 4_000_000, 5_999_999, 6_000_000, 7_000_000, 8_000_000];
        edges.into_iter().flat_map(|v| (v - 3..=v + 3).flat_map(|v| [v, -v]))
    }

    /// The same, and the extreme values of `i32`.
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

    /// A position whose value consists only of the points taken.
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
