//! `eldest solve`: finds exact values, of several positions at a time.

use crate::recording::{Recording, recorded};
use crate::saving::{Saving, SavingArgs};
use anyhow::Result;
use clap::error::ErrorKind;
use eldest::batch::{Batch, Executor};
use eldest::observe::{Observer, Progress};
use eldest::table::Persist;
use eldest::{Bounds, Depth, Engine};
use eldest_catalog::games::{Catalog, Game, Visitor, Words, dense};
use eldest_catalog::input::{Entry, Input};
use eldest_draw::timeline::TimelineFile;
use eldest_jobs::Solution;
use eldest_jobs::solve::{Pipeline, PositionSolver, Stage};
use eldest_terminal::args::{CommonArgs, GivenArgs, KnownArgs, LimitArgs, SharingArgs};
use eldest_terminal::progress::{self, Meter};
use eldest_terminal::typed::refuse;
use eldest_terminal::{Interrupt, Output, Status, causes};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Find the exact value of positions by searching to the end of the game
///
/// Prints one line per position: the position as given, and its score. Lines are in input order,
/// and each is printed as soon as possible. Each thread solves its own position; threads without
/// one help the others. All share one table, which is kept from one position to the next.
///
/// If a search is stopped (by --time, --nodes or Ctrl-C), the bounds proved so far are printed as
/// the score, [-3,5].
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: one object per line for each position, with score (null if unknown), distance (plies to the \
win or loss; null in games scored in points), lower and upper (the proved bounds; a win in n plies \
is 8000000 - n), solved, best_move, moves, nodes and seconds.\n\n\
Examples:\n  \
eldest solve connect4 44 4455 --best-move\n  \
eldest solve tictactoe x.o/.x./... --all-moves\n  \
eldest solve connect4 --table-mib 4096 --save connect4.table\n  \
generate-positions | eldest solve connect4")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    #[command(flatten)]
    pub(crate) known: KnownArgs,
    /// Add a column MOVE:SCORE for every legal move, best first
    #[arg(short, long)]
    pub(crate) all_moves: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) saving: SavingArgs,
    /// Record what each thread does over time, and write it to FILE
    ///
    /// The file name ends in .json for trace events, which Perfetto (ui.perfetto.dev) and
    /// chrome://tracing open, or in .svg for a picture. For one position only.
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub(crate) timeline: Option<TimelineFile>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Solves the positions that `args` name.
pub(crate) fn run<C: Catalog>(args: &SolveArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.timeline.is_some() && args.given.positions.len() > 1 {
        let reason = "--timeline shows one search; expected one position";
        refuse::<SolveArgs>("solve", ErrorKind::ArgumentConflict, reason)
    }
    args.known.of::<C>(&args.given.game)?.visit(Solve { args, interrupt })
}

struct Solve<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status>;

    /// Uses the dense table if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let (start, written) = game.start();
        let words = Words::of(game);
        let input = self.interrupt.while_waiting(|| self.args.given.read(written, words))?;
        let bytes = self.args.common.table_bytes();
        let options = self.args.sharing.of(game.options());
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator()).options(options);
        if G::DENSE
            && let Some(table) = dense(bytes, &start)?
        {
            return self.solve(game, builder.table(table).build()?, input);
        }
        self.solve(game, builder.table_bytes(bytes).build()?, input)
    }
}

impl Solve<'_> {
    /// Solves all positions, and saves the table if `--save` is given.
    fn solve<G: Game, T: Persist + 'static>(
        &self,
        game: &G,
        mut engine: Engine<G::Position, G::Evaluator, T>,
        input: Input,
    ) -> Result<Status> {
        let Self { args, interrupt } = *self;
        let bar = progress::bar(input.total());
        let output = Output::new(args.common.format, bar.clone());
        let (file, position) =
            (args.timeline.as_ref(), args.given.positions.first().map(|text| &**text));
        let recording =
            Recording::begin(file, &game.name(), position, engine.options(), interrupt)?;
        let saving = Saving::begin(&args.saving, game, &engine, interrupt, &bar)?;
        let pipeline = Pipeline::new(interrupt, &output, Meter::new(&bar));
        let (limits, bell) = (args.limits.limits(interrupt.token()), pipeline.bell());
        let (recorder, count) =
            (recording.recorder().cloned(), if args.all_moves { usize::MAX } else { 1 });
        let batch = engine.batch(move |query| {
            let bell = bell.clone();
            let query = recorded(query, recorder.as_ref());
            let query = query.to_end().limits(&limits).multi_pv(count);
            query.when_finished(move |_| bell())
        });
        let (meter, has_begun) = (Meter::new(&bar), saving.has_begun());
        let shown = [args.given.best_move, args.all_moves];
        let mut solver =
            EngineSolver { game, batch, meter, has_begun, shown, open: BTreeMap::new() };
        let status = pipeline.run(&mut solver, input);
        drop(solver);
        saving.end().and(recording.end(&output))?;
        status
    }
}

/// Solves positions on the threads of an engine.
struct EngineSolver<'e, G: Game, T> {
    game: &'e G,
    batch: Batch<'e, G::Position, G::Evaluator, T>,
    meter: Meter,
    /// Set when a search has begun.
    has_begun: Arc<AtomicBool>,
    /// Whether to show best moves, and whether to show all moves.
    shown: [bool; 2],
    /// The positions under way: their text as given, and the parsed position.
    open: BTreeMap<usize, (String, G::Position)>,
}

impl<G: Game, T: Persist + 'static> PositionSolver for EngineSolver<'_, G, T> {
    fn capacity(&self) -> usize {
        self.batch.capacity()
    }

    fn most_waiting(&self) -> usize {
        self.batch.capacity()
    }

    fn begin(&mut self, number: usize, entry: &Entry) -> Result<Stage> {
        let position = match entry.parse(self.game) {
            Ok(position) => position,
            Err(error) => return Ok(Stage::Refused(error.to_string())),
        };
        let (meter, has_begun) = (self.meter.of(number), Arc::clone(&self.has_begun));
        let witness = Witness { meter, has_begun };
        self.batch.submit(number, position.clone(), |query| query.observer(witness));
        self.open.insert(number, (entry.text.clone(), position));
        Ok(Stage::UnderWay)
    }

    fn take(&mut self, rings: usize) -> Result<Vec<(usize, Result<Solution, String>)>> {
        let answers = (0..rings).map(|_| {
            let (number, outcome) = self.batch.answer().expect("the bell was rung for it");
            let (text, position) = self.open.remove(&number).expect("it is under way");
            self.has_begun.fetch_or(outcome.is_ok(), Ordering::Relaxed);
            let solution = |report| Solution::new(self.game, text, &position, &report, self.shown);
            (number, outcome.map(solution).map_err(|error| causes(&error.into())))
        });
        Ok(answers.collect())
    }
}

/// Shows the progress of a search, and records that it has begun.
struct Witness {
    meter: Meter,
    has_begun: Arc<AtomicBool>,
}

impl<M> Observer<M> for Witness {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.has_begun.store(true, Ordering::Relaxed);
        Observer::<M>::bounds(&mut self.meter, depth, known);
    }

    fn progress(&mut self, progress: &Progress) {
        self.has_begun.store(true, Ordering::Relaxed);
        Observer::<M>::progress(&mut self.meter, progress);
    }
}
