//! The figures of a drawing, and the labels of nodes.

use super::super::drawing::{Drawing, DrawnVisit, SearchDrawing};
use super::super::words;
use eldest::Bound;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text};

/// Half the height of a node.
pub(super) const RADIUS: f64 = 17.0;
/// The height of a window.
pub(super) const PILL: f64 = 17.0;

/// A place, in pixels to the right and down.
pub(super) type Point = (f64, f64);

/// Rounds to tenths of pixels, which is enough for pictures.
pub(super) fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0 + 0.0
}

pub(super) fn line(class: &str, (x1, y1): Point, (x2, y2): Point) -> Line {
    let line = Line::new().set("class", class).set("x1", tenth(x1)).set("y1", tenth(y1));
    line.set("x2", tenth(x2)).set("y2", tenth(y2))
}

pub(super) fn text(class: &str, (x, y): Point, text: &str) -> Text {
    Text::new(text).set("class", class).set("x", tenth(x)).set("y", tenth(y))
}

/// Draws a square or a circle, widened for the text.
pub(super) fn figure(class: &str, (x, y): Point, half: f64, is_square: bool) -> Rectangle {
    Rectangle::new()
        .set("class", class)
        .set("x", tenth(x - half))
        .set("y", tenth(y - RADIUS))
        .set("width", tenth(2.0 * half))
        .set("height", 2.0 * RADIUS)
        .set("rx", if is_square { 3.0 } else { RADIUS })
}

/// Draws a window, with its label centred at `x` and its upper end at `y`.
pub(super) fn pill(pill: &Pill, (x, y): Point) -> Group {
    let width = width(&pill.text, PILL_SIZE) + 8.0;
    let back = Rectangle::new()
        .set("x", tenth(x - width / 2.0))
        .set("y", tenth(y))
        .set("width", tenth(width))
        .set("height", PILL - 3.0)
        .set("rx", 5);
    let text = Text::new(pill.text.clone()).set("x", tenth(x)).set("y", tenth(y + 10.8));
    Group::new().set("class", pill.class).add(back).add(text)
}

/// Draws two strokes across a line, which mark a cutoff.
pub(super) fn cut((x1, y1): Point, (x2, y2): Point, at: f64) -> Group {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    let (along, across) = ((dx / length, dy / length), (-dy / length, dx / length));
    let stroke = |shift: f64| {
        let (x, y) = (x1 + dx * at + along.0 * shift, y1 + dy * at + along.1 * shift);
        let end = |side: f64| (x + across.0 * side, y + across.1 * side);
        line("cut", end(-5.0), end(5.0))
    };
    Group::new().add(stroke(-2.0)).add(stroke(2.0))
}

/// Draws an unvisited subtree: a triangle below this point.
pub(super) fn unseen((x, y): Point) -> Polygon {
    let corner = |x: f64, y: f64| format!("{},{}", tenth(x), tenth(y));
    let points = [corner(x, y), corner(x - 7.0, y + 14.0), corner(x + 7.0, y + 14.0)];
    Polygon::new().set("class", "stub pruned").set("points", points.join(" "))
}

/// Draws the type of a node in a small disc.
pub(super) fn kind(kind: u8, (x, y): Point) -> Group {
    let disc = Circle::new().set("class", format!("type type{kind}"));
    let disc = disc.set("cx", tenth(x)).set("cy", tenth(y)).set("r", 7.5);
    Group::new().add(disc).add(text("digit", (x, y + 3.8), &kind.to_string()))
}

/// The sizes of letters, as in `style.css`, in pixels.
pub(super) const TITLE_SIZE: f64 = 19.0;
pub(super) const VALUE_SIZE: f64 = 14.0;
pub(super) const KEY_SIZE: f64 = 12.0;
pub(super) const PILL_SIZE: f64 = 10.5;

/// A window of a node, with the value returned if there are several.
#[derive(Debug)]
pub(super) struct Pill {
    pub(super) text: String,
    pub(super) class: &'static str,
}

/// Returns the windows of `node` in `search`; none for leaves, which do not use them.
pub(super) fn pills(drawing: &Drawing, search: &SearchDrawing, node: usize) -> Vec<Pill> {
    if drawing.nodes[node].leaf.is_some() {
        return Vec::new();
    }
    let visits = search.visits_of(node);
    let is_alone = visits.len() == 1;
    visits.map(|seen| pill_of(seen, is_alone)).collect()
}

fn pill_of(seen: &DrawnVisit, is_alone: bool) -> Pill {
    let window = words::window(seen.window);
    let sign = if seen.bound == Bound::Exact { "=" } else { "" };
    let answer = format!("{window} {sign}{}", words::value((seen.value, seen.bound)));
    let text = typeset(&if is_alone { window } else { answer });
    Pill { text, class: if seen.window.is_null() { "pill null" } else { "pill" } }
}

/// Returns the value in the figure of `node`.
pub(super) fn value(drawing: &Drawing, search: &SearchDrawing, node: usize) -> Option<String> {
    drawing.value(search, node).map(|value| typeset(&words::value(value)))
}

/// Replaces hyphens by minus signs.
pub(super) fn typeset(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// Estimates the width of `text` at a letter size of `size` pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.63
}
