//! What several commands want to know: how the engine is to search, and how long.

use super::number::{at_least_one, milliseconds, within};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use eldest::options::Driver;
use eldest::{Algorithm, Limits, Options, StopToken};
use eldest_catalog::input::Entry;
use std::sync::LazyLock;
use std::time::Duration;

/// How the work is shared among threads.
#[derive(Debug, clap::Args)]
pub(crate) struct SharingArgs {
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
    pub(crate) fn of(&self, options: Options) -> Options {
        options.with(|o| (o.algorithm, o.threads) = (self.algorithm.into(), self.threads.into()))
    }
}

/// When a search is to end.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
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
    pub(crate) fn limits(&self, token: &StopToken) -> Limits {
        let limits = Limits::new().stop(token);
        let limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        self.time.map_or(limits.clone(), |time| limits.time(time))
    }
}

/// What every search needs.
#[derive(Debug, clap::Args)]
pub(crate) struct CommonArgs {
    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
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

/// What is typed for a position. Nothing, as an empty variable gives it, is none: of the start of a game it
/// would be a long search that nobody has asked for.
pub(crate) fn position(text: &str) -> Result<String, String> {
    let says_something = Entry::given(text.to_owned()).is_there();
    let expected =
        "expected a position; without one, it is that of stdin, or the start of the game";
    says_something.then(|| text.to_owned()).ok_or_else(|| expected.to_owned())
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

/// One of the library's algorithms, by its name there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AlgorithmArg(pub(crate) Algorithm);

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
