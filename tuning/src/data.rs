//! [`Data`]: what is left of the samples: which weights count how often, and what is to be predicted.

use crate::sample::{self, Sample};
use anyhow::Result;
use eldest_games::chess::evaluation::{self, Tally, Term, terms};
use std::path::Path;

/// So many samples; what they have stands side by side.
#[derive(Debug, Default)]
pub(crate) struct Data {
    counts: Vec<Count>,
    rows: Vec<Row>,
}

/// A weight, and how much more often White has it than Black.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) weight: u16,
    pub(crate) times: i16,
}

/// A sample.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    /// Its counts end here, and begin where those before it end.
    end: usize,
    pub(crate) taper: Taper,
    /// What the search found, in hundredths of a pawn.
    pub(crate) score: f32,
    /// How the game ended, from 0 to 1.
    pub(crate) points: f32,
}

/// How the sums for the middle game and for the endgame become one.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Taper {
    /// How much of the middle game is left, from 0 to 1.
    pub(crate) phase: f32,
    /// The numbers of the scales of the endgame, if White is ahead and if Black is.
    pub(crate) scales: [u8; 2],
}

impl From<evaluation::Taper> for Taper {
    fn from(taper: evaluation::Taper) -> Self {
        Self { phase: taper.phase as f32, scales: taper.scales.map(|number| number as u8) }
    }
}

impl Data {
    pub(crate) fn read(paths: &[impl AsRef<Path>]) -> Result<Self> {
        let (mut data, mut recorder) = (Self::default(), Recorder::default());
        for path in paths {
            sample::read(path.as_ref(), |sample| data.push(sample, &mut recorder))?;
        }
        Ok(data)
    }

    fn push(&mut self, sample: &Sample, recorder: &mut Recorder) {
        let taper = terms(&sample.position, recorder).into();
        let (score, points) = (sample.score as f32, sample.outcome.points() as f32);
        self.add(recorder.drain(), taper, score, points);
    }

    pub(crate) fn add(
        &mut self,
        counts: impl Iterator<Item = Count>,
        taper: Taper,
        score: f32,
        points: f32,
    ) {
        self.counts.extend(counts);
        self.rows.push(Row { end: self.counts.len(), taper, score, points });
    }

    /// What the searches found, and how the games ended.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f32, f32)> + Clone {
        self.rows.iter().map(|row| (row.score, row.points))
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn row(&self, index: usize) -> (Row, &[Count]) {
        let from = if index == 0 { 0 } else { self.rows[index - 1].end };
        let row = self.rows[index];
        (row, &self.counts[from..row.end])
    }
}

/// Writes down which weights count.
struct Recorder {
    times: [i16; Term::COUNT],
    touched: Vec<u16>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self { times: [0; Term::COUNT], touched: Vec::new() }
    }
}

impl Tally for Recorder {
    fn add(&mut self, weight: usize, times: i32) {
        self.times[weight] += times as i16;
        self.touched.push(weight as u16);
    }
}

impl Recorder {
    /// Each weight once, and none that both sides have as often.
    fn drain(&mut self) -> impl Iterator<Item = Count> {
        self.touched.sort_unstable();
        self.touched.dedup();
        let times = &mut self.times;
        let take = move |weight: u16| (weight, std::mem::take(&mut times[usize::from(weight)]));
        let counts = self.touched.drain(..).map(take);
        counts.filter(|(_, times)| *times != 0).map(|(weight, times)| Count { weight, times })
    }
}
