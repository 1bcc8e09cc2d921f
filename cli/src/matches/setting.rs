//! [`Setting`]: how one side of a match plays, as in `depth=6,evaluator=even`.

use crate::args::{AlgorithmArg, DriverArg, mib, number};
use crate::games::Game;
use anyhow::{Result, bail};
use clap::ValueEnum;
use eldest::options::DepthMatch;
use eldest::selective::Selection;
use eldest::{Algorithm, Limits, Options};
use eldest_games::notation::NotationError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// In bytes, if nothing is said: enough for a game at the depths of quick matches.
const TABLE: usize = 16 << 20;

/// How one side of a match plays.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    text: String,
    pub(super) limits: Limits,
    has_limit: bool,
    pub(super) table_bytes: usize,
    pub(super) judge: Judging,
    /// What its searches leave out.
    pub(super) selection: Selection,
    changes: Vec<Change>,
}

/// What judges at the horizon.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Judging {
    /// The game's own evaluator.
    Own,
    /// All positions are even.
    Even,
    /// The evaluator of this name.
    Named(&'static str),
}

impl Judging {
    const ALL: [(&'static str, Self); 5] = [
        ("own", Self::Own),
        ("even", Self::Even),
        ("pesto", Self::Named("pesto")),
        ("tuned", Self::Named("tuned")),
        ("nnue", Self::Named("nnue")),
    ];

    fn read(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|(name, _)| *name == text);
        let expected = || "own, even, or for chess pesto, tuned or nnue".to_owned();
        found.map(|(_, judging)| judging).ok_or_else(expected)
    }

    /// The game with that evaluator; `None` if it has none of this name.
    pub(super) fn of<G: Game>(self, game: &G) -> Option<G> {
        match self {
            Self::Own | Self::Even => Some(game.clone()),
            Self::Named(name) => game.judged_by(name),
        }
    }
}

/// What is wrong with `key=value`.
enum Wrong {
    Key,
    /// What the value should be.
    Value(String),
}

impl From<String> for Wrong {
    fn from(expected: String) -> Self {
        Self::Value(expected)
    }
}

/// What is to be different from the options that suit the game.
#[derive(Copy, Clone, Debug)]
enum Change {
    Threads(usize),
    Algorithm(Algorithm),
    Driver(eldest::options::Driver),
    DepthMatch(DepthMatch),
    Etc(Option<u32>),
    TableFrom(u32),
    Switch(Switch<Options>, bool),
}

/// Where a switch is.
type Switch<T> = fn(&mut T) -> &mut bool;

/// Switches by their names.
type Switches<T, const N: usize> = [(&'static str, Switch<T>); N];

/// Those of [`Options`].
const OF_OPTIONS: Switches<Options, 6> = [
    ("table-move", |options| &mut options.table_move),
    ("ranks", |options| &mut options.ranks),
    ("killers", |options| &mut options.killers),
    ("history", |options| &mut options.history),
    ("countermove", |options| &mut options.countermove),
    ("iid", |options| &mut options.iid),
];

/// Those of what may be left out.
const OF_SELECTION: Switches<Selection, 10> = [
    ("null-move", |selection| &mut selection.null_move),
    ("reductions", |selection| &mut selection.reductions),
    ("reverse-futility", |selection| &mut selection.reverse_futility),
    ("extensions", |selection| &mut selection.extensions),
    ("internal-reductions", |selection| &mut selection.internal_reductions),
    ("futility", |selection| &mut selection.futility),
    ("late-moves", |selection| &mut selection.late_moves),
    ("exchanges", |selection| &mut selection.exchanges),
    ("singular", |selection| &mut selection.singular),
    ("signed-history", |selection| &mut selection.signed_history),
];

/// The one called `key`, if there is one.
fn switch<T, const N: usize>(switches: Switches<T, N>, key: &str) -> Option<Switch<T>> {
    switches.into_iter().find(|(name, _)| *name == key).map(|(_, switch)| switch)
}

/// The keys that are no switches.
const KEYS: &str = "depth, nodes, time, threads, algorithm, driver, table-mib, evaluator, etc, \
    table-from, depth-match, verify-from, margin, selective";

/// All keys, for whoever has typed another.
fn keys() -> String {
    let switches =
        OF_OPTIONS.map(|(name, _)| name).into_iter().chain(OF_SELECTION.map(|(name, _)| name));
    format!("among {KEYS}, {}", switches.collect::<Vec<_>>().join(", "))
}

impl Setting {
    /// `options` with what was typed.
    pub(crate) fn options(&self, options: Options) -> Options {
        self.changes.iter().fold(options, |options, change| options.with(|o| change.apply(o)))
    }

    /// Adds `part`, which is `key=value`.
    fn add(&mut self, part: &str) -> Result<(), String> {
        let (key, value) =
            part.split_once('=').ok_or_else(|| format!("KEY=VALUE, KEY {}", keys()))?;
        self.set(key, value).map_err(|wrong| match wrong {
            Wrong::Key => format!("a setting {}", keys()),
            Wrong::Value(expected) => format!("for {key} {expected}"),
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Wrong> {
        match key {
            "depth" => self.limit(Limits::depth, number(value, 1..=65_000)?),
            "nodes" => self.limit(Limits::nodes, number(value, 1..=u64::MAX)?),
            "time" => {
                let time = Duration::from_millis(number(value, 1..=u64::MAX)?);
                self.limit(Limits::time, time);
            }
            "table-mib" => self.table_bytes = mib(number(value, 1..=usize::MAX)?),
            "evaluator" => self.judge = Judging::read(value)?,
            "selective" if either(value, "on", "off")? => self.selection = Selection::default(),
            "selective" => self.selection = Selection::NONE,
            "margin" => self.selection.margin = number(value, 0..=10_000)?,
            "verify-from" => self.selection.verify_from = number(value, 1..=u16::MAX)?,
            _ => match switch(OF_SELECTION, key) {
                Some(switch) => *switch(&mut self.selection) = either(value, "on", "off")?,
                None => self.changes.push(Change::read(key, value)?),
            },
        }
        Ok(())
    }

    fn limit<T>(&mut self, limit: impl FnOnce(Limits, T) -> Limits, value: T) {
        self.limits = limit(self.limits.clone(), value);
        self.has_limit = true;
    }
}

impl Change {
    fn read(key: &str, value: &str) -> Result<Self, Wrong> {
        Ok(match (key, switch(OF_OPTIONS, key)) {
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
            _ => return Err(Wrong::Key),
        })
    }

    fn apply(self, options: &mut Options) {
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
fn either(text: &str, yes: &str, no: &str) -> Result<bool, String> {
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

impl Setting {
    /// What leaves out `selection`, and is like the game's own options for the rest.
    fn of(text: &str, selection: Selection) -> Self {
        Self {
            text: text.to_owned(),
            limits: Limits::new(),
            has_limit: false,
            table_bytes: TABLE,
            judge: Judging::Own,
            selection,
            changes: Vec::new(),
        }
    }

    /// How the engine plays against people, as far as `text` says: else as well as it can. Neither limits nor a size of
    /// the table are told here.
    ///
    /// # Errors
    /// What is wrong, where, and what would be right.
    pub(crate) fn of_play(text: &str) -> Result<Self, NotationError> {
        let deeper = Change::DepthMatch(DepthMatch::AtLeast);
        let mut setting = Self::of(text, Selection::default());
        setting.add_all(text, &["depth", "nodes", "time", "table-mib"])?;
        setting.changes.insert(0, deeper);
        Ok(setting)
    }

    /// Adds the parts of `text`, none with a key that is `told_elsewhere`.
    fn add_all(&mut self, text: &str, told_elsewhere: &[&str]) -> Result<(), NotationError> {
        let mut column = 1;
        let mut keys = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let key = part.split('=').next();
            let allowed = match key {
                _ if keys.contains(&key) => Err("each setting once".to_owned()),
                Some(key) if told_elsewhere.contains(&key) => {
                    Err("an option of its own: --level, --time or --table-mib".to_owned())
                }
                _ => Ok(()),
            };
            allowed.and_then(|()| self.add(part)).map_err(|expected| {
                NotationError::illegal(column, format!("'{part}'"), expected)
            })?;
            keys.push(key);
            column += part.chars().count() + 1;
        }
        Ok(())
    }

    /// The evaluator of `game` that judges as it says.
    ///
    /// # Errors
    /// If none is called so.
    pub(crate) fn evaluator<G: Game>(&self, game: &G) -> Result<G::Evaluator> {
        let Some(game) = self.judge.of(game) else {
            bail!("'{self}': {} is judged by its own evaluator, or all is even", game.name());
        };
        let own = || game.selective(self.selection).unwrap_or_else(|| game.evaluator());
        Ok(if self.judge == Judging::Even { game.even() } else { own() })
    }
}

impl FromStr for Setting {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut setting = Self::of(text, Selection::NONE);
        setting.add_all(text, &[])?;
        if setting.has_limit {
            return Ok(setting);
        }
        let end = text.chars().count() + 1;
        Err(NotationError::unexpected(end, None, "a limit: ,depth=N or ,nodes=N or ,time=MS"))
    }
}

/// As it was typed.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::options::Driver;

    fn options(text: &str) -> Options {
        text.parse::<Setting>().unwrap().options(Options::default())
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
        let selective: Setting = "depth=4,selective=on,null-move=off,margin=70".parse().unwrap();
        let expected = Selection::default().with(|s| (s.null_move, s.margin) = (false, 70));
        assert_eq!(selective.selection, expected);
        let even: Setting = "depth=4,evaluator=even,table-mib=2".parse().unwrap();
        assert_eq!((even.judge, even.table_bytes), (Judging::Even, 2 << 20));
        assert_eq!(even.limits.max_depth().to_plies(), Some(4));
    }

    #[test]
    fn people_meet_what_plays_best_unless_they_say_otherwise() {
        let play = |text| Setting::of_play(text).expect("what can be said");
        let options = |text| play(text).options(Options::default());
        assert_eq!(play("").selection, Selection::default());
        assert_eq!(options("").depth_match, DepthMatch::AtLeast);
        assert_eq!(play("threads=2,selective=off").selection, Selection::NONE);
        let exact = options("threads=2,depth-match=exact");
        assert_eq!((exact.threads, exact.depth_match), (2, DepthMatch::Exact));
        let error = Setting::of_play("threads=2,nodes=5").unwrap_err().to_string();
        assert!(error.ends_with("an option of its own: --level, --time or --table-mib"), "{error}");
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let error = |text: &str| text.parse::<Setting>().unwrap_err().to_string();
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
                && OF_SELECTION.iter().all(|(name, _)| unknown.contains(name)),
            "{unknown}"
        );
        assert!(error("depth").starts_with("column 1: 'depth'; expected KEY=VALUE"));
        assert_eq!(
            error("depth=4,evaluator=odd"),
            "column 9: 'evaluator=odd'; expected for evaluator own, even, or for chess pesto, tuned or nnue"
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
