//! [`Layout`]: the places of all elements. Leaves are side by side, parents above the middle of
//! their children. Every tree of a drawing has the same layout.

use super::super::drawing::Drawing;
use super::shapes::{self, PILL, PILL_SIZE, Point, RADIUS, VALUE_SIZE};

/// The gap between siblings that are leaves, and between others.
const GAP: (f64, f64) = (10.0, 20.0);
/// The least and the largest distance between plies: larger for flatter lines.
const FALL: (f64, f64) = (42.0, 92.0);
const SLOPE: f64 = 0.2;
/// The distances of a stub from its parent, downwards, and from the next line.
const HANG: (f64, f64) = (24.0, 20.0);
/// The room for the number of nodes beside a stub.
const COUNT: f64 = 18.0;
/// The most unvisited siblings that are shown separately; more become one stub.
const MOST_PRUNED: usize = 3;

/// The places of all elements, from the upper left corner of the tree.
#[derive(Debug)]
pub(super) struct Layout {
    /// The middle of each node; `None` for nodes in stubs.
    pub(super) places: Vec<Option<Point>>,
    /// Half the width of each node's figure.
    pub(super) halves: Vec<f64>,
    pub(super) stubs: Vec<Stub>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Unvisited siblings, drawn as one.
#[derive(Debug)]
pub(super) struct Stub {
    pub(super) parent: usize,
    pub(super) nodes: Vec<usize>,
    pub(super) place: Point,
}

impl Layout {
    pub(super) fn new(drawing: &Drawing) -> Self {
        let families: Vec<Family> =
            (0..drawing.nodes.len()).map(|node| Family::new(drawing, node)).collect();
        let halves: Vec<f64> = (0..families.len()).map(|node| half(drawing, node)).collect();
        let mut extents = vec![Extent::default(); families.len()];
        for node in (0..families.len()).rev() {
            let own = own_width(drawing, node, halves[node]);
            extents[node] = Extent::new(&families[node], own, &extents);
        }
        let middles = middles(&families, &extents);
        let (rows, falls) = rows(drawing, &families, &middles);
        let plies = || drawing.nodes.iter().map(|node| node.ply);
        let places: Vec<Option<Point>> = middles
            .iter()
            .zip(plies())
            .map(|(middle, ply)| Some(((*middle)?, rows[ply])))
            .collect();
        let falls: Vec<f64> = plies().map(|ply| falls[ply]).collect();
        let stubs = stubs(families, &places, &falls);
        let height = rows.last().expect("the root has a row") + RADIUS;
        Self { places, halves, stubs, width: extents[0].width, height }
    }
}

/// The children of a node.
struct Family {
    /// Children with a place: visited ones and leaves.
    shown: Vec<usize>,
    /// The other children, in groups.
    hidden: Vec<Vec<usize>>,
    /// The gap between shown children.
    gap: f64,
}

impl Family {
    fn new(drawing: &Drawing, node: usize) -> Self {
        let is_visited =
            |child: &usize| drawing.searches.iter().any(|search| search.visited(*child));
        let is_leaf = |child: &usize| drawing.nodes[*child].leaf.is_some();
        let children = drawing.nodes[node].children.iter().copied();
        let (mut shown, pruned): (Vec<usize>, Vec<usize>) = children.partition(is_visited);
        let mut hidden = Vec::new();
        if pruned.len() > MOST_PRUNED {
            hidden.push(pruned);
        } else {
            let (leaves, others): (Vec<usize>, Vec<usize>) = pruned.into_iter().partition(is_leaf);
            shown.extend(leaves);
            hidden.extend(others.into_iter().map(|one| vec![one]));
        }
        let gap = if shown.iter().all(is_leaf) { GAP.0 } else { GAP.1 };
        Self { shown, hidden, gap }
    }
}

impl Family {
    /// Returns the width of the hidden children.
    fn room_for_hidden(&self) -> f64 {
        let counted = self.hidden.iter().any(|nodes| nodes.len() > 1);
        HANG.1 * (self.hidden.len() as f64 + 0.5) + if counted { COUNT } else { 0.0 }
    }
}

/// The room of a node with everything below it.
#[derive(Copy, Clone, Debug, Default)]
struct Extent {
    width: f64,
    /// The horizontal place of the node.
    middle: f64,
    /// The left end of its children.
    indent: f64,
}

impl Extent {
    /// Places the children side by side, and the node above the middle between the first and the
    /// last of them.
    fn new(family: &Family, own: f64, extents: &[Self]) -> Self {
        let (mut span, mut middles) = (-family.gap, Vec::new());
        for child in &family.shown {
            middles.push(span + family.gap + extents[*child].middle);
            span += family.gap + extents[*child].width;
        }
        let (first, last) = match (middles.first(), middles.last()) {
            (Some(first), Some(last)) => (*first, *last),
            _ => (own / 2.0, own / 2.0),
        };
        let middle = f64::midpoint(first, last);
        let indent = (own / 2.0 - middle).max(0.0);
        let stubs = f64::midpoint(middle, last) + family.room_for_hidden();
        let right =
            span.max(middle + own / 2.0).max(if family.hidden.is_empty() { 0.0 } else { stubs });
        Self { width: indent + right, middle: indent + middle, indent }
    }
}

/// Returns the horizontal place of each node that has one.
fn middles(families: &[Family], extents: &[Extent]) -> Vec<Option<f64>> {
    let mut lefts = vec![None; families.len()];
    lefts[0] = Some(0.0);
    for (node, family) in families.iter().enumerate() {
        let Some(left) = lefts[node] else { continue };
        let mut at = left + extents[node].indent;
        for child in &family.shown {
            lefts[*child] = Some(at);
            at += extents[*child].width + family.gap;
        }
    }
    lefts.iter().zip(extents).map(|(left, extent)| left.map(|left| left + extent.middle)).collect()
}

/// Returns the vertical middle of the nodes of each ply, and the distance from their lower ends to
/// the next ply. Above the nodes there is room for the windows of all visits.
fn rows(drawing: &Drawing, families: &[Family], middles: &[Option<f64>]) -> (Vec<f64>, Vec<f64>) {
    let plies = 1 + drawing.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let (mut pills, mut falls) = (vec![0; plies], vec![FALL.0; plies]);
    for (number, node) in drawing.nodes.iter().enumerate() {
        let counts =
            drawing.searches.iter().map(|search| shapes::pills(drawing, search, number).len());
        pills[node.ply] = counts.fold(pills[node.ply], usize::max);
        let across = families[number]
            .shown
            .iter()
            .filter_map(|child| Some((middles[*child]? - middles[number]?).abs() * SLOPE));
        falls[node.ply] = across.fold(falls[node.ply], f64::max).min(FALL.1);
    }
    let mut top = 0.0;
    let rows = pills.iter().zip(&falls).map(|(pills, fall)| {
        let middle = top + PILL * *pills as f64 + RADIUS;
        top = middle + RADIUS + fall;
        middle
    });
    (rows.collect(), falls)
}

/// Returns the stubs, which are to the right of the line to the last shown child.
fn stubs(families: Vec<Family>, places: &[Option<Point>], falls: &[f64]) -> Vec<Stub> {
    let mut stubs = Vec::new();
    for (parent, Family { shown, hidden, .. }) in families.into_iter().enumerate() {
        let Some((x, y)) = places[parent] else { continue };
        let last = shown.last().and_then(|last| places[*last]).map_or(x, |(x, _)| x);
        let line = x + (last - x) * HANG.0 / falls[parent];
        for (number, nodes) in (1..).zip(hidden) {
            let place = (line + HANG.1 * f64::from(number), y + RADIUS + HANG.0);
            stubs.push(Stub { parent, nodes, place });
        }
    }
    stubs
}

/// Returns half the width of the figure of `node`, enough for the values of all searches.
fn half(drawing: &Drawing, node: usize) -> f64 {
    let values = drawing.searches.iter().filter_map(|search| shapes::value(drawing, search, node));
    let widths = values.map(|value| shapes::width(&value, VALUE_SIZE) / 2.0 + 7.0);
    widths.fold(RADIUS, f64::max)
}

/// Returns the width of `node` with its windows.
fn own_width(drawing: &Drawing, node: usize, half: f64) -> f64 {
    let pills = drawing.searches.iter().flat_map(|search| shapes::pills(drawing, search, node));
    pills.map(|pill| shapes::width(&pill.text, PILL_SIZE) + 12.0).fold(2.0 * half, f64::max)
}
