//! Drawings of the smallest trees, side by side.

use super::cases::CASES;
use super::small::{Node, Place};
use eldest::{Position, Side};
use std::fmt::Write;

/// Between neighbouring leaves, and between plies.
const STEP: (f64, f64) = (46.0, 62.0);
const PANEL: f64 = 150.0;
const HEIGHT: f64 = 345.0;

/// Every smallest tree once, with its answer and its value.
pub(crate) fn all() -> String {
    let mut trees: Vec<(String, Vec<Node>, String)> = Vec::new();
    for case in CASES {
        let (Some(found), _) = case.smallest(case.most()) else { continue };
        if trees.iter().all(|(text, ..)| *text != found.tree) {
            let caption = format!("{}, not {}", found.answer, found.value);
            trees.push((found.tree, found.nodes, caption));
        }
    }
    let mut svg = head(PANEL * trees.len() as f64);
    for (index, (text, nodes, caption)) in trees.iter().enumerate() {
        let _ = writeln!(svg, r#"<g transform="translate({} 0)">"#, PANEL * index as f64);
        panel(&mut svg, nodes);
        let middle = PANEL / 2.0;
        let _ = writeln!(svg, r#"<text class="tree" x="{middle}" y="34">{text}</text>"#);
        let _ = writeln!(svg, r#"<text x="{middle}" y="60">{caption}</text></g>"#);
    }
    svg + LEGEND + "</svg>"
}

/// One tree: lines first, so that the nodes lie on top.
fn panel(svg: &mut String, tree: &[Node]) {
    let leaves: Vec<usize> = (0..tree.len()).filter(|at| tree[*at].width == 0).collect();
    let left = (PANEL - STEP.0 * (leaves.len() as f64 - 1.0)) / 2.0;
    let places: Vec<(f64, f64)> = (0..tree.len())
        .map(|at| {
            let x = left + STEP.0 * column(Place { tree, at }, &leaves);
            (x, 100.0 + STEP.1 * f64::from(tree[at].ply))
        })
        .collect();
    for (at, node) in tree.iter().enumerate().skip(1) {
        let ((x1, y1), (x2, y2)) = (places[node.parent], places[at]);
        let _ = writeln!(svg, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
    }
    (0..tree.len()).for_each(|at| draw_node(svg, Place { tree, at }, places[at]));
}

/// Where a node stands: above the middle of its leaves.
fn column(place: Place<'_>, leaves: &[usize]) -> f64 {
    if let Some(column) = leaves.iter().position(|leaf| *leaf == place.at) {
        return column as f64;
    }
    let columns: Vec<f64> =
        place.children().map(|at| column(Place { at, ..place }, leaves)).collect();
    columns.iter().sum::<f64>() / columns.len() as f64
}

/// Squares where the first player moves, circles where the second does.
fn draw_node(svg: &mut String, place: Place<'_>, (x, y): (f64, f64)) {
    let node = &place.tree[place.at];
    let class = if node.width == 0 { "leaf" } else { "inner" };
    let (left, top) = (x - 15.0, y - 15.0);
    let _ = match place.side() {
        Side::First => {
            writeln!(svg, r#"<rect class="{class}" x="{left}" y="{top}" width="30" height="30"/>"#)
        }
        Side::Second => writeln!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="16"/>"#),
    };
    let label = if node.width == 0 { node.score.to_string() } else { String::new() };
    let _ = writeln!(svg, r#"<text x="{x}" y="{}">{label}</text>"#, y + 5.5);
}

fn head(width: f64) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img">
<title>The smallest trees on which published forms of NegaScout and PVS are wrong</title>
<style>
text {{ font: 16px "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; fill: #1c2733; }}
.tree {{ font-family: "DejaVu Sans Mono", monospace; }}
line {{ stroke: #1c2733; stroke-width: 1.8; }}
.inner {{ fill: #ffffff; stroke: #1c2733; stroke-width: 1.8; }}
.leaf {{ fill: #cfe3f7; stroke: #1c2733; stroke-width: 1.8; }}
.small {{ font-size: 13px; text-anchor: start; }}
</style>
<rect width="{width}" height="{HEIGHT}" rx="10" fill="#f7f9fb"/>
"##
    )
}

const LEGEND: &str = r#"<text class="small" x="14" y="332">square: the first player moves · circle: the second · values are those of the side to move there</text>
"#;
