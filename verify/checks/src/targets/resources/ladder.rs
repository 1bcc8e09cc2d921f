//! [`Ladder`]: a game of thousands of plies with known values at every depth.

use crate::SplitMix64;
use eldest::selective::Tactics;
use eldest::{Bounds, Depth, Evaluator, Moves, Position, Score, Side};

/// The greatest absolute score.
const WIDEST: i32 = 50;

/// A state of the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Rung {
    /// Before the choice of a ladder.
    Below,
    /// On ladder `which`, with `left` steps to its end.
    On { which: u8, left: u32 },
    /// The game is over, with a score for the side to move.
    Off { which: u8, left: u32, score: i32 },
}

/// The first move chooses a ladder. On a ladder a move is a step, or one of two ways to leave it,
/// which end the game, as does the last step. Searched to the end, each first move is as deep as
/// its ladder.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ladder {
    seed: u64,
    ladders: u8,
    length: u32,
    side: Side,
    rung: Rung,
    /// Whether leaving moves come before the step.
    leaves_first: bool,
    /// The factor by which the declared number of plies left exceeds the true one.
    stretch: u32,
}

/// The factor of ladders that declare too many plies. Stacks are sized for the declared number, so
/// that there is enough room even for the larger frames of unoptimised builds.
const LOOSE: u32 = 3;

impl Ladder {
    /// A game of `ladders` ladders, one to four, with at least one step each; `seed` determines the
    /// scores. If it is odd, leaving moves come first; its second bit makes
    /// [`plies_left`](Self::plies_left) loose.
    pub(super) fn new(seed: u64, ladders: u8, length: u32) -> Self {
        let leaves_first = seed & 1 == 1;
        let stretch = if seed & 2 == 2 { LOOSE } else { 1 };
        Self { seed, ladders, length, side: Side::First, rung: Rung::Below, leaves_first, stretch }
    }

    fn chance(&self, which: u8, left: u32, what: u64) -> i32 {
        let place = u64::from(which) << 48 | u64::from(left) << 8 | what;
        let bits = SplitMix64(self.seed ^ SplitMix64(place).bits()).bits();
        (bits % (2 * WIDEST as u64 + 1)) as i32 - WIDEST
    }

    /// The score of leaving by `mv`, 1 or 2, for the side that leaves.
    fn leaving(&self, which: u8, left: u32, mv: u8) -> i32 {
        self.chance(which, left, mv.into())
    }

    /// The score at the end of a ladder, for the side to move.
    fn end(&self, which: u8) -> i32 {
        self.chance(which, 0, 3)
    }

    /// V(position, depth) on a ladder, computed from the end or the horizon.
    fn climb(&self, which: u8, left: u32, depth: Option<u32>, judge: LadderJudge) -> i32 {
        let steps = depth.map_or(left, |depth| depth.min(left));
        let far = left - steps;
        let mut value = if far == 0 { self.end(which) } else { judge.score(self, which, far) };
        for left in far + 1..=left {
            let leaving = self.leaving(which, left, 1).max(self.leaving(which, left, 2));
            value = leaving.max(-value);
        }
        value
    }

    /// The moves of the root with their values.
    pub(super) fn values(&self, depth: Depth, judge: LadderJudge) -> Vec<(u8, Score)> {
        let below = depth.to_plies().map(|plies| u32::from(plies) - 1);
        let value = |mv| Score::new(-self.climb(mv, self.length, below, judge));
        (0..self.ladders).map(|mv| (mv, value(mv))).collect()
    }
}

impl Position for Ladder {
    type Move = u8;
    type Undo = LadderUndo;
    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let place = match self.rung {
            Rung::Below => u64::MAX,
            Rung::On { which, left } => u64::from(which) << 48 | u64::from(left) << 8,
            Rung::Off { which, left, score } => {
                u64::from(which) << 48 | u64::from(left) << 8 | (score + WIDEST + 1) as u64
            }
        };
        SplitMix64(place).bits()
    }

    fn over(&self) -> Option<Score> {
        match self.rung {
            Rung::Off { score, .. } => Some(Score::new(score)),
            Rung::On { which, left: 0 } => Some(Score::new(self.end(which))),
            _ => None,
        }
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        match self.rung {
            Rung::Below => (0..self.ladders).for_each(|mv| out.push(mv)),
            _ if self.leaves_first => [1, 2, 0].into_iter().for_each(|mv| out.push(mv)),
            _ => [0, 1, 2].into_iter().for_each(|mv| out.push(mv)),
        }
    }

    fn play(&mut self, mv: u8) -> LadderUndo {
        let before = LadderUndo(self.rung);
        self.side = self.side.other();
        self.rung = match self.rung {
            Rung::Below => Rung::On { which: mv, left: self.length },
            Rung::On { which, left } if mv == 0 => Rung::On { which, left: left - 1 },
            Rung::On { which, left } => {
                Rung::Off { which, left, score: -self.leaving(which, left, mv) }
            }
            Rung::Off { .. } => unreachable!("the game is over"),
        };
        before
    }

    fn undo(&mut self, _: u8, LadderUndo(before): LadderUndo) {
        (self.rung, self.side) = (before, self.side.other());
    }

    fn move_code(&self, mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn plies_left(&self) -> Option<u32> {
        let left = match self.rung {
            Rung::Below => self.length + 1,
            Rung::On { left, .. } => left,
            Rung::Off { .. } => 0,
        };
        Some(self.stretch * left)
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-WIDEST), Score::new(WIDEST))
    }

    fn fingerprint(&self) -> u64 {
        self.seed
    }
}

/// The state before a move.
#[derive(Copy, Clone, Debug)]
pub(super) struct LadderUndo(Rung);

impl Tactics for Ladder {
    fn pass(&mut self) -> Option<LadderUndo> {
        None
    }

    fn take_back_pass(&mut self, _: LadderUndo) {}

    fn is_urgent(&self) -> bool {
        false
    }

    fn is_quiet(&self, _: u8) -> bool {
        true
    }
}

/// One of several evaluators of ladders, selected by a number.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LadderJudge(pub(super) u64);

impl LadderJudge {
    fn score(self, ladder: &Ladder, which: u8, left: u32) -> i32 {
        ladder.chance(which, left, 8 + self.0)
    }
}

impl Evaluator<Ladder> for LadderJudge {
    type State = ();

    fn start(&self, _: &Ladder) {}

    fn evaluate(&self, ladder: &Ladder, (): &()) -> Score {
        let Rung::On { which, left } = ladder.rung else { return Score::DRAW };
        Score::new(self.score(ladder, which, left))
    }

    fn fingerprint(&self) -> u64 {
        self.0
    }
}
