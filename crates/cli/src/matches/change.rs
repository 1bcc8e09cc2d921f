//! [`Change`]: what a setting says of options, as in `killers=off`; and switches by their names.

use crate::args::{AlgorithmArg, DriverArg, number};
use clap::ValueEnum;
use eldest::{Algorithm, DepthMatch, Options};

/// What is to be different from the options that suit the game.
#[derive(Copy, Clone, Debug)]
pub(super) enum Change {
    Threads(usize),
    Algorithm(Algorithm),
    Driver(eldest::options::Driver),
    DepthMatch(DepthMatch),
    Etc(Option<u32>),
    TableFrom(u32),
    Switch(Switch<Options>, bool),
}

/// Where a switch is.
pub(super) type Switch<T> = fn(&mut T) -> &mut bool;

/// Switches by their names.
pub(super) type Switches<T, const N: usize> = [(&'static str, Switch<T>); N];

/// Those of [`Options`].
const SWITCHES: Switches<Options, 6> = [
    ("table-move", |options| &mut options.table_move),
    ("ranks", |options| &mut options.ranks),
    ("killers", |options| &mut options.killers),
    ("history", |options| &mut options.history),
    ("countermove", |options| &mut options.countermove),
    ("iid", |options| &mut options.iid),
];

/// The one called `key`, if there is one.
pub(super) fn switch<T, const N: usize>(switches: Switches<T, N>, key: &str) -> Option<Switch<T>> {
    switches.into_iter().find(|(name, _)| *name == key).map(|(_, switch)| switch)
}

/// All that can be said.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    let others = ["threads", "algorithm", "driver", "etc", "table-from", "depth-match"];
    others.into_iter().chain(SWITCHES.into_iter().map(|(name, _)| name))
}

impl Change {
    /// What `key` says with `value`, if it is one of these.
    ///
    /// # Errors
    /// What the value should be.
    pub(super) fn read(key: &str, value: &str) -> Result<Option<Self>, String> {
        Ok(Some(match (key, switch(SWITCHES, key)) {
            (_, Some(switch)) => Self::Switch(switch, either(value, "on", "off")?),
            ("threads", _) => Self::Threads(number(value, 1..=Options::MOST_THREADS)?),
            ("algorithm", _) => Self::Algorithm(named::<AlgorithmArg>(value)?.into()),
            ("driver", _) => Self::Driver(named::<DriverArg>(value)?.into()),
            ("etc", _) if value == "off" => Self::Etc(None),
            ("etc", _) => Self::Etc(Some(number(value, 1..=u32::MAX).map_err(|e| e + ", or off")?)),
            ("table-from", _) => Self::TableFrom(number(value, 0..=u32::MAX)?),
            ("depth-match", _) => Self::DepthMatch(match either(value, "deeper", "exact")? {
                true => DepthMatch::AtLeast,
                false => DepthMatch::Exact,
            }),
            _ => return Ok(None),
        }))
    }

    pub(super) fn apply(self, options: &mut Options) {
        match self {
            Self::Threads(threads) => options.threads = threads,
            Self::Algorithm(algorithm) => options.algorithm = algorithm,
            Self::Driver(driver) => options.driver = driver,
            Self::DepthMatch(depth_match) => options.depth_match = depth_match,
            Self::Etc(etc) => options.etc = etc,
            Self::TableFrom(plies) => options.table_from = plies,
            Self::Switch(switch, is_on) => *switch(options) = is_on,
        }
    }
}

/// Whether `text` is the first of two words.
pub(super) fn either(text: &str, yes: &str, no: &str) -> Result<bool, String> {
    match text {
        _ if text == yes => Ok(true),
        _ if text == no => Ok(false),
        _ => Err(format!("{yes} or {no}")),
    }
}

/// The variant of this name.
fn named<T: ValueEnum>(text: &str) -> Result<T, String> {
    let names = || T::value_variants().iter().filter_map(T::to_possible_value);
    let expected = || names().map(|name| name.get_name().to_owned()).collect::<Vec<_>>().join(", ");
    T::from_str(text, false).map_err(|_| format!("one of {}", expected()))
}
