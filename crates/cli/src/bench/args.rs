//! The arguments of `eldest bench`.

use crate::bench::suite::PLIES;
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, ValueEnum};
use eldest_catalog::games::GameName;
use eldest_terminal::Format;
use eldest_terminal::args::AlgorithmArg;
use eldest_terminal::typed::{at_least_one, within};
use std::path::PathBuf;

/// Search a fixed list of positions; the total node count is the signature of the search
///
/// The signature is the same on every machine, and changes when the behaviour of the search
/// changes. Solved values are compared with known ones.
///
/// With --scaling, measures how the algorithms scale with the number of threads instead; with
/// --report, writes a page with charts of all measurements.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("contest").args(["scaling", "report"]))]
#[command(after_help = "\
Columns of --scaling: nodes; time in seconds; speed-up, the serial search's time divided by this \
one; overhead, the additional nodes compared with the serial search, in %; idle, the share of thread \
time without work, in %; splits, the split points opened; steals, the split points of other threads \
joined. With --ceiling also: ceiling, the speed-up of as many independent serial searches; ratio, \
speed-up divided by ceiling. JSON: one object per line for each row, of type \"scaling\".\n\n\
Examples:\n  \
eldest bench\n  \
eldest bench --scaling --threads 1,2,4 --algorithms ybw,abdada --repeat 5\n  \
eldest bench --scaling --suite ordered --format csv\n  \
eldest bench --scaling --ceiling --threads 2 --algorithms ybw --repeat 5\n  \
eldest bench --report report.html --repeat 3\n  \
eldest bench --scaling --game connect4 --input positions.txt")]
pub(crate) struct BenchArgs {
    /// Search only these entries of the list
    #[arg(value_name = "ENTRY")]
    pub(crate) entries: Vec<String>,
    /// Exit with status 1 unless the signature is N
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) check: Option<u64>,
    /// Compare every algorithm, with several numbers of threads, to the serial search
    #[arg(long, conflicts_with_all = ["entries", "check"])]
    pub(crate) scaling: bool,
    /// Run all measurements, and write a page with charts to FILE
    ///
    /// Measures Connect Four after each number of stones, the fill of tables of several sizes,
    /// scaling as with --scaling, and the entries. The page needs no network and no other file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["entries", "check"])]
    pub(crate) report: Option<PathBuf>,
    /// Table size for each entry, in MiB; the signature depends on it
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) table_mib: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t, requires_if("csv", "scaling"))]
    pub(crate) format: BenchFormat,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    #[command(flatten)]
    pub(crate) paper: PaperArgs,
}

/// The options of `--report` alone.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With --report")]
pub(crate) struct PaperArgs {
    /// Numbers of stones after which to solve Connect Four
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        requires = "report",
        conflicts_with = "scaling"
    )]
    #[arg(value_parser = PossibleValuesParser::new(PLIES.iter().map(|entry| entry.name)))]
    #[arg(default_values_t = PLIES.iter().map(|entry| entry.name.to_owned()))]
    pub(crate) plies: Vec<String>,
    /// Also show the times of other solvers, from a file written by `benches/peers/run`
    #[arg(long, value_name = "FILE", requires = "report", conflicts_with = "scaling")]
    pub(crate) peers: Option<PathBuf>,
}

/// The options of the comparison of algorithms.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With --scaling or --report")]
pub(crate) struct ContestArgs {
    /// Numbers of threads; by default 1, 2, 4 and so on, up to the number of cores
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "contest")]
    #[arg(value_parser = within(1..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: Vec<u16>,
    /// Compare only these algorithms; the serial search is always included
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "contest", value_enum)]
    pub(crate) algorithms: Vec<AlgorithmArg>,
    /// Run the comparison N times, and report medians
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    #[arg(requires = "contest")]
    pub(crate) repeat: usize,
    /// Also measure the most that N cores give: N independent serial searches at the same time
    ///
    /// As many processes as the contestant has threads search the same position, each with a table
    /// of this size, next to each search of that many threads. All columns are then medians over
    /// positions and repetitions.
    #[arg(long, requires = "scaling", conflicts_with = "report")]
    pub(crate) ceiling: bool,
    /// Search to this depth instead of to the end, and ignore scores in the input
    #[arg(short, long, value_name = "PLIES", requires = "scaling", conflicts_with = "report")]
    #[arg(value_parser = within(1..=u16::MAX), allow_negative_numbers = true)]
    pub(crate) depth: Option<u16>,
    /// Serve a process with --ceiling: search each position of the input alone, and report its time
    #[arg(long, hide = true, requires_all = ["scaling", "input"], conflicts_with = "ceiling")]
    pub(crate) copy: bool,
    /// The suite of positions to compare the algorithms on
    #[arg(long, value_name = "NAME", value_enum, default_value_t, requires = "contest")]
    #[arg(conflicts_with = "input")]
    pub(crate) suite: SuiteArg,
    /// The game of --input, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    #[arg(long, requires = "input")]
    pub(crate) game: Option<GameName>,
    /// Read the positions from FILE instead of a suite, one at the start of each line; - for stdin
    ///
    /// A word after the position is its score, as printed by solve, and is checked. Empty lines and
    /// comments are ignored, as by solve.
    #[arg(short, long, value_name = "FILE", requires_all = ["game", "contest"])]
    pub(crate) input: Vec<PathBuf>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// Columns
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a heading; only with --scaling
    Csv,
}

impl From<BenchFormat> for Format {
    /// CSV rows are printed as text.
    fn from(format: BenchFormat) -> Self {
        match format {
            BenchFormat::Json => Self::Json,
            BenchFormat::Text | BenchFormat::Csv => Self::Text,
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteArg {
    /// Connect Four after 8 moves, 6 positions
    #[default]
    Connect4,
    /// Connect Four after 8 moves, 60 positions
    #[value(name = "connect4-ply08")]
    Connect4Ply08,
    /// Connect Four after 6 moves, 3 hard positions
    #[value(name = "connect4-ply06")]
    Connect4Ply06,
    /// Strongly ordered trees of width 30
    Ordered,
    /// Uniform trees of width 8
    Uniform,
}
