//! Every kind of game, every kind of engine, and the value by its definition.

use super::{Chance, DecoratedTable, Glance, Noisy, Random, trees};
use eldest::{Builder, Depth, Engine, Options, Position, Score, Table};
use eldest_checks::findings::recorded;
use eldest_games::trees::{AnyTree, Distances, Tree};
use std::sync::Arc;

pub(crate) use eldest_checks::sharing::{driver, options};
pub(crate) use eldest_checks::trial::{
    EngineEvaluator as Evaluates, EngineGame as Game, GameTrial as Trial, Minimax, Truth, limits,
};

/// A game, its evaluator, and a source of chance.
pub(crate) struct Case<P, E> {
    pub(crate) position: P,
    pub(crate) evaluator: E,
    pub(crate) random: Random,
    /// The tree as text.
    pub(crate) about: String,
}

impl<P: Game, E: Evaluates<P>> Case<P, E> {
    /// An engine with `table`.
    pub(crate) fn engine(&self, table: impl Into<DecoratedTable>) -> Engine<P, E, DecoratedTable> {
        let builder: Builder<P, _, _> = Engine::<P>::builder();
        let builder = builder.evaluator(self.evaluator.clone()).table(table.into());
        builder.build().expect("an engine")
    }
}

impl<P: Game, E: Evaluates<P>> Truth<P> for Case<P, E> {
    fn value(&self, position: &P, depth: Depth) -> Score {
        Minimax(&self.evaluator).value(position, depth)
    }

    fn root_values(&self, position: &P, depth: Depth) -> Vec<(P::Move, Score)> {
        Minimax(&self.evaluator).root_values(position, depth)
    }

    fn plies_left(&self, position: &P) -> u16 {
        Minimax(&self.evaluator).plies_left(position)
    }
}

impl<P: Game, E: Evaluates<P>> Trial for Case<P, E> {
    type Position = P;
    type Truth = Self;
    type Chance = Random;

    fn start(&self) -> &P {
        &self.position
    }

    fn truth(&self) -> &Self {
        self
    }

    fn chance(&mut self) -> &mut Random {
        &mut self.random
    }
}

/// Does the same for every kind of game.
pub(crate) trait Visitor {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>);
}

/// Lets `visitor` see about five times `count` games: explicit trees of all shapes, with points and
/// with distances, with quiescence, with hints; generated trees; graphs.
pub(crate) fn every_kind(count: u64, visitor: &mut impl Visitor) {
    for again in [0, 30] {
        for (mut random, tree) in trees(count / 2, again) {
            explicit(&mut random, tree, visitor);
        }
    }
    for seed in 0..count {
        generated(seed, visitor);
    }
}

fn explicit(random: &mut Random, tree: Tree, visitor: &mut impl Visitor) {
    let about = tree.to_string();
    let noisy = Noisy { plies: 1 + random.0 as u16 % 3, stands_pat: random.odds(50) };
    let chance = |salt| Random(random.0 ^ salt);
    let points = AnyTree::Explicit(tree);
    let (plain, hinted) = in_both_forms(&points, chance(1).0);
    see(visitor, plain.clone(), STATIC, chance(1), &about);
    see(visitor, plain, noisy, chance(2), &about);
    see(visitor, hinted, STATIC, chance(3), &about);
    let (plain, hinted) = in_both_forms(&Distances(points), chance(0).0);
    see(visitor, plain, STATIC, chance(4), &about);
    see(visitor, hinted, STATIC, chance(5), &about);
}

/// The static score alone.
const STATIC: Noisy = Noisy { plies: 0, stands_pat: true };

/// Without hints, and with hints from the seed.
fn in_both_forms<P: Position>(position: &P, seed: u64) -> (Glance<P>, Glance<P>) {
    (Glance::without_hints(position.clone()), Glance::new(position.clone(), seed))
}

fn generated(seed: u64, visitor: &mut impl Visitor) {
    let kinds = [
        "dag:width=3,depth=5,range=2,again=30",
        "dag:width=2,depth=6,range=20",
        "uneven:width=4,depth=5,range=3,again=30,stop=20,chain=30",
        "ordered:width=4,depth=4,spread=5",
    ];
    let about = format!("{},seed={seed}", kinds[seed as usize % kinds.len()]);
    let tree: AnyTree = about.parse().expect("a spec");
    see(visitor, Glance::without_hints(tree), STATIC, Random(seed), &about);
}

fn see<P: Game, E: Evaluates<P>>(
    visitor: &mut impl Visitor,
    position: P,
    evaluator: E,
    random: Random,
    about: &str,
) {
    visitor.visit(&mut Case { position, evaluator, random, about: about.to_owned() });
}

/// The evaluator of explicit trees.
pub(crate) type Estimate = fn(&Tree) -> Score;

/// An engine for explicit trees, with `table`.
pub(crate) fn tree_engine(
    table: impl Into<DecoratedTable>,
) -> Engine<Tree, Estimate, DecoratedTable> {
    plain_engine(table.into())
}

/// The same with just this table.
pub(crate) fn plain_engine<T: Table + 'static>(table: T) -> Engine<Tree, Estimate, T> {
    let builder = Engine::<Tree>::builder().evaluator(Tree::estimate as Estimate);
    builder.table(table).build().expect("an engine")
}

/// Searches roots whose moves are restricted, with tables and options by chance: findings are
/// stored, and none about the root.
pub(crate) fn assert_no_finding_about_restricted_roots<T: Into<DecoratedTable>>(
    table: impl Fn(&mut Random) -> T,
    options: impl Fn(&mut Random) -> Options,
) {
    let mut others = 0;
    for (mut random, tree) in trees(300, 20).filter(|(_, tree)| tree.over().is_none()) {
        let (table, stored) = recorded(table(&mut random));
        let mut engine = tree_engine(table);
        engine.set_options(options(&mut random));
        engine.query(&tree).root_moves([0]).run().expect("a report");
        engine.query(&tree).root_moves([0]).to_end().run().expect("a report");
        let stored = stored.lock().expect("no panic");
        assert!(stored.iter().all(|(key, _)| *key != tree.key()), "{tree}");
        others += stored.len();
    }
    assert!(others > 1_000, "its children are stored: {others}");
}
