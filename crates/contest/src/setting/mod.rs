//! [`PlayerSetting`]: the settings of an engine, as in `depth=6,evaluator=even`.

mod options;
mod selection;

pub use selection::missing_switch;

use eldest::DepthMatch;
use eldest::selective::{Parameter, Selection};
use eldest::{Limits, Options};
use options::{OptionChange, whole_number};
use selection::SelectionChanges;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// The default size of the table in bytes: enough for the depths of quick matches.
const TABLE: usize = 16 << 20;

/// The settings of an engine: limits on each move, the size of the table, and changes to the game's
/// default options, evaluator and selection.
///
/// ```
/// use eldest::Options;
/// use eldest_contest::PlayerSetting;
///
/// let setting: PlayerSetting = "depth=6,killers=off".parse()?;
/// assert!(!setting.options(Options::default()).killers);
/// assert!("killers=off".parse::<PlayerSetting>().is_err(), "a limit is needed");
/// # Ok::<(), eldest_contest::SettingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSetting {
    text: String,
    limits: Limits,
    has_limit: bool,
    table_bytes: usize,
    evaluation: Evaluation,
    selection: SelectionChanges,
    changes: Vec<OptionChange>,
}

/// The evaluator at the horizon.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The game's own evaluator.
    Own,
    /// All positions are even.
    Even,
    /// The evaluator of this name, of chess or of Othello.
    Named(&'static str),
}

impl Evaluation {
    const ALL: [(&'static str, Self); 7] = [
        ("own", Self::Own),
        ("even", Self::Even),
        ("pesto", Self::Named("pesto")),
        ("tuned", Self::Named("tuned")),
        ("nnue", Self::Named("nnue")),
        ("iago", Self::Named("iago")),
        ("trained", Self::Named("trained")),
    ];

    /// Returns the names of all evaluators that only some games have.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter_map(|(name, evaluation)| match evaluation {
            Self::Named(_) => Some(name),
            Self::Own | Self::Even => None,
        })
    }

    fn read(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|(name, _)| *name == text);
        let expected =
            || "own, even, for chess pesto, tuned or nnue, for Othello iago or trained".to_owned();
        found.map(|(_, evaluation)| evaluation).ok_or_else(expected)
    }
}

/// The error of a text that is not a valid setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {found}; expected {expected}")]
#[non_exhaustive]
pub struct SettingError {
    /// The position of the wrong character, counted from 1.
    pub column: usize,
    /// The text found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// The keys that change neither the selection nor the options.
const KEYS: [&str; 5] = ["depth", "nodes", "time", "table-mib", "evaluator"];

/// The keys of limits and of the table, which [`PlayerSetting::of_play`] refuses.
const NOT_OF_PLAY: [&str; 4] = ["depth", "nodes", "time", "table-mib"];

/// Lists all keys, for error messages.
fn keys() -> String {
    let keys = KEYS.into_iter().chain(options::keys()).chain(selection::keys());
    format!("among {}", keys.collect::<Vec<_>>().join(", "))
}

impl PlayerSetting {
    /// Returns `options` with the changes of this setting.
    pub fn options(&self, options: Options) -> Options {
        self.changes.iter().fold(options, |options, change| options.with(|o| change.apply(o)))
    }

    /// Returns the limits on each move.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Returns what evaluates positions at the horizon.
    pub fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    /// Returns the selection of the searches, for a game with the default selection `usual`.
    pub fn selection(&self, usual: Selection) -> Selection {
        self.selection.of(usual)
    }

    /// Adds `part`, of the form `key=value`.
    fn add(&mut self, part: &str) -> Result<(), String> {
        let (key, value) =
            part.split_once('=').ok_or_else(|| format!("KEY=VALUE, KEY {}", keys()))?;
        match self.set(key, value) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("a setting {}", keys())),
            Err(expected) => Err(format!("for {key} {expected}")),
        }
    }

    /// Sets `key` to `value`. Returns whether the key exists.
    ///
    /// # Errors
    /// A description of the expected values.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "depth" => self.limit(Limits::depth, whole_number(value, 1..=65_000)?),
            "nodes" => self.limit(Limits::nodes, whole_number(value, 1..=u64::MAX)?),
            "time" => {
                let time = Duration::from_millis(whole_number(value, 1..=u64::MAX)?);
                self.limit(Limits::time, time);
            }
            "table-mib" => {
                self.table_bytes = whole_number(value, 1..=usize::MAX)?.saturating_mul(1 << 20);
            }
            "evaluator" => self.evaluation = Evaluation::read(value)?,
            _ if self.selection.add(key, value)? => {}
            _ => match OptionChange::read(key, value)? {
                Some(change) => self.changes.push(change),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn limit<T>(&mut self, limit: impl FnOnce(Limits, T) -> Limits, value: T) {
        self.limits = limit(self.limits.clone(), value);
        self.has_limit = true;
    }

    /// Creates a setting without changes. If `selective`, it starts from the game's default
    /// selection, otherwise from none.
    fn unchanged(text: &str, selective: bool) -> Self {
        Self {
            text: text.to_owned(),
            limits: Limits::new(),
            has_limit: false,
            table_bytes: TABLE,
            evaluation: Evaluation::Own,
            selection: SelectionChanges::new(selective),
            changes: Vec::new(),
        }
    }

    /// Parses the settings of an engine that plays against people. By default it plays as well as
    /// it can. Limits and the size of the table cannot be set here.
    ///
    /// # Errors
    /// The position of the error, and what was expected there.
    pub fn of_play(text: &str) -> Result<Self, SettingError> {
        let deeper = OptionChange::DepthMatch(DepthMatch::AtLeast);
        let mut setting = Self::unchanged(text, true);
        setting.add_all(text, &NOT_OF_PLAY)?;
        setting.changes.insert(0, deeper);
        Ok(setting)
    }

    /// Adds the parts of `text`; keys in `refused` are errors.
    fn add_all(&mut self, text: &str, refused: &[&str]) -> Result<(), SettingError> {
        let mut column = 1;
        let mut keys = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let key = part.split('=').next();
            let allowed = match key {
                _ if keys.contains(&key) => Err("each setting once".to_owned()),
                Some(key) if refused.contains(&key) => {
                    Err("an option of its own: --level, --time or --table-mib".to_owned())
                }
                _ => Ok(()),
            };
            allowed.and_then(|()| self.add(part)).map_err(|expected| SettingError {
                column,
                found: format!("'{part}'"),
                expected,
            })?;
            keys.push(key);
            column += part.chars().count() + 1;
        }
        Ok(())
    }

    /// Returns the text of this setting with the parameters `numbers` set to their values.
    #[must_use]
    pub fn text_with(&self, numbers: impl Iterator<Item = (Parameter, i32)> + Clone) -> String {
        let is_kept = |part: &&str| !numbers.clone().any(|(number, _)| is_key(part, number.name()));
        let parts = self.text.split(',').filter(is_kept).map(str::to_owned);
        let numbers = numbers.clone().map(|(number, value)| format!("{number}={value}"));
        parts.chain(numbers).collect::<Vec<_>>().join(",")
    }
}

/// Returns whether `part` sets `key`.
fn is_key(part: &str, key: &str) -> bool {
    part.split('=').next() == Some(key)
}

impl FromStr for PlayerSetting {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut setting = Self::unchanged(text, false);
        setting.add_all(text, &[])?;
        if setting.has_limit {
            return Ok(setting);
        }
        let (found, column) = ("the text ends here".to_owned(), text.chars().count() + 1);
        let expected = "a limit: ,depth=N or ,nodes=N or ,time=MS".to_owned();
        Err(SettingError { column, found, expected })
    }
}

/// Writes the setting as it was typed.
impl Display for PlayerSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::Algorithm;
    use eldest::options::Driver;

    fn options(text: &str) -> Options {
        text.parse::<PlayerSetting>().unwrap().options(Options::default())
    }

    #[test]
    fn settings_change_what_they_name() {
        let changed = options("depth=6,killers=off,iid=on,driver=mtdf,etc=3,table-from=2");
        let expected = Options::default().with(|o| {
            (o.killers, o.iid, o.driver, o.etc, o.table_from) =
                (false, true, Driver::MtdF, Some(3), 2);
        });
        assert_eq!(changed, expected);
        assert_eq!(options("nodes=1000"), Options::default());
        let many = options("time=10,threads=2,depth-match=deeper");
        assert_eq!((many.threads, many.algorithm), (2, Algorithm::YoungBrothersWait));
        assert_eq!(many.depth_match, DepthMatch::AtLeast);
        let lazy = options("depth=4,threads=2,algorithm=lazy-smp");
        assert_eq!(lazy.algorithm, Algorithm::LazySmp);
        let selective: PlayerSetting =
            "depth=4,selective=on,null-move=off,margin=70".parse().unwrap();
        let expected = Selection::default().with(|s| (s.null_move, s.margin) = (false, 70));
        assert_eq!(selective.selection(Selection::default()), expected);
        let counting: PlayerSetting = "late-base=5,depth=4,late-square=50".parse().unwrap();
        let others = [(Parameter::LateBase, 7), (Parameter::NullBase, 300)].into_iter();
        assert_eq!(counting.text_with(others), "depth=4,late-square=50,late-base=7,null-base=300");
        let even: PlayerSetting = "depth=4,evaluator=even,table-mib=2".parse().unwrap();
        assert_eq!((even.evaluation, even.table_bytes), (Evaluation::Even, 2 << 20));
        assert_eq!(even.limits.max_depth().to_plies(), Some(4));
    }

    #[test]
    fn people_play_against_the_best_setting_by_default() {
        let play = |text| PlayerSetting::of_play(text).expect("a setting");
        let options = |text| play(text).options(Options::default());
        let selection = |text| play(text).selection(Selection::default());
        assert_eq!(selection(""), Selection::default());
        assert_eq!(options("").depth_match, DepthMatch::AtLeast);
        assert_eq!(selection("threads=2,selective=off"), Selection::NONE);
        let exact = options("threads=2,depth-match=exact");
        assert_eq!((exact.threads, exact.depth_match), (2, DepthMatch::Exact));
        let error = PlayerSetting::of_play("threads=2,nodes=5").unwrap_err().to_string();
        assert!(error.ends_with("an option of its own: --level, --time or --table-mib"), "{error}");
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let error = |text: &str| text.parse::<PlayerSetting>().unwrap_err().to_string();
        assert_eq!(
            error("depth=4,nodes=x"),
            "column 9: 'nodes=x'; expected for nodes a whole number from 1 on"
        );
        assert_eq!(
            error("depth=0"),
            "column 1: 'depth=0'; expected for depth a whole number from 1 to 65000"
        );
        let unknown = error("depth=4,dept=5");
        assert!(
            unknown.starts_with("column 9: 'dept=5'; expected a setting among depth, ")
                && selection::keys().all(|name| unknown.contains(name)),
            "{unknown}"
        );
        assert!(error("depth").starts_with("column 1: 'depth'; expected KEY=VALUE"));
        assert_eq!(
            error("depth=4,evaluator=odd"),
            "column 9: 'evaluator=odd'; expected for evaluator own, even, for chess pesto, tuned or nnue, for Othello iago \
             or trained"
        );
        assert!(
            error("depth=4,algorithm=x").contains("for algorithm one of root-split, pv-split,")
        );
        assert!(error("depth=4,depth=5").ends_with("'depth=5'; expected each setting once"));
        assert_eq!(
            error("killers=off"),
            "column 12: the text ends here; expected a limit: ,depth=N or ,nodes=N or ,time=MS"
        );
    }
}
