//! `eldest prove`: proves the value of a hard position by many searches.

mod args;
mod certificates;
mod record;

pub use args::ProveArgs;

use crate::engines::{EngineOf, Engines, fingerprint, rules};
use anyhow::{Context, Result, ensure};
use certificates::Certificates;
use eldest::{Position, Score, StopToken, Table};
use eldest_catalog::games::{Catalog, Game, Visitor};
use eldest_catalog::input::Entry;
use eldest_prove::{Ending, GameRules, JobExecutor, Origin, ProofManager, ProofOptions, Threads};
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use eldest_terminal::Target;
use eldest_terminal::input;
use eldest_terminal::progress;
use eldest_terminal::{ENDLESS, Output, complain};
use indicatif::ProgressBar;
use record::{ProofProgress, ProofRecord};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// An executor that [`Elsewhere::reach`] has connected to.
pub type Reached = Box<dyn JobExecutor>;

/// A cluster of other processes that run jobs.
pub trait Elsewhere {
    /// Connects to it. Withdraws all jobs when `stop` is triggered. Besides the jobs in progress,
    /// `ahead` more wait there, so that no thread is idle. Calls `wake` once for each answer that
    /// can be taken at once, and when there will be no more.
    ///
    /// # Errors
    /// The connection fails.
    fn reach(
        &self,
        stop: &StopToken,
        ahead: usize,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Reached>;
}

/// The interval between two updates of the progress.
const FRAME: Duration = Duration::from_millis(200);

/// The node budget of the first jobs of other processes: ten to forty milliseconds, with an
/// overhead of two per job.
const FIRST_BUDGET: u64 = 200_000;

/// The number of null windows of the root that other processes search at the same time. Measured
/// with two workers: `docs/cluster.md`.
const QUESTIONS: usize = 2;

/// Runs the proof in `args` for a game in `C`, or prints its progress. If `elsewhere` is given, it
/// does the searches. The caller handles [`ProveArgs::play`] and [`ProveArgs::conflict`].
///
/// # Errors
/// A file cannot be read or written, the game cannot be proved, or there is not enough memory for a
/// table.
pub fn run<C: Catalog>(
    args: &ProveArgs,
    interrupt: &Interrupt,
    elsewhere: Option<&dyn Elsewhere>,
) -> Result<Status> {
    ensure!(
        elsewhere.is_none() || !args.known.is_given(),
        "--database is of this computer; searches elsewhere have none"
    );
    let report = args.report.as_deref().map(|path| Target::new(path, interrupt)).transpose()?;
    let certificates = Certificates::new(args, interrupt)?;
    let session = ProofSession { args, interrupt, report, certificates, elsewhere };
    match (&args.status, &args.game) {
        (Some(path), _) => session.print_status::<C>(path),
        (None, Some(game)) => args.known.of::<C>(game)?.visit(Prove(session)),
        (None, None) => unreachable!("the command line names one of them"),
    }
}

/// The arguments, and the targets of the picture and the certificates.
struct ProofSession<'a> {
    args: &'a ProveArgs,
    interrupt: &'a Interrupt,
    report: Option<Target>,
    certificates: Certificates<'a>,
    elsewhere: Option<&'a dyn Elsewhere>,
}

/// Proves a position.
struct Prove<'a>(ProofSession<'a>);

/// Prints the progress of a proof.
struct PrintStatus<'a>(ProofSession<'a>, &'a Path, Origin);

impl Visitor for Prove<'_> {
    type Output = Result<Status>;

    /// Uses the dense table, if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self(session) = self;
        if let Some(elsewhere) = session.elsewhere {
            return session.prove_elsewhere(game, elsewhere);
        }
        let engines = session.engines();
        if G::DENSE
            && let Some(engine) = engines.dense(game)?
        {
            let checker = if session.checks() { engines.dense(game)? } else { None };
            return session.prove(game, engine, checker);
        }
        let checker = session.checks().then(|| engines.shared(game)).transpose()?;
        session.prove(game, engines.shared(game)?, checker)
    }
}

impl Visitor for PrintStatus<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self(session, path, origin) = self;
        session.print_status_of(&rules(game, origin.rules), path, &origin)
    }
}

impl ProofSession<'_> {
    fn engines(&self) -> Engines<'_> {
        Engines {
            options: Box::new(|options| self.args.sharing.of(options)),
            table_bytes: self.args.common.table_bytes(),
        }
    }

    /// Returns whether answers are checked.
    fn checks(&self) -> bool {
        self.args.check > 0.0
    }

    /// Proves with `engine`, and checks with `checker`.
    #[inline(never)]
    fn prove<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        mut engine: EngineOf<G, T>,
        mut checker: Option<EngineOf<G, T>>,
    ) -> Result<Status> {
        let origin = engine.origin(&game.start().0, game.name())?;
        let rules = rules(game, origin.rules());
        let given = self.given(game)?;
        let threads = match &mut checker {
            Some(checker) => Threads::checking(&mut engine, checker, &rules),
            None => Threads::new(&mut engine, &rules),
        };
        let mut threads = threads.stopped_by(self.interrupt.token());
        let (status, manager) = self.manage(&rules, &mut threads, &given)?;
        drop(threads);
        self.leave(status, game, &manager, || Ok(engine))
    }

    /// Proves with other processes.
    #[inline(never)]
    fn prove_elsewhere<G: Game>(&self, game: &G, elsewhere: &dyn Elsewhere) -> Result<Status> {
        let rules = rules(game, fingerprint(game)?);
        let given = self.given(game)?;
        let mut executor = elsewhere.reach(self.interrupt.token(), 0, Box::new(|| ()))?;
        let (status, manager) = self.manage(&rules, &mut executor, &given)?;
        drop(executor);
        self.leave(status, game, &manager, || self.engines().shared(game))
    }

    /// Writes the requested files: certificates of the proof, and a picture, whose failure does not
    /// affect them. `engine` searches for the parts of the proof that are not in the graph.
    fn leave<G: Game, T: Table + 'static>(
        &self,
        status: Status,
        game: &G,
        manager: &ProofManager<'_>,
        engine: impl FnOnce() -> Result<EngineOf<G, T>>,
    ) -> Result<Status> {
        let certified = if status != Status::Done || self.certificates.is_empty() {
            Ok(status)
        } else {
            engine().and_then(|mut engine| self.certificates.write(game, manager, &mut engine))
        };
        let drawn = self.draw(manager).unwrap_or_else(|error| {
            complain(format_args!("{error:#}"));
            Status::Failed
        });
        Ok(certified?.max(drawn))
    }

    /// Returns the position to prove, if searches of it end.
    fn given<G: Game>(&self, game: &G) -> Result<Entry> {
        let read = || input::one(game, self.args.position.as_deref());
        let given = self.interrupt.while_waiting(read)?;
        ends(game, &given.parse(game)?).map(|()| given)
    }

    /// Runs the proof, independent of the type of the game. Returns the status with the manager.
    fn manage<'r>(
        &self,
        rules: &'r dyn GameRules,
        executor: &mut dyn JobExecutor,
        given: &Entry,
    ) -> Result<(Status, ProofManager<'r>)> {
        let bar = progress::bar(Some(1));
        let output = Output::new(self.args.common.format, bar.clone());
        let mut manager = ProofManager::new(rules, &given.text, self.options())?;
        if let Some(path) = &self.args.store {
            bar.set_message(format!("reading {}", path.display()));
            manager = manager.keep(path).with_context(|| path.display().to_string())?;
        }
        let mut shown = Shown::new(&bar);
        let ran = manager.run(executor, self.interrupt.token(), &mut |manager| shown.show(manager));
        let ending = ran.map_err(|error| self.named(error.into()))?;
        let is_settled = matches!(ending, Ending::Settled | Ending::Unconfirmed);
        let found = manager.status();
        output.put(&ProofRecord::new(&given.text, &found, is_settled))?;
        if let Some(unconfirmed) = record::unconfirmed(&found) {
            output.complain(unconfirmed);
        }
        let status = match ending {
            Ending::Settled => Status::Done,
            Ending::Unconfirmed => Status::Unconfirmed,
            _ if self.interrupt.is_raised() => Status::Interrupted,
            _ => {
                output.complain("the position is not proved: a limit came first");
                Status::Unsolved
            }
        };
        Ok((status, manager))
    }

    /// Adds the path of the store to an error.
    fn named(&self, error: anyhow::Error) -> anyhow::Error {
        match &self.args.store {
            Some(path) => error.context(path.display().to_string()),
            None => error,
        }
    }

    fn options(&self) -> ProofOptions {
        let args = self.args;
        ProofOptions::default().with(|options| {
            (options.least, options.budget) = (args.least.map(Score::get), args.budget);
            (options.nodes, options.checks, options.facts) = (args.nodes, args.check, args.facts);
            if self.elsewhere.is_some() {
                (options.grows_from, options.questions) = (Some(FIRST_BUDGET), QUESTIONS);
            }
        })
    }

    /// Prints the progress of the proof in the store at `path`.
    fn print_status<C: Catalog>(self, path: &Path) -> Result<Status> {
        let name = || path.display().to_string();
        let origin = Origin::of(path).with_context(name)?;
        let game: C = origin.game.parse().with_context(name)?;
        game.visit(PrintStatus(self, path, origin))
    }

    fn print_status_of(
        &self,
        rules: &dyn GameRules,
        path: &Path,
        origin: &Origin,
    ) -> Result<Status> {
        let name = || path.display().to_string();
        let manager = ProofManager::new(rules, &origin.position, self.options())?;
        let manager = manager.look(path).with_context(name)?;
        let output = Output::new(self.args.common.format, ProgressBar::hidden());
        output.put(&ProofProgress::new(manager.status()))?;
        self.draw(&manager)
    }

    /// Draws the growth of the graph, if requested. There is none if no search was needed.
    fn draw(&self, manager: &ProofManager<'_>) -> Result<Status> {
        let Some(target) = &self.report else { return Ok(Status::Done) };
        if manager.growth().is_empty() {
            let (reason, status) = match manager.open_question() {
                Some(_) => ("there is no result yet", Status::Failed),
                None => ("nothing had to be searched", Status::Done),
            };
            complain(format_args!("{} is not drawn: {reason}", target.named()));
            return Ok(status);
        }
        let picture = record::growth(manager.growth());
        target.replace(self.interrupt, |file| Ok(file.write_all(picture.as_bytes())?))?;
        Ok(Status::Done)
    }
}

/// Refuses a game without a known end before a store is created, because every search would fail.
fn ends<G: Game>(game: &G, position: &G::Position) -> Result<()> {
    ensure!(
        position.over().is_some() || position.plies_left().is_some(),
        "{} cannot be proved: {ENDLESS}",
        game.name()
    );
    Ok(())
}

/// Shows the progress during a run.
struct Shown<'a> {
    bar: &'a ProgressBar,
    last: Option<Instant>,
}

impl<'a> Shown<'a> {
    fn new(bar: &'a ProgressBar) -> Self {
        Self { bar, last: None }
    }

    fn show(&mut self, manager: &ProofManager<'_>) {
        if self.bar.is_hidden() || self.last.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last = Some(Instant::now());
        self.bar.set_message(record::summary(&manager.status()));
    }
}
