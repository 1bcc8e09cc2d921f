//! `eldest solve`: exact values of positions, side by side.

mod reader;
pub(crate) mod solution;
mod solver;

use crate::args::{SolveArgs, refuse};
use crate::recording::Recording;
use crate::saving::Saving;
use anyhow::Result;
use clap::error::ErrorKind;
use eldest::Engine;
use eldest::table::Persist;
use eldest_catalog::games::dense;
use eldest_catalog::games::{Game, Visitor, Words};
use eldest_catalog::input::Input;
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::progress::{self, Meter};
use solver::Solver;

/// Solves what `args` name.
pub(crate) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.timeline.is_some() && args.given.positions.len() > 1 {
        let reason = "--timeline shows one search; expected one position";
        refuse("solve", ErrorKind::ArgumentConflict, reason)
    }
    args.given.game.visit(Solve { args, interrupt })
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
    /// Solves all, and keeps the table if it is to be kept.
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
        let meter = Meter::new(&bar);
        let solver = Solver::new(game, args, interrupt, &saving, &output, meter);
        let status = solver.recording(recording.recorder()).run(&mut engine, input);
        saving.end().and(recording.end(&output))?;
        status
    }
}
