//! [`measure`]: runs the searches of an entry, with a table of its own.

use super::suite::{BenchEntry, Work};
use anyhow::{Result, ensure};
use eldest::observe::{Observer, Progress};
use eldest::{Engine, Limits, Report, Table};
use eldest_catalog::games::{Catalog, Game, Visitor, dense};
use eldest_catalog::text::Value;
use eldest_terminal::Interrupt;
use std::iter::Sum;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// The cost of a search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct SearchCost {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Receives the progress of a search, such as how full the table is, and its last state.
pub(super) type ProgressSender = Sender<Progress>;

impl SearchCost {
    fn of<M>(report: &Report<M>) -> Self {
        Self { nodes: report.progress.nodes, time: report.progress.time }
    }
}

impl<'a> Sum<&'a Self> for SearchCost {
    fn sum<I: Iterator<Item = &'a Self>>(tallies: I) -> Self {
        let add = |a: Self, b: &Self| Self { nodes: a.nodes + b.nodes, time: a.time + b.time };
        tallies.fold(Self::default(), add)
    }
}

/// Measures the cost of each search of `entry`, all with one table of `bytes` bytes.
pub(super) fn measure<C: Catalog>(
    entry: &BenchEntry,
    bytes: usize,
    interrupt: &Interrupt,
) -> Result<Vec<SearchCost>> {
    let (sender, _) = channel();
    watch::<C>(entry, bytes, interrupt, sender)
}

/// Does the same, and sends progress to `sender`.
pub(super) fn watch<C: Catalog>(
    entry: &BenchEntry,
    bytes: usize,
    interrupt: &Interrupt,
    sender: ProgressSender,
) -> Result<Vec<SearchCost>> {
    let game: C = entry.game.parse()?;
    game.visit(Working { entry, bytes, interrupt, sender })
}

struct Working<'a> {
    entry: &'a BenchEntry,
    bytes: usize,
    interrupt: &'a Interrupt,
    sender: ProgressSender,
}

impl Visitor for Working<'_> {
    type Output = Result<Vec<SearchCost>>;

    fn visit<G: Game>(self, game: &G) -> Result<Vec<SearchCost>> {
        let (start, _) = game.start();
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator());
        let shared = builder.table_bytes(self.bytes);
        match self.entry.work {
            Work::Depth(plies) => {
                let mut engine = shared.build()?;
                let limits = self.limits().depth(plies);
                Ok(vec![SearchCost::of(&engine.search(&start, &limits)?)])
            }
            Work::Solve { lines, count } => {
                let (lines, shared) = (lines.lines().take(count), shared.options(game.options()));
                if G::DENSE
                    && let Some(table) = dense(self.bytes, &start)?
                {
                    return self.solve(game, shared.table(table).build()?, lines);
                }
                self.solve(game, shared.build()?, lines)
            }
        }
    }
}

impl Working<'_> {
    fn limits(&self) -> Limits {
        Limits::new().stop(self.interrupt.token())
    }

    fn solve<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        mut engine: Engine<G::Position, G::Evaluator, T>,
        lines: impl Iterator<Item = &'static str>,
    ) -> Result<Vec<SearchCost>> {
        let mut tallies = Vec::new();
        for line in lines {
            let (text, score) = line.split_once(' ').unwrap_or((line, ""));
            let position = game.parse(text)?;
            let query = engine.query(&position).to_end().limits(&self.limits());
            let report = query.observer(Listener(self.sender.clone())).run()?;
            let _ = self.sender.send(report.progress); // There may be no receiver.
            let found = Value::from(report.bounds).to_string();
            let right = score.is_empty() || score == found || self.interrupt.is_raised();
            ensure!(right, "{}: {text} is worth {score}, not {found}", self.entry.name);
            tallies.push(SearchCost::of(&report));
        }
        Ok(tallies)
    }
}

struct Listener(ProgressSender);

impl<M> Observer<M> for Listener {
    fn progress(&mut self, progress: &Progress) {
        let _ = self.0.send(*progress); // There may be no receiver.
    }
}
