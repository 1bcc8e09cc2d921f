//! `eldest bench --scaling`: compares every algorithm, with several numbers of threads, to the
//! serial search.
//!
//! In every round, the contestants search each position in turn. The table is cleared before each
//! search, outside the measured time, so that no contestant profits from the results of another.

use super::row::{Contestant, Csv, Effort, ScalingRow};
use super::sheet::Sheet;
use super::suites::{Part, parts};
use crate::bench::args::{BenchArgs, BenchFormat, ContestArgs};
use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueEnum;
use eldest::{Engine, Limits, Table};
use eldest_catalog::games::{Catalog, Game, Visitor, dense};
use eldest_catalog::input::Entry;
use eldest_catalog::text::Value;
use eldest_terminal::args::{AlgorithmArg, mib};
use eldest_terminal::progress::Meter;
use eldest_terminal::{Interrupt, Status};
use indicatif::ProgressBar;
use std::thread::available_parallelism;

/// Runs the comparison that `args` describe.
pub(super) fn run<C: Catalog>(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    let plan = ScalingPlan::<C>::new(&args.contest, interrupt)?;
    let sheet = Sheet::new(args.format, plan.searches(), interrupt);
    let rows = plan.hold(mib(args.table_mib), interrupt, &sheet.bar)?;
    if interrupt.is_raised() {
        return Ok(Status::Interrupted);
    }
    match args.format {
        BenchFormat::Csv => {
            sheet.list(Csv::HEADING, rows.into_iter().map(Csv).collect())?;
        }
        BenchFormat::Text | BenchFormat::Json => {
            sheet.list(ScalingRow::HEADING, rows)?;
        }
    }
    Ok(Status::Done)
}

/// The contestants to compare, and the positions.
#[derive(Debug)]
pub(super) struct ScalingPlan<C> {
    parts: Vec<Part<C>>,
    contestants: Vec<Contestant>,
    rounds: usize,
}

impl<C: Catalog> ScalingPlan<C> {
    pub(super) fn new(args: &ContestArgs, interrupt: &Interrupt) -> Result<Self> {
        let (parts, contestants) = (parts(args, interrupt)?, contestants(args));
        Ok(Self { parts, contestants, rounds: args.repeat })
    }

    /// Returns the number of searches.
    pub(super) fn searches(&self) -> u64 {
        let positions: usize = self.parts.iter().map(|part| part.entries.len()).sum();
        (positions * self.rounds * self.contestants.len()) as u64
    }

    /// Measures a row for each contestant, the serial search first. After Ctrl-C, the rows are
    /// meaningless.
    pub(super) fn hold(
        &self,
        bytes: usize,
        interrupt: &Interrupt,
        bar: &ProgressBar,
    ) -> Result<Vec<ScalingRow>> {
        let contestants = &self.contestants[..];
        let efforts = vec![vec![Effort::default(); contestants.len()]; self.rounds];
        let mut contest =
            Contest { contestants, bytes, interrupt, meter: Meter::new(bar), efforts };
        for part in &self.parts {
            part.game.visit(Turns { part, contest: &mut contest })?;
        }
        Ok((0..contestants.len()).map(|index| contest.row(index)).collect())
    }
}

/// Returns the serial search, then every algorithm with every number of threads.
fn contestants(args: &ContestArgs) -> Vec<Contestant> {
    let mut contestants = vec![Contestant::SERIAL];
    let algorithms = match &args.algorithms[..] {
        [] => AlgorithmArg::value_variants(),
        some => some,
    };
    let threads = thread_counts(&args.threads);
    for &algorithm in algorithms {
        for &threads in &threads {
            let contestant = Contestant { algorithm, threads };
            if !contestants.contains(&contestant) {
                contestants.push(contestant);
            }
        }
    }
    contestants
}

/// Returns `typed`, or by default the powers of two below the number of cores, and that number.
fn thread_counts(typed: &[u16]) -> Vec<u16> {
    if !typed.is_empty() {
        return typed.to_vec();
    }
    let cores = available_parallelism().map_or(1, |cores| cores.get().min(4096) as u16);
    up_to(cores)
}

fn up_to(cores: u16) -> Vec<u16> {
    let powers = (0..16).map(|power| 1 << power).take_while(|threads| *threads < cores);
    powers.chain([cores]).collect()
}

/// The contestants, and the cost of their searches so far.
struct Contest<'a> {
    contestants: &'a [Contestant],
    bytes: usize,
    interrupt: &'a Interrupt,
    meter: Meter,
    /// One list per round, in the order of the contestants.
    efforts: Vec<Vec<Effort>>,
}

impl Contest<'_> {
    fn row(&self, index: usize) -> ScalingRow {
        let rounds: Vec<_> = self.efforts.iter().map(|round| (round[index], round[0])).collect();
        ScalingRow::new(self.contestants[index], &rounds)
    }

    /// Runs all rounds over `subjects`, or until Ctrl-C is pressed.
    fn hold<G: Game, T: Table + 'static>(
        &mut self,
        mut engine: Engine<G::Position, G::Evaluator, T>,
        mut subjects: Vec<ScalingPosition<'_, G>>,
    ) -> Result<()> {
        let options = *engine.options();
        for round in 0..self.efforts.len() {
            for subject in &mut subjects {
                for index in 0..self.contestants.len() {
                    engine.set_options(self.contestants[index].options(options));
                    self.search(&mut engine, subject, round, index)?;
                    if self.interrupt.is_raised() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs one search with an empty table.
    fn search<G: Game, T: Table + 'static>(
        &mut self,
        engine: &mut Engine<G::Position, G::Evaluator, T>,
        subject: &mut ScalingPosition<'_, G>,
        round: usize,
        index: usize,
    ) -> Result<()> {
        engine.clear();
        let limits = Limits::new().stop(self.interrupt.token());
        let report = engine.solve(&subject.position, &limits).context(subject.entry.to_string())?;
        if self.interrupt.is_raised() {
            return Ok(());
        }
        self.efforts[round][index].add(&report);
        self.meter.ended(report.progress.nodes);
        subject.compare(report.bounds.into(), self.contestants[index])
    }
}

/// A position to search.
struct ScalingPosition<'a, G: Game> {
    entry: &'a Entry,
    position: G::Position,
    /// Its known score, or else the one that the first search found, which is serial.
    score: Option<String>,
}

impl<'a, G: Game> ScalingPosition<'a, G> {
    fn new(game: &G, entry: &'a Entry) -> Result<Self> {
        let position = game.parse(&entry.text);
        let position =
            position.map_err(|error| anyhow!("{}: {}", entry.at(error.column), error.reason))?;
        Ok(Self { entry, position, score: entry.next.clone() })
    }

    /// Checks the value that `contestant` has found.
    fn compare(&mut self, found: Value, contestant: Contestant) -> Result<()> {
        let (entry, found) = (self.entry, found.to_string());
        let score = self.score.get_or_insert_with(|| found.clone());
        let text = &entry.text;
        ensure!(*score == found, "{entry}: {text} is worth {score}, not {found} ({contestant})");
        Ok(())
    }
}

/// Runs the contest on the positions of one game.
struct Turns<'a, 'b, C> {
    part: &'a Part<C>,
    contest: &'a mut Contest<'b>,
}

impl<C> Visitor for Turns<'_, '_, C> {
    type Output = Result<()>;

    /// Uses the dense table if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Result<()> {
        let (start, _) = game.start();
        let subjects = self.part.entries.iter().map(|entry| ScalingPosition::new(game, entry));
        let subjects = subjects.collect::<Result<_>>()?;
        let bytes = self.contest.bytes;
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator());
        let builder = builder.options(game.options());
        if G::DENSE
            && let Some(table) = dense(bytes, &start)?
        {
            return self.contest.hold::<G, _>(builder.table(table).build()?, subjects);
        }
        self.contest.hold::<G, _>(builder.table_bytes(bytes).build()?, subjects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_double_up_to_the_number_of_cores() {
        assert_eq!(up_to(1), [1]);
        assert_eq!(up_to(2), [1, 2]);
        assert_eq!(up_to(6), [1, 2, 4, 6]);
        assert_eq!(up_to(16), [1, 2, 4, 8, 16]);
    }
}
