//! [`Fullness`]: how full a table gets while a position is solved.

use super::super::suite::{Entry, Work};
use crate::args::mib;
use crate::games::{Game, GameArg, Visitor};
use crate::stop::Interrupt;
use crate::table::dense;
use anyhow::Result;
use eldest::{Engine, Limits, Observer, Progress, Table};
use serde::Serialize;
use std::fmt;
use std::sync::mpsc::{Sender, channel};

/// The table of so many MiB and two smaller ones, the smallest first.
pub(super) fn sizes(table_mib: usize) -> Vec<usize> {
    let mut sizes: Vec<_> = [16, 4, 1].map(|part| (table_mib / part).max(1)).into();
    sizes.dedup();
    sizes
}

/// How full a table gets while a position is solved.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fullness {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) mib: usize,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// After so many nodes, so full, in %.
    pub(super) samples: Vec<(u64, f64)>,
}

impl Fullness {
    pub(super) const HEADING: &str = "   MiB        nodes    seconds  full %";

    /// How full it is at the end, in %.
    pub(super) fn at_the_end(&self) -> f64 {
        self.samples.last().map_or(0.0, |&(_, percent)| percent)
    }
}

impl fmt::Display for Fullness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mib, nodes, seconds, .. } = self;
        write!(f, "{mib:>6} {nodes:>12} {seconds:>10.3} {:>7.1}", self.at_the_end())
    }
}

/// Solves the first position of `entry` with a table of `size` MiB.
pub(super) fn measure(entry: &Entry, size: usize, interrupt: &Interrupt) -> Result<Fullness> {
    let Work::Solve { lines, .. } = entry.work else { unreachable!("Connect Four is solved") };
    let text = lines.split_whitespace().next().unwrap_or_default();
    let game: GameArg = entry.game.parse()?;
    let (progress, samples) = game.visit(Watched { text, bytes: mib(size), interrupt })?;
    let (nodes, seconds) = (progress.nodes, progress.time.as_secs_f64());
    Ok(Fullness { kind: "fullness", mib: size, nodes, seconds, samples })
}

type Samples = (Progress, Vec<(u64, f64)>);

struct Watched<'a> {
    text: &'a str,
    bytes: usize,
    interrupt: &'a Interrupt,
}

impl Visitor for Watched<'_> {
    type Output = Result<Samples>;

    fn visit<G: Game>(self, game: &G) -> Result<Samples> {
        let (start, _) = game.start();
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator());
        let builder = builder.options(game.options());
        match dense(self.bytes, &start)? {
            Some(table) => self.solve(game, builder.table(table).build()?),
            None => self.solve(game, builder.table_bytes(self.bytes).build()?),
        }
    }
}

impl Watched<'_> {
    fn solve<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        mut engine: Engine<G::Position, G::Evaluator, T>,
    ) -> Result<Samples> {
        let position = game.parse(self.text)?;
        let limits = Limits::new().stop(self.interrupt.token());
        let (sender, heard) = channel();
        let end =
            engine.query(&position).to_end().limits(&limits).observer(Ear(sender)).run()?.progress;
        let samples = heard.into_iter().chain([end]).map(sample);
        Ok((end, [(0, 0.0)].into_iter().chain(samples).collect()))
    }
}

fn sample(progress: Progress) -> (u64, f64) {
    (progress.nodes, f64::from(progress.hashfull) / 10.0)
}

struct Ear(Sender<Progress>);

impl<M> Observer<M> for Ear {
    fn progress(&mut self, progress: &Progress) {
        let _ = self.0.send(*progress); // the receiver outlives the search
    }
}
