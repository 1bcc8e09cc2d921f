//! Command-line arguments.

use crate::calibration;
use crate::costs::CostsArg;
use crate::curve;
use crate::sheet::SheetFormat;
use crate::study::{Study, StudyOption, simulate};
use anyhow::Result;
use clap::Parser;
use eldest::Algorithm;
use eldest_catalog::games::{GameArg, GameName};
use eldest_catalog::input::Entry;
use eldest_draw::timeline::TimelineFile;
use std::io::{Write, stdout};
use std::path::PathBuf;

/// Simulate the parallel searches of eldest on a machine of up to 1,024 processors
#[derive(Debug, Parser)]
#[command(name = "eldest-simulate", version, max_term_width = 100)]
pub(crate) struct StudyArgs {
    /// The game, as in `eldest solve`: connect4, othello, chess, tree:ordered:width=30,depth=8, ...
    #[arg(required_unless_present_any = ["calibrate", "draw"])]
    game: Option<GameName>,
    /// Positions, as in `eldest solve`; the default is the start of the game
    positions: Vec<String>,
    /// Read positions from a file, one per line
    #[arg(short, long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Search to this depth; the default is the end of the game
    #[arg(short, long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Algorithms to simulate, as in ybw,abdada
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "ybw")]
    algorithm: Vec<Algorithm>,
    /// Numbers of processors, as in 1,2,4
    #[arg(short, long, value_name = "LIST", value_delimiter = ',', default_value = "2,4,8,16")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    processors: Vec<u16>,
    /// Seed of the random variation in the time per node
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Simulate each search N times, with this seed and the following ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// Costs of single steps: desktop, server, this (measured now), or a file written by
    /// --calibrate
    #[arg(long, value_name = "PRESET|FILE", default_value = "desktop")]
    costs: CostsArg,
    /// Time per node in nanoseconds, overriding the costs
    #[arg(long, value_name = "NS")]
    node: Option<u32>,
    /// Set search options, as in split_work=500,table_from=12
    #[arg(long, value_name = "KEY=N", value_delimiter = ',')]
    set: Vec<StudyOption>,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    table_mib: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: SheetFormat,
    /// Record a timeline of all processors
    ///
    /// FILE ends in .json for trace events, which Perfetto (ui.perfetto.dev) and chrome://tracing
    /// open, or in .svg for a picture. Only a single search can be recorded: one algorithm, one
    /// number of processors, one position, one run. Recording takes no simulated time.
    #[arg(long, value_name = "FILE")]
    timeline: Option<TimelineFile>,
    /// Plot the speed-ups in FILES, as written by `--format csv`; simulate nothing
    ///
    /// All files share one plot. Files of other programs work too: the columns algorithm,
    /// processors and speedup are sufficient.
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["game", "calibrate"])]
    draw: Vec<PathBuf>,
    /// Measure the costs of single steps on this machine, and print them as JSON
    #[arg(long)]
    calibrate: bool,
}

impl StudyArgs {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<()> {
        if !self.draw.is_empty() {
            return Ok(writeln!(stdout(), "{}", curve::svg(&curve::read(&self.draw)?))?);
        }
        let Some(game) = self.game.clone().filter(|_| !self.calibrate) else {
            let costs = calibration::measure();
            return Ok(writeln!(stdout(), "{}", serde_json::to_string_pretty(&costs)?)?);
        };
        let format = self.format;
        simulate(&game.of::<GameArg>(), self.study()?, format)
    }

    fn study(self) -> Result<Study> {
        let costs = self.costs.costs()?;
        Ok(Study {
            positions: self.positions.into_iter().map(Entry::given).collect(),
            files: self.input,
            depth: self.depth,
            algorithms: self.algorithm,
            processors: self.processors,
            seeds: (self.seed..).take(self.runs as usize).collect(),
            costs: costs.with(|costs| costs.node = self.node.unwrap_or(costs.node)),
            settings: self.set,
            table_bytes: self.table_mib.saturating_mul(1 << 20),
            timeline: self.timeline,
        })
    }
}
