//! What can be typed after `eldest solve`.

use super::{CommonArgs, LimitArgs, SavingArgs, SharingArgs, position};
use crate::input;
use anyhow::Result;
use eldest_catalog::games::{GameArg, Words};
use eldest_catalog::input::{Entry, Input};
use eldest_draw::timeline::TimelineFile;
use std::path::PathBuf;

/// Finds the exact value of positions, to the end of the game
///
/// One line for each position: the position as it was given, and its score. Lines come in the order
/// of the positions, as soon as they are known. As many positions are solved side by side as there
/// are threads, over one table, which is kept from one position to the next; threads without a
/// position help with the others.
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
eldest solve connect4 --table-mib 4096 --save connect4.table\n  \
generate-positions | eldest solve connect4")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// Adds a column MOVE:SCORE for every legal move, the best first
    #[arg(short, long)]
    pub(crate) all_moves: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) saving: SavingArgs,
    /// Writes which thread did what when
    ///
    /// Into a file that ends in .json, as trace events, which Perfetto (ui.perfetto.dev) and chrome://tracing open; or
    /// into one that ends in .svg, as a picture. Of one position only.
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub(crate) timeline: Option<TimelineFile>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Which positions, and what is written of them.
#[derive(Debug, clap::Args)]
pub(crate) struct GivenArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameArg,
    /// Positions; without one and without --input, those of stdin
    ///
    /// Stdin is read as by --input - if it is a file or a pipe; if it is a terminal, or empty, the start of the game is
    /// solved.
    #[arg(value_name = "POSITION", value_parser = position)]
    pub(crate) positions: Vec<String>,
    /// A file with a position at the beginning of each line; - for stdin
    ///
    /// The rest of a line after the position is ignored, and so are empty lines and remarks, which begin with # (in
    /// Domineering, whose boards may begin with #, with # and a blank). A bad line is reported, the others are
    /// solved. Lines end with LF, CR LF or CR; a byte order mark is ignored.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,
    /// Adds a column: a best move; - if the game is over
    #[arg(short, long)]
    pub(crate) best_move: bool,
}

impl GivenArgs {
    /// Returns the positions; without any, those of stdin, or the start of the game, as it is
    /// `written`. `words` divides lines.
    pub(crate) fn read(&self, written: String, words: Words) -> Result<Input> {
        let given = self.positions.iter().cloned().map(Entry::given).collect();
        input::positions(given, &self.input, written, words)
    }
}
