//! [`Spec`]: what a generated tree is to look like, in one line of text.

use eldest::Score;
use std::fmt;
use std::str::FromStr;

/// The recipe of a generated tree; the same recipe, the same tree, on every machine.
///
/// As text: `kind:key=value,...`. Keys that are left out have their default.
///
/// | key | kinds | meaning | default |
/// |---|---|---|---|
/// | `width` | all | moves at a node, at most | 3 |
/// | `depth` | all | plies from the root to the farthest leaf | 5 |
/// | `seed` | all | which tree of this kind | 0 |
/// | `range` | all but `ordered` | leaves are worth −range to +range; a small one makes ties | 100 |
/// | `spread` | `ordered` | a move is worse than the best by 1 to spread | 100 |
/// | `again` | `uneven`, `dag` | % of nodes where the player who moved there moves again | 0 |
/// | `stop` | `uneven` | % of nodes where the game is over early | 15 |
/// | `chain` | `uneven` | % of nodes that have one move only | 15 |
/// | `first` | `ordered` | % of nodes whose first move is the best | 70 |
/// | `quarter` | `ordered` | % of nodes whose best move is in the first quarter of the moves | 90 |
///
/// ```
/// use eldest_games::trees::Spec;
///
/// let spec: Spec = "ordered:width=20,depth=8".parse()?;
/// assert_eq!(
///     spec.to_string(),
///     "ordered:width=20,depth=8,seed=0,spread=100,first=70,quarter=90"
/// );
/// assert!("ordered:range=5".parse::<Spec>().is_err());
/// # Ok::<(), eldest_games::trees::SpecError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The kind of tree.
    pub kind: Kind,
    /// Moves at a node, at most; at least 1.
    pub width: u16,
    /// Plies from the root to the farthest leaf.
    pub depth: u16,
    /// Which tree of this kind.
    pub seed: u64,
    /// The largest value of a leaf, in points; for [`Kind::Ordered`] the spread: how much worse
    /// than the best a move may be.
    pub range: u32,
}

/// The kinds of generated trees. All odds are in percent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every inner node of the same width, every leaf at the same depth, values independent.
    Uniform,
    /// Widths from 1 up to the given one, games that end early.
    Uneven {
        /// Odds that the game is over at a node above the full depth.
        stop: u8,
        /// Odds that a node has one move only.
        chain: u8,
        /// Odds that the player who moved to a node moves there too.
        again: u8,
    },
    /// Positions that are reached by several orders of moves: a node is the multiset of the moves
    /// that led to it.
    Dag {
        /// Odds that the player who moved to a node moves there too.
        again: u8,
    },
    /// Strongly ordered trees (after Marsland and Campbell, "Parallel search of strongly ordered
    /// game trees", ACM Computing Surveys 14(4), 1982), with a root value known by construction.
    ///
    /// Every node is assigned a value; the best child gets just that, negated, the other children
    /// something worse for the parent. A leaf is worth the value assigned to it.
    Ordered {
        /// Odds that the first move is the best one.
        first: u8,
        /// Odds that the best move is in the first quarter of the moves, rounded up; at least
        /// `first`. With a width of 4 or less the first quarter is the first move, and only
        /// `first` counts.
        quarter: u8,
    },
}

/// What is wrong with the text of a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such kind of tree.
    #[error("no kind of tree is called {0:?}; there are uniform, uneven, dag and ordered")]
    UnknownKind(String),
    /// A part that is not `key=value`.
    #[error("expected key=value, found {0:?}")]
    NotAPair(String),
    /// A key that this kind does not have.
    #[error("{kind} trees have no {key:?}; they have {known}")]
    UnknownKey {
        /// The kind of tree.
        kind: &'static str,
        /// The key found.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// A value that is no number, or out of bounds.
    #[error("{key}={value}: expected a number from {least} to {most}")]
    BadNumber {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The least number allowed.
        least: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// `quarter` below `first`.
    #[error("quarter={quarter} is below first={first}, but the first move is in the first quarter")]
    QuarterBelowFirst {
        /// Odds of the first move.
        first: u8,
        /// Odds of the first quarter.
        quarter: u8,
    },
    /// Values of an ordered tree may grow by its spread at each ply.
    #[error("spread times (depth + 1) is at most 4000000")]
    SpreadTooLarge,
}

impl Kind {
    const ALL: [(&'static str, Self); 4] = [
        ("uniform", Self::Uniform),
        ("uneven", Self::Uneven { stop: 15, chain: 15, again: 0 }),
        ("dag", Self::Dag { again: 0 }),
        ("ordered", Self::Ordered { first: 70, quarter: 90 }),
    ];

    /// `uniform`, `uneven`, `dag` or `ordered`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Uneven { .. } => "uneven",
            Self::Dag { .. } => "dag",
            Self::Ordered { .. } => "ordered",
        }
    }
}

/// A number of a spec: its key, where it is kept, and its bounds.
struct Field {
    key: &'static str,
    value: u64,
    least: u64,
    most: u64,
}

const fn field(key: &'static str, value: u64, least: u64, most: u64) -> Field {
    Field { key, value, least, most }
}

const fn percent(key: &'static str, value: u8) -> Field {
    field(key, value as u64, 0, 100)
}

impl Spec {
    /// All numbers of this spec, in the order in which they are written.
    fn fields(&self) -> Vec<Field> {
        let values = if matches!(self.kind, Kind::Ordered { .. }) { "spread" } else { "range" };
        let mut fields = vec![
            field("width", self.width.into(), 1, u16::MAX.into()),
            field("depth", self.depth.into(), 0, 60_000),
            field("seed", self.seed, 0, u64::MAX),
            field(values, self.range.into(), 1, Score::MAX_VALUE.get().unsigned_abs().into()),
        ];
        fields.extend(self.kind.odds());
        fields
    }

    fn set(&mut self, key: &str, value: u64) {
        match key {
            "width" => self.width = value as u16,
            "depth" => self.depth = value as u16,
            "seed" => self.seed = value,
            "range" | "spread" => self.range = value as u32,
            odds => self.kind.set(odds, value as u8),
        }
    }

    fn read_pair(&mut self, pair: &str) -> Result<(), SpecError> {
        let (key, text) = pair.split_once('=').ok_or_else(|| SpecError::NotAPair(pair.into()))?;
        let (key, text) = (key.trim(), text.trim());
        let fields = self.fields();
        let field = fields.iter().find(|field| field.key == key);
        let value = field.ok_or_else(|| self.unknown(key))?.read(text)?;
        self.set(key, value);
        Ok(())
    }

    fn unknown(&self, key: &str) -> SpecError {
        let keys: Vec<&str> = self.fields().iter().map(|field| field.key).collect();
        SpecError::UnknownKey { kind: self.kind.name(), key: key.into(), known: keys.join(", ") }
    }

    /// What no number can be wrong about alone.
    fn check(self) -> Result<Self, SpecError> {
        let Kind::Ordered { first, quarter } = self.kind else { return Ok(self) };
        if quarter < first {
            return Err(SpecError::QuarterBelowFirst { first, quarter });
        }
        let largest = u64::from(self.range) * (u64::from(self.depth) + 1);
        let fits = largest <= Score::MAX_VALUE.get().unsigned_abs().into();
        if fits { Ok(self) } else { Err(SpecError::SpreadTooLarge) }
    }
}

impl Kind {
    fn odds(self) -> Vec<Field> {
        match self {
            Self::Uniform => vec![],
            Self::Uneven { stop, chain, again } => {
                vec![percent("stop", stop), percent("chain", chain), percent("again", again)]
            }
            Self::Dag { again } => vec![percent("again", again)],
            Self::Ordered { first, quarter } => {
                vec![percent("first", first), percent("quarter", quarter)]
            }
        }
    }

    fn set(&mut self, key: &str, odds: u8) {
        match (self, key) {
            (Self::Uneven { stop, .. }, "stop") => *stop = odds,
            (Self::Uneven { chain, .. }, "chain") => *chain = odds,
            (Self::Uneven { again, .. } | Self::Dag { again }, "again") => *again = odds,
            (Self::Ordered { first, .. }, "first") => *first = odds,
            (Self::Ordered { quarter, .. }, "quarter") => *quarter = odds,
            (kind, key) => unreachable!("{} trees have no {key}", kind.name()),
        }
    }
}

impl Field {
    fn read(&self, text: &str) -> Result<u64, SpecError> {
        let number = text.parse().ok().filter(|n| (self.least..=self.most).contains(n));
        number.ok_or_else(|| SpecError::BadNumber {
            key: self.key.into(),
            value: text.into(),
            least: self.least,
            most: self.most,
        })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, pairs) = text.split_once(':').unwrap_or((text, ""));
        let known = Kind::ALL.iter().find(|(known, _)| *known == name.trim());
        let (_, kind) = *known.ok_or_else(|| SpecError::UnknownKind(name.into()))?;
        let mut spec = Self { kind, width: 3, depth: 5, seed: 0, range: 100 };
        for pair in pairs.split(',').filter(|pair| !pair.trim().is_empty()) {
            spec.read_pair(pair)?;
        }
        spec.check()
    }
}

/// Every number, defaults too.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (index, field) in self.fields().iter().enumerate() {
            write!(f, "{}{}={}", if index == 0 { ":" } else { "," }, field.key, field.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "uniform:width=3,depth=5,seed=1,range=100",
            "uneven:width=4,depth=9,seed=18446744073709551615,range=2,stop=10,chain=30,again=25",
            "dag:width=4,depth=6,seed=0,range=7,again=100",
            "ordered:width=20,depth=8,seed=1,spread=50,first=60,quarter=80",
        ] {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn every_key_can_be_set() {
        for (name, _) in Kind::ALL {
            for field in name.parse::<Spec>().unwrap().fields() {
                let text = format!("{name}:{}={}", field.key, field.value);
                assert_eq!(text.parse::<Spec>(), name.parse::<Spec>());
            }
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(message("even").contains("uniform, uneven, dag and ordered"));
        assert!(message("uniform:width").contains("key=value"));
        assert!(message("uniform:stop=3").contains("width, depth, seed, range"));
        assert!(message("uniform:width=0").contains("from 1 to 65535"));
        assert!(message("ordered:first=101").contains("from 0 to 100"));
        assert!(message("ordered:first=95").contains("quarter=90 is below first=95"));
        assert!(message("ordered:depth=50000").contains("4000000"));
    }
}
