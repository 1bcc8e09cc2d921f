//! [`Boards`]: what is left of the samples: the inputs that are on, what the terms say, and what is to be predicted.

use crate::sample::{self, Sample};
use anyhow::Result;
use eldest::{Evaluator, Position, Side};
use eldest_games::chess::Tuned;
use eldest_games::chess::nnue::{inputs, seen_by_black};
use std::path::Path;

/// So many samples, each as the side to move sees it; their inputs stand side by side.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    inputs: Vec<u16>,
    rows: Vec<Row>,
}

/// A sample.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    /// Its inputs end here, and begin where those before it end.
    end: usize,
    /// What the terms say, and what the search found, in hundredths of a pawn.
    pub(crate) terms: f32,
    pub(crate) score: f32,
    /// How the game ended, from 0 to 1.
    pub(crate) points: f32,
}

impl Boards {
    pub(crate) fn read(paths: &[impl AsRef<Path>]) -> Result<Self> {
        let mut boards = Self::default();
        for path in paths {
            sample::read(path.as_ref(), |sample| boards.push(sample))?;
        }
        Ok(boards)
    }

    pub(crate) fn push(&mut self, sample: &Sample) {
        let Sample { position, score, outcome } = sample;
        let (score, points) = (*score as f32, outcome.points() as f32);
        let terms = Tuned::STATIC.evaluate(position, &Tuned::STATIC.start(position));
        let is_first = position.side() == Side::First;
        let (score, points) = if is_first { (score, points) } else { (-score, 1.0 - points) };
        let inputs = inputs(position).map(|i| if is_first { i } else { seen_by_black(i) });
        self.inputs.extend(inputs.map(|input| input as u16));
        self.rows.push(Row { end: self.inputs.len(), terms: terms.get() as f32, score, points });
    }

    /// What the searches found, and how the games ended.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f32, f32)> + Clone {
        self.rows.iter().map(|row| (row.score, row.points))
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn row(&self, index: usize) -> (Row, &[u16]) {
        let from = if index == 0 { 0 } else { self.rows[index - 1].end };
        let row = self.rows[index];
        (row, &self.inputs[from..row.end])
    }
}
