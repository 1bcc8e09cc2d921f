//! [`Panel`]: the tree of one search.

use super::super::drawing::{Drawing, SearchDrawing};
use super::layout::{Layout, Stub};
use super::shapes::{self, PILL, Point, RADIUS};
use svg::node::element::{Group, Title};

/// The tree of one search, with marks for differences from the other searches of the drawing.
pub(super) struct Panel<'a> {
    pub(super) drawing: &'a Drawing,
    pub(super) search: &'a SearchDrawing,
    pub(super) layout: &'a Layout,
    pub(super) has_names: bool,
}

impl Panel<'_> {
    /// Draws edges with their labels first, so that nodes cover them.
    pub(super) fn draw(&self) -> Group {
        let nodes = || (0..self.drawing.nodes.len()).filter(|node| self.place(*node).is_some());
        let group = nodes().fold(Group::new(), |group, node| self.edge(group, node));
        let group = self.layout.stubs.iter().fold(group, |group, stub| self.stub(group, stub));
        nodes().fold(group, |group, node| group.add(self.node(node)))
    }

    fn place(&self, node: usize) -> Option<Point> {
        self.layout.places[node]
    }

    /// Draws the line from the parent, with its label.
    fn edge(&self, group: Group, node: usize) -> Group {
        let drawn = &self.drawing.nodes[node];
        let (Some(parent), Some(to)) = (drawn.parent, self.place(node)) else { return group };
        let from = self.place(parent).expect("a parent of a placed node has a place");
        let to = (to.0, self.top(node));
        let from = (from.0, from.1 + RADIUS);
        let visited = self.search.visited(node);
        let class = match (visited, self.search.on_line[node]) {
            (false, _) => "edge pruned",
            (true, false) => "edge",
            (true, true) => "edge line",
        };
        let group = group.add(shapes::line(class, from, to));
        let is_cut = !visited && self.search.visited(parent);
        let group = if is_cut { group.add(shapes::cut(from, to, 0.45)) } else { group };
        if !self.has_names {
            return group;
        }
        let at = (from.0 + (to.0 - from.0) * 0.7, from.1 + (to.1 - from.1) * 0.7 + 4.0);
        group.add(shapes::text(if visited { "name" } else { "name faded" }, at, &drawn.name))
    }

    /// Returns the upper end of the node with its windows.
    fn top(&self, node: usize) -> f64 {
        let pills = shapes::pills(self.drawing, self.search, node).len();
        self.place(node).map_or(0.0, |(_, y)| y - RADIUS - PILL * pills as f64)
    }

    fn stub(&self, group: Group, stub: &Stub) -> Group {
        let (x, y) = self.place(stub.parent).expect("a stub has a placed parent");
        let (from, to) = ((x, y + RADIUS), stub.place);
        let names: Vec<&str> =
            stub.nodes.iter().map(|node| self.drawing.nodes[*node].name.as_str()).collect();
        let title = Title::new(format!("pruned: {}", names.join(" ")));
        let drawn = Group::new().add(title).add(shapes::line("edge pruned", from, to));
        let is_cut = self.search.visited(stub.parent);
        let drawn = if is_cut { drawn.add(shapes::cut(from, to, 0.6)) } else { drawn };
        let drawn = drawn.add(shapes::unseen(to));
        if names.len() == 1 {
            return group.add(drawn);
        }
        let count = format!("×{}", names.len());
        group.add(drawn.add(shapes::text("key", (to.0 + 9.0, to.1 + 12.0), &count)))
    }

    fn node(&self, node: usize) -> Group {
        let (place, half) = (self.place(node).expect("it has one"), self.layout.halves[node]);
        let drawn = &self.drawing.nodes[node];
        let is_square = drawn.side == self.drawing.nodes[0].side;
        let visited = self.search.visited(node);
        let group = Group::new().add(shapes::figure(&self.class(node), place, half, is_square));
        let value = shapes::value(self.drawing, self.search, node).unwrap_or_default();
        let class = if visited { "value" } else { "value faded" };
        let group = group.add(shapes::text(class, (place.0, place.1 + 5.0), &value));
        let top = self.top(node);
        let pills = shapes::pills(self.drawing, self.search, node);
        let group = pills.iter().enumerate().fold(group, |group, (number, pill)| {
            group.add(shapes::pill(pill, (place.0, top + PILL * number as f64)))
        });
        let group = self.times(group, node, place);
        match drawn.critical.filter(|_| self.drawing.types && visited) {
            Some(kind) => {
                group.add(shapes::kind(kind, (place.0 - half + 1.0, place.1 + RADIUS - 3.0)))
            }
            None => group,
        }
    }

    /// Draws the number of visits of a leaf, if more than one.
    fn times(&self, group: Group, node: usize, (x, y): Point) -> Group {
        let times = self.search.visits_of(node).len();
        if times < 2 || self.drawing.nodes[node].leaf.is_none() {
            return group;
        }
        group.add(shapes::text("small", (x, y + RADIUS + 13.0), &format!("×{times}")))
    }

    fn class(&self, node: usize) -> String {
        let classes = [
            ("leaf", self.drawing.nodes[node].leaf.is_some()),
            ("only", self.drawing.is_only_in(self.search, node)),
            ("line", self.search.on_line[node]),
            ("pruned", !self.search.visited(node)),
        ];
        let classes = classes.iter().filter(|(_, applies)| *applies);
        classes.fold("node".to_owned(), |all, (class, _)| all + " " + class)
    }
}
