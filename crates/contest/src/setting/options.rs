//! [`OptionChange`]: a change to the search options, as in `killers=off`; and switches by name.

use eldest::DepthMatch;
use eldest::options::Driver;
use eldest::{Algorithm, Options};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A change to the game's default options.
#[derive(Copy, Clone, Debug)]
pub(super) enum OptionChange {
    Threads(usize),
    Algorithm(Algorithm),
    Driver(Driver),
    DepthMatch(DepthMatch),
    Etc(Option<u32>),
    TableFrom(u32),
    Switch(SwitchOf<Options>, bool),
}

/// Accesses a switch in `T`.
pub(super) type SwitchOf<T> = fn(&mut T) -> &mut bool;

/// Switches by name.
pub(super) type Switches<T, const N: usize> = [(&'static str, SwitchOf<T>); N];

const SWITCHES: Switches<Options, 6> = [
    ("table-move", |options| &mut options.table_move),
    ("ranks", |options| &mut options.ranks),
    ("killers", |options| &mut options.killers),
    ("history", |options| &mut options.history),
    ("countermove", |options| &mut options.countermove),
    ("iid", |options| &mut options.iid),
];

/// The drivers by name.
fn drivers() -> [(&'static str, Driver); 4] {
    [
        ("pvs", Driver::Pvs),
        ("aspiration", Driver::default()),
        ("mtdf", Driver::MtdF),
        ("bisection", Driver::Bisection),
    ]
}

/// Returns the switch named `key`, if there is one.
pub(super) fn switch<T, const N: usize>(
    switches: Switches<T, N>,
    key: &str,
) -> Option<SwitchOf<T>> {
    switches.into_iter().find(|(name, _)| *name == key).map(|(_, switch)| switch)
}

/// All keys.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    let others = ["threads", "algorithm", "driver", "etc", "table-from", "depth-match"];
    others.into_iter().chain(SWITCHES.into_iter().map(|(name, _)| name))
}

impl OptionChange {
    /// Returns the change of `key` to `value`; `None` if `key` is not a search option.
    ///
    /// # Errors
    /// A description of the expected values.
    pub(super) fn read(key: &str, value: &str) -> Result<Option<Self>, String> {
        Ok(Some(match (key, switch(SWITCHES, key)) {
            (_, Some(switch)) => Self::Switch(switch, either(value, "on", "off")?),
            ("threads", _) => Self::Threads(whole_number(value, 1..=Options::MOST_THREADS)?),
            ("algorithm", _) => {
                let all = Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm));
                Self::Algorithm(named(value, &all)?)
            }
            ("driver", _) => Self::Driver(named(value, &drivers())?),
            ("etc", _) if value == "off" => Self::Etc(None),
            ("etc", _) => {
                Self::Etc(Some(whole_number(value, 1..=u32::MAX).map_err(|e| e + ", or off")?))
            }
            ("table-from", _) => Self::TableFrom(whole_number(value, 0..=u32::MAX)?),
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

/// Returns whether `text` is `yes`, and not `no`.
///
/// # Errors
/// The expected words, if it is neither.
pub(super) fn either(text: &str, yes: &str, no: &str) -> Result<bool, String> {
    match text {
        _ if text == yes => Ok(true),
        _ if text == no => Ok(false),
        _ => Err(format!("{yes} or {no}")),
    }
}

/// Returns the value named `text`.
fn named<T: Copy>(text: &str, all: &[(&str, T)]) -> Result<T, String> {
    let found = all.iter().find(|(name, _)| *name == text);
    let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.map(|(_, value)| *value).ok_or_else(|| format!("one of {}", names()))
}

/// Parses `text` as a number in `range`.
///
/// # Errors
/// The expected numbers, as in "a whole number from 1 to 9". An end of a million or more is
/// omitted.
pub(super) fn whole_number<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let end = range.end().to_string();
        let end = if end.len() < 7 { format!(" to {end}") } else { " on".to_owned() };
        format!("a whole number from {}{end}", range.start())
    })
}
