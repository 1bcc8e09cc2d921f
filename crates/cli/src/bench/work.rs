//! [`measure`]: runs the searches of an entry, with a table of its own.

use super::suite::{BenchEntry, Work};
use anyhow::{Result, ensure};
use eldest::{Engine, Limits, Report, Table};
use eldest_catalog::games::{Catalog, Game, Visitor, dense};
use eldest_catalog::text::Value;
use eldest_terminal::Interrupt;
use std::iter::Sum;
use std::time::Duration;

/// The cost of a search.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct SearchCost {
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The fill of the table at the end, in thousandths.
    pub(super) hashfull: u32,
}

impl SearchCost {
    fn of<M>(report: &Report<M>) -> Self {
        let progress = report.progress;
        Self { nodes: progress.nodes, time: progress.time, hashfull: progress.hashfull }
    }
}

/// The sum of searches in this order, with one table.
impl<'a> Sum<&'a Self> for SearchCost {
    fn sum<I: Iterator<Item = &'a Self>>(tallies: I) -> Self {
        let add = |a: Self, b: &Self| Self {
            nodes: a.nodes + b.nodes,
            time: a.time + b.time,
            hashfull: b.hashfull,
        };
        tallies.fold(Self::default(), add)
    }
}

/// Measures the cost of each search of `entry`, all with one table of `bytes` bytes.
pub(super) fn measure<C: Catalog>(
    entry: &BenchEntry,
    bytes: usize,
    interrupt: &Interrupt,
) -> Result<Vec<SearchCost>> {
    let game: C = entry.game.parse()?;
    game.visit(Working { entry, bytes, most: None, interrupt })
}

/// Measures the first search of `entry`, to its end or, if `most` is given, up to this many nodes.
pub(super) fn measure_first<C: Catalog>(
    entry: &BenchEntry,
    bytes: usize,
    most: Option<u64>,
    interrupt: &Interrupt,
) -> Result<SearchCost> {
    let (game, entry): (C, _) = (entry.game.parse()?, &entry.first());
    Ok(game.visit(Working { entry, bytes, most, interrupt })?.iter().sum())
}

struct Working<'a> {
    entry: &'a BenchEntry,
    bytes: usize,
    /// The node limit of each search. A search that reaches it need not find the score.
    most: Option<u64>,
    interrupt: &'a Interrupt,
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
        let limits = Limits::new().stop(self.interrupt.token());
        self.most.map_or(limits.clone(), |most| limits.nodes(most))
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
            let report = engine.solve(&position, &self.limits())?;
            let found = Value::from(report.bounds).to_string();
            let may_differ = score.is_empty() || self.most.is_some() || self.interrupt.is_raised();
            ensure!(
                may_differ || score == found,
                "{}: {text} is worth {score}, not {found}",
                self.entry.name
            );
            tallies.push(SearchCost::of(&report));
        }
        Ok(tallies)
    }
}
