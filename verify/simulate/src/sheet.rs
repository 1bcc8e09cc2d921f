//! [`StudySheet`]: rows on stdout.

use crate::curve;
use crate::curve::SpeedupPoint;
use crate::row::SpeedupRow;
use anyhow::Result;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// How results are written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// A table, and who is to blame
    #[default]
    Text,
    /// An object in each line
    Json,
    /// With a line of headings
    Csv,
    /// Speed-up over processors, drawn
    Svg,
}

/// Where rows go, past the progress bar.
pub(crate) struct StudySheet {
    format: SheetFormat,
    pub(crate) bar: ProgressBar,
    rows: Vec<SpeedupRow>,
}

/// A cause that takes less, in per cent, is not worth a line.
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

    /// Writes a row at once, if the format has rows.
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

    /// Writes what all rows tell together.
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
        self.line("\nwho is to blame, in per cent of the time of all processors")?;
        for row in &self.rows {
            let blame = row.blame().into_iter().filter(|(_, share)| *share >= LEAST);
            let blame: Vec<_> = blame.map(|(name, share)| format!("{name} {share:.1}")).collect();
            self.line(&format!("{} on {}: {}", row.algorithm, row.processors, blame.join(", ")))?;
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

/// The causes stand in one cell.
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

/// The best b and C in T = C + bW/P, where W is the serial time: by least squares of what a T is
/// wrong by, as a share of it.
///
/// Blumofe and Leiserson 1999, "Scheduling multithreaded computations by work stealing": with C the
/// critical path, T <= W/P + O(C).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fit {
    /// What a processor does for each step of the serial search.
    pub(crate) work: f64,
    /// In serial times.
    pub(crate) path: f64,
}

impl Fit {
    /// From all rows of an algorithm; `None` with fewer than two numbers of processors.
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
