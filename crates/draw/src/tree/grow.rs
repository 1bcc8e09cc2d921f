//! Builds a [`Drawing`] from the visits of the searches.

use super::Drawer;
use super::drawing::{Drawing, DrawnVisit, SearchDrawing, TreeNode};
use super::searcher::{SearchRecord, Visit};
use crate::xml_text;
use eldest::{Bound, Depth, Moves, Position, Score, Side};

/// Builds the drawing of the searches in `records`, each node from the point of view of its side to
/// move.
pub(super) fn grow<P: Position>(drawer: &Drawer<P>, records: &[SearchRecord<P::Move>]) -> Drawing {
    let mut grower = Grower { drawer, nodes: vec![], moves: vec![] };
    grower.sprout(None, None);
    let places: Vec<Vec<usize>> =
        records.iter().map(|record| grower.place(&record.visits)).collect();
    grower.describe(0, &mut drawer.position.clone(), drawer.depth);
    let Grower { mut nodes, .. } = grower;
    nodes[0].critical = Some(1);
    (0..nodes.len()).for_each(|node| spread_types(&mut nodes, node));
    let searches = records.iter().zip(&places);
    let searches = searches.map(|(record, places)| search(&nodes, record, places)).collect();
    Drawing { nodes, searches, types: false, from_root: false }
}

struct Grower<'a, P: Position> {
    drawer: &'a Drawer<P>,
    nodes: Vec<TreeNode>,
    /// The moves that lead to the nodes.
    moves: Vec<Option<P::Move>>,
}

impl<P: Position> Grower<'_, P> {
    /// Adds a node, with only the move that leads to it.
    fn sprout(&mut self, parent: Option<usize>, mv: Option<P::Move>) -> usize {
        let new = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let (name, side, leaf, critical, children) =
            (String::new(), Side::First, None, None, vec![]);
        self.nodes.push(TreeNode { parent, ply, name, side, leaf, critical, children });
        self.moves.push(mv);
        parent.into_iter().for_each(|parent| self.nodes[parent].children.push(new));
        new
    }

    fn child(&mut self, parent: usize, mv: P::Move) -> usize {
        let mut children = self.nodes[parent].children.iter().copied();
        let known = children.find(|child| self.moves[*child] == Some(mv));
        known.unwrap_or_else(|| self.sprout(Some(parent), Some(mv)))
    }

    /// Returns the nodes of the visits, and adds missing ones.
    fn place(&mut self, visits: &[Visit<P::Move>]) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::with_capacity(visits.len());
        for visit in visits {
            let place = visit.from.map_or(0, |(from, mv)| self.child(places[from], mv));
            places.push(place);
        }
        places
    }

    /// Describes `node` and all nodes below it, and adds the unvisited siblings of visited nodes.
    fn describe(&mut self, node: usize, position: &mut P, depth: Depth) {
        self.nodes[node].side = position.side();
        self.nodes[node].leaf = self.leaf(position, depth);
        if self.nodes[node].children.is_empty() {
            return;
        }
        for mv in Moves::collect(|out| position.moves(out)) {
            let child = self.child(node, mv);
            self.nodes[child].name = xml_text(&(self.drawer.name)(position, mv));
            let undo = position.play(mv);
            self.describe(child, position, depth.below());
            position.undo(mv, undo);
        }
    }

    /// Returns the value of the position, if it is a leaf.
    fn leaf(&self, position: &P, depth: Depth) -> Option<Score> {
        let evaluated = || depth.is_horizon().then(|| (self.drawer.evaluate)(position));
        position.over().or_else(evaluated)
    }
}

/// Sets the types of the children of a critical node (Knuth and Moore 1975). If the same side moves
/// again, cut nodes and all nodes do not alternate.
fn spread_types(nodes: &mut [TreeNode], node: usize) {
    let Some(kind) = nodes[node].critical else { return };
    for (number, child) in nodes[node].children.clone().into_iter().enumerate() {
        let passes = nodes[child].side != nodes[node].side;
        nodes[child].critical = match (kind, number) {
            (1, 0) => Some(1),
            (2, 0) => Some(if passes { 3 } else { 2 }),
            (2, _) => None,
            _ => Some(if passes { 2 } else { 3 }),
        };
    }
}

/// Builds the drawing of a search, with its visits at these places.
fn search<M>(nodes: &[TreeNode], record: &SearchRecord<M>, places: &[usize]) -> SearchDrawing {
    let SearchRecord { name, value, visits } = record;
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); visits.len()];
    let mut of_node = vec![Vec::new(); nodes.len()];
    let mut seen: Vec<DrawnVisit> = Vec::with_capacity(visits.len());
    for (visit, &node) in visits.iter().zip(places) {
        let from = visit.from.as_ref().map(|(from, _)| *from);
        let again = from.is_some_and(|from| below[from].contains(&node));
        from.into_iter().for_each(|from| below[from].push(node));
        of_node[node].push(seen.len());
        let (window, depth, value) = (visit.window, visit.depth, visit.value);
        let (bound, pruned) = (window.classify(value), Vec::new());
        seen.push(DrawnVisit { node, from, window, depth, value, bound, again, pruned });
    }
    for (seen, below) in seen.iter_mut().zip(&below) {
        seen.pruned = pruned(&nodes[seen.node], seen.bound, below);
    }
    let mut search = SearchDrawing {
        name,
        value: *value,
        visits: seen,
        of_node,
        on_line: vec![false; nodes.len()],
    };
    draw_line(nodes, &mut search);
    search
}

/// Returns the children that a cutoff pruned, if those `below` were visited.
fn pruned(node: &TreeNode, bound: Bound, below: &[usize]) -> Vec<usize> {
    if bound != Bound::Lower || below.is_empty() {
        return Vec::new();
    }
    node.children.iter().copied().filter(|child| !below.contains(child)).collect()
}

/// Marks the principal variation: follows the best exact values from the root.
fn draw_line(nodes: &[TreeNode], search: &mut SearchDrawing) {
    let mut next = search.last(0).filter(|root| root.bound == Bound::Exact).map(|root| root.node);
    while let Some(node) = next {
        search.on_line[node] = true;
        let exact = |child: &usize| {
            let seen = search.visits_of(*child).last()?;
            let value = nodes[*child].leaf.or((seen.bound == Bound::Exact).then_some(seen.value))?;
            Some(if nodes[*child].side == nodes[node].side { value } else { -value })
        };
        let children = nodes[node].children.iter().copied();
        // The first of equal children.
        next = children.rev().filter(|child| exact(child).is_some()).max_by_key(exact);
    }
}
