//! Speed-up over processors, both in powers of two.

use crate::row::Row;
use anyhow::{Result, anyhow};
use plotters::prelude::*;

const COLOURS: [RGBColor; 6] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
    RGBColor(23, 190, 207),
];

/// A drawing of `rows`.
pub(crate) fn svg(rows: &[Row]) -> Result<String> {
    let mut text = String::new();
    draw(rows, &mut text).map_err(|error| anyhow!("{error}"))?;
    Ok(text)
}

fn draw(rows: &[Row], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, (720, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let most = rows.iter().map(|row| row.processors).max().unwrap_or(2).max(2);
    let most = f64::from(most);
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(52)
        .build_cartesian_2d((1.0..most).log_scale().base(2.0), (1.0..most).log_scale().base(2.0))?;
    let number = |number: &f64| format!("{number:.0}");
    chart
        .configure_mesh()
        .x_desc("processors")
        .y_desc("speed-up")
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart.draw_series(LineSeries::new([(1.0, 1.0), (most, most)], BLACK.mix(0.2)))?;
    let mut algorithms: Vec<_> = rows.iter().map(|row| row.algorithm).collect();
    algorithms.dedup();
    for (algorithm, colour) in algorithms.into_iter().zip(COLOURS.into_iter().cycle()) {
        let points = rows.iter().filter(|row| row.algorithm == algorithm);
        let points = points.map(|row| (f64::from(row.processors), row.speedup.max(1.0)));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
            .label(algorithm)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.3))
        .background_style(WHITE.mix(0.8))
        .draw()?;
    area.present()?;
    Ok(())
}
