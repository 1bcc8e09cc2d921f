//! [`Data`]: the samples as the fit reads them: how often each weight counts, and the target.

use crate::rows::Rows;
use anyhow::Result;
use eldest_games::chess::evaluation::{self, Tally, Term, terms};
use std::path::Path;

/// Samples, each with the weights that count in it and with how their two sums are combined.
pub(crate) type Data = Rows<Taper, Count>;

/// A weight, and how much more often it counts for White than for Black.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) weight: u16,
    pub(crate) times: i16,
}

/// How the sums for the middle game and for the endgame are combined into the score.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Taper {
    /// How much of the middle game is left, from 0 to 1.
    pub(crate) phase: f32,
    /// The numbers of the endgame scales: if White is ahead, and if Black is ahead.
    pub(crate) scales: [u8; 2],
}

impl From<evaluation::Taper> for Taper {
    fn from(taper: evaluation::Taper) -> Self {
        Self { phase: taper.phase as f32, scales: taper.scales.map(|number| number as u8) }
    }
}

/// Reads the samples of all files.
pub(crate) fn read(paths: &[impl AsRef<Path>]) -> Result<Data> {
    let mut recorder = TermCounter::default();
    Data::read(paths, |data, sample| {
        let taper = terms(&sample.position, &mut recorder).into();
        let (score, points) = (sample.score as f32, sample.points());
        data.add(recorder.drain(), taper, score, points);
    })
}

/// Counts how often each weight occurs in a position.
struct TermCounter {
    times: [i16; Term::COUNT],
    touched: Vec<u16>,
}

impl Default for TermCounter {
    fn default() -> Self {
        Self { times: [0; Term::COUNT], touched: Vec::new() }
    }
}

impl Tally for TermCounter {
    fn add(&mut self, weight: usize, times: i32) {
        self.times[weight] += times as i16;
        self.touched.push(weight as u16);
    }
}

impl TermCounter {
    /// Returns each weight once, except for those that count equally often for both sides. Resets
    /// the counter.
    fn drain(&mut self) -> impl Iterator<Item = Count> {
        self.touched.sort_unstable();
        self.touched.dedup();
        let times = &mut self.times;
        let take = move |weight: u16| (weight, std::mem::take(&mut times[usize::from(weight)]));
        let counts = self.touched.drain(..).map(take);
        counts.filter(|(_, times)| *times != 0).map(|(weight, times)| Count { weight, times })
    }
}
