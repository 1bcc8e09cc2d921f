//! [`DatabaseArgs`]: the arguments of `eldest database`.

use clap::ArgGroup;
use eldest_catalog::database::DatabaseChoice;
use eldest_catalog::games::GameName;
use eldest_terminal::Format;
use eldest_terminal::typed::{at_least_one, within};
use std::path::PathBuf;

/// Build a database of exact values by retrograde analysis, or check one
///
/// A database holds the value of every position of its slices, draws of endless play included,
/// which no search can prove. Games with databases are chess (endings with up to five men, without
/// the fifty-move rule) and dobutsu (one slice, called all, of all positions that can be reached).
/// Each slice becomes a file. After Ctrl-C, the finished files stay, and the same command continues
/// with the next slice.
///
/// The programs search with a database by --database DIR, and eldest-uci by its option
/// DatabasePath.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Columns: the slice, its positions, those that the side to move wins, draws and loses, the longest win in \
plies, the size of the file in bits per position, and the time; - if the file was there before.\n\n\
JSON: one object per line for each slice, with slice, positions, wins, draws, losses, longest_win (plies; null \
without wins), bytes and seconds (null if the file was there before). With --list: slice, numbers, memory_bytes \
and file_bytes (at most).\n\n\
Exit status: 1 if a file is wrong (the place is printed), 4 if one is damaged or cannot be read, 130 after Ctrl-C.\n\n\
Examples:\n  \
eldest database chess --men 4 --out endings\n  \
eldest database chess --slice KRvKP --out endings --memory-mib 4096\n  \
eldest database chess --men 5 --list\n  \
eldest database chess --check endings\n  \
eldest solve chess --database endings '8/8/8/4k3/8/8/8/KQ6 w - -'")]
#[command(group = ArgGroup::new("task").args(["out", "check", "list"]).required(true))]
pub(crate) struct DatabaseArgs {
    /// The game: chess or dobutsu
    pub(super) game: GameName,
    /// Build this slice, and all that its moves lead to, as in KRvKP
    #[arg(long, value_name = "NAME", conflicts_with = "check")]
    pub(super) slice: Vec<String>,
    /// Build all endings with up to N men, kings included [default: 4]
    #[arg(long, value_name = "N", value_parser = within(3..=5_u8))]
    #[arg(allow_negative_numbers = true, conflicts_with_all = ["slice", "check"])]
    pub(super) men: Option<u8>,
    /// The directory to write the files to, created if needed
    #[arg(short, long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Verify the files in a directory, or one file, by the rules alone
    ///
    /// Each value must follow from those of the moves. A check of one file relies on the others to
    /// which moves lead.
    #[arg(long, value_name = "PATH")]
    pub(super) check: Option<PathBuf>,
    /// Print the slices, with their sizes and the memory they need, without building them
    #[arg(long)]
    pub(super) list: bool,
    /// Number of threads; by default, or for 0, the number of cores
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = within(0..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(super) threads: u16,
    /// Memory for tables, in MiB; those of a slice that needs more are kept on disk
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(super) memory_mib: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

impl DatabaseArgs {
    /// Returns the chosen slices.
    pub(super) fn choice(&self) -> DatabaseChoice {
        DatabaseChoice { slices: self.slice.clone(), men: self.men }
    }
}
