//! Arguments that several commands share: positions, the search algorithm, limits, memory.

use crate::input;
use crate::output::Format;
use crate::typed::{at_least_one, milliseconds, position, within};
use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use eldest::{Algorithm, Limits, Options, StopToken};
use eldest_catalog::games::{Catalog, GameName, Words};
use eldest_catalog::input::{Entry, Input};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// The algorithm and the number of threads.
#[derive(Debug, clap::Args)]
pub struct SharingArgs {
    /// Algorithm that shares the work among threads
    #[arg(long, value_enum, default_value_t)]
    algorithm: AlgorithmArg,
    /// Number of search threads; by default, or for 0, the number of cores
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = within(0..=4096_u16))]
    #[arg(allow_negative_numbers = true)]
    threads: u16,
}

impl SharingArgs {
    /// Returns `options` with these arguments.
    pub fn of(&self, options: Options) -> Options {
        options.with(|o| (o.algorithm, o.threads) = (self.algorithm.into(), self.threads.into()))
    }
}

/// The limits of a search.
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
    /// Returns these limits, with `token` as the stop token.
    pub fn limits(&self, token: &StopToken) -> Limits {
        let limits = Limits::new().stop(token);
        let limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        self.time.map_or(limits.clone(), |time| limits.time(time))
    }
}

/// The arguments of all searches.
#[derive(Debug, clap::Args)]
pub struct CommonArgs {
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    table_mib: usize,
    /// Format of the results
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

impl CommonArgs {
    /// Returns the size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        mib(self.table_mib)
    }
}

/// The positions, and the columns of their results.
#[derive(Debug, clap::Args)]
pub struct GivenArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub game: GameName,
    /// Positions; without any and without --input, read from stdin
    ///
    /// Stdin is read as by --input - if it is a file or a pipe. If it is a terminal, or empty, the
    /// start of the game is solved.
    #[arg(value_name = "POSITION", value_parser = position)]
    pub positions: Vec<String>,
    /// A file with a position at the beginning of each line; - for stdin
    ///
    /// The rest of a line after the position is ignored, as are empty lines and remarks, which
    /// begin with # (in Domineering, whose boards may begin with #, with # and a blank). An invalid
    /// line is reported, and the others are solved. Lines end with LF, CR LF or CR; a byte order
    /// mark is ignored.
    #[arg(short, long, value_name = "FILE")]
    pub input: Vec<PathBuf>,
    /// Add a column with a best move; - if the game is over
    #[arg(short, long)]
    pub best_move: bool,
}

impl GivenArgs {
    /// Returns the positions; without any, those of stdin, or the start of the game, with the text
    /// `written`. `words` splits lines.
    pub fn read(&self, written: String, words: Words) -> Result<Input> {
        let given = self.positions.iter().cloned().map(Entry::given).collect();
        input::positions(given, &self.input, written, words)
    }
}

/// The database of a search.
#[derive(Debug, clap::Args)]
pub struct KnownArgs {
    /// Use the exact values of the database in this directory, which eldest database has built
    #[arg(long, value_name = "DIR")]
    database: Option<PathBuf>,
}

impl KnownArgs {
    /// Returns `game`, with the database if one is given.
    pub fn of<C: Catalog>(&self, game: &GameName) -> Result<C> {
        Ok(game.with(self.database.as_deref())?)
    }

    /// Returns whether a database is given.
    pub fn is_given(&self) -> bool {
        self.database.is_some()
    }
}

/// The memory for sorting.
#[derive(Copy, Clone, Debug, clap::Args)]
pub struct MemoryArgs {
    /// Memory for sorting positions, in MiB; larger sorts use the disk, in TMPDIR
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

/// Converts MiB to bytes, saturating.
pub fn mib(mib: usize) -> usize {
    mib.saturating_mul(1 << 20)
}

/// An algorithm of the library, by its name there.
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
