//! How a graph has grown, as a picture.

use eldest_draw::plot::{Axis, Corner, Line, Plot};
use eldest_prove::Sample;
use eldest_terminal::progress::short;

/// Points of a line; more are not seen.
const POINTS: usize = 300;

/// Positions by the nodes that were searched; `growth` is not empty.
pub(super) fn draw(growth: &[Sample]) -> String {
    let line = |name: &str, of: fn(&Sample) -> u64| {
        let point = |sample: &Sample| (sample.nodes as f64, of(sample) as f64);
        Line::new(name, thinned(growth).map(point))
    };
    let lines = vec![
        line("positions", |sample| sample.positions),
        line("proved", |sample| sample.proved),
        line("expanded", |sample| sample.expanded),
    ];
    let axis = |name| Axis { name, write: short };
    let (x, y) = (axis("nodes"), axis("positions"));
    Plot { x, y, is_logarithmic: false, names: Corner::UpperLeft, lines, has_paper: true }.svg()
}

/// Some of them, the last one too.
fn thinned(growth: &[Sample]) -> impl Iterator<Item = &Sample> {
    let step = growth.len().div_ceil(POINTS).max(1);
    let last = growth.last().filter(|_| !(growth.len() - 1).is_multiple_of(step));
    growth.iter().step_by(step).chain(last)
}
