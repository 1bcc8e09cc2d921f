//! What the tests of the algorithms share: random trees, windows, and the value by its definition.

#![allow(dead_code, unused_imports, reason = "each test uses a part")]

mod alarm;
pub(crate) mod coins;
pub(crate) mod engines;
mod events;
pub(crate) mod faulty;
mod glance;
pub(crate) mod interrupted;
mod noisy;
mod numbered;
pub(crate) mod saved;
mod watch;

pub(crate) use alarm::Alarm;
pub(crate) use events::{Event, EventSender};
pub(crate) use glance::Glance;
pub(crate) use noisy::{Estimated, Noisy};
pub(crate) use numbered::Numbered;
pub(crate) use watch::in_time;

pub(crate) use eldest_checks::contract::{
    answers, answers_as, assert_answers_as, sample, scoutings, windows,
};
pub(crate) use eldest_checks::definition::value;
pub(crate) use eldest_checks::pauses::{patient, restless, sleepy};
pub(crate) use eldest_checks::{AnyTable, Chance, DecoratedTable, SplitMix64 as Random};

use eldest::{Depth, Position, Score};
use eldest_games::trees::{Branch, Tree};

/// What leaves are worth.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Leaves {
    /// Few different values, so siblings tie.
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
