//! `eldest bench --scaling`: compares every algorithm, with several numbers of threads, to the
//! serial search.
//!
//! In every round, the contestants search each position in turn. The table is cleared before each
//! search, outside the measured time, so that no contestant profits from the results of another.
//! With `--ceiling`, independent processes ([`copies`]) search each position as well.

use super::copies::{self, Copies};
use super::row::{COLUMNS, CSV, Contestant, Csv, Round, ScalingRow, heading, rate};
use super::setting::{EngineWork, GameEngine, Setting};
use super::sheet::Sheet;
use super::suites::{Part, parts};
use crate::bench::args::{BenchArgs, BenchFormat, ContestArgs};
use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueEnum;
use eldest::Table;
use eldest_catalog::games::{Catalog, Game};
use eldest_catalog::input::Entry;
use eldest_catalog::text::Value;
use eldest_terminal::args::{AlgorithmArg, mib};
use eldest_terminal::progress::Meter;
use eldest_terminal::{Interrupt, Status};
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::thread::available_parallelism;

/// Runs the comparison that `args` describe, or one of its processes.
pub(super) fn run<C: Catalog>(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    let setting = setting(args, interrupt);
    if args.contest.copy {
        return copies::serve::<C>(&args.contest, &setting);
    }
    let plan = ScalingPlan::<C>::new(&args.contest, interrupt)?;
    let sheet = Sheet::new(args.format, plan.steps(), interrupt);
    let rows = plan.hold(setting, &sheet.bar)?;
    if interrupt.is_raised() {
        return Ok(Status::Interrupted);
    }
    match args.format {
        BenchFormat::Csv => {
            sheet
                .list(&heading(CSV, plan.has_ceiling, ","), rows.into_iter().map(Csv).collect())?;
        }
        BenchFormat::Text | BenchFormat::Json => {
            sheet.list(&heading(COLUMNS, plan.has_ceiling, ""), rows)?;
        }
    }
    Ok(Status::Done)
}

/// Returns what the searches of the comparison that `args` describe have in common.
pub(super) fn setting<'a>(args: &BenchArgs, interrupt: &'a Interrupt) -> Setting<'a> {
    Setting { bytes: mib(args.table_mib), depth: args.contest.depth, interrupt }
}

/// The contestants to compare, and the positions.
#[derive(Debug)]
pub(super) struct ScalingPlan<C> {
    parts: Vec<Part<C>>,
    contestants: Vec<Contestant>,
    rounds: usize,
    has_ceiling: bool,
}

impl<C: Catalog> ScalingPlan<C> {
    pub(super) fn new(args: &ContestArgs, interrupt: &Interrupt) -> Result<Self> {
        let (parts, contestants) = (parts(args, interrupt)?, contestants(args));
        Ok(Self { parts, contestants, rounds: args.repeat, has_ceiling: args.ceiling })
    }

    /// Returns the number of [`Step`]s in all.
    pub(super) fn steps(&self) -> u64 {
        let positions: usize = self.parts.iter().map(|part| part.entries.len()).sum();
        (positions * self.rounds * self.turn().len()) as u64
    }

    /// Measures a row for each contestant, the serial search first. After Ctrl-C, the rows are
    /// meaningless.
    pub(super) fn hold(&self, setting: Setting<'_>, bar: &ProgressBar) -> Result<Vec<ScalingRow>> {
        let contestants = &self.contestants[..];
        let (rounds, has_ceiling) = (self.rounds, self.has_ceiling);
        let meter = Meter::new(bar);
        let (steps, results) = (self.turn(), Vec::new());
        let mut contest =
            Contest { contestants, steps, rounds, has_ceiling, setting, meter, results };
        for part in &self.parts {
            setting.run(&part.game, Turns { part, contest: &mut contest })?;
        }
        let row = |index| ScalingRow::new(contestants[index], &contest.results, index);
        Ok((0..contestants.len()).map(row).collect())
    }

    /// Returns the steps at each position: the serial search, then those with the same number of
    /// threads side by side if there is a ceiling.
    fn turn(&self) -> Vec<Step> {
        let search = |(index, _): (usize, &Contestant)| Step::Search(index);
        if !self.has_ceiling {
            return self.contestants.iter().enumerate().map(search).collect();
        }
        let threads: BTreeSet<u16> = self.contestants.iter().map(|one| one.threads).collect();
        let with = |threads| {
            let group = self.contestants.iter().enumerate();
            let group = group.filter(move |(_, one)| one.threads == threads).map(search);
            (threads > 1).then_some(Step::Copies(threads)).into_iter().chain(group)
        };
        threads.into_iter().flat_map(with).collect()
    }
}

/// A measurement at a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Step {
    /// The contestant with this index searches.
    Search(usize),
    /// This number of independent processes search.
    Copies(u16),
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
    steps: Vec<Step>,
    rounds: usize,
    has_ceiling: bool,
    setting: Setting<'a>,
    meter: Meter,
    /// One for each round, or with a ceiling for each round and position.
    results: Vec<Round>,
}

impl Contest<'_> {
    /// Runs all rounds over `subjects`, or until Ctrl-C is pressed. Every other round runs the
    /// steps backwards, so that neither of two neighbours is always the first.
    fn hold<G: Game, T: Table + 'static>(
        &mut self,
        mut engine: GameEngine<G, T>,
        mut subjects: Vec<ScalingPosition<'_, G>>,
        mut copies: Copies,
    ) -> Result<()> {
        let options = *engine.options();
        for round in 0..self.rounds {
            for subject in &mut subjects {
                let at = self.result_of(round);
                for step in self.steps.clone() {
                    match step {
                        Step::Search(index) => {
                            engine.set_options(self.contestants[index].options(options));
                            self.search(&mut engine, subject, at, index)?;
                        }
                        Step::Copies(threads) => {
                            self.search_copies(&mut copies, subject, at, threads)?;
                        }
                    }
                    if self.setting.interrupt.is_raised() {
                        return Ok(());
                    }
                }
            }
            if self.has_ceiling {
                self.steps.reverse();
            }
        }
        Ok(())
    }

    /// Returns the index of the result to which the next searches belong.
    fn result_of(&mut self, round: usize) -> usize {
        let at = if self.has_ceiling { self.results.len() } else { round };
        if at == self.results.len() {
            self.results.push(Round::new(self.contestants.len()));
        }
        at
    }

    /// Runs one search with an empty table.
    fn search<G: Game, T: Table + 'static>(
        &mut self,
        engine: &mut GameEngine<G, T>,
        subject: &mut ScalingPosition<'_, G>,
        at: usize,
        index: usize,
    ) -> Result<()> {
        engine.clear();
        let report = self.setting.search::<G, T>(engine, &subject.position);
        let report = report.context(subject.entry.to_string())?;
        if self.setting.interrupt.is_raised() {
            return Ok(());
        }
        self.results[at].efforts[index].add(&report);
        if self.has_ceiling && self.contestants[index] == Contestant::SERIAL {
            self.results[at].rates.insert(1, rate([report.progress.time].into_iter()));
        }
        self.meter.ended(report.progress.nodes);
        subject.compare(&Value::from(report.bounds).to_string(), self.contestants[index])
    }

    /// Runs one search in each of `threads` processes, with empty tables.
    fn search_copies<G: Game>(
        &mut self,
        copies: &mut Copies,
        subject: &mut ScalingPosition<'_, G>,
        at: usize,
        threads: u16,
    ) -> Result<()> {
        let found = copies.search(&subject.entry.text, threads, self.setting.interrupt)?;
        self.results[at].rates.insert(threads, rate(found.iter().map(|(time, _)| *time)));
        self.meter.ended(0);
        found.iter().try_for_each(|(_, value)| subject.compare(value, "an independent process"))
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
    /// Creates a position. If the searches have a depth, its score is not known.
    fn new(game: &G, entry: &'a Entry, depth: Option<u16>) -> Result<Self> {
        let position = game.parse(&entry.text);
        let position =
            position.map_err(|error| anyhow!("{}: {}", entry.at(error.column), error.reason))?;
        let score = entry.next.clone().filter(|_| depth.is_none());
        Ok(Self { entry, position, score })
    }

    /// Checks the value that `finder` has found.
    fn compare(&mut self, found: &str, finder: impl Display) -> Result<()> {
        let (entry, score) = (self.entry, self.score.get_or_insert_with(|| found.to_owned()));
        let text = &entry.text;
        ensure!(score == found, "{entry}: {text} is worth {score}, not {found} ({finder})");
        Ok(())
    }
}

/// Runs the contest on the positions of one game.
struct Turns<'a, 'b, C> {
    part: &'a Part<C>,
    contest: &'a mut Contest<'b>,
}

impl<C: Catalog> EngineWork for Turns<'_, '_, C> {
    fn run<G: Game, T: Table + 'static>(self, game: &G, engine: GameEngine<G, T>) -> Result<()> {
        let setting = self.contest.setting;
        let subject = |entry| ScalingPosition::new(game, entry, setting.depth);
        let subjects = self.part.entries.iter().map(subject).collect::<Result<_>>()?;
        let most = self.contest.steps.iter().map(|step| match step {
            Step::Copies(threads) => *threads,
            Step::Search(_) => 0,
        });
        let copies = Copies::start(&self.part.game, &setting, most.max().unwrap_or(0))?;
        self.contest.hold::<G, T>(engine, subjects, copies)
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
