//! [`Sheet`]: prints records as they are measured.

use crate::bench::args::BenchFormat;
use anyhow::Result;
use eldest_catalog::input::is_closed_pipe;
use eldest_terminal::{Interrupt, Output, progress};
use indicatif::ProgressBar;
use serde::Serialize;
use std::fmt::Display;

/// Prints records until Ctrl-C is pressed.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    output: Output,
    pub(super) bar: ProgressBar,
    pub(super) interrupt: &'a Interrupt,
    /// Whether records are also kept, so that a closed stdout is no error.
    keeps: bool,
}

impl<'a> Sheet<'a> {
    /// Creates a sheet whose progress bar counts to `steps`.
    pub(super) fn new(format: BenchFormat, steps: u64, interrupt: &'a Interrupt) -> Self {
        let bar = progress::bar(Some(steps));
        let output = Output::new(format.into(), bar.clone());
        Self { output, bar, interrupt, keeps: false }
    }

    /// Continues after stdout is closed.
    pub(super) fn keeping(self) -> Self {
        Self { keeps: true, ..self }
    }

    /// Measures one subject after the other, each a step, and prints the records below `heading`.
    pub(super) fn fill<S, R: Display + Serialize>(
        &self,
        heading: &str,
        subjects: impl IntoIterator<Item = S>,
        measure: impl Fn(S) -> Result<R>,
    ) -> Result<Vec<R>> {
        let mut records = Vec::new();
        for subject in subjects {
            if self.interrupt.is_raised() {
                break;
            }
            let record = measure(subject)?;
            if self.interrupt.is_raised() {
                break; // The measurement was cut short.
            }
            if records.is_empty() {
                self.heading(heading)?;
            }
            self.put(&record)?;
            self.bar.inc(1);
            records.push(record);
        }
        Ok(records)
    }

    /// Prints `records` below `heading`, or nothing after Ctrl-C.
    pub(super) fn list<R: Display + Serialize>(
        &self,
        heading: &str,
        records: Vec<R>,
    ) -> Result<Vec<R>> {
        if self.interrupt.is_raised() {
            return Ok(Vec::new());
        }
        self.heading(heading)?;
        records.iter().try_for_each(|record| self.put(record))?;
        Ok(records)
    }

    /// Prints a record.
    pub(super) fn put(&self, record: &(impl Display + Serialize)) -> Result<()> {
        self.written(self.output.put(record))
    }

    fn heading(&self, heading: &str) -> Result<()> {
        self.written(self.output.heading(heading))
    }

    fn written(&self, result: Result<()>) -> Result<()> {
        result.or_else(
            |error| {
                if self.keeps && is_closed_pipe(&error) { Ok(()) } else { Err(error) }
            },
        )
    }
}
