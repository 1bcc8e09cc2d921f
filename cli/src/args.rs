//! What can be typed.

use crate::bench::BenchArgs;
use crate::games::GameArg;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use eldest::{Algorithm, Driver, Limits, Options, StopToken};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Games:
  tictactoe        x.o/.x./... (rows from the top), or - for the empty board
  connect4         columns played, 4453; or - for the empty board; or rows from the top
  connect4:6x4     the same on 6 columns and 4 rows
  nim              heaps, 3,4,5
  othello          the squares row by row from A1, X, O or -, a blank, the side to move, X or O
  othello:6x6      the same on 6x6 squares (or 4x4); othello:8x8,discs: empty squares to nobody
  tree:SPEC        a synthetic tree, SPEC as in uniform:width=3,depth=5,seed=1 (kinds: uniform,
                   uneven, dag, ordered) or '[[3 5] [2 9]]'; the path to a node, 0.2.1, or - for
                   the root

Scores are those of the side to move. Connect Four: 1 if it wins with its last stone, 2 with the \
last but one, and so on, below zero if it loses. Othello: its discs less those of the opponent. \
Tic-tac-toe and Nim: W5 is a win in 5 plies, L4 a loss in 4, 0 a draw. What is not known exactly is \
written [-3,5], lowest and highest.

Examples:
  eldest solve connect4 45461667 --best-move
  eldest solve connect4 --input positions.txt --format json
  eldest search connect4:6x5 - --time 5000
  eldest solve othello --input endgames.obf --best-move
  eldest bench
  eldest bench --scaling --threads 1,2,4 --format csv

Exit status:
  0    done
  1    some input was bad, or a check failed
  2    the command line is wrong
  3    a limit came before the solution
  130  interrupted by Ctrl-C";

/// Solves and searches games with the eldest search core.
#[derive(Debug, Parser)]
#[command(name = "eldest", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The words of the command line. A board of Othello may begin like an option; a blank before it makes it
/// a position again.
pub(crate) fn typed() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|word| {
        let is_board = word.to_str().is_some_and(is_board);
        if is_board { [OsString::from(" "), word].into_iter().collect() } else { word }
    })
}

/// Several words, of which the first has no letters but capitals: no option has.
fn is_board(word: &str) -> bool {
    let first = word.split_once(' ').map_or("", |(first, _)| first);
    first.starts_with('-') && !first.contains(|c: char| c.is_lowercase() || c == '=')
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Search(SearchArgs),
    Bench(BenchArgs),
    /// Writes a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Finds the exact value of positions, to the end of the game
///
/// One line for each position: the position as it was given, and its score. Lines come as soon as
/// they are known. The table is kept from one position to the next.
///
/// If a search is stopped (by --time, --nodes or Ctrl-C), the score is what is proved, [-3,5].
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object in a line for each position, with score (null if not known), distance (plies to \
the win or loss, null in games of points), lower and upper (what is proved; a win in n plies is \
8000000 - n), solved, best_move, moves, nodes and seconds.\n\n\
Examples:\n  \
eldest solve connect4 44 4455 --best-move\n  \
eldest solve tictactoe x.o/.x./... --all-moves\n  \
generate-positions | eldest solve connect4 --input -")]
pub(crate) struct SolveArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameArg,
    /// Positions; if there is none and no --input, the start of the game
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    /// A file with a position at the beginning of each line; - for stdin
    ///
    /// The rest of a line after the position is ignored, and so are empty lines and those that begin
    /// with #. A bad line is reported, the others are solved.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,
    /// Adds a column: a best move; - if the game is over
    #[arg(short, long)]
    pub(crate) best_move: bool,
    /// Adds a column MOVE:SCORE for every legal move, the best first
    #[arg(short, long)]
    pub(crate) all_moves: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Searches a position deeper and deeper for its best move
///
/// One line for each depth as it is completed. Without a limit, until the value is proved or Ctrl-C
/// is pressed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object in a line for each depth, of type \"iteration\", and one of type \"result\" at the \
end. Values are given as by solve; hashfull, how full the table is, in thousandths.\n\n\
Examples:\n  \
eldest search connect4 4444 --time 2000\n  \
eldest search connect4:5x5 - --depth 12 --multi-pv 5")]
pub(crate) struct SearchArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameArg,
    /// The position; if it is left out, the start of the game
    pub(crate) position: Option<String>,
    /// Searches so many plies deep at most
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=65_000))]
    pub(crate) depth: Option<u16>,
    /// Finds the value and the line of so many best moves
    #[arg(short = 'k', long, value_name = "K", default_value = "1", value_parser = at_least_one)]
    pub(crate) multi_pv: usize,
    /// Searches only these moves
    #[arg(short, long, value_name = "MOVE", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// How windows close in on the value
    #[arg(long, value_enum, default_value_t)]
    pub(crate) driver: DriverArg,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How the work is shared among threads.
#[derive(Debug, clap::Args)]
pub(crate) struct SharingArgs {
    /// How the work is shared among threads
    #[arg(long, value_enum, default_value_t)]
    algorithm: AlgorithmArg,
    /// How many threads search; if it is left out or 0, as many as the machine has cores
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=4096))]
    threads: u16,
}

impl SharingArgs {
    /// `options` with what was typed.
    pub(crate) fn of(&self, options: Options) -> Options {
        options.with(|o| (o.algorithm, o.threads) = (self.algorithm.into(), self.threads.into()))
    }
}

/// When a search is to end.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Stops after so many milliseconds with each position
    #[arg(short, long, value_name = "MS")]
    time: Option<u64>,
    /// Stops after so many nodes with each position
    #[arg(short, long, value_name = "N")]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// These limits, or when `token` is thrown.
    pub(crate) fn limits(&self, token: &StopToken) -> Limits {
        let limits = Limits::new().stop(token);
        let limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        self.time.map(Duration::from_millis).map_or(limits.clone(), |time| limits.time(time))
    }
}

/// What every search needs.
#[derive(Debug, clap::Args)]
pub(crate) struct CommonArgs {
    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    table_mib: usize,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl CommonArgs {
    pub(crate) fn table_bytes(&self) -> usize {
        mib(self.table_mib)
    }
}

/// So many MiB in bytes; what is beyond all memory stays so.
pub(crate) fn mib(mib: usize) -> usize {
    mib.saturating_mul(1 << 20)
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Columns
    #[default]
    Text,
    /// An object in each line
    Json,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlgorithmArg {
    /// One thread, one node after the other
    Serial,
    /// Side by side at the root
    RootSplit,
    /// Side by side on the principal variation
    PvSplit,
    /// Young Brothers Wait: side by side wherever the eldest brother is done
    #[default]
    Ybw,
    /// All threads search the same tree, and put off what another one is searching
    Abdada,
    /// The same with fewer marks
    SimplifiedAbdada,
    /// All threads search the same tree in different orders
    LazySmp,
}

impl From<AlgorithmArg> for Algorithm {
    fn from(algorithm: AlgorithmArg) -> Self {
        match algorithm {
            AlgorithmArg::Serial => Self::Serial,
            AlgorithmArg::RootSplit => Self::RootSplit,
            AlgorithmArg::PvSplit => Self::PvSplit,
            AlgorithmArg::Ybw => Self::YoungBrothersWait,
            AlgorithmArg::Abdada => Self::Abdada,
            AlgorithmArg::SimplifiedAbdada => Self::SimplifiedAbdada,
            AlgorithmArg::LazySmp => Self::LazySmp,
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriverArg {
    /// One pass with the widest window
    Pvs,
    /// A narrow window around the last value, wider if it fails
    #[default]
    Aspiration,
    /// Null windows from the last value on
    Mtdf,
    /// Null windows that halve what is possible
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

/// A count from 1 on.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a whole number, at least 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn boards_that_begin_like_options_are_none() {
        assert!(is_board("--X- X") && is_board("---- O"));
        for option in ["-", "--", "-imy file", "--input=A B", "--X-", "X--- O", "--input my"] {
            assert!(!is_board(option), "{option}");
        }
    }
}
