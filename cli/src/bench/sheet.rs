//! [`Sheet`]: records are written as they come.

use super::args::BenchFormat;
use crate::output::Output;
use crate::progress;
use crate::stop::Interrupt;
use anyhow::Result;
use indicatif::ProgressBar;
use serde::Serialize;
use std::fmt::Display;

/// Where records go, until Ctrl-C is pressed.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    pub(super) output: Output,
    pub(super) bar: ProgressBar,
    pub(super) interrupt: &'a Interrupt,
}

impl<'a> Sheet<'a> {
    /// The bar counts to `steps`.
    pub(super) fn new(format: BenchFormat, steps: u64, interrupt: &'a Interrupt) -> Self {
        let bar = progress::bar(Some(steps));
        Self { output: Output::new(format.into(), bar.clone()), bar, interrupt }
    }

    /// Measures one subject after the other, each a step, and writes what comes of it below `heading`.
    pub(super) fn fill<S, R: Display + Serialize>(
        &self,
        heading: &str,
        subjects: impl IntoIterator<Item = S>,
        measure: impl Fn(S) -> Result<R>,
    ) -> Result<Vec<R>> {
        self.output.heading(heading)?;
        let mut records = Vec::new();
        for subject in subjects {
            let record = measure(subject)?;
            if self.interrupt.is_raised() {
                break;
            }
            self.output.put(&record)?;
            self.bar.inc(1);
            records.push(record);
        }
        Ok(records)
    }
}
