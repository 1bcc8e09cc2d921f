//! Arguments that several commands have: positions, how the engine is to search, how long, with how much memory.

use crate::input;
use crate::output::Format;
use crate::typed::{at_least_one, milliseconds, position, within};
use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use eldest::{Algorithm, Limits, Options, StopToken};
use eldest_catalog::games::{GameName, Words};
use eldest_catalog::input::{Entry, Input};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// How the work is shared among threads.
#[derive(Debug, clap::Args)]
pub struct SharingArgs {
    /// How the work is shared among threads
    #[arg(long, value_enum, default_value_t)]
    algorithm: AlgorithmArg,
    /// How many threads search; if it is left out or 0, as many as the machine has cores
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = within(0..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    threads: u16,
}

impl SharingArgs {
    /// `options` with what was typed.
    pub fn of(&self, options: Options) -> Options {
        options.with(|o| (o.algorithm, o.threads) = (self.algorithm.into(), self.threads.into()))
    }
}

/// When a search is to end.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Time limit per position, in milliseconds
    #[arg(short, long, value_name = "MS", value_parser = milliseconds)]
    #[arg(allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Node limit per position
    #[arg(short, long, value_name = "N", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// These limits, or when `token` is thrown.
    pub fn limits(&self, token: &StopToken) -> Limits {
        let limits = Limits::new().stop(token);
        let limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        self.time.map_or(limits.clone(), |time| limits.time(time))
    }
}

/// What every search needs.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    table_mib: usize,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

impl CommonArgs {
    /// Returns the size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        mib(self.table_mib)
    }
}

/// Which positions, and what is written of them.
#[derive(Debug, clap::Args)]
pub struct GivenArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub game: GameName,
    /// Positions; without one and without --input, those of stdin
    ///
    /// Stdin is read as by --input - if it is a file or a pipe; if it is a terminal, or empty, the start of the game is
    /// solved.
    #[arg(value_name = "POSITION", value_parser = position)]
    pub positions: Vec<String>,
    /// A file with a position at the beginning of each line; - for stdin
    ///
    /// The rest of a line after the position is ignored, and so are empty lines and remarks, which begin with # (in
    /// Domineering, whose boards may begin with #, with # and a blank). A bad line is reported, the others are
    /// solved. Lines end with LF, CR LF or CR; a byte order mark is ignored.
    #[arg(short, long, value_name = "FILE")]
    pub input: Vec<PathBuf>,
    /// Adds a column: a best move; - if the game is over
    #[arg(short, long)]
    pub best_move: bool,
}

impl GivenArgs {
    /// Returns the positions; without any, those of stdin, or the start of the game, as it is
    /// `written`. `words` divides lines.
    pub fn read(&self, written: String, words: Words) -> Result<Input> {
        let given = self.positions.iter().cloned().map(Entry::given).collect();
        input::positions(given, &self.input, written, words)
    }
}

/// How much is sorted in memory.
#[derive(Copy, Clone, Debug, clap::Args)]
pub struct MemoryArgs {
    /// Memory for sorting positions; what goes beyond is sorted on disk, where TMPDIR says
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    memory_mib: usize,
}

impl MemoryArgs {
    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        mib(self.memory_mib)
    }
}

/// So many MiB in bytes; what is beyond all memory stays so.
pub fn mib(mib: usize) -> usize {
    mib.saturating_mul(1 << 20)
}

/// One of the library's algorithms, by its name there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct AlgorithmArg(pub Algorithm);

impl ValueEnum for AlgorithmArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<[AlgorithmArg; Algorithm::ALL.len()]> =
            LazyLock::new(|| Algorithm::ALL.map(AlgorithmArg));
        &*ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

impl From<AlgorithmArg> for Algorithm {
    fn from(AlgorithmArg(algorithm): AlgorithmArg) -> Self {
        algorithm
    }
}
