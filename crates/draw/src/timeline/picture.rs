//! A timeline as a picture: a row for each thread, time to the right.

use super::axis::{rounded, ticks};
use super::pieces::{KINDS, Piece, PieceKind, cells, pieces, shares};
use eldest::timeline::Timeline;
use std::fmt::Write;
use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle, Style, Text, Title};

/// The size of the rows, in pixels.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 640.0;
/// The largest height of a row.
const ROW: f64 = 18.0;
/// The margins for the numbers of threads, the title, the axis and the legend.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 36.0;
const TOP: f64 = 72.0;
const FOOT: f64 = 74.0;
/// The least distance of two numbers of threads.
const APART: f64 = 14.0;
/// The most cells in all rows, and the range of cells in each row. Smaller cells would only make
/// the file larger.
const CELLS: usize = 400_000;
const CELLS_EACH: std::ops::RangeInclusive<usize> = 240..=1920;

/// Draws a self-contained document, with the title of the search.
pub(super) fn draw(timeline: &Timeline, title: &str) -> String {
    let flat: Vec<_> = timeline.tracks.iter().map(pieces).collect();
    let row = (HEIGHT / flat.len().max(1) as f64).min(ROW);
    let height = row * flat.len() as f64;
    let (width, whole) = (LEFT + WIDTH + RIGHT, TOP + height + FOOT);
    let document = Document::new()
        .set("viewBox", (0, 0, width.ceil(), whole.ceil()))
        .set("width", width.ceil())
        .set("height", whole.ceil())
        .set("role", "img")
        .add(Title::new(format!("Timeline: {title}")))
        .add(Style::new(include_str!("style.css")))
        .add(rectangle("paper", (0.0, 0.0), (width.ceil(), whole.ceil())).set("rx", 10))
        .add(text("title", (LEFT, 32.0), title))
        .add(text("small", (LEFT, 54.0), &summary(timeline)))
        .add(axis(timeline, height))
        .add(rows(timeline, &flat, row))
        .add(numbers(timeline, row))
        .add(legend(timeline, &flat, TOP + height + 52.0));
    format!("{document}\n")
}

/// Returns the text below the title.
fn summary(timeline: &Timeline) -> String {
    let (threads, time) = (timeline.tracks.len(), rounded(timeline.length));
    let left_out = super::left_out(timeline).map(|message| format!(" · {message}"));
    let is_one = threads == 1;
    format!(
        "{threads} {}, {time}{}",
        if is_one { "thread" } else { "threads" },
        left_out.unwrap_or_default()
    )
}

/// Draws all rows, in units of a row and a cell.
fn rows(timeline: &Timeline, flat: &[Vec<Piece>], row: f64) -> Group {
    let each = (CELLS / flat.len().max(1)).clamp(*CELLS_EACH.start(), *CELLS_EACH.end());
    let across = WIDTH / each as f64;
    let mut group = Group::new()
        .set("transform", format!("translate({LEFT} {TOP}) scale({across} {row})"))
        .set("stroke-width", if row > 4.0 { 0.86 } else { 1.0 });
    for (number, (track, pieces)) in timeline.tracks.iter().zip(flat).enumerate() {
        let drawn = strokes(&cells(pieces, timeline.length, each), number);
        let title = Title::new(format!("thread {}", track.worker));
        group = group.add(drawn.into_iter().fold(Group::new().add(title), Group::add));
    }
    group
}

/// Draws a path for each kind that occurs in row `number`.
fn strokes(cells: &[Option<PieceKind>], number: usize) -> Vec<Path> {
    let mut data = KINDS.map(|_| String::new());
    let mut ends = KINDS.map(|_| 0);
    let mut begin = 0;
    for run in cells.chunk_by(|one, next| one == next) {
        if let Some(kind) = run[0].map(|kind| kind as usize) {
            let (data, end) = (&mut data[kind], begin + run.len());
            let written = match data.is_empty() {
                true => write!(data, "M{begin} {number}.5h{}", run.len()),
                false => write!(data, "m{} 0h{}", begin - ends[kind], run.len()),
            };
            debug_assert!(written.is_ok(), "there is room in a string");
            ends[kind] = end;
        }
        begin += run.len();
    }
    let drawn = KINDS.iter().zip(data).filter(|(_, data)| !data.is_empty());
    drawn.map(|((_, class, _), data)| Path::new().set("class", *class).set("d", data)).collect()
}

/// Draws the numbers of threads, as many as fit.
fn numbers(timeline: &Timeline, row: f64) -> Group {
    let step = (APART / row).ceil().max(1.0) as usize;
    let step = if step == 1 { 1 } else { step.next_power_of_two() };
    let tracks = timeline.tracks.iter().enumerate().step_by(step);
    tracks.fold(Group::new(), |group, (number, track)| {
        let y = TOP + (number as f64 + 0.5) * row + 4.0;
        group.add(text("small end", (LEFT - 8.0, y), &track.worker.to_string()))
    })
}

/// Draws lines at round times, with the times below.
fn axis(timeline: &Timeline, height: f64) -> Group {
    ticks(timeline.length).into_iter().fold(Group::new(), |group, (at, label)| {
        let x = tenth(LEFT + WIDTH * at);
        let line = Line::new().set("class", "rule").set("x1", x).set("x2", x);
        let line = line.set("y1", TOP - 6.0).set("y2", tenth(TOP + height + 6.0));
        group.add(line).add(text("small middle", (x, TOP + height + 20.0), &label))
    })
}

/// Draws the kinds, with their shares of the time of all threads.
fn legend(timeline: &Timeline, flat: &[Vec<Piece>], y: f64) -> Group {
    let shares = shares(timeline, flat);
    let pitch = WIDTH / KINDS.len() as f64;
    let keys = KINDS.iter().zip(shares).zip(0..);
    keys.fold(Group::new(), |group, (((_, class, meaning), share), number)| {
        let x = LEFT + f64::from(number) * pitch;
        let swatch = rectangle(&format!("swatch {class}"), (x, y - 10.0), (18.0, 12.0));
        let label = format!("{meaning} {:.1} %", 100.0 * share);
        group.add(swatch).add(text("small", (x + 24.0, y), &label))
    })
}

fn rectangle(class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) -> Rectangle {
    let at = Rectangle::new().set("class", class).set("x", tenth(x)).set("y", tenth(y));
    at.set("width", width).set("height", height)
}

fn text(class: &str, (x, y): (f64, f64), text: &str) -> Text {
    Text::new(text).set("class", class).set("x", tenth(x)).set("y", tenth(y))
}

/// Rounds to tenths of pixels, which is enough for pictures.
fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
