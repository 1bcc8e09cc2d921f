//! Games scored in points, with flaws in the points that they report.

use super::super::*;
use crate::{Bounds, Moves, Score, Side, ZeroEvaluator};

/// The flaw of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    /// The score shows only which side is ahead, so that the value still to come depends on the
    /// points taken.
    WinnerTakesAll,
    /// Half of the points taken are reported.
    Half,
    /// No points are reported at the end.
    UntoldAtTheEnd,
    /// Always the first side's points.
    NotTheMovers,
    /// The points of the side that is not to move.
    OtherSide,
    /// The first side has a thousand points from the start, which do not count in any score.
    Range,
    TooMany,
    Undo,
    /// More points are taken than there are in the game.
    EstimateToCome,
}

/// A row of coins, of which the mover takes the first or the last.
#[derive(Clone, Debug)]
struct Coins {
    flaw: Flaw,
    row: [i32; 7],
    from: usize,
    to: usize,
    lead: i32,
    side: Side,
}

impl Coins {
    /// Coins that can be reached with different points taken; the first side has been given a
    /// `lead`.
    fn new(flaw: Flaw, lead: i32) -> Self {
        Self { flaw, row: [3, 9, 1, 2, 3, 5, 1], from: 0, to: 7, lead, side: Side::First }
    }
}

impl Position for Coins {
    type Move = bool;
    type Undo = Self;
    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        (self.from * 8 + self.to) as u64
    }

    fn taken(&self) -> Option<i32> {
        match self.flaw {
            Flaw::Half => Some(self.lead / 2),
            Flaw::UntoldAtTheEnd => self.over().is_none().then_some(self.lead),
            Flaw::NotTheMovers if self.side == Side::Second => Some(-self.lead),
            Flaw::OtherSide => Some(-self.lead),
            Flaw::Range if self.side == Side::First => Some(self.lead + 1_000),
            Flaw::Range => Some(self.lead - 1_000),
            Flaw::TooMany => Some(5_000_000),
            Flaw::EstimateToCome => Some(-1),
            _ => Some(self.lead),
        }
    }

    fn over(&self) -> Option<Score> {
        let score = if self.flaw == Flaw::WinnerTakesAll { self.lead.signum() } else { self.lead };
        (self.from == self.to).then_some(Score::new(score))
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(false);
        out.push(true);
    }

    fn play(&mut self, last: bool) -> Self {
        let before = self.clone();
        let coin = if last { self.row[self.to - 1] } else { self.row[self.from] };
        if last {
            self.to -= 1;
        } else {
            self.from += 1;
        }
        (self.lead, self.side) = (-self.lead - coin, self.side.other());
        before
    }

    fn undo(&mut self, _: bool, before: Self) {
        let lead = if self.flaw == Flaw::Undo { before.lead + 1 } else { before.lead };
        *self = Self { lead, ..before };
    }

    fn plies_left(&self) -> Option<u32> {
        Some((self.to - self.from) as u32)
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-100), Score::new(100))
    }
}

/// Returns the verdict of the check on the game.
fn verdict(flaw: Flaw) -> String {
    check(&Coins::new(flaw, 0), 1_000).map_or_else(|found| found.to_string(), |_| String::new())
}

#[test]
fn a_game_of_points_conforms() {
    for lead in [0, 30, -30] {
        let summary = assert_conforms(&Coins::new(Flaw::None, lead), 1_000);
        assert!(summary.solved > 100 && summary.repeated_keys > 100, "{summary:?}");
    }
    let evaluators = check_evaluator(&Coins::new(Flaw::None, 30), &ZeroEvaluator, 200);
    assert!(evaluators.is_ok(), "{evaluators:?}");
}

#[test]
fn wrong_points_are_reported_as_such() {
    let cases = [
        (Flaw::WinnerTakesAll, "the key is the same, but not the value: `value at depth"),
        (Flaw::Half, "the key is the same, but not the value: `value at depth 1 less taken"),
        (
            Flaw::UntoldAtTheEnd,
            "must be the same in every position of a game: `taken().is_some()` was true",
        ),
        (Flaw::NotTheMovers, "expected it as the side to move sees it"),
        (Flaw::OtherSide, "they are if `taken` is turned round"),
        (Flaw::Range, "would still be to come; expected that within `range`"),
        (Flaw::TooMany, "`taken` is 5000000; expected at most 4000000 either way"),
        (Flaw::Undo, "played and undone, does not lead back: `taken` was Some(0), is Some(1)"),
    ];
    for (flaw, words) in cases {
        let verdict = verdict(flaw);
        assert!(verdict.contains(words), "{flaw:?}: {verdict}");
    }
}

#[test]
fn what_an_evaluator_leaves_to_come_is_a_score() {
    let most = |_: &Coins| Score::MAX_VALUE;
    let verdict = check_evaluator(&Coins::new(Flaw::EstimateToCome, 0), &most, 100);
    let broken = verdict.expect_err("more than a score can be").broken;
    assert!(matches!(broken, Broken::ToCome { taken: -1, left: 4_000_001, .. }), "{broken}");
}

#[test]
fn evaluators_are_compared_by_what_they_leave_to_come() {
    let coins = Coins::new(Flaw::None, 0);
    let lead = |coins: &Coins| Score::new(coins.lead);
    assert!(check_evaluator(&coins, &lead, 1_000).is_ok());
    let twice = |coins: &Coins| Score::new(2 * coins.lead);
    let broken =
        check_evaluator(&coins, &twice, 1_000).expect_err("it counts the past twice").broken;
    assert!(matches!(broken, Broken::SameKey { .. }), "{broken}");
}
