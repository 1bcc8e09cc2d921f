//! [`Lines`]: a table as the file sees it.

use crate::table::header::Header;
use crate::table::words::LINE;
use crate::{Bounds, Score};

/// Eight words, as they are in memory.
pub(crate) type Line = [u64; LINE];

/// What has to be known of a table to understand its lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) kind: Kind,
    /// How many lines there are; of a map, `u64::MAX`.
    pub(crate) lines: u64,
    /// Bits of a key that is not kept whole; else 0.
    pub(crate) key_bits: u8,
    /// The values that bounds are counted from; else all.
    pub(crate) range: Bounds,
}

impl Shape {
    /// The shape of a table that keeps whole keys and whole scores.
    pub(crate) fn plain(kind: Kind, lines: u64) -> Self {
        let range = Bounds::new(-Score::INFINITY, Score::INFINITY);
        Self { kind, lines, key_bits: 0, range }
    }
}

/// The kinds of tables, by their numbers in a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Shared = 1,
    OneWord = 2,
    Map = 3,
}

impl Kind {
    /// The kind with that number.
    pub(super) fn numbered(number: u8) -> Option<Self> {
        [Self::Shared, Self::OneWord, Self::Map].into_iter().find(|kind| *kind as u8 == number)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shared => "SharedTable",
            Self::OneWord => "OneWordTable",
            Self::Map => "MapTable",
        }
    }
}

/// What the tables of this crate do so that they can be saved. Nobody else can: it names private types.
#[doc(hidden)]
pub trait Lines {
    /// What has to be known to understand the lines.
    fn shape(&self) -> Shape;

    /// Whose findings they are.
    fn header(&self) -> &Header;

    /// All lines in order, as they are found while others may write.
    fn lines(&self) -> impl Iterator<Item = Line>;

    /// Takes over the entries of line `number` of a table of shape `from`, of this kind, these keys and
    /// this range; `None` if nobody can have stored them.
    fn take(&self, from: &Shape, number: u64, line: Line) -> Option<()>;
}
