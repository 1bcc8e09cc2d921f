//! What is written at a node, and how wide it is.

use super::super::drawing::{Drawing, DrawnVisit, SearchDrawing};
use super::super::words;
use eldest::Bound;

/// The sizes of letters, as in `style.css`, in pixels.
pub(super) const TITLE_SIZE: f64 = 19.0;
pub(super) const VALUE_SIZE: f64 = 14.0;
pub(super) const KEY_SIZE: f64 = 12.0;
pub(super) const PILL_SIZE: f64 = 10.5;

/// A window of a node, and what came back if there are several.
#[derive(Debug)]
pub(super) struct Pill {
    pub(super) text: String,
    pub(super) class: &'static str,
}

/// The windows of `node` in `search`; leaves do not look at theirs.
pub(super) fn pills(drawing: &Drawing, search: &SearchDrawing, node: usize) -> Vec<Pill> {
    if drawing.nodes[node].leaf.is_some() {
        return Vec::new();
    }
    let visits = search.visits_of(node);
    let is_alone = visits.len() == 1;
    visits.map(|seen| pill(seen, is_alone)).collect()
}

fn pill(seen: &DrawnVisit, is_alone: bool) -> Pill {
    let window = words::window(seen.window);
    let sign = if seen.bound == Bound::Exact { "=" } else { "" };
    let answer = format!("{window} {sign}{}", words::value((seen.value, seen.bound)));
    let text = typeset(&if is_alone { window } else { answer });
    Pill { text, class: if seen.window.is_null() { "pill null" } else { "pill" } }
}

/// The value in the figure of `node`.
pub(super) fn value(drawing: &Drawing, search: &SearchDrawing, node: usize) -> Option<String> {
    drawing.value(search, node).map(|value| typeset(&words::value(value)))
}

/// With a minus sign instead of a hyphen.
pub(super) fn typeset(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// About how wide `text` is in letters of so many pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.63
}
