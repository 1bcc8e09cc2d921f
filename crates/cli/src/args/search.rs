//! What can be typed after `eldest search`.

use super::{CommonArgs, LimitArgs, SavingArgs, SharingArgs, at_least_one, position, within};
use clap::ValueEnum;
use eldest::options::Driver;
use eldest_catalog::games::GameName;
use eldest_draw::timeline::TimelineFile;

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
    pub(crate) game: GameName,
    /// The position; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// The greatest depth, in plies
    #[arg(short, long, value_name = "N", value_parser = within(1..=65_000_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: Option<u16>,
    /// Finds the values and the lines of the K best moves
    #[arg(short = 'k', long, value_name = "K", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
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
    pub(crate) saving: SavingArgs,
    /// Writes which thread did what when
    ///
    /// Into a file that ends in .json, as trace events, which Perfetto (ui.perfetto.dev) and chrome://tracing open; or
    /// into one that ends in .svg, as a picture.
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Option<TimelineFile>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How windows close in on the value.
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
