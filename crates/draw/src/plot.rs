//! [`Plot`]: a line chart, as SVG.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;

type Drawn = Result<(), Box<dyn std::error::Error>>;

const SIZE: (u32, u32) = (640, 340);
const LETTERS: (&str, u32) = ("sans-serif", 13);
const TITLE: (&str, u32) = ("sans-serif", 16);
/// Colours that are distinct on white and on black.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0x3b, 0x82, 0xc4),
    RGBColor(0xd1, 0x62, 0x2b),
    RGBColor(0x1a, 0x9a, 0x76),
    RGBColor(0xb5, 0x60, 0x9a),
    RGBColor(0xb8, 0x86, 0x0b),
    RGBColor(0x7f, 0x7f, 0xd5),
    RGBColor(0x88, 0x88, 0x88),
    RGBColor(0xc2, 0x3b, 0x4b),
    RGBColor(0x5f, 0x8f, 0x2f),
    RGBColor(0x2a, 0xa5, 0xb8),
];

/// A line chart. Text and axes are black; a page may show them in the colour of its text.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title; empty for none.
    pub title: String,
    /// The name of the horizontal axis, with the unit.
    pub x: &'static str,
    /// The name of the vertical axis, with the unit.
    pub y: &'static str,
    /// How the axes are divided.
    pub scale: Scale,
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

/// How the axes of a plot are divided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Both axes are linear; the vertical one begins at zero.
    Linear,
    /// The vertical axis is logarithmic, in powers of ten.
    Decades,
    /// Both axes are logarithmic, in powers of two. All numbers are above zero.
    Doublings,
}

/// Writes a number of an axis, as all plots do: `0`, `0.25`, `3`, `1.5k`, `20M`.
#[must_use]
pub fn tick(number: f64) -> String {
    let (scaled, unit) = match number.abs() {
        1e9.. => (number / 1e9, "G"),
        1e6.. => (number / 1e6, "M"),
        1e3.. => (number / 1e3, "k"),
        _ => (number, ""),
    };
    let magnitude = if scaled == 0.0 { 0.0 } else { scaled.abs().log10().floor() };
    let digits = format!("{scaled:.*}", (2.0 - magnitude).clamp(1.0, 9.0) as usize);
    format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
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
        match self.scale {
            Scale::Linear => self.draw_on(&area, 0.0..ys.end.max(1.0) * 1.05, 11)?,
            Scale::Decades => self.draw_on(&area, decades(ys).log_scale(), 11)?,
            Scale::Doublings => {
                let ys = apart(ys.start.floor()..ys.end.ceil());
                let labels = 1 + (ys.end - ys.start) as usize;
                self.draw_on(&area, ys, labels)?;
            }
        }
        area.present()?;
        Ok(())
    }

    /// Draws on `area`, with at most `labels` numbers on the vertical axis.
    fn draw_on<Y>(&self, area: &DrawingArea<SVGBackend<'_>, Shift>, ys: Y, labels: usize) -> Drawn
    where
        Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    {
        let xs = apart(self.numbers(|&(x, _)| x));
        let mut chart = ChartBuilder::on(area);
        chart.margin(10).margin_right(28).x_label_area_size(42).y_label_area_size(64);
        if !self.title.is_empty() {
            chart.caption(&self.title, TITLE);
        }
        let mut chart = chart.build_cartesian_2d(xs.clone(), ys)?;
        let mut mesh = chart.configure_mesh();
        mesh.label_style(LETTERS).axis_desc_style(LETTERS).light_line_style(TRANSPARENT);
        mesh.bold_line_style(BLACK.mix(0.12)).x_desc(self.x).y_desc(self.y);
        mesh.x_labels(11.min(1 + (xs.end - xs.start) as usize)).y_labels(labels);
        let are_whole = self.points().all(|(x, _)| x.fract() == 0.0);
        let write_x = |x: &f64| self.label(*x, are_whole);
        let write_y = |y: &f64| self.label(*y, self.scale == Scale::Doublings);
        mesh.x_label_formatter(&write_x).y_label_formatter(&write_y).draw()?;
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let points = line.points.iter().map(|point| self.placed(point));
            let drawn = LineSeries::new(points, colour.stroke_width(2)).point_size(3);
            let sample =
                move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3));
            chart.draw_series(drawn)?.label(&line.name).legend(sample);
        }
        chart.configure_series_labels().position(self.names.into()).label_font(LETTERS).draw()?;
        Ok(())
    }

    /// All points, where they are drawn.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.lines.iter().flat_map(|line| line.points.iter().map(|point| self.placed(point)))
    }

    /// Returns where a point is drawn.
    fn placed(&self, &(x, y): &(f64, f64)) -> (f64, f64) {
        if self.scale == Scale::Doublings { (x.log2(), y.log2()) } else { (x, y) }
    }

    /// Writes what is drawn at `place` of an axis; nothing between whole numbers, if `only_whole`.
    fn label(&self, place: f64, only_whole: bool) -> String {
        match self.scale {
            _ if only_whole && (place - place.round()).abs() > 1e-6 => String::new(),
            Scale::Doublings => tick(place.exp2()),
            Scale::Linear | Scale::Decades => tick(place),
        }
    }

    /// Returns the range of the numbers.
    fn numbers(&self, of: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
        let numbers = self.points().map(|point| of(&point));
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

    fn plot(scale: Scale, points: &[(f64, f64)]) -> String {
        let lines = vec![Line::new("a < b", points.iter().copied())];
        let (title, names) = ("a title".to_owned(), UpperLeft);
        Plot { title, x: "what", y: "how", scale, names, lines, has_paper: false }.svg()
    }

    /// Whether `svg` has this text.
    fn shows(svg: &str, text: &str) -> bool {
        svg.contains(&format!("\n{text}\n"))
    }

    #[test]
    fn lines_have_names_and_points() {
        for scale in [Scale::Linear, Scale::Decades, Scale::Doublings] {
            let svg = plot(scale, &[(1.0, 2.0), (2.0, 30.0), (4.0, 1.0)]);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
            assert!(shows(&svg, "a title"), "{svg}");
            assert_eq!((svg.matches("<circle").count(), svg.contains("a &lt; b")), (3, true));
        }
    }

    #[test]
    fn one_point_is_enough() {
        for y in [0.0, 7.0] {
            assert_eq!(plot(Scale::Decades, &[(5.0, y)]).matches("<circle").count(), 1);
        }
        for scale in [Scale::Linear, Scale::Doublings] {
            assert_eq!(plot(scale, &[(5.0, 7.0)]).matches("<circle").count(), 1);
        }
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
            let svg = plot(Scale::Decades, &[(1.0, least), (2.0, most)]);
            for end in [least, most] {
                assert!(shows(&svg, &tick(end)), "{end} in {svg}");
            }
        }
    }

    #[test]
    fn axes_of_doublings_fit_the_points() {
        let svg = plot(Scale::Doublings, &[(1.0, 1.0), (16.0, 9.0)]);
        assert!(["1", "2", "4", "8", "16"].iter().all(|label| shows(&svg, label)), "{svg}");
        assert!(["0", "0.5", "1.41", "32"].iter().all(|label| !shows(&svg, label)), "{svg}");
    }

    #[test]
    fn all_numbers_are_written_in_one_way() {
        let numbers = [0.0, 1e-6, 0.25, 3.0, 100.0, 1500.0, 2e7, 1e10, -0.5];
        let written = ["0", "0.000001", "0.25", "3", "100", "1.5k", "20M", "10G", "-0.5"];
        assert_eq!(numbers.map(tick), written);
    }
}
