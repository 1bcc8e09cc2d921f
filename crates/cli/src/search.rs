//! `eldest search`: searches one position by iterative deepening.

use crate::recording::{Recording, recorded};
use crate::saving::{Saving, SavingArgs};
use anyhow::Result;
use clap::ValueEnum;
use eldest::observe::{Iteration, Observer, Progress};
use eldest::options::Driver;
use eldest::report::{RootMove, Statistics, StopReason};
use eldest::{Depth, Engine, Limits, Position, Report, SharedTable};
use eldest_catalog::games::{Catalog, Game, GameName, Move, Visitor};
use eldest_catalog::text::Value;
use eldest_draw::timeline::TimelineFile;
use eldest_games::notation::NotationError;
use eldest_terminal::args::{CommonArgs, KnownArgs, LimitArgs, SharingArgs};
use eldest_terminal::progress::{self, Meter};
use eldest_terminal::typed::{at_least_one, position, within};
use eldest_terminal::{Interrupt, Output, Status, input};
use serde::Serialize;
use std::fmt;
use std::sync::mpsc::{Sender, channel};

/// Search a position to increasing depths for its best move
///
/// Prints one line for each completed depth. Without a limit, the search ends when the value is
/// proved or Ctrl-C is pressed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: one object per line for each depth, of type \"iteration\", then one of type \"result\". \
Values are given as by solve; hashfull is how full the table is, in thousandths.\n\n\
Examples:\n  \
eldest search connect4 4444 --time 2000\n  \
eldest search connect4:5x5 - --depth 12 --multi-pv 5")]
pub(crate) struct SearchArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameName,
    /// The position; by default that of stdin, or the start of the game
    ///
    /// If it is left out, it is read from stdin when stdin is a file or a pipe. If stdin is a
    /// terminal or empty, the start of the game is used.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// Maximum depth, in plies
    #[arg(short, long, value_name = "N", value_parser = within(1..=65_000_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: Option<u16>,
    /// Find the values and lines of the K best moves
    #[arg(short = 'k', long, value_name = "K", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) multi_pv: usize,
    /// Search only these moves, separated by commas
    #[arg(short, long, value_name = "MOVE", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// How the search window converges on the value
    #[arg(long, value_enum, default_value_t)]
    pub(crate) driver: DriverArg,
    #[command(flatten)]
    pub(crate) known: KnownArgs,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) saving: SavingArgs,
    /// Record what each thread does over time, and write it to FILE
    ///
    /// The file name ends in .json for trace events, which Perfetto (ui.perfetto.dev) and
    /// chrome://tracing open, or in .svg for a picture.
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Option<TimelineFile>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How the search window converges on the value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriverArg {
    /// A single pass with the full window
    Pvs,
    /// A narrow window around the previous value, widened when the search fails
    #[default]
    Aspiration,
    /// Null windows, starting from the previous value
    Mtdf,
    /// Null windows that bisect the range of possible values
    Bisection,
}

impl From<DriverArg> for Driver {
    fn from(driver: DriverArg) -> Self {
        match driver {
            DriverArg::Pvs => Self::Pvs,
            DriverArg::Aspiration => Self::default(),
            DriverArg::Mtdf => Self::MtdF,
            DriverArg::Bisection => Self::Bisection,
        }
    }
}

/// The column headings of iterations.
const HEADING: &str = "depth      value        nodes    nodes/s   table      time  line";

/// Searches the position that `args` name.
pub(crate) fn run<C: Catalog>(args: &SearchArgs, interrupt: &Interrupt) -> Result<Status> {
    args.known.of::<C>(&args.game)?.visit(SearchVisitor { args, interrupt })
}

struct SearchVisitor<'a> {
    args: &'a SearchArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for SearchVisitor<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let read = || input::one(game, self.args.position.as_deref());
        let entry = self.interrupt.while_waiting(read)?;
        let position = entry.parse(game)?;
        let options = self.args.sharing.of(game.options_to_depth());
        let mut engine = Engine::<G::Position>::builder()
            .evaluator(game.evaluator())
            .table_bytes(self.args.common.table_bytes())
            .options(options.with(|o| o.driver = self.args.driver.into()))
            .build()?;
        let bar = progress::bar(Some(1));
        let (meter, output) = (Meter::new(&bar), Output::new(self.args.common.format, bar.clone()));
        let recording = Recording::begin(
            self.args.timeline.as_ref(),
            &game.name(),
            Some(&*entry.text).filter(|text| *text != game.start().1),
            engine.options(),
            self.interrupt,
        )?;
        let saving = Saving::begin(&self.args.saving, game, &engine, self.interrupt, &bar)?;
        let presenter = Presenter { game: game.clone(), position, count: self.args.multi_pv };
        let status = self.search(&presenter, &mut engine, &saving, &recording, meter, &output);
        saving.end().and(recording.end(&output))?;
        status
    }
}

impl SearchVisitor<'_> {
    /// Searches, and prints each iteration and the result.
    fn search<G: Game>(
        &self,
        presenter: &Presenter<G>,
        engine: &mut Engine<G::Position, G::Evaluator>,
        saving: &Saving<SharedTable>,
        recording: &Recording<'_>,
        meter: Meter,
        output: &Output,
    ) -> Result<Status> {
        let (sender, iterations) = channel();
        let query =
            engine.query(&presenter.position).limits(&self.limits()).multi_pv(presenter.count);
        let query = recorded(query, recording.recorder());
        let query = match self.moves(&presenter.game, &presenter.position)? {
            Some(moves) => query.root_moves(moves),
            None => query,
        };
        output.heading(HEADING)?;
        let running =
            query.observer(Reporter { sender, meter, presenter: presenter.clone() }).start()?;
        saving.search_begins();
        for iteration in iterations {
            output.put(&iteration)?;
        }
        output.put(&presenter.result(&running.wait()?))?;
        Ok(if self.interrupt.is_raised() { Status::Interrupted } else { Status::Done })
    }

    fn limits(&self) -> Limits {
        let limits = self.args.limits.limits(self.interrupt.token());
        self.args.depth.map_or(limits.clone(), |depth| limits.depth(depth))
    }

    /// Returns the moves to search, if any were named.
    fn moves<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<Vec<Move<G>>>, NotationError> {
        let moves = self.args.moves.iter().map(|text| game.parse_move(position, text));
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        Ok((!moves.is_empty()).then_some(moves))
    }
}

/// Sends iterations to the printing thread, as records that do not depend on the type of the game.
struct Reporter<G: Game> {
    sender: Sender<IterationRecord>,
    meter: Meter,
    presenter: Presenter<G>,
}

impl<G: Game> Observer<Move<G>> for Reporter<G> {
    /// Ignores a failed send: if the receiver is gone, the search is about to be stopped.
    fn iteration(&mut self, iteration: &Iteration<Move<G>>) {
        let _ = self.sender.send(self.presenter.iteration(iteration));
    }

    fn progress(&mut self, progress: &Progress) {
        Observer::<Move<G>>::progress(&mut self.meter, progress);
    }
}

/// Formats results of the search in the game's notation.
#[derive(Clone)]
struct Presenter<G: Game> {
    game: G,
    position: G::Position,
    /// The number of root moves to show.
    count: usize,
}

impl<G: Game> Presenter<G> {
    fn iteration(&self, iteration: &Iteration<Move<G>>) -> IterationRecord {
        IterationRecord {
            kind: "iteration",
            depth: iteration.depth.to_plies(),
            lines: self.lines(&iteration.moves),
            nodes: iteration.progress.nodes,
            nodes_per_second: iteration.progress.speed().round(),
            hashfull: iteration.progress.hashfull,
            seconds: iteration.progress.time.as_secs_f64(),
        }
    }

    fn lines(&self, moves: &[RootMove<Move<G>>]) -> Vec<LineRecord> {
        let range = self.position.range();
        let line = |searched: &RootMove<_>| LineRecord {
            value: Value::of_move(searched, range),
            moves: self.game.format_line(&self.position, &searched.line),
        };
        moves.iter().take(self.count).map(line).collect()
    }

    fn result(&self, report: &Report<Move<G>>) -> ReportRecord {
        ReportRecord {
            kind: "result",
            best_move: report.best_move.map(|mv| self.game.format_move(&self.position, mv)),
            value: report.bounds.into(),
            depth: report.depth.and_then(Depth::to_plies),
            proved: report.proved,
            stop_reason: report.stop_reason,
            line: self.game.format_line(&self.position, &report.line.moves),
            nodes: report.progress.nodes,
            seconds: report.progress.time.as_secs_f64(),
            statistics: report.statistics,
        }
    }
}

/// A completed iteration.
#[derive(Debug, Serialize)]
struct IterationRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    depth: Option<u16>,
    lines: Vec<LineRecord>,
    nodes: u64,
    nodes_per_second: f64,
    hashfull: u32,
    seconds: f64,
}

/// A root move's value and line of play.
#[derive(Debug, Serialize)]
struct LineRecord {
    #[serde(flatten)]
    value: Value,
    moves: Vec<String>,
}

/// Writes a row for each line, under [`HEADING`].
impl fmt::Display for IterationRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.lines.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "\n" })?;
            write!(f, "{:>5} {:>10} ", self.depth.unwrap_or_default(), line.value)?;
            write!(f, "{:>12} {:>10.0} ", self.nodes, self.nodes_per_second)?;
            write!(f, "{:>6.1}% {:>8.3}s  ", f64::from(self.hashfull) / 10.0, self.seconds)?;
            f.write_str(&line.moves.join(" "))?;
        }
        Ok(())
    }
}

/// The result of the search.
#[derive(Debug, Serialize)]
struct ReportRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    best_move: Option<String>,
    #[serde(flatten)]
    value: Value,
    depth: Option<u16>,
    proved: bool,
    stop_reason: StopReason,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    statistics: Statistics,
}

impl fmt::Display for ReportRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.best_move.as_deref().unwrap_or("none, the game is over");
        write!(f, "best move {best}, value {}", self.value)?;
        match &self.depth {
            _ if self.proved => write!(f, ", proved"),
            Some(depth) => write!(f, ", depth {depth}"),
            None => write!(f, ", no depth completed"),
        }
    }
}
