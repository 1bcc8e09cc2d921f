//! The tree as a graph for Graphviz.

use super::drawing::{Drawing, SearchDrawing};
use super::words;
use std::fmt::Write;

const HEAD: &str = r##"graph tree {
  ordering=out
  node [fontname="DejaVu Sans", fontsize=11, style=filled, fillcolor=white]
  edge [fontname="DejaVu Sans", fontsize=10]
"##;

/// Draws a cluster for each search.
pub(super) fn draw(drawing: &Drawing) -> String {
    let mut graph = HEAD.to_owned();
    for (number, search) in drawing.searches.iter().enumerate() {
        Cluster { drawing, search, number }.write(&mut graph);
    }
    graph + "}\n"
}

struct Cluster<'a> {
    drawing: &'a Drawing,
    search: &'a SearchDrawing,
    number: usize,
}

impl Cluster<'_> {
    fn write(&self, graph: &mut String) {
        let (value, counts) = (self.search.value, self.drawing.counts(self.search));
        let title = format!("{}: value {value:#}", self.search.name);
        let label = format!("{title}, {}", words::counts(counts));
        let _ =
            writeln!(graph, "  subgraph cluster{} {{\n    label={}", self.number, quoted(&label));
        for (node, drawn) in self.drawing.nodes.iter().enumerate() {
            let _ = writeln!(graph, "    {} [{}]", self.id(node), self.node(node));
            if let Some(parent) = drawn.parent {
                let edge = self.edge(node);
                let _ = writeln!(graph, "    {} -- {} [{edge}]", self.id(parent), self.id(node));
            }
        }
        graph.push_str("  }\n");
    }

    fn id(&self, node: usize) -> String {
        format!("s{}n{node}", self.number)
    }

    /// Draws a box for the side of the root, an ellipse for the other side.
    fn node(&self, node: usize) -> String {
        let drawn = &self.drawing.nodes[node];
        let is_box = drawn.side == self.drawing.nodes[0].side;
        let mut words = format!("shape={}", if is_box { "box" } else { "ellipse" });
        words += &format!(", label={}", quoted(&self.label(node)));
        if !self.search.visited(node) {
            words += r#", style=dashed, color=gray, fontcolor=gray"#;
        } else if self.drawing.is_only_in(self.search, node) {
            words += r##", fillcolor="#ffe08a""##;
        } else if drawn.leaf.is_some() {
            words += r##", fillcolor="#d6e7f8""##;
        }
        words
    }

    /// Returns the value, then the windows of all visits, then the type.
    fn label(&self, node: usize) -> String {
        let value = self.drawing.value(self.search, node).map(words::value);
        let windows = self.search.visits_of(node).map(|seen| words::window(seen.window));
        let is_leaf = self.drawing.nodes[node].leaf.is_some();
        let windows = windows.filter(|_| !is_leaf);
        let kind = self.drawing.nodes[node].critical.filter(|_| self.drawing.types);
        let kind = kind.map(|kind| format!("type {kind}"));
        value.into_iter().chain(windows).chain(kind).collect::<Vec<_>>().join("\n")
    }

    fn edge(&self, node: usize) -> String {
        let name = format!("label={}", quoted(&self.drawing.nodes[node].name));
        match (self.search.visited(node), self.search.on_line[node]) {
            (false, _) => name + ", style=dashed, color=gray, fontcolor=gray",
            (true, true) => name + ", penwidth=3",
            (true, false) => name,
        }
    }
}

/// Quotes text for Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
