//! `eldest-cluster solve`: solves many positions by workers.

use anyhow::{Context, Result, bail};
use eldest::Bounds;
use eldest::batch::Executor;
use eldest_catalog::games::{Catalog, Game, GameArg, Visitor, Words};
use eldest_catalog::input::Entry;
use eldest_check::printable;
use eldest_jobs::Solution;
use eldest_jobs::engines::{fingerprint, rules};
use eldest_jobs::prove::{Elsewhere, Reached};
use eldest_jobs::solve::{Pipeline, PositionSolver, Stage};
use eldest_prove::{AnswerStore, GameRules, Job, JobEnd, JobReport, Origin, ProofManager, VERSION};
use eldest_terminal::args::GivenArgs;
use eldest_terminal::progress::{self, Meter};
use eldest_terminal::typed::within;
use eldest_terminal::{Format, Interrupt, Output, Status};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Jobs in flight beyond one per thread, so that no thread waits.
const AHEAD: usize = 64;
/// The most positions read ahead of the first unsolved one.
const MOST_WAITING: usize = 1 << 14;
/// A position that has failed this many times is reported as failed.
const MOST_FAILURES: u32 = 3;
/// The reason of a failure is cut to this many characters.
const LONGEST_REASON: usize = 500;
/// The program ends after this many jobs in a row were lost.
const MOST_LOST: u32 = 1000;

/// Find the exact value of positions, on many machines
///
/// Writes one line per position, in the format of `eldest solve` and in the order of the input. The
/// best move may differ from that of `eldest solve`, with the same value.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: one object per line and position, as for eldest solve, without moves and seconds.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    given: GivenArgs,
    /// Node limit per position
    #[arg(short, long, value_name = "N", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Store solved positions in a file, and skip positions that are in it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Solves the positions that `args` name.
pub(crate) fn run(
    args: &SolveArgs,
    elsewhere: &dyn Elsewhere,
    interrupt: &Interrupt,
) -> Result<Status> {
    args.given.game.of::<GameArg>().visit(Solve { args, elsewhere, interrupt })
}

struct Solve<'a> {
    args: &'a SolveArgs,
    elsewhere: &'a dyn Elsewhere,
    interrupt: &'a Interrupt,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self { args, elsewhere, interrupt } = self;
        let (words, written) = (Words::of(game), game.start().1);
        let input = interrupt.while_waiting(|| args.given.read(written, words))?;
        let origin = Origin::new(&game.name(), fingerprint(game)?, "");
        let rules = rules(game, origin.rules);
        // Refuses a game for which nothing can be proved.
        ProofManager::new(&rules, &game.start().1, eldest_prove::ProofOptions::default())?;
        let fault = |entry: &Entry| entry.parse(game).err().map(|error| error.to_string());
        let kept = args.store.as_deref().map(|path| {
            AnswerStore::open(path, &origin).with_context(|| path.display().to_string())
        });
        let bar = progress::bar(input.total());
        let output = Output::new(args.format, bar.clone());
        let pipeline = Pipeline::new(interrupt, &output, Meter::new(&bar));
        let wake = Box::new(pipeline.bell());
        let mut solver = ClusterSolver {
            args,
            interrupt,
            origin,
            fault: &fault,
            rules: &rules,
            kept: kept.transpose()?,
            executor: elsewhere.reach(interrupt.token(), AHEAD, wake)?,
            open: BTreeMap::new(),
            lost: 0,
        };
        pipeline.run(&mut solver, input)
    }
}

/// Solves positions by jobs for workers.
struct ClusterSolver<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
    origin: Origin,
    /// Returns what is wrong with a position, if anything.
    fault: &'a dyn Fn(&Entry) -> Option<String>,
    rules: &'a dyn GameRules,
    kept: Option<AnswerStore>,
    executor: Reached,
    /// Positions in flight, and how often each has failed.
    open: BTreeMap<usize, (String, u32)>,
    /// Jobs lost since the last answer.
    lost: u32,
}

impl PositionSolver for ClusterSolver<'_> {
    fn capacity(&self) -> usize {
        self.executor.capacity()
    }

    fn most_waiting(&self) -> usize {
        MOST_WAITING
    }

    /// Sends a job for the position, unless the store has its value.
    fn begin(&mut self, number: usize, entry: &Entry) -> Result<Stage> {
        if let Some(fault) = (self.fault)(entry) {
            return Ok(Stage::Refused(fault));
        }
        let kept = self.kept.as_ref().map(|kept| kept.get(&entry.text)).transpose();
        if let Some(outcome) = kept.with_context(|| self.named())?.flatten() {
            let outcome = self.trimmed(&entry.text, outcome);
            return Ok(Stage::Solved(self.solution(entry.text.clone(), &outcome)));
        }
        self.send(number, &entry.text);
        self.open.insert(number, (entry.text.clone(), 0));
        Ok(Stage::UnderWay)
    }

    /// Takes the answers that have arrived, and stores the solved ones in one write.
    fn take(&mut self, rings: usize) -> Result<Vec<(usize, Result<Solution, String>)>> {
        let (mut taken, mut solved) = (Vec::new(), Vec::new());
        for _ in 0..rings {
            match self.executor.answer_now() {
                Some((number, outcome)) => {
                    let outcome = self.received(number, outcome)?;
                    taken.extend(outcome.map(|outcome| (number, outcome)));
                }
                None if self.open.is_empty() => {}
                None => bail!("the connection to the workers was closed"),
            }
        }
        let mut answers = Vec::new();
        for (number, outcome) in taken {
            let Some((position, _)) = self.open.remove(&number) else { continue };
            let answer = outcome.map(|outcome| {
                let outcome = self.trimmed(&position, outcome);
                if is_solved(&outcome) {
                    solved.push((position.clone(), outcome.clone()));
                }
                self.solution(position, &outcome)
            });
            answers.push((number, answer));
        }
        let named = self.named();
        if let Some(kept) = &mut self.kept {
            kept.put(&solved).context(named)?;
        }
        Ok(answers)
    }
}

impl ClusterSolver<'_> {
    fn named(&self) -> String {
        self.args.store.as_deref().map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn send(&mut self, number: usize, position: &str) {
        let (origin, budget) = (&self.origin, self.args.nodes.unwrap_or(u64::MAX));
        let job = Job::new(&origin.game, origin.rules, position, None, budget);
        self.executor.begin(number, job);
    }

    /// Handles the outcome of a job. Returns `None` if the position is not open, or its job is sent
    /// again.
    fn received(
        &mut self,
        number: usize,
        outcome: JobReport,
    ) -> Result<Option<Result<JobReport, String>>> {
        let Some((position, failures)) = self.open.get_mut(&number) else { return Ok(None) };
        let (position, is_wanted) = (position.clone(), !self.interrupt.is_raised());
        if let Some(reason) = failure(&outcome) {
            *failures += 1;
            if *failures >= MOST_FAILURES || !is_wanted {
                return Ok(Some(Err(reason)));
            }
        } else if is_wanted
            && matches!(outcome.end, JobEnd::Lost | JobEnd::Withdrawn | JobEnd::Unavailable)
        {
            self.lose()?;
        } else {
            self.lost = 0;
            return Ok(Some(Ok(outcome)));
        }
        self.send(number, &position);
        Ok(None)
    }

    fn lose(&mut self) -> Result<()> {
        self.lost += 1;
        if self.lost >= MOST_LOST {
            bail!("{} jobs in a row were lost; are any workers running?", self.lost)
        }
        Ok(())
    }

    /// Drops from an answer what is not used. The worker is not trusted: a best move must be legal.
    fn trimmed(&self, position: &str, outcome: JobReport) -> JobReport {
        let is_legal = |mv: &String| {
            let moves = self.rules.moves(position).unwrap_or_default();
            moves.contains(mv)
        };
        outcome.with(|outcome| {
            outcome.facts.clear();
            outcome.order.truncate(1);
            outcome.order.retain(is_legal);
        })
    }

    fn solution(&self, position: String, outcome: &JobReport) -> Solution {
        let bounds = outcome.bounds().unwrap_or(Bounds::FULL);
        let best_move = outcome.order.first().cloned().filter(|_| is_solved(outcome));
        let shows_best = self.args.given.best_move;
        Solution::by_others(position, bounds, best_move, outcome.nodes, shows_best)
    }
}

/// Whether the outcome is an exact value.
fn is_solved(outcome: &JobReport) -> bool {
    outcome.end == JobEnd::Decided && outcome.lower == outcome.upper
}

/// Returns why an outcome is a failure, or `None` if it is usable.
fn failure(outcome: &JobReport) -> Option<String> {
    match &outcome.end {
        JobEnd::Failed(reason) => Some(printable(reason, LONGEST_REASON)),
        _ if outcome.version != VERSION => {
            let version = printable(&outcome.version, LONGEST_REASON);
            Some(format!("the answer is from version {version}; expected {VERSION}"))
        }
        _ if outcome.bounds().is_none() => {
            Some(format!("{} to {} are not valid bounds", outcome.lower, outcome.upper))
        }
        JobEnd::Decided if !is_solved(outcome) => {
            Some(format!("{} to {} is not an exact value", outcome.lower, outcome.upper))
        }
        _ => None,
    }
}
