//! [`PassingGame`]: a game of layers in which the side to move may pass, for selective searches.

use crate::{Chance, SplitMix64};
use eldest::selective::Tactics;
use eldest::{Evaluator, Moves, Position, Score, Side};

/// The number of nodes in a layer. Moves lead to the next layer, so paths transpose.
const LAYER: u64 = 24;
/// The most moves of a node.
const WIDEST: u64 = 9;

/// A node of a layer, or the same node with the other side to move after a pass. All properties of
/// a node follow from its number and a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassingGame {
    seed: u64,
    /// The number of the last layer.
    height: u64,
    layer: u64,
    number: u64,
    passed: bool,
}

impl PassingGame {
    /// The first node of a game with `height` more layers.
    #[must_use]
    pub fn new(seed: u64, height: u64) -> Self {
        Self { seed, height, layer: 0, number: 0, passed: false }
    }

    /// Random choices of this node, independent for each `salt`.
    fn chance(&self, salt: u64) -> SplitMix64 {
        let node = self.layer * LAYER + self.number;
        SplitMix64(SplitMix64(self.seed << 20 ^ node << 8 ^ salt).bits())
    }

    fn width(&self) -> u64 {
        if self.layer == self.height { 0 } else { 1 + self.chance(1).below(WIDEST) }
    }

    /// Converts `score` of the node to the view of the side to move.
    fn seen(&self, score: Score) -> Score {
        if self.passed { -score } else { score }
    }
}

impl Position for PassingGame {
    /// The number of the child.
    type Move = u64;
    /// The previous node, and whether a side had passed there.
    type Undo = (u64, bool);

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        // At one node in eight the side to move is the same as in the layer before.
        let is_odd = (self.layer + u64::from(self.chance(2).odds(12))) % 2 == 1;
        if is_odd == self.passed { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        SplitMix64(self.chance(3).bits() ^ u64::from(self.passed)).bits()
    }

    /// The game ends in the last layer, and sometimes earlier.
    fn over(&self) -> Option<Score> {
        let mut chance = self.chance(4);
        let ends = self.width() == 0 || self.layer > 0 && chance.odds(8);
        let score = match chance.below(4) {
            0 => Score::WIN,
            1 => Score::LOSS,
            _ => Score::new(chance.below(40) as i32 - 20),
        };
        ends.then_some(self.seen(score))
    }

    fn moves(&self, out: &mut Moves<'_, u64>) {
        let first = self.chance(5).below(LAYER);
        (first..first + self.width()).for_each(|number| out.push(number % LAYER));
    }

    fn play(&mut self, number: u64) -> (u64, bool) {
        self.layer += 1;
        (std::mem::replace(&mut self.number, number), std::mem::take(&mut self.passed))
    }

    fn undo(&mut self, _: u64, before: (u64, bool)) {
        self.layer -= 1;
        (self.number, self.passed) = before;
    }

    fn move_code(&self, number: u64) -> u16 {
        1 + number as u16
    }

    fn plies_left(&self) -> Option<u32> {
        Some((self.height - self.layer) as u32)
    }
}

impl Tactics for PassingGame {
    fn pass(&mut self) -> Option<(u64, bool)> {
        let passed = !self.passed;
        let may = self.chance(6).odds(85);
        may.then(|| (self.number, std::mem::replace(&mut self.passed, passed)))
    }

    fn take_back_pass(&mut self, (_, passed): (u64, bool)) {
        self.passed = passed;
    }

    fn is_urgent(&self) -> bool {
        self.chance(7).odds(15)
    }

    fn is_quiet(&self, number: u64) -> bool {
        self.chance(8 + number).odds(75)
    }

    fn gains(&self, number: u64, least: i32) -> bool {
        self.chance(60 + number).below(40) as i32 - 20 >= least
    }

    fn endangers(&self, number: u64) -> bool {
        let mut child = self.clone();
        child.play(number);
        child.is_urgent()
    }

    fn kind(&self, number: u64) -> u16 {
        1 + (number % 7) as u16
    }
}

/// Evaluates nodes at random, with quiescence over some of the moves or without.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PassingJudge {
    /// The most plies that quiescence follows.
    pub plies: u16,
    /// Each position seems worth this many points more, times three, to its side to move.
    pub tilt: u16,
}

impl PassingJudge {
    /// A judge with quiescence of at most `plies`.
    #[must_use]
    pub fn new(plies: u16) -> Self {
        Self { plies, tilt: 0 }
    }
}

impl Evaluator<PassingGame> for PassingJudge {
    type State = ();

    fn start(&self, _: &PassingGame) {}

    fn evaluate(&self, node: &PassingGame, (): &()) -> Score {
        // Evaluations favour the side to move, so that a pass often holds the value.
        let score = node.seen(Score::new(node.chance(50).below(40) as i32 - 20));
        Score::new(score.get() + 4 + 3 * i32::from(self.tilt))
    }

    fn fingerprint(&self) -> u64 {
        self.tilt.into()
    }

    fn quiescence_plies(&self) -> u16 {
        self.plies
    }

    fn noisy_moves(&self, node: &PassingGame, out: &mut Moves<'_, u64>) {
        let moves = Moves::collect(|out| node.moves(out));
        let noisy = moves.into_iter().filter(|number| !node.is_quiet(*number));
        noisy.for_each(|number| out.push(number));
    }

    fn stands_pat(&self, node: &PassingGame) -> bool {
        node.chance(51).odds(80)
    }
}
