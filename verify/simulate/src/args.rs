//! What may be typed.

use crate::calibration;
use crate::costs::CostsArg;
use crate::curve;
use crate::sheet::SheetFormat;
use crate::study::{Study, StudyOption, hold};
use anyhow::Result;
use clap::Parser;
use eldest::Algorithm;
use eldest_catalog::games::{GameArg, GameName};
use eldest_catalog::input::Entry;
use eldest_draw::timeline::TimelineFile;
use std::io::{Write, stdout};
use std::path::PathBuf;

/// How the parallel searches of eldest would scale: the same code on a simulated machine of up to
/// 1,024 processors.
#[derive(Debug, Parser)]
#[command(name = "eldest-simulate", version, max_term_width = 100)]
pub(crate) struct Args {
    /// The game, as in `eldest solve`: connect4, othello, chess, tree:ordered:width=30,depth=8, ...
    #[arg(required_unless_present_any = ["calibrate", "draw"])]
    game: Option<GameName>,
    /// Positions, as in `eldest solve`; without any, the start of the game
    positions: Vec<String>,
    /// Reads positions from a file, one a line
    #[arg(short, long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Searches to this depth; left out, to the end of the game
    #[arg(short, long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Which algorithms, as in ybw,abdada
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "ybw")]
    algorithm: Vec<Algorithm>,
    /// How many processors, as in 1,2,4
    #[arg(short, long, value_name = "LIST", value_delimiter = ',', default_value = "2,4,8,16")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    processors: Vec<u16>,
    /// Begins the series of random numbers by which nodes take longer or shorter
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Simulates each search so many times, with this seed and the following
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// What steps take: desktop, server, this (measured now), or a file as --calibrate writes it
    #[arg(long, value_name = "PRESET|FILE", default_value = "desktop")]
    costs: CostsArg,
    /// What a node takes, in nanoseconds, in place of what the costs say
    #[arg(long, value_name = "NS")]
    node: Option<u32>,
    /// Changes options of the search, as in split_work=500,table_from=12
    #[arg(long, value_name = "KEY=N", value_delimiter = ',')]
    set: Vec<StudyOption>,
    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    table_mib: usize,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    format: SheetFormat,
    /// Writes which processor did what when
    ///
    /// Into a file that ends in .json, as trace events, which Perfetto (ui.perfetto.dev) and
    /// chrome://tracing open; or into one that ends in .svg, as a picture. Of one search only: one
    /// algorithm, one number of processors, one position, one run. It takes no simulated time.
    #[arg(long, value_name = "FILE")]
    timeline: Option<TimelineFile>,
    /// Draws the speed-ups of files as `--format csv` writes them, and simulates nothing
    ///
    /// All beside each other, and beside those of other programs too: the columns algorithm,
    /// processors and speedup are enough.
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["game", "calibrate"])]
    draw: Vec<PathBuf>,
    /// Measures what steps take on this machine, and writes it as JSON
    #[arg(long)]
    calibrate: bool,
}

impl Args {
    /// Does what was typed.
    pub(crate) fn run(self) -> Result<()> {
        if !self.draw.is_empty() {
            return Ok(writeln!(stdout(), "{}", curve::svg(&curve::read(&self.draw)?))?);
        }
        let Some(game) = self.game.clone().filter(|_| !self.calibrate) else {
            let costs = calibration::measure();
            return Ok(writeln!(stdout(), "{}", serde_json::to_string_pretty(&costs)?)?);
        };
        let format = self.format;
        hold(&game.of::<GameArg>(), self.study()?, format)
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
