//! Draws the smallest uniform tree on which NegaScout visits fewer leaves than alpha-beta.
//!
//! ```text
//! cargo run --example draw_smallest_tree > docs/img/smallest-tree.svg
//! ```
#![allow(clippy::print_stdout)]

use eldest::textbook::{GameTree, Scouting, alpha_beta, negascout_1989};
use eldest::{Depth, Score, Window};
use eldest_games::trees::{Tree, Watched};
use std::fmt::Write;

/// Leaves as the first player sees them.
const LEAVES: [i32; 8] = [5, 3, 6, 1, 8, 7, 4, 2];
const LEVELS: usize = 4;
const PANEL: f64 = 440.0;
const GAP: f64 = 52.0;

fn main() {
    let alpha_beta = visited(|tree| alpha_beta(tree, Window::FULL, Depth::END));
    let negascout = visited(|tree| negascout_1989(tree, Scouting::SAFE, Window::FULL, Depth::END));
    let mut svg = String::from(HEAD);
    panel(&mut svg, 0.0, "Alpha-beta", &alpha_beta, "F: 8 is no reason to stop, beta is infinite");
    panel(
        &mut svg,
        PANEL,
        "NegaScout",
        &negascout,
        "F: 8 is more than 5, which is all that was asked",
    );
    svg.push_str(LEGEND);
    println!("{svg}</svg>");
}

type Game<'e> = GameTree<'e, Watched<Tree>, fn(&Watched<Tree>) -> Score>;

/// The nodes that `search` visits, in breadth-first numbers.
fn visited(search: impl FnOnce(&mut Game<'_>) -> Score) -> Vec<usize> {
    let [a, b, c, d, e, f, g, h] = LEAVES.map(|value| -value);
    let root = Watched::new(Tree::from([[[a, b], [c, d]], [[e, f], [g, h]]]));
    let evaluator: fn(&Watched<Tree>) -> Score = |node| node.inner().estimate();
    assert_eq!(search(&mut GameTree::new(root.clone(), &evaluator)), Score::new(5));
    [0].into_iter().chain(root.take().into_iter().map(|key| key as usize)).collect()
}

/// One tree, with what was visited in it.
fn panel(svg: &mut String, x: f64, title: &str, visited: &[usize], remark: &str) {
    let leaves = visited.iter().filter(|node| level(**node) == LEVELS - 1).count();
    let _ = writeln!(svg, r#"<g transform="translate({x} 0)">"#);
    let _ = writeln!(svg, r#"<text class="title" x="{}" y="34">{title}</text>"#, PANEL / 2.0);
    let _ = writeln!(svg, r#"<text x="{}" y="55">{leaves} leaves</text>"#, PANEL / 2.0);
    (1..15).for_each(|node| edge(svg, node, visited.contains(&node)));
    (0..15).for_each(|node| draw_node(svg, node, visited));
    let _ = writeln!(svg, r#"<text class="small" x="{}" y="352">{remark}</text></g>"#, PANEL / 2.0);
}

fn level(node: usize) -> usize {
    (node + 1).ilog2() as usize
}

/// The place of a node, numbered breadth first.
fn place(node: usize) -> (f64, f64) {
    let level = level(node);
    let ordinal = node + 1 - (1 << level);
    let span = GAP * f64::from(1_u32 << (LEVELS - 1 - level));
    let left = (PANEL - 8.0 * GAP) / 2.0;
    (left + (ordinal as f64 + 0.5) * span, 92.0 + 72.0 * level as f64)
}

fn edge(svg: &mut String, node: usize, visited: bool) {
    let ((x1, y1), (x2, y2)) = (place((node - 1) / 2), place(node));
    let class = if visited { "edge" } else { "edge pruned" };
    let _ = writeln!(svg, r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
}

/// Squares where the first player moves, circles where the second does, leaves with their value.
fn draw_node(svg: &mut String, node: usize, visited: &[usize]) {
    let (x, y) = place(node);
    let visits = visited.iter().filter(|seen| **seen == node).count();
    assert!(visits <= 1, "the drawing has no sign for a second visit");
    let class = if visits == 0 { "node pruned" } else { "node" };
    let (left, top) = (x - 16.0, y - 16.0);
    let _ = match level(node) {
        1 => writeln!(svg, r#"<circle class="{class}" cx="{x}" cy="{y}" r="17"/>"#),
        level => {
            let class = if level == 3 { format!("{class} leaf") } else { class.to_owned() };
            let square = r#"width="32" height="32""#;
            let round = if level == 3 { 9 } else { 0 };
            writeln!(svg, r#"<rect class="{class}" x="{left}" y="{top}" {square} rx="{round}"/>"#)
        }
    };
    let label = label(node);
    let faded = if visits == 0 { " class=\"faded\"" } else { "" };
    let _ = writeln!(svg, r#"<text{faded} x="{x}" y="{}">{label}</text>"#, y + 5.5);
}

/// Leaves show their value, inner nodes the letters A to G.
fn label(node: usize) -> String {
    match node.checked_sub(7) {
        Some(leaf) => LEAVES[leaf].to_string(),
        None => char::from(b'A' + node as u8).to_string(),
    }
}

const HEAD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 400" width="880" height="400" role="img">
<title>The smallest uniform tree on which NegaScout visits fewer leaves than alpha-beta</title>
<style>
text { font: 16px "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; fill: #1c2733; }
.title { font-size: 19px; font-weight: bold; }
.small { font-size: 14px; }
.faded { fill: #a3adb8; }
.edge { stroke: #1c2733; stroke-width: 1.8; }
.edge.pruned { stroke: #b9c2cc; stroke-width: 1.4; stroke-dasharray: 4 4; }
.node { fill: #ffffff; stroke: #1c2733; stroke-width: 1.8; }
.node.leaf { fill: #cfe3f7; }
.node.pruned { fill: #ffffff; stroke: #b9c2cc; stroke-width: 1.4; stroke-dasharray: 4 4; }
</style>
<rect width="880" height="400" rx="10" fill="#f7f9fb"/>
<line x1="440" y1="24" x2="440" y2="360" stroke="#dde3e9"/>
"##;

const LEGEND: &str = r#"<text class="small" x="440" y="384">square: the first player moves (largest value) · circle: the second (smallest) · dashed: not visited</text>
"#;
