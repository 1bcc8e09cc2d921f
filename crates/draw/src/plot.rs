//! [`Plot`]: a line chart, as SVG.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;

type Drawn = Result<(), Box<dyn std::error::Error>>;

const SIZE: (u32, u32) = (640, 340);
const LETTERS: (&str, u32) = ("sans-serif", 13);
/// Colours that are distinct on white and on black.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x3b, 0x82, 0xc4),
    RGBColor(0xd1, 0x62, 0x2b),
    RGBColor(0x1a, 0x9a, 0x76),
    RGBColor(0xb5, 0x60, 0x9a),
    RGBColor(0xb8, 0x86, 0x0b),
    RGBColor(0x7f, 0x7f, 0xd5),
    RGBColor(0x88, 0x88, 0x88),
];

/// A line chart. Text and axes are black; a page may show them in the colour of its text.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Whether the vertical axis is logarithmic.
    pub is_logarithmic: bool,
    /// The corner of the legend.
    pub names: Corner,
    /// At least one line with at least one point.
    pub lines: Vec<Line>,
    /// Whether the background is white, for a separate file; otherwise it is transparent.
    pub has_paper: bool,
}

/// An upper corner of a plot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Corner {
    /// The upper left one.
    UpperLeft,
    /// The upper right one.
    UpperRight,
}

impl From<Corner> for SeriesLabelPosition {
    fn from(corner: Corner) -> Self {
        match corner {
            Corner::UpperLeft => Self::UpperLeft,
            Corner::UpperRight => Self::UpperRight,
        }
    }
}

/// The name of an axis, and the format of its numbers.
#[derive(Copy, Clone, Debug)]
pub struct Axis {
    /// The name, with the unit.
    pub name: &'static str,
    /// Writes a number of the axis.
    pub write: fn(f64) -> String,
}

/// Points, from left to right.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name in the legend.
    pub name: String,
    /// The points, as (x, y).
    pub points: Vec<(f64, f64)>,
}

impl Line {
    /// Creates a line through `points`, sorted by x.
    pub fn new(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut points: Vec<_> = points.collect();
        points.sort_by(|(x, _), (y, _)| x.total_cmp(y));
        Self { name: name.to_owned(), points }
    }
}

impl Plot {
    /// Draws the chart as SVG.
    ///
    /// # Panics
    /// If there are no points.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.draw(&mut svg).expect("a picture in memory has no errors of its device");
        svg
    }

    fn draw(&self, svg: &mut String) -> Drawn {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        if self.has_paper {
            area.fill(&WHITE)?;
        }
        let ys = self.numbers(|&(_, y)| y);
        if self.is_logarithmic {
            self.draw_on(&area, decades(ys).log_scale())?;
        } else {
            self.draw_on(&area, 0.0..ys.end.max(1.0) * 1.05)?;
        }
        area.present()?;
        Ok(())
    }

    fn draw_on<Y>(&self, area: &DrawingArea<SVGBackend<'_>, Shift>, ys: Y) -> Drawn
    where
        Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    {
        let xs = apart(self.numbers(|&(x, _)| x));
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(xs.clone(), ys)?;
        let mut mesh = chart.configure_mesh();
        mesh.label_style(LETTERS).axis_desc_style(LETTERS).light_line_style(TRANSPARENT);
        mesh.bold_line_style(BLACK.mix(0.12)).x_desc(self.x.name).y_desc(self.y.name);
        mesh.x_labels(10.min(1 + (xs.end - xs.start) as usize));
        let (write_x, write_y) = (|x: &f64| (self.x.write)(*x), |y: &f64| (self.y.write)(*y));
        mesh.x_label_formatter(&write_x).y_label_formatter(&write_y).draw()?;
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let points = line.points.iter().copied();
            let drawn = LineSeries::new(points, colour.stroke_width(2)).point_size(3);
            let sample =
                move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3));
            chart.draw_series(drawn)?.label(&line.name).legend(sample);
        }
        chart.configure_series_labels().position(self.names.into()).label_font(LETTERS).draw()?;
        Ok(())
    }

    /// Returns the range of the numbers.
    fn numbers(&self, of: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
        let numbers = self.lines.iter().flat_map(|line| line.points.iter().map(&of));
        let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
        let (least, most) = numbers.fold((least, most), |(a, b), x| (a.min(x), b.max(x)));
        least..most
    }
}

/// Widens an empty range.
fn apart(Range { start, end }: Range<f64>) -> Range<f64> {
    if start < end { start..end } else { start - 1.0..end + 1.0 }
}

/// Widens a range to powers of ten and slightly more: plotters places labels above the beginning,
/// by inexact logarithms.
fn decades(Range { start, end }: Range<f64>) -> Range<f64> {
    let exponent = |number: f64| number.max(1e-6).log10();
    let (least, most) = (exponent(start).floor(), exponent(end).ceil());
    10_f64.powf(least) * (1.0 - 1e-9)..10_f64.powf(most.max(least + 1.0)) * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Corner::UpperLeft;

    fn plot(is_logarithmic: bool, points: &[(f64, f64)]) -> String {
        let axis = Axis { name: "what", write: |number| number.to_string() };
        let lines = vec![Line::new("a < b", points.iter().copied())];
        Plot { x: axis, y: axis, is_logarithmic, names: UpperLeft, lines, has_paper: false }.svg()
    }

    #[test]
    fn lines_have_names_and_points() {
        for is_logarithmic in [false, true] {
            let svg = plot(is_logarithmic, &[(1.0, 2.0), (2.0, 30.0), (4.0, 1.0)]);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
            assert_eq!((svg.matches("<circle").count(), svg.contains("a &lt; b")), (3, true));
        }
    }

    #[test]
    fn one_point_is_enough() {
        for y in [0.0, 7.0] {
            assert_eq!(plot(true, &[(5.0, y)]).matches("<circle").count(), 1);
        }
        assert_eq!(plot(false, &[(5.0, 7.0)]).matches("<circle").count(), 1);
    }

    #[test]
    fn decades_are_around() {
        let rounded = |Range { start, end }: Range<f64>| (start as f32, end as f32);
        assert_eq!(rounded(decades(0.02..30.0)), (0.01, 100.0));
        assert_eq!(rounded(decades(10.0..10.0)), (10.0, 100.0));
    }

    #[test]
    fn both_ends_are_labelled() {
        for exponent in -6..6 {
            let (least, most) = (10_f64.powi(exponent), 10_f64.powi(exponent + 3));
            let axis = Axis { name: "", write: |number| format!("{number:.7}") };
            let lines = vec![Line::new("", [(1.0, least), (2.0, most)].into_iter())];
            let plot = Plot {
                x: axis,
                y: axis,
                is_logarithmic: true,
                names: UpperLeft,
                lines,
                has_paper: false,
            };
            let svg = plot.svg();
            for end in [least, most] {
                let label = format!("\n{end:.7}\n");
                assert!(svg.contains(&label), "{label:?} in {svg}");
            }
        }
    }
}
