//! What the tests of the algorithms share: random trees, windows, and the value by its definition.

#![allow(dead_code, unused_imports, reason = "each test uses a part")]

mod alarm;
pub(crate) mod answers;
pub(crate) mod engines;
pub(crate) mod faulty;
pub(crate) mod findings;
mod glance;
pub(crate) mod interrupted;
mod noisy;
mod numbered;
pub(crate) mod questions;
mod restless;
pub(crate) mod sharing;
mod watch;

pub(crate) use alarm::Alarm;
pub(crate) use glance::Glance;
pub(crate) use noisy::Noisy;
pub(crate) use numbered::Numbered;
pub(crate) use restless::{AnyTable, Restless};
pub(crate) use watch::in_time;

use eldest::textbook::{NullWindows, Research, Scouting};
use eldest::{Bound, Depth, Evaluator, Moves, Position, Score, Window};
use eldest_games::trees::{Branch, Tree};
use std::fmt::Debug;

/// splitmix64.
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % limit
    }

    pub(crate) fn odds(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// What leaves are worth.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Leaves {
    /// Few different values, so brothers tie.
    Ties,
    Spread,
    /// The largest values there are, and their neighbours.
    Extremes,
    /// Wins, losses and draws.
    Won,
    /// All of it.
    Mixed,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) width: u64,
    pub(crate) depth: u32,
    /// Percent of inner nodes cut short to a leaf.
    pub(crate) stop: u64,
    /// Percent of nodes where the same player moves again.
    pub(crate) again: u64,
    pub(crate) leaves: Leaves,
}

impl Shape {
    pub(crate) fn branch(&self, random: &mut Random) -> Branch {
        self.node(random, self.depth)
    }

    fn node(&self, random: &mut Random, depth: u32) -> Branch {
        let over = depth == 0 || (depth < self.depth && random.odds(self.stop));
        let node = if over { Branch::leaf(self.leaf(random)) } else { self.inner(random, depth) };
        if random.odds(self.again) { node.again() } else { node }
    }

    fn inner(&self, random: &mut Random, depth: u32) -> Branch {
        let width = 1 + random.below(self.width);
        let children: Vec<Branch> = (0..width).map(|_| self.node(random, depth - 1)).collect();
        Branch::inner(children).worth(Score::new(random.below(11) as i32 - 5))
    }

    fn leaf(&self, random: &mut Random) -> Score {
        let top = Score::MAX_VALUE.get();
        match self.leaves {
            Leaves::Ties => Score::new(random.below(3) as i32 - 1),
            Leaves::Spread => Score::new(random.below(41) as i32 - 20),
            Leaves::Extremes => Score::new(random.pick(&[-top, 1 - top, 0, top - 1, top])),
            Leaves::Won => random.pick(&[Score::WIN, Score::LOSS, Score::DRAW]),
            Leaves::Mixed => {
                let any = [Leaves::Ties, Leaves::Spread, Leaves::Extremes, Leaves::Won];
                Self { leaves: random.pick(&any), ..*self }.leaf(random)
            }
        }
    }
}

/// `count` trees of all shapes, the small ones first, so that the first failure is readable.
pub(crate) fn trees(count: u64, again: u64) -> impl Iterator<Item = (Random, Tree)> {
    (0..count).map(move |seed| {
        let mut random = Random(seed << 32);
        let kinds = [Leaves::Ties, Leaves::Spread, Leaves::Extremes, Leaves::Won, Leaves::Mixed];
        let shape = Shape {
            width: 1 + random.below(4),
            depth: 1 + (seed * 5 / count) as u32,
            stop: random.pick(&[0, 0, 10, 30]),
            again,
            leaves: random.pick(&kinds),
        };
        let tree = Tree::from(shape.branch(&mut random));
        (random, tree)
    })
}

/// All depths that make a difference, and the end.
pub(crate) fn depths(tree: &impl Position) -> Vec<Depth> {
    let height = tree.plies_left().expect("a tree is finite") as u16;
    (0..=height + 1).map(Depth::plies).chain([Depth::END]).collect()
}

/// Windows around `value`: open, null, one-sided, far away, at the extremes.
pub(crate) fn windows(random: &mut Random, value: Score) -> Vec<Window> {
    let near = |by: i32| Score::new((value.get() + by).clamp(-8_388_607, 8_388_607));
    let mut ends: Vec<Score> = (-2..=2).map(near).collect();
    ends.extend([-Score::INFINITY, Score::INFINITY, Score::new(random.below(41) as i32 - 20)]);
    ends.extend([random.pick(&[Score::WIN, Score::LOSS, Score::MAX_VALUE, Score::DRAW])]);
    ends.sort();
    ends.dedup();
    let after = |alpha: &Score| ends.iter().filter(|beta| *beta > alpha).copied().collect();
    let pairs = ends.iter().flat_map(|alpha| {
        let betas: Vec<Score> = after(alpha);
        betas.into_iter().map(|beta| Window::new(*alpha, beta))
    });
    pairs.collect()
}

/// The full window and some others.
pub(crate) fn sample(random: &mut Random, windows: &[Window]) -> Vec<Window> {
    let others = (0..5).map(|_| random.pick(windows));
    [Window::FULL].into_iter().chain(others).collect()
}

/// Every way to place null windows and re-searches.
pub(crate) fn scoutings(trusted_plies: u16) -> Vec<Scouting> {
    let starts = [NullWindows::SecondMove, NullWindows::AlphaRaised];
    let windows = [Research::FromAlpha, Research::FromScore];
    let pairs = starts.into_iter().flat_map(|s| windows.map(|r| (s, r)));
    pairs.map(|(start, research)| Scouting { start, research, trusted_plies }).collect()
}

/// The contract: at or below alpha an upper bound, at or above beta a lower one, else exact.
#[track_caller]
pub(crate) fn assert_answers(answer: Score, window: Window, value: Score, about: &dyn Debug) {
    assert!(answers(answer, window, value), "{answer} for {value} in {window:?}: {about:?}");
}

pub(crate) fn answers(answer: Score, window: Window, value: Score) -> bool {
    match window.classify(answer) {
        Bound::Exact => answer == value,
        Bound::Lower => answer <= value,
        Bound::Upper => answer >= value,
    }
}

/// V(p, d) as the documentation of `Position` defines it, with nothing of the library but the
/// traits.
pub(crate) fn value<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    depth: Depth,
) -> Score {
    if let Some(score) = position.over() {
        return score;
    }
    if depth.is_horizon() {
        return quiescence(position, evaluator, evaluator.quiescence_plies());
    }
    let moves = Moves::collect(|out| position.moves(out));
    let values = moves
        .into_iter()
        .map(|mv| after(position, mv, |child| value(child, evaluator, depth.below())));
    values.max().expect("a move")
}

/// Q(p, k) as the documentation of `Evaluator` defines it.
fn quiescence<P: Position, E: Evaluator<P>>(position: &P, evaluator: &E, plies: u16) -> Score {
    if let Some(score) = position.over() {
        return score;
    }
    let noisy = Moves::collect(|out| evaluator.noisy_moves(position, out));
    let mut values = Vec::new();
    if evaluator.stands_pat(position) || noisy.is_empty() || plies == 0 {
        values.push(evaluator.evaluate(position, &evaluator.start(position)));
    }
    if plies > 0 {
        values.extend(
            noisy
                .into_iter()
                .map(|mv| after(position, mv, |child| quiescence(child, evaluator, plies - 1))),
        );
    }
    values.into_iter().max().expect("a value")
}

pub(crate) fn after<P: Position>(
    position: &P,
    mv: P::Move,
    value: impl FnOnce(&P) -> Score,
) -> Score {
    let mut child = position.clone();
    child.play(mv);
    let found = if P::WIN_DISTANCE { more_distant(value(&child)) } else { value(&child) };
    if child.side() == position.side() { found } else { -found }
}

fn more_distant(score: Score) -> Score {
    match score.distance() {
        Some(plies) if score > Score::DRAW => Score::win_in(plies + 1),
        Some(plies) => Score::loss_in(plies + 1),
        None => score,
    }
}
