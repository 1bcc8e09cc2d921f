//! [`StudySheet`]: prints rows to stdout.

use crate::curve;
use crate::curve::SpeedupPoint;
use crate::row::SpeedupRow;
use anyhow::Result;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// The output format.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// A table, and the time by cause
    #[default]
    Text,
    /// One object per line
    Json,
    /// With a header line
    Csv,
    /// A plot of speed-up over processors
    Svg,
}

/// Prints rows above the progress bar.
pub(crate) struct StudySheet {
    format: SheetFormat,
    pub(crate) bar: ProgressBar,
    rows: Vec<SpeedupRow>,
}

/// Causes with a smaller share, in percent, are left out.
const LEAST: f64 = 0.3;

impl StudySheet {
    pub(crate) fn new(format: SheetFormat, searches: u64) -> Self {
        let bar = ProgressBar::new(searches);
        let style = "{spinner} {elapsed} [{bar:30}] {human_pos}/{human_len} searches";
        bar.set_style(
            ProgressStyle::with_template(style).expect("it is tested").progress_chars("=> "),
        );
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { format, bar, rows: Vec::new() }
    }

    /// Prints a row immediately, if the format has rows.
    pub(crate) fn put(&mut self, row: SpeedupRow) -> Result<()> {
        match self.format {
            SheetFormat::Text => self.line(&text(&row, self.rows.is_empty()))?,
            SheetFormat::Json => self.line(&serde_json::to_string(&row)?)?,
            SheetFormat::Csv => self.line(&csv(&row, self.rows.is_empty())?)?,
            SheetFormat::Svg => {}
        }
        self.rows.push(row);
        Ok(())
    }

    /// Prints the summary of all rows.
    pub(crate) fn end(self) -> Result<()> {
        match self.format {
            SheetFormat::Text => self.summary(),
            SheetFormat::Json | SheetFormat::Csv => Ok(()),
            SheetFormat::Svg => {
                let points: Vec<_> = self.rows.iter().map(SpeedupPoint::from).collect();
                self.line(&curve::svg(&points))
            }
        }
    }

    fn summary(&self) -> Result<()> {
        self.line("\ncauses, in percent of the time of all processors")?;
        for row in &self.rows {
            let causes = row.largest_causes().into_iter().filter(|(_, share)| *share >= LEAST);
            let causes: Vec<_> = causes.map(|(name, share)| format!("{name} {share:.1}")).collect();
            self.line(&format!("{} on {}: {}", row.algorithm, row.processors, causes.join(", ")))?;
        }
        let mut algorithms: Vec<_> = self.rows.iter().map(|row| row.algorithm).collect();
        algorithms.dedup();
        for algorithm in algorithms {
            let rows: Vec<_> = self.rows.iter().filter(|row| row.algorithm == algorithm).collect();
            if let Some(fit) = Fit::of(&rows) {
                self.line(&format!("{algorithm}: {fit}"))?;
            }
        }
        Ok(())
    }

    fn line(&self, line: &str) -> Result<()> {
        self.bar.suspend(|| {
            let mut stdout = anstream::stdout().lock();
            Ok(writeln!(stdout, "{line}").and_then(|()| stdout.flush())?)
        })
    }
}

fn text(row: &SpeedupRow, is_first: bool) -> String {
    let heading = "algorithm            P  speed-up   ±     efficiency  extra nodes %  aborted %  idle %     nodes  splits  steals\n";
    let heading = if is_first { heading } else { "" };
    format!(
        "{heading}{:<16} {:>5} {:>9.2} {:>5.2} {:>10.2} {:>14.1} {:>10.1} {:>7.1} {:>9} {:>7} {:>7}",
        row.algorithm,
        row.processors,
        row.speedup,
        row.spread,
        row.efficiency,
        row.overhead,
        row.aborted,
        row.idle,
        row.nodes,
        row.splits,
        row.steals
    )
}

/// All causes are in one cell.
fn csv(row: &SpeedupRow, is_first: bool) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if is_first {
        writer.write_record([
            "algorithm",
            "processors",
            "speedup",
            "spread",
            "least",
            "most",
            "efficiency",
            "seconds",
            "nodes",
            "overhead",
            "aborted",
            "idle",
            "splits",
            "steals",
            "game",
            "causes",
        ])?;
    }
    let causes = serde_json::to_string(&row.causes)?;
    let numbers = [row.speedup, row.spread, row.least, row.most, row.efficiency, row.seconds];
    let mut record = vec![row.algorithm.to_owned(), row.processors.to_string()];
    record.extend(numbers.map(|number| number.to_string()));
    record.push(row.nodes.to_string());
    record.extend([row.overhead, row.aborted, row.idle].map(|number| number.to_string()));
    record.extend([row.splits.to_string(), row.steals.to_string(), row.game.clone(), causes]);
    writer.write_record(record)?;
    Ok(String::from_utf8(writer.into_inner()?)?.trim_end().to_owned())
}

/// The best b and C in T = C + bW/P, where W is the serial time: a least-squares fit of the
/// relative error of T.
///
/// Blumofe and Leiserson 1999, "Scheduling multithreaded computations by work stealing": with C the
/// critical path, T <= W/P + O(C).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fit {
    /// The work of all processors per step of the serial search.
    pub(crate) work: f64,
    /// The critical path, as a share of the serial time.
    pub(crate) path: f64,
}

impl Fit {
    /// Fits all rows of an algorithm; `None` with fewer than two numbers of processors.
    pub(crate) fn of(rows: &[&SpeedupRow]) -> Option<Self> {
        // With t = T/W, x = 1/P: minimise the sum of ((c + b x - t) / t)^2.
        let [mut xx, mut x1, mut one, mut xt, mut t1] = [0.0; 5];
        for row in rows {
            let (x, s) = (1.0 / f64::from(row.processors), row.speedup);
            xx += x * x * s * s;
            x1 += x * s * s;
            one += s * s;
            xt += x * s;
            t1 += s;
        }
        let determinant = xx * one - x1 * x1;
        let is_there = determinant.abs() > 1e-9 * xx * one;
        is_there.then(|| Self {
            work: (xt * one - t1 * x1) / determinant,
            path: (xx * t1 - x1 * xt) / determinant,
        })
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T = {:.5} W + {:.3} W/P", self.path, self.work)
    }
}
