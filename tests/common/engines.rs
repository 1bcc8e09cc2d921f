//! Every kind of game, every kind of engine, and the value by its definition.

use super::{Glance, Noisy, Random, trees};
use eldest::textbook::{self, GameTree};
use eldest::{
    Builder, Depth, DepthMatch, Driver, Engine, Evaluator, Limits, Moves, Options, Position, Score,
    Table,
};
use eldest_games::trees::{Distances, Synthetic, Tree};
use std::fmt::Debug;

/// A game that an engine takes.
pub(crate) trait Game: Position<Move: Send + Debug> + Debug + Send + Sync + 'static {}
impl<P: Position<Move: Send + Debug> + Debug + Send + Sync + 'static> Game for P {}

/// An evaluator that an engine takes.
pub(crate) trait Judge<P: Position>: Evaluator<P> + Clone + Send + Sync + 'static {}
impl<P: Position, E: Evaluator<P> + Clone + Send + Sync + 'static> Judge<P> for E {}

/// A game, who judges its horizon, and chance.
pub(crate) struct Case<P, E> {
    pub(crate) position: P,
    pub(crate) evaluator: E,
    pub(crate) random: Random,
    /// The tree as text.
    pub(crate) about: String,
}

impl<P: Game, E: Judge<P>> Case<P, E> {
    /// V(`position`, `depth`).
    pub(crate) fn value(&self, position: &P, depth: Depth) -> Score {
        textbook::minimax(&mut self.tree(position), depth)
    }

    /// The legal moves with their values.
    pub(crate) fn root_values(&self, position: &P, depth: Depth) -> Vec<(P::Move, Score)> {
        textbook::root_values(&mut self.tree(position), depth)
    }

    fn tree(&self, position: &P) -> GameTree<'_, P, E> {
        GameTree::new(position.clone(), &self.evaluator)
    }

    /// The root, or a position a few moves from it.
    pub(crate) fn some_position(&mut self) -> P {
        let mut position = self.position.clone();
        while position.over().is_none() && self.random.odds(40) {
            let moves = Moves::collect(|out| position.moves(out));
            position.play(self.random.pick(&moves));
        }
        position
    }

    /// Any depth from 1 on that makes a difference, or the end.
    pub(crate) fn some_depth(&mut self) -> Depth {
        let height = self.position.plies_left().expect("a finite game") as u16;
        match self.random.below(4) {
            0 => Depth::END,
            _ => Depth::plies(1 + self.random.below(u64::from(height) + 1) as u16),
        }
    }

    /// An engine with `table`.
    pub(crate) fn engine<T: Table + 'static>(&self, table: T) -> Engine<P, E, T> {
        let builder: Builder<P, _, _> = Engine::<P>::builder();
        let builder = builder.evaluator(self.evaluator.clone()).table(table);
        builder.build().expect("an engine")
    }
}

/// Does the same for every kind of game.
pub(crate) trait Visitor {
    fn visit<P: Game, E: Judge<P>>(&mut self, case: &mut Case<P, E>);
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
    let case = |salt| (Random(random.0 ^ salt), about.clone());
    let (chance, about) = case(1);
    let hinted = Glance::new(tree.clone(), chance.0);
    let noisy = Noisy { plies: 1 + random.0 as u16 % 3, stands_pat: random.odds(50) };
    let estimate = Tree::estimate as Estimate;
    see(visitor, tree.clone(), estimate, chance, &about);
    see(visitor, tree.clone(), noisy, Random(random.0 ^ 2), &about);
    let estimate = |node: &Glance<Tree>| node.inner.estimate();
    see(visitor, hinted, estimate, Random(random.0 ^ 3), &about);
    let distant = Distances(tree);
    let hinted = Glance::new(distant.clone(), random.0);
    let estimate = |node: &Distances<Tree>| node.0.estimate();
    see(visitor, distant, estimate, Random(random.0 ^ 4), &about);
    let estimate = |node: &Glance<Distances<Tree>>| node.inner.0.estimate();
    see(visitor, hinted, estimate, Random(random.0 ^ 5), &about);
}

fn generated(seed: u64, visitor: &mut impl Visitor) {
    let kinds = [
        "dag:width=3,depth=5,range=2,again=30",
        "dag:width=2,depth=6,range=20",
        "uneven:width=4,depth=5,range=3,again=30,stop=20,chain=30",
        "ordered:width=4,depth=4,spread=5",
    ];
    let about = format!("{},seed={seed}", kinds[seed as usize % kinds.len()]);
    let tree: Synthetic = about.parse().expect("a spec");
    see(visitor, tree, Synthetic::estimate as fn(&_) -> _, Random(seed), &about);
}

fn see<P: Game, E: Judge<P>>(
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
pub(crate) fn tree_engine<T: Table + 'static>(table: T) -> Engine<Tree, Estimate, T> {
    let builder = Engine::<Tree>::builder().evaluator(Tree::estimate as Estimate);
    builder.table(table).build().expect("an engine")
}

/// One of the drivers.
pub(crate) fn driver(random: &mut Random) -> Driver {
    let narrow = Driver::Aspiration { delta: random.pick(&[0, 1, 3, 50, u32::MAX]) };
    random.pick(&[Driver::Pvs, narrow, Driver::MtdF, Driver::Bisection])
}

/// Every switch thrown by chance; entries count at equal depth.
pub(crate) fn options(random: &mut Random) -> Options {
    Options::default().with(|o| {
        o.driver = driver(random);
        o.prover = driver(random);
        o.depth_match = DepthMatch::Exact;
        o.table_move = random.odds(70);
        o.ranks = random.odds(50);
        o.killers = random.odds(50);
        o.history = random.odds(50);
        o.countermove = random.odds(50);
        o.iid = random.odds(50);
        o.etc = random.pick(&[None, Some(0), Some(2)]);
        o.table_from = random.pick(&[0, 0, 1, 3]);
    })
}

/// At most `depth` deep; no limit if that is the end.
pub(crate) fn limits(depth: Depth) -> Limits {
    depth.to_plies().map_or(Limits::new(), |plies| Limits::new().depth(plies))
}
