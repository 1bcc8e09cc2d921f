//! The legend, with the signs that occur in a drawing.

use super::super::drawing::{Drawing, DrawnVisit};
use super::layout::Layout;
use super::shapes::{self, KEY_SIZE, Pill, RADIUS};
use eldest::Bound;
use svg::node::element::Group;

/// The height of a line.
const LINE: f64 = 24.0;
/// The width of most signs, and of wide signs.
const SIGN: f64 = 28.0;
const WIDE: f64 = 44.0;
/// The gap between one meaning and the next sign.
const GAP: f64 = 20.0;

/// A sign, drawn around the origin, and its meaning.
struct Key {
    sign: Group,
    room: f64,
    meaning: &'static str,
}

/// Draws the legend, centred in `width`. Returns it with its height.
pub(super) fn draw(drawing: &Drawing, layout: &Layout, width: f64) -> (Group, f64) {
    let mut lines: Vec<(f64, Vec<Key>)> = Vec::new();
    for key in keys(drawing, layout) {
        let needs = key.width();
        match lines.last_mut().filter(|(taken, _)| taken + GAP + needs <= width - 40.0) {
            Some((taken, keys)) => {
                *taken += GAP + needs;
                keys.push(key);
            }
            None => lines.push((needs, vec![key])),
        }
    }
    let height = LINE * lines.len() as f64;
    let mut group = Group::new();
    for (number, (taken, keys)) in lines.into_iter().enumerate() {
        let (mut x, y) = ((width - taken) / 2.0, LINE * (number as f64 + 0.5));
        for key in keys {
            let needs = key.width();
            group = group.add(key.draw((x, y)));
            x += needs + GAP;
        }
    }
    (group, height)
}

impl Key {
    fn width(&self) -> f64 {
        self.room + shapes::width(self.meaning, KEY_SIZE) * 0.95
    }

    fn draw(self, (x, y): shapes::Point) -> Group {
        let middle = shapes::tenth(x + self.room / 2.0 - 3.0);
        let sign = self.sign.set("transform", format!("translate({middle} {})", shapes::tenth(y)));
        let meaning = shapes::text("key", (x + self.room, y + 4.2), self.meaning);
        Group::new().add(sign).add(meaning)
    }
}

fn keys(drawing: &Drawing, layout: &Layout) -> Vec<Key> {
    let visits = || drawing.searches.iter().flat_map(|search| &search.visits);
    let any = |what: fn(&DrawnVisit) -> bool| visits().any(what);
    let only = drawing
        .searches
        .iter()
        .any(|search| (0..drawing.nodes.len()).any(|node| drawing.is_only_in(search, node)));
    let unseen = |node: usize| drawing.searches.iter().any(|search| !search.visited(node));
    let pruned = (0..drawing.nodes.len()).any(|node| layout.places[node].is_some() && unseen(node));
    let line = drawing.searches.iter().any(|search| search.on_line.iter().any(|on_line| *on_line));
    let (square, circle) = if drawing.from_root {
        ("max to move", "min to move")
    } else {
        ("the side of the root", "the other side")
    };
    let keys = [
        (true, figure("node", true), square),
        (true, figure("node", false), circle),
        (true, figure("node leaf", true), "leaf"),
        (!drawing.from_root, sign("±"), "for the side to move"),
        (true, pill("pill"), "window at entry"),
        (any(|seen| seen.window.is_null()), pill("pill null"), "null window"),
        (any(|seen| seen.bound != Bound::Exact), sign("≥ ≤"), "at least, at most"),
        (line, edge("edge line"), "principal variation"),
        (pruned || !layout.stubs.is_empty(), cut(), "pruned"),
        (only, figure("node only", true), "visited only here"),
        (drawing.types, kind(1), "type 1, PV"),
        (drawing.types, kind(2), "type 2, CUT"),
        (drawing.types, kind(3), "type 3, ALL"),
    ];
    let occur = keys.into_iter().filter(|(occurs, ..)| *occurs);
    occur.map(|(_, (sign, room), meaning)| Key { sign, room, meaning }).collect()
}

/// A sign with its width.
type Sign = (Group, f64);

fn figure(class: &str, is_square: bool) -> Sign {
    let figure = shapes::figure(class, (0.0, 0.0), RADIUS, is_square);
    (Group::new().add(Group::new().set("transform", "scale(0.5)").add(figure)), SIGN)
}

fn pill(class: &'static str) -> Sign {
    let pill = Pill { text: "(α,β)".to_owned(), class };
    (Group::new().add(shapes::pill(&pill, (0.0, -7.0))), WIDE)
}

fn sign(text: &str) -> Sign {
    let room = if text.len() > 4 { WIDE } else { SIGN };
    (Group::new().add(shapes::text("value", (0.0, 5.0), text)), room)
}

fn edge(class: &str) -> Sign {
    (Group::new().add(shapes::line(class, (-13.0, 0.0), (13.0, 0.0))), WIDE)
}

fn cut() -> Sign {
    let (edge, room) = edge("edge pruned");
    (edge.add(shapes::cut((-13.0, 0.0), (13.0, 0.0), 0.5)), room)
}

fn kind(kind: u8) -> Sign {
    (Group::new().add(shapes::kind(kind, (0.0, 0.0))), SIGN)
}
