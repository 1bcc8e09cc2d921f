//! `eldest solve`: exact values, one position after the other.

use crate::args::SolveArgs;
use crate::count::several;
use crate::games::{Game, Move, Visitor, Words};
use crate::input::{Entry, Input};
use crate::output::{Output, causes};
use crate::progress::{self, Meter};
use crate::saving::Saving;
use crate::status::Status;
use crate::stop::Interrupt;
use crate::table::dense;
use crate::value::Value;
use anyhow::Result;
use eldest::report::StopReason;
use eldest::table::Persist;
use eldest::{Engine, Error, Position, Report};
use serde::Serialize;
use std::fmt;

/// Solves what `args` name.
pub(crate) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<Status> {
    args.game.visit(Solve { args, interrupt })
}

struct Solve<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status>;

    /// With the dense table, if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let (start, written) = game.start();
        let input = self.input(written, game.words())?;
        let bytes = self.args.common.table_bytes();
        let options = self.args.sharing.of(game.options());
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator()).options(options);
        if G::DENSE
            && let Some(table) = dense(bytes, &start)?
        {
            return self.solver(game, builder.table(table).build()?, &input)?.run(input);
        }
        self.solver(game, builder.table_bytes(bytes).build()?, &input)?.run(input)
    }
}

impl<'a> Solve<'a> {
    /// What is to be solved; the start of the game, as it is `written`, if nothing was named.
    fn input(&self, start: String, words: Words) -> Result<Input> {
        let mut given: Vec<_> = self.args.positions.iter().cloned().map(Entry::given).collect();
        if given.is_empty() && self.args.input.is_empty() {
            given.push(Entry::given(start));
        }
        Input::new(given, &self.args.input, words)
    }

    fn solver<G: Game, T: Persist + 'static>(
        &self,
        game: &'a G,
        engine: Engine<G::Position, G::Evaluator, T>,
        input: &Input,
    ) -> Result<Solver<'a, G, T>> {
        let Self { args, interrupt } = *self;
        let bar = progress::bar(input.total());
        let output = Output::new(args.common.format, bar.clone());
        let saving = Saving::begin(&args.saving, game, &engine, interrupt, &bar)?;
        Ok(Solver { game, engine, args, interrupt, saving, output, meter: Meter::new(&bar) })
    }
}

struct Solver<'a, G: Game, T> {
    game: &'a G,
    engine: Engine<G::Position, G::Evaluator, T>,
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
    saving: Saving<T>,
    output: Output,
    meter: Meter,
}

impl<G: Game, T: Persist + 'static> Solver<'_, G, T> {
    /// Solves all, and keeps the table if it is to be kept.
    fn run(mut self, input: Input) -> Result<Status> {
        let status = self.all(input);
        self.saving.end()?;
        status
    }

    /// Solves all, until the program is to end.
    fn all(&mut self, mut input: Input) -> Result<Status> {
        let (mut status, mut unsolved) = (Status::Done, 0);
        while let Some(entry) = self.interrupt.while_waiting(|| input.next())? {
            let one = self.one(&entry)?;
            status = status.max(one);
            unsolved += usize::from(one == Status::Unsolved);
            if self.interrupt.is_raised() {
                return Ok(Status::Interrupted);
            }
        }
        if unsolved > 0 {
            let unsolved = several(unsolved, "position is", "positions are");
            self.output.complain(format!("{unsolved} not solved: a limit came first"));
        }
        Ok(status)
    }

    /// Solves one position, or says what is wrong with it.
    fn one(&mut self, entry: &Entry) -> Result<Status> {
        let position = match self.game.parse(&entry.text) {
            Ok(position) => position,
            Err(error) => {
                return Ok(self.skip(format!("{}: {}", entry.at(error.column), error.reason)));
            }
        };
        let report = match self.search(&position) {
            Ok(report) => report,
            Err(error) => return Ok(self.skip(format!("{entry}: {}", causes(&error.into())))),
        };
        self.meter.ended(report.progress.nodes);
        let solution = Solution::new(self.game, entry, &position, &report, self.args);
        self.output.put(&solution)?;
        Ok(if solution.solved { Status::Done } else { Status::Unsolved })
    }

    fn skip(&self, complaint: String) -> Status {
        self.output.complain(complaint);
        self.meter.skipped();
        Status::Failed
    }

    fn search(&mut self, position: &G::Position) -> Result<Report<Move<G>>, Error> {
        let limits = self.args.limits.limits(self.interrupt.token());
        let query = self.engine.query(position).to_end().limits(&limits);
        let query = query.multi_pv(if self.args.all_moves { usize::MAX } else { 1 });
        let running = query.observer(self.meter.clone()).start()?;
        self.saving.search_begins();
        running.wait()
    }
}

/// A position and what has been found out about it.
#[derive(Debug, Serialize)]
struct Solution {
    position: String,
    #[serde(flatten)]
    value: Value,
    solved: bool,
    best_move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveValue>>,
    nodes: u64,
    seconds: f64,
    /// Whether the best move gets a column.
    #[serde(skip)]
    shows_best: bool,
}

/// A move and what has been found out about it.
#[derive(Debug, Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Value,
}

impl Solution {
    fn new<G: Game>(
        game: &G,
        entry: &Entry,
        position: &G::Position,
        report: &Report<Move<G>>,
        args: &SolveArgs,
    ) -> Self {
        let moves = report.moves.iter().map(|searched| MoveValue {
            mv: game.format_move(position, searched.mv),
            value: Value::of_move(searched, position.range()),
        });
        Self {
            position: entry.text.clone(),
            value: report.bounds.into(),
            solved: matches!(report.stop_reason, StopReason::Proved | StopReason::Complete),
            best_move: report.best_move.map(|mv| game.format_move(position, mv)),
            moves: args.all_moves.then(|| moves.collect()),
            nodes: report.progress.nodes,
            seconds: report.progress.time.as_secs_f64(),
            shows_best: args.best_move,
        }
    }
}

/// The columns.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.value)?;
        if self.shows_best {
            write!(f, " {}", self.best_move.as_deref().unwrap_or("-"))?;
        }
        let moves = self.moves.iter().flatten();
        moves.into_iter().try_for_each(|MoveValue { mv, value }| write!(f, " {mv}:{value}"))
    }
}
