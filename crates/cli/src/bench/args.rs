//! What can be typed after `eldest bench`.

use crate::bench::suite::PLIES;
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, ValueEnum};
use eldest_catalog::games::GameName;
use eldest_terminal::Format;
use eldest_terminal::args::AlgorithmArg;
use eldest_terminal::typed::{at_least_one, within};
use std::path::PathBuf;

/// Searches a fixed list of positions; the sum of all nodes is the signature of the search
///
/// The signature is the same on every machine, and changes when what the search does changes. Solved
/// values are compared with those that are known.
///
/// With --scaling, measures how the algorithms scale with the number of threads instead; with
/// --report, draws what can be measured.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("contest").args(["scaling", "report"]))]
#[command(after_help = "\
Columns of --scaling: nodes; time in seconds; speed-up, the time of the serial search by this one; \
overhead, how many more nodes it visits than the serial search, in %; idle, the share of its threads' \
time without work, in %; split points opened; split points of others joined. JSON: an object in a \
line for each row, of type \"scaling\".\n\n\
Examples:\n  \
eldest bench\n  \
eldest bench --scaling --threads 1,2,4 --algorithms ybw,abdada --repeat 5\n  \
eldest bench --scaling --suite ordered --format csv\n  \
eldest bench --report report.html --repeat 3\n  \
eldest bench --scaling --game connect4 --input positions.txt")]
pub(crate) struct BenchArgs {
    /// Only these entries
    #[arg(value_name = "ENTRY")]
    pub(crate) entries: Vec<String>,
    /// Ends with status 1 unless the signature is N
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) check: Option<u64>,
    /// Compares every algorithm, on several numbers of threads, with the serial search
    #[arg(long, conflicts_with_all = ["entries", "check"])]
    pub(crate) scaling: bool,
    /// Measures all that can be drawn, and writes it to FILE as a page with pictures
    ///
    /// Connect Four by the number of stones, how full tables of several sizes get, everything of
    /// --scaling, and the entries. The page needs no network and no other file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["entries", "check"])]
    pub(crate) report: Option<PathBuf>,
    /// The size of each entry's table, part of what the signature depends on
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) table_mib: usize,
    /// How results are written
    #[arg(long, value_enum, default_value_t, requires_if("csv", "scaling"))]
    pub(crate) format: BenchFormat,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    #[command(flatten)]
    pub(crate) paper: PaperArgs,
}

/// What only `--report` shows.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With --report")]
pub(crate) struct PaperArgs {
    /// After how many stones Connect Four is solved
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
    /// Shows what other solvers took beside it, as `benches/peers/run` wrote it
    #[arg(long, value_name = "FILE", requires = "report", conflicts_with = "scaling")]
    pub(crate) peers: Option<PathBuf>,
}

/// The contest of the algorithms.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With --scaling or --report")]
pub(crate) struct ContestArgs {
    /// How many threads search; if it is left out, 1, 2, 4 and so on up to the number of cores
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "contest")]
    #[arg(value_parser = within(1..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: Vec<u16>,
    /// Only these algorithms; the serial search is always there
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "contest", value_enum)]
    pub(crate) algorithms: Vec<AlgorithmArg>,
    /// Runs the contest of the algorithms N times, and takes medians
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    #[arg(requires = "contest")]
    pub(crate) repeat: usize,
    /// Where the algorithms are compared
    #[arg(long, value_name = "NAME", value_enum, default_value_t, requires = "contest")]
    #[arg(conflicts_with = "input")]
    pub(crate) suite: SuiteArg,
    /// The game of --input, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    #[arg(long, requires = "input")]
    pub(crate) game: Option<GameName>,
    /// A file with a position at the beginning of each line, instead of a suite; - for stdin
    ///
    /// A word after the position is its score, as solve writes it, and is compared. Empty lines and
    /// remarks are ignored, as by solve.
    #[arg(short, long, value_name = "FILE", requires_all = ["game", "contest"])]
    pub(crate) input: Vec<PathBuf>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// Columns
    #[default]
    Text,
    /// An object in each line
    Json,
    /// Values separated by commas, with a heading; only with --scaling
    Csv,
}

impl From<BenchFormat> for Format {
    /// Lines separated by commas are text to whoever writes them.
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
