//! [`GameGraph`]: a game on a small directed graph without cycles, decoded from any bytes.
//!
//! A position is the number of a node, so cloning it increments a reference count and playing a
//! move is an assignment. The values of nodes are read from a table ([`GraphValues`]). Tens of
//! thousands of games can be decoded, searched and checked in a second.

mod declared;
mod growth;
mod hints;
mod judge;
mod position;
mod seed;
mod shared;
mod spans;
mod unfolded;
mod values;
pub use declared::{GraphDeclarations, GraphGains, GraphKeys, MoveCodes, PliesLeft};
pub use judge::{FusedJudge, GraphJudge, StandPat};
pub use position::seeded_estimate;
pub use seed::{GraphSeed, GraphSize};
pub use spans::{CertainBounds, GraphSpans};
pub use values::GraphValues;

use crate::fuse::{Fuse, UserCall};
use arbitrary::{Arbitrary, Result, Unstructured};
use growth::Growth;
use shared::{GraphData, GraphEdge, GraphNode};
use std::fmt;
use std::sync::Arc;

/// A node of a graph, as a position; a clone shares the graph.
///
/// Strict alternation of the sides and wins that count their distance are constants of the game,
/// and so of the type. Equal keys mean the same node or, where moves gain points, nodes that differ
/// only in the points taken before.
pub struct GameGraph<const ALTERNATES: bool, const DISTANCES: bool> {
    shared: Arc<GraphData>,
    at: u16,
    /// Counts calls of the rules, if a fuse is set.
    fuse: Option<Fuse>,
}

impl<const A: bool, const D: bool> Clone for GameGraph<A, D> {
    fn clone(&self) -> Self {
        self.count(UserCall::Clone);
        Self { shared: Arc::clone(&self.shared), at: self.at, fuse: self.fuse.clone() }
    }
}

impl<const ALTERNATES: bool, const DISTANCES: bool> GameGraph<ALTERNATES, DISTANCES> {
    /// A graph of at most `nodes` nodes and `height` plies, with the root as the position. Any
    /// bytes are valid; too few give a small graph.
    ///
    /// # Errors
    /// Never fails; the type is that of [`Arbitrary`].
    pub fn arbitrary_within(u: &mut Unstructured<'_>, nodes: u16, height: u16) -> Result<Self> {
        let shared = Growth::new(u, ALTERNATES, DISTANCES, nodes, height)?.grown()?;
        Ok(Self { shared: Arc::new(shared), at: 0, fuse: None })
    }

    /// Like [`arbitrary_within`](Self::arbitrary_within), but with at least `least` nodes unless
    /// bytes are 0 or run out, or all paths have their full length.
    ///
    /// # Errors
    /// Never fails; the type is that of [`Arbitrary`].
    pub fn hardy_within(
        u: &mut Unstructured<'_>,
        least: u16,
        nodes: u16,
        height: u16,
    ) -> Result<Self> {
        let growth = Growth::new(u, ALTERNATES, DISTANCES, nodes, height)?;
        Ok(Self { shared: Arc::new(growth.hardy(least).grown()?), at: 0, fuse: None })
    }

    /// The evaluator that was decoded with the graph.
    #[must_use]
    pub fn judge(&self) -> GraphJudge {
        self.shared.judge
    }

    /// The declarations of the game besides its rules.
    #[must_use]
    pub fn declared(&self) -> GraphDeclarations {
        self.shared.declared
    }

    /// The number of this node; the root's is 0.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.at
    }

    /// The number of nodes.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.shared.nodes.len() as u16
    }

    /// The plies on the longest path from here to the end of the game.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.node().height
    }

    /// Node number `at` of the same graph.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn node_at(&self, at: u16) -> Self {
        assert!(at < self.size(), "the graph has {} nodes", self.size());
        Self { shared: Arc::clone(&self.shared), at, fuse: self.fuse.clone() }
    }

    /// The number from which the key is made, shared by all nodes that differ only in the points
    /// taken.
    #[must_use]
    pub fn class(&self) -> u16 {
        self.node().past.class
    }

    /// The part of the points taken that differs within its class, as the side to move sees it.
    #[must_use]
    pub fn apart(&self) -> i32 {
        self.node().past.apart
    }

    /// The same game with points as part of its keys; the other declarations are unchanged.
    #[must_use]
    pub fn with_points_in_its_keys(&self) -> Self {
        let mut shared = GraphData::clone(&self.shared);
        shared.declared.gains = None;
        (0..).zip(&mut shared.nodes).for_each(|(at, node)| node.past.class = at);
        Self { shared: Arc::new(shared), at: self.at, fuse: self.fuse.clone() }
    }

    /// The same node, whose rules count their calls in `fuse`.
    #[must_use]
    pub fn with_fuse(&self, fuse: &Fuse) -> Self {
        Self { shared: Arc::clone(&self.shared), at: self.at, fuse: Some(fuse.clone()) }
    }

    /// The same node of a game whose type does not promise alternating sides.
    #[must_use]
    pub fn without_alternation(&self) -> GameGraph<false, DISTANCES> {
        GameGraph { shared: Arc::clone(&self.shared), at: self.at, fuse: self.fuse.clone() }
    }

    fn count(&self, call: UserCall) {
        self.fuse.iter().for_each(|fuse| fuse.count(call));
    }

    fn node(&self) -> &GraphNode {
        self.shared.node(self.at)
    }

    fn edges(&self) -> &[GraphEdge] {
        self.shared.edges(self.node())
    }

    fn edge(&self, mv: u16) -> &GraphEdge {
        &self.edges()[usize::from(mv)]
    }
}

/// Up to 40 nodes and 10 plies.
impl<'u, const ALTERNATES: bool, const DISTANCES: bool> Arbitrary<'u>
    for GameGraph<ALTERNATES, DISTANCES>
{
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        Self::arbitrary_within(u, 40, 10)
    }
}

/// Writes the declarations, the evaluator, and a line for each node:
///
/// ```text
/// number side score (value to the end) [static bounds] {class, points taken} moves
/// ```
///
/// A move is the number of its child, followed by `!` if it is noisy and by `^` and its rank; `-`
/// precedes it if it is not relevant.
impl<const A: bool, const D: bool> fmt::Display for GameGraph<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphData { nodes, declared, judge, .. } = &*self.shared;
        writeln!(f, "node {} of a graph (alternates: {A}, distances: {D})", self.at)?;
        writeln!(f, "{declared:?}")?;
        writeln!(f, "{judge:?}")?;
        for (at, node) in nodes.iter().enumerate() {
            write!(f, "{at} {:?} {}", node.side, node.score)?;
            self.shared.write_inner(node, f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl GraphData {
    fn write_inner(&self, node: &GraphNode, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if node.width > 0 {
            write!(f, " ({}) {:?}", node.end, node.bounds)?;
            f.write_str(if node.may_stand { "" } else { " no standing pat" })?;
        }
        if self.declared.gains.is_some() {
            write!(f, " {{{}, {:+}}}", node.past.class, node.past.taken)?;
        }
        self.edges(node).iter().try_for_each(|edge| write!(f, " {edge}"))
    }
}

impl fmt::Display for GraphEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relevant = if self.relevant { "" } else { "-" };
        let noisy = if self.noisy { "!" } else { "" };
        write!(f, "{relevant}{}{noisy}", self.to)?;
        if self.rank == 0 { Ok(()) } else { write!(f, "^{}", self.rank) }
    }
}

/// Writes the same as [`Display`](fmt::Display).
impl<const A: bool, const D: bool> fmt::Debug for GameGraph<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A graph as the manager of proofs uses it, with its nodes as numbers.
#[cfg(feature = "prove")]
#[derive(Clone, Debug)]
pub struct GraphTexts<const A: bool, const D: bool>(pub GameGraph<A, D>);

#[cfg(feature = "prove")]
// All threads share one graph elsewhere, too.
impl<const A: bool, const D: bool> eldest_prove::Texts<GameGraph<A, D>> for GraphTexts<A, D> {
    fn read(&self, text: &str) -> Result<GameGraph<A, D>, String> {
        let at = text.parse().ok().filter(|at| *at < self.0.size());
        at.map(|at| self.0.node_at(at)).ok_or_else(|| format!("there is no node {text}"))
    }

    fn write(&self, node: &GameGraph<A, D>, _: &str, _: Option<&str>) -> String {
        node.number().to_string()
    }

    fn write_move(&self, _: &GameGraph<A, D>, mv: u16) -> String {
        mv.to_string()
    }
}
