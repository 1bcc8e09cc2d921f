//! [`Synthetic`]: trees that are computed while they are searched, of any size, without memory.

use super::hash::{draw, join, mix};
use super::spec::{Kind, Spec};
use eldest::{Bounds, Moves, Position, Score, Side};

/// What the numbers at a node are drawn for.
mod salt {
    pub(super) const ROOT: u64 = 1;
    pub(super) const LEAF: u64 = 2;
    pub(super) const ESTIMATE: u64 = 3;
    pub(super) const WIDTH: u64 = 4;
    pub(super) const STOP: u64 = 5;
    pub(super) const CHAIN: u64 = 6;
    pub(super) const AGAIN: u64 = 7;
    pub(super) const BEST: u64 = 8;
    pub(super) const WHICH: u64 = 9;
    pub(super) const WORSE: u64 = 10;
}

/// A node of a tree generated from a [`Spec`].
///
/// Everything about a node is a function of its hash. In trees that is the hash of the path from
/// the root; in [`Kind::Dag`] it is a sum over the moves played, so that their order is forgotten.
///
/// ```
/// use eldest::{Depth, textbook};
/// use eldest_games::trees::Synthetic;
///
/// let root: Synthetic = "ordered:width=5,depth=4,seed=3".parse()?;
/// let known = root.assigned_value();
/// let mut tree = textbook::GameTree::new(root, &Synthetic::estimate);
/// assert_eq!(Some(textbook::negamax(&mut tree, Depth::END)), known);
/// # Ok::<(), eldest_games::trees::SpecError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Synthetic {
    spec: Spec,
    node: Node,
}

/// A node, apart from the tree that it belongs to; what undoing a move restores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Node {
    hash: u64,
    ply: u16,
    side: Side,
    /// The assigned value, in points for the side to move; 0 but in ordered trees.
    value: i32,
}

impl Synthetic {
    /// The root of the tree that `spec` describes.
    #[must_use]
    pub fn root(spec: Spec) -> Self {
        let hash = join(spec.seed, salt::ROOT);
        let ordered = matches!(spec.kind, Kind::Ordered { .. });
        let value = if ordered { centred(hash, salt::ROOT, spec.range) } else { 0 };
        Self { spec, node: Node { hash, ply: 0, side: Side::First, value } }
    }

    /// The recipe of the whole tree.
    #[must_use]
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// Moves played since the root.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.node.ply
    }

    /// The value that is known without a search, at every depth: in strongly ordered trees.
    #[must_use]
    pub fn assigned_value(&self) -> Option<Score> {
        matches!(self.spec.kind, Kind::Ordered { .. }).then(|| Score::new(self.node.value))
    }

    /// What the node is worth to the side to move if a search stops there: the assigned value in
    /// strongly ordered trees, elsewhere a number without meaning in the range of the leaves. As a
    /// function, the evaluator of these trees.
    #[must_use]
    pub fn estimate(&self) -> Score {
        self.over().unwrap_or_else(|| self.drawn_value(salt::ESTIMATE))
    }

    /// The ordinal of the best move of a strongly ordered tree; elsewhere `None`, and at leaves.
    #[must_use]
    pub fn best_move(&self) -> Option<u16> {
        let Kind::Ordered { first, quarter } = self.spec.kind else { return None };
        self.over().is_none().then(|| self.best_child(first, quarter))
    }

    fn drawn_value(&self, salt: u64) -> Score {
        self.assigned_value()
            .unwrap_or_else(|| Score::new(centred(self.key(), salt, self.spec.range)))
    }

    fn has(&self, odds: u8, salt: u64) -> bool {
        draw(self.key(), salt, 100) < u64::from(odds)
    }

    fn is_over(&self) -> bool {
        let stops = match self.spec.kind {
            Kind::Uneven { stop, .. } => self.node.ply > 0 && self.has(stop, salt::STOP),
            _ => false,
        };
        stops || self.node.ply == self.spec.depth
    }

    fn width(&self) -> u16 {
        match self.spec.kind {
            Kind::Uneven { chain, .. } if self.has(chain, salt::CHAIN) => 1,
            Kind::Uneven { .. } => 1 + draw(self.key(), salt::WIDTH, self.spec.width.into()) as u16,
            _ => self.spec.width,
        }
    }

    fn best_child(&self, first: u8, quarter: u8) -> u16 {
        let (hash, width) = (self.node.hash, self.spec.width);
        let near = width.div_ceil(4);
        let drawn = draw(hash, salt::BEST, 100) as u8;
        if drawn < first || width == 1 {
            0
        } else if drawn < quarter && near > 1 {
            1 + draw(hash, salt::WHICH, u64::from(near) - 1) as u16
        } else {
            near + draw(hash, salt::WHICH, u64::from(width - near)) as u16
        }
    }

    fn child(&self, ordinal: u16) -> Node {
        let number = u64::from(ordinal);
        let hash = match self.spec.kind {
            Kind::Dag { .. } => self.node.hash.wrapping_add(mix(join(self.spec.seed, number))),
            _ => join(self.node.hash, number),
        };
        let value = self.child_value(ordinal, hash);
        Node { hash, ply: self.node.ply + 1, side: self.node.side.other(), value }
    }

    /// The value assigned to a child: minus the node's for the best move, else more than that.
    fn child_value(&self, ordinal: u16, hash: u64) -> i32 {
        let Kind::Ordered { first, quarter } = self.spec.kind else { return 0 };
        let best = ordinal == self.best_child(first, quarter);
        let worse = 1 + draw(hash, salt::WORSE, self.spec.range.into()) as i32;
        if best { -self.node.value } else { worse - self.node.value }
    }

    /// Gives the move back to the player who has just moved, if the odds are for it.
    fn settle_side(&mut self) {
        if let Kind::Uneven { again, .. } | Kind::Dag { again } = self.spec.kind
            && self.has(again, salt::AGAIN)
        {
            self.node.side = self.node.side.other();
        }
    }
}

/// A number within ±`range`.
fn centred(hash: u64, salt: u64, range: u32) -> i32 {
    draw(hash, salt, 2 * u64::from(range) + 1) as i32 - range as i32
}

impl std::str::FromStr for Synthetic {
    type Err = super::SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::root)
    }
}

impl Position for Synthetic {
    type Move = u16;
    type Undo = Node;

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.node.side
    }

    /// The hash of the path; in a DAG the multiset of moves, their number and the side.
    fn key(&self) -> u64 {
        match self.spec.kind {
            Kind::Dag { .. } => {
                let beside = (u64::from(self.node.ply) << 1) | self.node.side.index() as u64;
                join(self.node.hash, beside)
            }
            _ => self.node.hash,
        }
    }

    fn over(&self) -> Option<Score> {
        self.is_over().then(|| self.drawn_value(salt::LEAF))
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        (0..self.width()).for_each(|ordinal| out.push(ordinal));
    }

    fn play(&mut self, ordinal: u16) -> Node {
        let before = self.node;
        self.node = self.child(ordinal);
        self.settle_side();
        before
    }

    fn undo(&mut self, _: u16, before: Node) {
        self.node = before;
    }

    /// Counted from 1: 0 would be no tag.
    fn tag(&self, ordinal: u16) -> u16 {
        ordinal.saturating_add(1)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(self.spec.depth - self.node.ply))
    }

    fn range(&self) -> Bounds {
        let growth =
            if self.assigned_value().is_some() { i32::from(self.spec.depth) + 1 } else { 1 };
        let largest = self.spec.range as i32 * growth;
        Bounds::new(Score::new(-largest), Score::new(largest))
    }

    fn fingerprint(&self) -> u64 {
        self.spec.to_string().bytes().fold(0, |hash, byte| join(hash, u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::Path;
    use std::collections::{HashMap, HashSet};

    fn root(spec: &str) -> Synthetic {
        spec.parse().expect(spec)
    }

    fn at(spec: &str, path: &str) -> Synthetic {
        path.parse::<Path>().and_then(|path| path.follow(root(spec))).expect(path)
    }

    /// All nodes, one entry per path.
    fn nodes(root: Synthetic) -> Vec<Synthetic> {
        let mut found = vec![root];
        let mut next = 0;
        while next < found.len() {
            let node = found[next];
            next += 1;
            if node.over().is_none() {
                found.extend(Moves::collect(|out| node.moves(out)).into_iter().map(|mv| {
                    let mut child = node;
                    child.play(mv);
                    child
                }));
            }
        }
        found
    }

    fn minimax(node: Synthetic) -> Score {
        let value = |mv| {
            let mut child = node;
            child.play(mv);
            if child.side() == node.side() { minimax(child) } else { -minimax(child) }
        };
        let moves = || Moves::collect(|out| node.moves(out));
        node.over().unwrap_or_else(|| moves().into_iter().map(value).max().expect("a move"))
    }

    #[test]
    fn uniform_trees_are_uniform() {
        let nodes = nodes(root("uniform:width=3,depth=4,range=5"));
        assert_eq!(nodes.len(), 1 + 3 + 9 + 27 + 81);
        assert_eq!(nodes.iter().filter(|node| node.over().is_some()).count(), 81);
        let keys: HashSet<u64> = nodes.iter().map(Position::key).collect();
        assert_eq!(keys.len(), nodes.len());
        let range = nodes[0].range();
        assert!(nodes.iter().all(|node| range.contains(node.estimate())));
    }

    #[test]
    fn uneven_trees_have_chains_early_ends_and_second_turns() {
        let nodes = nodes(root("uneven:width=4,depth=7,stop=20,chain=20,again=30,seed=5"));
        let inner = || nodes.iter().filter(|node| node.over().is_none());
        let widths: HashSet<u16> = inner().map(Synthetic::width).collect();
        assert_eq!(widths, HashSet::from([1, 2, 3, 4]));
        assert!(nodes.iter().any(|node| node.over().is_some() && node.ply() < 7));
        let second = |node: &&Synthetic| (node.side() == Side::Second) != (node.ply() % 2 == 1);
        assert!(nodes.iter().any(|node| second(&node)));
    }

    #[test]
    fn dags_have_transpositions_that_agree_on_everything() {
        for spec in ["dag:width=3,depth=5,range=9", "dag:width=3,depth=5,range=9,again=40"] {
            let nodes = nodes(root(spec));
            let mut by_key: HashMap<u64, Synthetic> = HashMap::new();
            for node in &nodes {
                assert_eq!(*by_key.entry(node.key()).or_insert(*node), *node);
            }
            assert!(by_key.len() * 3 < nodes.len(), "{} of {}", by_key.len(), nodes.len());
        }
        let after = |path: &str| at("dag:width=3", path).key();
        assert_eq!(after("0.1.2"), after("2.0.1"));
        assert_ne!(after("0.1.2"), after("0.1.1"));
    }

    #[test]
    fn the_root_value_of_an_ordered_tree_is_minimax() {
        for seed in 0..50 {
            for (width, depth) in [(1, 3), (2, 6), (5, 4), (8, 3)] {
                let spec = format!("ordered:width={width},depth={depth},seed={seed},spread=20");
                let root = root(&spec);
                assert_eq!(Some(minimax(root)), root.assigned_value(), "{spec}");
            }
        }
    }

    #[test]
    fn the_assigned_best_move_is_the_best_one() {
        for node in nodes(root("ordered:width=6,depth=4,seed=2")) {
            let Some(best) = node.best_move() else { continue };
            let mut child = node;
            child.play(best);
            assert_eq!(-minimax(child), minimax(node));
        }
    }

    #[test]
    fn ordering_is_as_strong_as_asked_for() {
        for (first, quarter) in [(70, 90), (50, 60), (0, 100), (100, 100)] {
            let spec = format!("ordered:width=20,depth=4,first={first},quarter={quarter}");
            let best: Vec<u16> =
                nodes(root(&spec)).iter().filter_map(Synthetic::best_move).collect();
            let percent = |limit: u16| {
                best.iter().filter(|mv| **mv < limit).count() as f64 * 100.0 / best.len() as f64
            };
            assert!((percent(1) - f64::from(first)).abs() < 1.5, "{spec}: {}", percent(1));
            assert!((percent(5) - f64::from(quarter)).abs() < 1.5, "{spec}: {}", percent(5));
            assert!(best.len() == 8_421 && (first == 100 || best.contains(&4)));
        }
    }

    #[test]
    fn a_tree_is_the_same_on_every_machine() {
        let node = at("uniform:width=40,depth=12,seed=7", "0.1.2.3.4.5.6.7.8.9.10.11");
        assert_eq!(node.key(), 13_086_448_543_950_695_207);
        assert_eq!(node.over(), Some(Score::new(71)));
        let ordered = root("ordered:width=40,depth=12,seed=7");
        assert_eq!(ordered.assigned_value(), Some(Score::new(-66)));
    }
}
