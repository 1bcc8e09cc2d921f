//! `eldest prove`: the value of a hard position, by many searches.

mod certificate;
mod growth;
mod record;
mod texts;

use crate::args::ProveArgs;
use crate::certificates;
use crate::games::{Game, GameArg, Visitor};
use crate::input::Entry;
use crate::output::Output;
use crate::progress;
use crate::status::Status;
use crate::stop::Interrupt;
use crate::table::dense;
use crate::target::Target;
use anyhow::{Context, Result, bail};
use certificate::Certificates;
use eldest::batch::Executor;
use eldest::table::OneWordTable;
use eldest::{Builder, Engine, Score, SharedTable, Table};
use eldest_prove::{Ending, Job, Options, Origin, Outcome, Prover, Rules, Threads};
use indicatif::ProgressBar;
use record::{Progress, Proved};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two looks at the graph for those who watch.
const FRAME: Duration = Duration::from_millis(200);

/// Proves what `args` name, or says how far that is.
pub(crate) fn run(args: &ProveArgs, interrupt: &Interrupt) -> Result<Status> {
    let report = args.report.as_deref().map(|path| Target::new(path, interrupt)).transpose()?;
    let certificates = Certificates::new(args, interrupt)?;
    let session = Session { args, interrupt, report, certificates };
    match (&args.status, &args.play, &args.game) {
        (Some(path), ..) => session.tell(path),
        (None, Some(path), _) => certificates::check(&args.against(path), interrupt),
        (None, None, Some(game)) => game.visit(Prove(session)),
        (None, None, None) => unreachable!("the command line names one of them"),
    }
}

/// What searches a game over a table of this kind.
type EngineOf<G, T> = Engine<<G as Game>::Position, <G as Game>::Evaluator, T>;

/// What was typed, and where a picture and certificates go.
struct Session<'a> {
    args: &'a ProveArgs,
    interrupt: &'a Interrupt,
    report: Option<Target>,
    certificates: Certificates<'a>,
}

/// Proves.
struct Prove<'a>(Session<'a>);

/// Says how far a proof is.
struct Tell<'a>(Session<'a>, &'a Path, Origin);

impl Visitor for Prove<'_> {
    type Output = Result<Status>;

    /// With the dense table, if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self(session) = self;
        if G::DENSE
            && let Some(engine) = session.dense(game)?
        {
            let checker = if session.checks() { session.dense(game)? } else { None };
            return session.prove(game, engine, checker);
        }
        let checker = session.checks().then(|| session.shared(game)).transpose()?;
        session.prove(game, session.shared(game)?, checker)
    }
}

impl Visitor for Tell<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self(session, path, origin) = self;
        session.tell_of(&texts::rules(game, origin.rules), path, &origin)
    }
}

impl Session<'_> {
    /// What makes an engine for searches to the end: nobody judges.
    fn builder<G: Game>(&self, game: &G) -> Builder<G::Position, G::Evaluator, SharedTable> {
        let options = self.args.sharing.of(game.options());
        Engine::<G::Position>::builder().evaluator(game.even()).options(options)
    }

    // Not inlined, and so compiled once a game.
    #[inline(never)]
    fn shared<G: Game>(&self, game: &G) -> Result<EngineOf<G, SharedTable>> {
        Ok(self.builder(game).table_bytes(self.args.common.table_bytes()).build()?)
    }

    /// The same with the dense table, if the game's keys fit in it.
    #[inline(never)]
    fn dense<G: Game>(&self, game: &G) -> Result<Option<EngineOf<G, OneWordTable>>> {
        let table = dense(self.args.common.table_bytes(), &game.start().0)?;
        Ok(table.map(|table| self.builder(game).table(table).build()).transpose()?)
    }

    /// Whether answers are searched again.
    fn checks(&self) -> bool {
        self.args.check > 0.0
    }

    /// Lets `engine` search, and `checker` check.
    #[inline(never)]
    fn prove<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        mut engine: EngineOf<G, T>,
        mut checker: Option<EngineOf<G, T>>,
    ) -> Result<Status> {
        let origin = engine.origin(&game.start().0, game.name())?;
        let rules = texts::rules(game, origin.rules());
        let given = Entry::given(self.args.position.clone().unwrap_or_else(|| game.start().1));
        if let Err(error) = game.parse(&given.text) {
            bail!("{}: {}", given.at(error.column), error.reason);
        }
        let threads = match &mut checker {
            Some(checker) => Threads::checking(&mut engine, checker, &rules),
            None => Threads::new(&mut engine, &rules),
        };
        let mut threads = threads.stopped_by(self.interrupt.token());
        let (status, prover) = self.manage(&rules, &mut threads, &given)?;
        drop(threads);
        if status != Status::Done || self.certificates.is_empty() {
            return Ok(status);
        }
        self.certificates.write(game, &prover, &mut engine)
    }

    /// Proves, whatever the game; and who has managed it.
    fn manage<'r>(
        &self,
        rules: &'r dyn Rules,
        executor: &mut dyn Executor<Job, Answer = Outcome>,
        given: &Entry,
    ) -> Result<(Status, Prover<'r>)> {
        let bar = progress::bar(Some(1));
        let output = Output::new(self.args.common.format, bar.clone());
        let mut prover = Prover::new(rules, &given.text, self.options())?;
        if let Some(path) = &self.args.store {
            bar.set_message(format!("reading {}", path.display()));
            prover = prover.keep(path).with_context(|| path.display().to_string())?;
        }
        let mut shown = Shown::new(&bar);
        let ran = prover.run(executor, self.interrupt.token(), &mut |prover| shown.show(prover));
        let ending = ran.map_err(|error| self.named(error.into()))?;
        output.put(&Proved::new(&given.text, &prover.status(), ending == Ending::Settled))?;
        self.draw(&prover)?;
        let status = match ending {
            Ending::Settled => Status::Done,
            _ if self.interrupt.is_raised() => Status::Interrupted,
            _ => {
                output.complain("the position is not proved: a limit came first");
                Status::Unsolved
            }
        };
        Ok((status, prover))
    }

    /// What is wrong, and with which store.
    fn named(&self, error: anyhow::Error) -> anyhow::Error {
        match &self.args.store {
            Some(path) => error.context(path.display().to_string()),
            None => error,
        }
    }

    fn options(&self) -> Options {
        let args = self.args;
        Options::default().with(|options| {
            (options.least, options.budget) = (args.least.map(Score::get), args.budget);
            (options.nodes, options.checks) = (args.nodes, args.check);
        })
    }

    /// Says how far the proof in the store at `path` is.
    fn tell(self, path: &Path) -> Result<Status> {
        let name = || path.display().to_string();
        let origin = Origin::of(path).with_context(name)?;
        let game: GameArg = origin.game.parse().with_context(name)?;
        game.visit(Tell(self, path, origin))
    }

    fn tell_of(&self, rules: &dyn Rules, path: &Path, origin: &Origin) -> Result<Status> {
        let name = || path.display().to_string();
        let prover = Prover::new(rules, &origin.position, self.options())?;
        let prover = prover.look(path).with_context(name)?;
        let output = Output::new(self.args.common.format, ProgressBar::hidden());
        output.put(&Progress::new(prover.status()))?;
        self.draw(&prover)?;
        Ok(Status::Done)
    }

    /// Draws how the graph has grown, if somebody wants to see it.
    fn draw(&self, prover: &Prover<'_>) -> Result<()> {
        let Some(target) = &self.report else { return Ok(()) };
        let picture = growth::draw(prover.growth())?;
        target.replace(self.interrupt, |file| Ok(file.write_all(picture.as_bytes())?))
    }
}

/// What is shown while it runs.
struct Shown<'a> {
    bar: &'a ProgressBar,
    last: Option<Instant>,
}

impl<'a> Shown<'a> {
    fn new(bar: &'a ProgressBar) -> Self {
        Self { bar, last: None }
    }

    fn show(&mut self, prover: &Prover<'_>) {
        if self.bar.is_hidden() || self.last.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last = Some(Instant::now());
        self.bar.set_message(record::summary(&prover.status()));
    }
}
