//! [`Setting`]: how one side of a match plays, as in `depth=6,evaluator=even`.

use super::change::{self, Change};
use super::selecting::{self, Selecting};
use crate::args::{mib, number};
use anyhow::{Result, bail};
use eldest::selective::{Parameter, Selection};
use eldest::{DepthMatch, Limits, Options};
use eldest_catalog::games::Game;
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
    selecting: Selecting,
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

/// The keys that say neither what is left out nor what options there are.
const KEYS: [&str; 5] = ["depth", "nodes", "time", "table-mib", "evaluator"];

/// All keys, for whoever has typed another.
fn keys() -> String {
    let keys = KEYS.into_iter().chain(change::keys()).chain(selecting::keys());
    format!("among {}", keys.collect::<Vec<_>>().join(", "))
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
        match self.set(key, value) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("a setting {}", keys())),
            Err(expected) => Err(format!("for {key} {expected}")),
        }
    }

    /// Heeds what `key` says with `value`; whether there is such a key.
    ///
    /// # Errors
    /// What the value should be.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "depth" => self.limit(Limits::depth, number(value, 1..=65_000)?),
            "nodes" => self.limit(Limits::nodes, number(value, 1..=u64::MAX)?),
            "time" => {
                let time = Duration::from_millis(number(value, 1..=u64::MAX)?);
                self.limit(Limits::time, time);
            }
            "table-mib" => self.table_bytes = mib(number(value, 1..=usize::MAX)?),
            "evaluator" => self.judge = Judging::read(value)?,
            _ if self.selecting.add(key, value)? => {}
            _ => match Change::read(key, value)? {
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

    /// What leaves out what suits the game, if it is `selective`, and is like the game's own options for the rest.
    fn of(text: &str, selective: bool) -> Self {
        Self {
            text: text.to_owned(),
            limits: Limits::new(),
            has_limit: false,
            table_bytes: TABLE,
            judge: Judging::Own,
            selecting: Selecting::new(selective),
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
        let mut setting = Self::of(text, true);
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

    /// The same with these `numbers`, as it would be typed.
    pub(super) fn counting(
        &self,
        numbers: impl Iterator<Item = (Parameter, i32)> + Clone,
    ) -> String {
        let is_told = |part: &&str| !numbers.clone().any(|(number, _)| is_key(part, number.name()));
        let parts = self.text.split(',').filter(is_told).map(str::to_owned);
        let numbers = numbers.clone().map(|(number, value)| format!("{number}={value}"));
        parts.chain(numbers).collect::<Vec<_>>().join(",")
    }

    /// What its searches of `game` leave out.
    pub(super) fn selection<G: Game>(&self, game: &G) -> Selection {
        self.selecting.of(game.selection())
    }

    /// The evaluator of `game` that judges as it says.
    ///
    /// # Errors
    /// If none is called so.
    pub(crate) fn evaluator<G: Game>(&self, game: &G) -> Result<G::Evaluator> {
        self.leaving_out(self.selection(game), game)
    }

    /// The same, where `selection` is left out instead.
    pub(super) fn leaving_out<G: Game>(
        &self,
        selection: Selection,
        game: &G,
    ) -> Result<G::Evaluator> {
        let Some(game) = self.judge.of(game) else {
            bail!("'{self}': {} is judged by its own evaluator, or all is even", game.name());
        };
        let own = || game.selective(selection).unwrap_or_else(|| game.evaluator());
        Ok(if self.judge == Judging::Even { game.even() } else { own() })
    }
}

/// Whether `part` is `key=value`.
fn is_key(part: &str, key: &str) -> bool {
    part.split('=').next() == Some(key)
}

impl FromStr for Setting {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut setting = Self::of(text, false);
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
    use eldest::Algorithm;
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
        assert_eq!(selective.selecting.of(Selection::default()), expected);
        let counting: Setting = "late-base=5,depth=4,late-square=50".parse().unwrap();
        let others = [(Parameter::LateBase, 7), (Parameter::NullBase, 300)].into_iter();
        assert_eq!(counting.counting(others), "depth=4,late-square=50,late-base=7,null-base=300");
        let even: Setting = "depth=4,evaluator=even,table-mib=2".parse().unwrap();
        assert_eq!((even.judge, even.table_bytes), (Judging::Even, 2 << 20));
        assert_eq!(even.limits.max_depth().to_plies(), Some(4));
    }

    #[test]
    fn people_meet_what_plays_best_unless_they_say_otherwise() {
        let play = |text| Setting::of_play(text).expect("what can be said");
        let options = |text| play(text).options(Options::default());
        let selection = |text| play(text).selecting.of(Selection::default());
        assert_eq!(selection(""), Selection::default());
        assert_eq!(options("").depth_match, DepthMatch::AtLeast);
        assert_eq!(selection("threads=2,selective=off"), Selection::NONE);
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
                && selecting::keys().all(|name| unknown.contains(name)),
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
