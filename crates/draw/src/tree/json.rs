//! The visits as JSON objects, one per line.

use super::drawing::{Drawing, DrawnVisit, SearchDrawing};
use eldest::{Bound, Depth, Score};
use serde::Serialize;

/// Writes the visits of each search in their order, then its result.
pub(super) fn draw(drawing: &Drawing) -> String {
    let mut lines = String::new();
    for search in &drawing.searches {
        for (number, seen) in search.visits.iter().enumerate() {
            lines += &line(&VisitRecord::new(drawing, search, number, seen));
        }
        lines += &line(&SearchRecord::new(drawing, search));
    }
    lines
}

fn line(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("plain data") + "\n"
}

/// A visit to a node.
#[derive(Debug, Serialize)]
struct VisitRecord<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    algorithm: &'static str,
    visit: usize,
    parent: Option<usize>,
    /// The moves from the root.
    path: Vec<&'a str>,
    depth: Option<u16>,
    /// Whether the side of the root is to move.
    root_side: bool,
    alpha: Option<Score>,
    beta: Option<Score>,
    null_window: bool,
    research: bool,
    /// The value returned, and the kind of bound that it is.
    value: Score,
    bound: Bound,
    /// The score of a leaf.
    leaf: Option<Score>,
    /// The moves that a cutoff pruned.
    pruned: Vec<&'a str>,
    node_type: Option<u8>,
    /// Whether another search does not visit this node.
    only_here: bool,
}

impl<'a> VisitRecord<'a> {
    fn new(drawing: &'a Drawing, search: &SearchDrawing, visit: usize, seen: &DrawnVisit) -> Self {
        let node = &drawing.nodes[seen.node];
        let (alpha, beta) = (seen.window.alpha(), seen.window.beta());
        let name = |node: &usize| drawing.nodes[*node].name.as_str();
        Self {
            kind: "visit",
            algorithm: search.name,
            visit,
            parent: seen.from,
            path: drawing.path(seen.node).iter().map(name).collect(),
            depth: Depth::to_plies(seen.depth),
            root_side: node.side == drawing.nodes[0].side,
            alpha: finite(alpha),
            beta: finite(beta),
            null_window: seen.window.is_null(),
            research: seen.again,
            value: seen.value,
            bound: seen.bound,
            leaf: node.leaf,
            pruned: seen.pruned.iter().map(name).collect(),
            node_type: node.critical,
            only_here: drawing.is_only_in(search, seen.node),
        }
    }
}

/// Returns the end of a window, unless it is beyond all values.
fn finite(end: Score) -> Option<Score> {
    (Score::LOSS <= end && end <= Score::WIN).then_some(end)
}

/// The result of a search.
#[derive(Debug, Serialize)]
struct SearchRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    algorithm: &'static str,
    score: Score,
    /// Plies to the win or the loss, if the score is one.
    distance: Option<u32>,
    lower: Score,
    upper: Score,
    leaves: usize,
    interior: usize,
    researches: usize,
    passes: usize,
}

impl SearchRecord {
    fn new(drawing: &Drawing, search: &SearchDrawing) -> Self {
        let counts = drawing.counts(search);
        Self {
            kind: "search",
            algorithm: search.name,
            score: search.value,
            distance: search.value.distance(),
            lower: search.value,
            upper: search.value,
            leaves: counts.leaves,
            interior: counts.interior,
            researches: counts.researches,
            passes: counts.passes,
        }
    }
}
