//! The tree as a picture: one panel for each search, and a legend.

mod layout;
mod legend;
mod panel;
mod shapes;

use super::drawing::{Drawing, SearchDrawing};
use super::words;
use layout::Layout;
use panel::Panel;
use shapes::{KEY_SIZE, TITLE_SIZE};
use svg::Document;
use svg::node::element::{Group, Rectangle, Style, Title};

/// The margin around each tree.
const MARGIN: f64 = 28.0;
/// The room above a tree for its title.
const HEAD: f64 = 88.0;
/// The gap between the trees and the legend.
const FOOT: f64 = 34.0;
/// The largest width of trees drawn side by side. Wider trees are drawn one below the other.
const WIDE: f64 = 800.0;

/// Draws a self-contained document.
pub(super) fn draw(drawing: &Drawing) -> String {
    let layout = Layout::new(drawing);
    let (width, height) = panel_size(drawing, &layout);
    let count = drawing.searches.len() as f64;
    let (across, down) = if width <= WIDE { (count, 1.0) } else { (1.0, count) };
    let mut document = Document::new();
    let mut body = Group::new();
    for (number, search) in drawing.searches.iter().enumerate() {
        let number = number as f64;
        let (x, y) = if down == 1.0 { (number * width, 0.0) } else { (0.0, number * height) };
        body = body.add(panel(drawing, search, &layout, (x, y), (width, height)));
    }
    let (legend, foot) = legend::draw(drawing, &layout, across * width);
    let legend = legend.set("transform", translate(0.0, down * height + FOOT / 2.0));
    let (width, height) = (across * width, down * height + foot + FOOT);
    document = document
        .set("viewBox", (0, 0, width.ceil() as u32, height.ceil() as u32))
        .set("width", width.ceil() as u32)
        .set("height", height.ceil() as u32)
        .set("role", "img")
        .add(Title::new(title(drawing)))
        .add(Style::new(include_str!("style.css")))
        .add(paper(width.ceil(), height.ceil()))
        .add(body)
        .add(legend);
    format!("{document}\n")
}

fn title(drawing: &Drawing) -> String {
    let names: Vec<&str> = drawing.searches.iter().map(|search| search.name).collect();
    format!("The tree that is searched by {}", names.join(" and by "))
}

fn paper(width: f64, height: f64) -> Rectangle {
    let paper = Rectangle::new().set("class", "paper").set("rx", 10);
    paper.set("width", width).set("height", height)
}

/// Returns the size of each tree with its title.
fn panel_size(drawing: &Drawing, layout: &Layout) -> (f64, f64) {
    let titles = drawing.searches.iter().map(|search| {
        let name = shapes::width(search.name, TITLE_SIZE) * 1.1;
        name.max(shapes::width(&summary(drawing, search), KEY_SIZE))
    });
    let width = titles.fold(layout.width, f64::max) + 2.0 * MARGIN;
    (width.ceil(), (HEAD + layout.height + MARGIN).ceil())
}

/// Returns the text below the title.
fn summary(drawing: &Drawing, search: &SearchDrawing) -> String {
    let counts = words::counts(drawing.counts(search));
    shapes::typeset(&format!("value {:#}", search.value)) + " · " + &counts.replace(", ", " · ")
}

fn panel(
    drawing: &Drawing,
    search: &SearchDrawing,
    layout: &Layout,
    (x, y): shapes::Point,
    (width, _): shapes::Point,
) -> Group {
    let tree = Panel { drawing, search, layout, has_names: drawing.has_names() }.draw();
    let left = shapes::tenth((width - layout.width) / 2.0);
    Group::new()
        .set("transform", translate(x, y))
        .add(shapes::text("title", (width / 2.0, 36.0), search.name))
        .add(shapes::text("small", (width / 2.0, 58.0), &summary(drawing, search)))
        .add(tree.set("transform", translate(left, HEAD)))
}

fn translate(x: f64, y: f64) -> String {
    format!("translate({} {})", shapes::tenth(x), shapes::tenth(y))
}
