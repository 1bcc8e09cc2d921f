//! [`Graph`]: positions and their proved bounds.
//!
//! Bounds are for the side to move, as everywhere in the library, and never get wider. The bounds
//! of a position are propagated ("folded") to all its parents. A position that several paths reach
//! is stored once.

mod clash;
mod select;

pub(crate) use clash::Clash;
pub(crate) use select::{GraphQuery, Leaf};

use crate::job::settled;
use crate::rules::{GraphPosition, Reply};
use eldest::{Bounds, Score};
use std::collections::{HashMap, HashSet};

/// The index of a position in the graph. A position that was added by an expansion has a larger
/// index than the expanded one.
pub(crate) type Id = u32;

/// The number of a result, from 0.
pub(crate) type Number = u64;

/// The positions reached and their proved bounds.
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Vec<ProofNode>,
    names: HashMap<Box<str>, Id>,
    counts_distance: bool,
    counts: GraphSize,
}

/// Counts of positions in a graph.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GraphSize {
    /// Positions whose value is known.
    pub(crate) proved: u64,
    /// Positions that have been expanded into their successors.
    pub(crate) expanded: u64,
}

#[derive(Debug)]
pub(crate) struct ProofNode {
    pub(crate) text: Box<str>,
    pub(crate) known: Bounds,
    /// Nodes searched for it and for the positions that its expansion added.
    pub(crate) effort: u64,
    /// The results that proved the lower and the upper bound; `None` if folding or the rules did.
    by: [Option<Number>; 2],
    /// `None` for a leaf.
    edges: Option<Box<[GraphEdge]>>,
    parents: Vec<Id>,
}

#[derive(Debug)]
pub(crate) struct GraphEdge {
    to: Id,
    turns: bool,
}

impl ProofNode {
    pub(crate) fn is_leaf(&self) -> bool {
        self.edges.is_none()
    }

    fn edges(&self) -> &[GraphEdge] {
        self.edges.as_deref().unwrap_or_default()
    }
}

impl Graph {
    /// Creates an empty graph; `counts_distance` if wins of the game count their distance.
    pub(crate) fn new(counts_distance: bool) -> Self {
        let (nodes, names, counts) = (Vec::new(), HashMap::new(), GraphSize::default());
        Self { nodes, names, counts_distance, counts }
    }

    pub(crate) fn node(&self, at: Id) -> &ProofNode {
        &self.nodes[at as usize]
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = &ProofNode> {
        self.nodes.iter()
    }

    fn node_mut(&mut self, at: Id) -> &mut ProofNode {
        &mut self.nodes[at as usize]
    }

    pub(crate) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(crate) fn counts(&self) -> GraphSize {
        self.counts
    }

    /// Returns the number of leaves whose value is unknown.
    pub(crate) fn open(&self) -> u64 {
        let is_open = |node: &&ProofNode| node.is_leaf() && node.known.value().is_none();
        self.nodes.iter().filter(is_open).count() as u64
    }

    /// Returns the position with this name, if it was reached.
    pub(crate) fn find(&self, name: &str) -> Option<Id> {
        self.names.get(name).copied()
    }

    /// Returns the position `place`, added if it is new, and whether it is.
    pub(crate) fn reach(&mut self, place: &GraphPosition) -> (Id, bool) {
        if let Some(at) = self.find(&place.name) {
            return (at, false);
        }
        let at = Id::try_from(self.nodes.len()).expect("memory holds fewer than 2^32 positions");
        self.names.insert(place.name.as_str().into(), at);
        self.counts.proved += u64::from(place.bounds.value().is_some());
        self.nodes.push(ProofNode {
            text: place.text.as_str().into(),
            known: values_within(place.bounds).unwrap_or(place.bounds),
            effort: 0,
            by: [None; 2],
            edges: None,
            parents: Vec::new(),
        });
        (at, true)
    }

    /// Expands the leaf `at` into `replies`. Returns the positions added, with the indices of their
    /// replies.
    ///
    /// # Errors
    /// If the bounds of the replies contradict those of `at`.
    pub(crate) fn expand(
        &mut self,
        at: Id,
        replies: &[Reply],
    ) -> Result<Vec<(Id, usize)>, Box<Clash>> {
        let mut made = Vec::new();
        let edges = replies.iter().enumerate().map(|(index, reply)| {
            let (to, is_new) = self.reach(&reply.place);
            made.extend(is_new.then_some((to, index)));
            GraphEdge { to, turns: reply.turns }
        });
        let edges: Box<[GraphEdge]> = edges.collect();
        for edge in &edges {
            let parents = &mut self.node_mut(edge.to).parents;
            if !parents.contains(&at) {
                parents.push(at);
            }
        }
        self.node_mut(at).edges = Some(edges);
        self.counts.expanded += 1;
        self.fold(vec![at])?;
        Ok(made)
    }

    /// Narrows the bounds of `at` by `bounds`, which result number `by` proved.
    ///
    /// # Errors
    /// If `bounds` contradict earlier results. These are not overwritten.
    pub(crate) fn tighten(&mut self, at: Id, bounds: Bounds, by: Number) -> Result<(), Box<Clash>> {
        if self.narrow(at, bounds, Some(by))? {
            let parents = self.node(at).parents.clone();
            self.fold(parents).map_err(|clash| clash.caused_by(by))?;
        }
        Ok(())
    }

    /// Adds `nodes` to the effort of `at` and of the positions whose expansions led to it.
    pub(crate) fn spend(&mut self, mut at: Id, nodes: u64) {
        loop {
            let node = self.node_mut(at);
            node.effort = node.effort.saturating_add(nodes);
            match node.parents.first() {
                Some(&parent) if parent < at => at = parent,
                _ => return,
            }
        }
    }

    /// Recomputes the bounds of `changed` from their successors, and then those of their ancestors.
    fn fold(&mut self, mut changed: Vec<Id>) -> Result<(), Box<Clash>> {
        while let Some(at) = changed.pop() {
            let Some(folded) = self.folded(at) else { continue };
            if self.narrow(at, folded, None)? {
                changed.extend(&self.node(at).parents);
            }
        }
        Ok(())
    }

    /// Returns the bounds of `at` that its successors prove.
    fn folded(&self, at: Id) -> Option<Bounds> {
        let moves = self.node(at).edges().iter().map(|edge| self.of_move(edge));
        moves.reduce(|a, b| Bounds::new(a.lower().max(b.lower()), a.upper().max(b.upper())))
    }

    /// Returns the bounds of a move for the side that plays it.
    pub(crate) fn of_move(&self, edge: &GraphEdge) -> Bounds {
        let known = self.node(edge.to).known;
        let up = |score: Score| if self.counts_distance { score.one_ply_up() } else { score };
        let (lower, upper) = (up(known.lower()), up(known.upper()));
        if edge.turns { Bounds::new(-upper, -lower) } else { Bounds::new(lower, upper) }
    }

    /// Narrows the bounds of `at` by `bounds`. Returns whether they changed.
    fn narrow(&mut self, at: Id, bounds: Bounds, by: Option<Number>) -> Result<bool, Box<Clash>> {
        let known = self.node(at).known;
        let Some(both) = known.intersect(bounds).and_then(values_within) else {
            return Err(Box::new(self.clash(at, bounds, by)));
        };
        if both == known {
            return Ok(false);
        }
        let node = self.node_mut(at);
        let is_news = [both.lower() != known.lower(), both.upper() != known.upper()];
        node.by.iter_mut().zip(is_news).filter(|(_, news)| *news).for_each(|(old, _)| *old = by);
        node.known = both;
        self.counts.proved += u64::from(both.value().is_some());
        Ok(true)
    }

    /// Returns the `least` for the position after `edge` that corresponds to `least` for the one
    /// before. If the turn changes, the answer is negated ([`says_yes`](Self::says_yes)).
    fn passed_on(&self, edge: &GraphEdge, least: i32) -> i32 {
        let least = if edge.turns { 1 - least } else { least };
        if self.counts_distance { one_ply_down(least) } else { least }
    }

    /// Returns whether the value of a move is at least `least`, if that is known.
    fn says_yes(&self, edge: &GraphEdge, least: i32) -> Option<bool> {
        let answer = settled(self.node(edge.to).known, self.passed_on(edge, least))?;
        Some(answer != edge.turns)
    }
}

/// Returns the least score that is at least `least` when moved one ply up.
fn one_ply_down(least: i32) -> i32 {
    match least {
        _ if least > BEYOND_WINS => least + 1,
        _ if least > MOST_POINTS => BEYOND_WINS,
        _ if least <= -BEYOND_WINS => least - 1,
        _ => least,
    }
}

/// The largest sum of points.
const MOST_POINTS: i32 = Score::MAX_VALUE.get();
/// The farthest win, one ply further up. There are no values between this and `MOST_POINTS`.
const BEYOND_WINS: i32 = Score::win_in(Score::MAX_DISTANCE).get() - 1;

/// Returns `bounds` narrowed so that both ends are possible values; `None` if there is no value.
fn values_within(bounds: Bounds) -> Option<Bounds> {
    let (lower, upper) = (next_value(bounds.lower().get()), -next_value(-bounds.upper().get()));
    (lower <= upper).then(|| Bounds::new(Score::new(lower), Score::new(upper)))
}

/// Returns the least possible value that is at least `least`.
fn next_value(least: i32) -> i32 {
    match least {
        _ if least > MOST_POINTS => least.max(BEYOND_WINS),
        _ if least > -BEYOND_WINS => least.max(-MOST_POINTS),
        _ => least,
    }
}

#[cfg(test)]
mod tests;

impl Graph {
    /// Returns the positions of the principal line of the question whether the value of `root` is
    /// at least `least`, without the root. Each move decides the question, or is the first open one
    /// if nothing is decided.
    pub(crate) fn line(&self, root: Id, least: i32) -> Vec<Id> {
        let (mut at, mut least) = (root, least);
        let (mut line, mut passed) = (Vec::new(), HashSet::from([root]));
        while let Some(edge) = self.principal(at, least) {
            let edge = &self.node(at).edges()[edge];
            (at, least) = (edge.to, self.passed_on(edge, least));
            if !passed.insert(at) {
                break;
            }
            line.push(at);
        }
        line
    }

    /// Returns the index of the move of the principal line.
    fn principal(&self, at: Id, least: i32) -> Option<usize> {
        let edges = self.node(at).edges();
        let says = |yes| move |edge: &GraphEdge| self.says_yes(edge, least) == yes;
        match settled(self.node(at).known, least) {
            None => edges.iter().position(says(None)),
            Some(true) => edges.iter().position(says(Some(true))),
            // No move reaches `least`: take the one with the highest upper bound.
            Some(false) => {
                (0..edges.len()).max_by_key(|&i| (self.of_move(&edges[i]).upper(), usize::MAX - i))
            }
        }
    }
}
