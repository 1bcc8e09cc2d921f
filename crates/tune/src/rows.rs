//! [`Rows`]: samples with a varying number of items each.

use crate::sample::TrainingSample;
use crate::samples;
use anyhow::Result;
use std::path::Path;

/// Samples, whose items are stored in one vector.
#[derive(Debug)]
pub(crate) struct Rows<T, I> {
    items: Vec<I>,
    rows: Vec<SampleRow<T>>,
}

/// A sample.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SampleRow<T> {
    /// The end of its items, which begin at the end of the previous sample's items.
    end: usize,
    /// The part of the sample that is not in its items.
    pub(crate) own: T,
    /// The score of the search, in hundredths of a pawn.
    pub(crate) score: f32,
    /// The result of the game, from 0 to 1.
    pub(crate) points: f32,
}

impl<T, I> Default for Rows<T, I> {
    fn default() -> Self {
        Self { items: Vec::new(), rows: Vec::new() }
    }
}

impl<T: Copy, I> Rows<T, I> {
    /// Reads the samples of files; `push` adds each of them.
    pub(crate) fn read(
        paths: &[impl AsRef<Path>],
        mut push: impl FnMut(&mut Self, &TrainingSample),
    ) -> Result<Self> {
        let mut rows = Self::default();
        for path in paths {
            samples::read(path.as_ref(), |sample| push(&mut rows, sample))?;
        }
        Ok(rows)
    }

    pub(crate) fn add(&mut self, items: impl Iterator<Item = I>, own: T, score: f32, points: f32) {
        self.items.extend(items);
        self.rows.push(SampleRow { end: self.items.len(), own, score, points });
    }

    /// Returns the score of the search and the result of the game for each sample.
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
