//! [`Rows`]: samples, and what each has of something that it can have more or less of.

use crate::sample::{self, TrainingSample};
use anyhow::Result;
use std::path::Path;

/// So many samples; their items stand side by side.
#[derive(Debug)]
pub(crate) struct Rows<T, I> {
    items: Vec<I>,
    rows: Vec<SampleRow<T>>,
}

/// A sample.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SampleRow<T> {
    /// Its items end here, and begin where those before it end.
    end: usize,
    /// What there is once of it.
    pub(crate) own: T,
    /// What the search found, in hundredths of a pawn.
    pub(crate) score: f32,
    /// How the game ended, from 0 to 1.
    pub(crate) points: f32,
}

impl<T, I> Default for Rows<T, I> {
    fn default() -> Self {
        Self { items: Vec::new(), rows: Vec::new() }
    }
}

impl<T: Copy, I> Rows<T, I> {
    /// Those of files, where `push` adds what is left of a sample.
    pub(crate) fn read(
        paths: &[impl AsRef<Path>],
        mut push: impl FnMut(&mut Self, &TrainingSample),
    ) -> Result<Self> {
        let mut rows = Self::default();
        for path in paths {
            sample::read(path.as_ref(), |sample| push(&mut rows, sample))?;
        }
        Ok(rows)
    }

    pub(crate) fn add(&mut self, items: impl Iterator<Item = I>, own: T, score: f32, points: f32) {
        self.items.extend(items);
        self.rows.push(SampleRow { end: self.items.len(), own, score, points });
    }

    /// What the searches found, and how the games ended.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f32, f32)> + Clone {
        self.rows.iter().map(|row| (row.score, row.points))
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn row(&self, index: usize) -> (SampleRow<T>, &[I]) {
        let from = if index == 0 { 0 } else { self.rows[index - 1].end };
        let row = self.rows[index];
        (row, &self.items[from..row.end])
    }
}
