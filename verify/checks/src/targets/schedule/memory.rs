//! [`Memory`]: which table a search has.

use super::moody::Moody;
use crate::{AnyTable, Chance, Graph, Hints};
use eldest::table::OneWordTable;

/// Which table a search has.
#[derive(Copy, Clone, Debug)]
pub(super) enum Memory {
    /// None.
    No,
    /// One whose calls fail as these bits say.
    Some { kind: Kind, fails: u32 },
}

/// Which of them.
#[derive(Copy, Clone, Debug)]
pub(super) enum Kind {
    Shared { bytes: usize },
    OneWord { bytes: usize },
    Hints,
}

impl Memory {
    /// Three lines more often than not: entries are lost, and threads find what others have put in their
    /// slot.
    pub(super) fn some<const A: bool, const D: bool>(
        chance: &mut impl Chance,
        graph: &Graph<A, D>,
    ) -> Self {
        let kind = match chance.below(16) {
            0..7 => Kind::Shared { bytes: 192 },
            7..11 => Kind::Shared { bytes: 4096 },
            11..13 => Kind::one_word(192, graph),
            13 => Kind::one_word(1024, graph),
            14 => Kind::Hints,
            _ => return Self::No,
        };
        Self::Some { kind, fails: chance.pick(&[0, 0, 0x1084_2108]) }
    }

    /// Whether only searches to the end can use it.
    pub(super) fn end_only(self) -> bool {
        matches!(self, Self::Some { kind: Kind::OneWord { .. }, .. })
    }
}

impl Kind {
    /// The dense table, if it serves the game.
    fn one_word<const A: bool, const D: bool>(bytes: usize, graph: &Graph<A, D>) -> Self {
        match OneWordTable::new(bytes, graph) {
            Ok(_) => Self::OneWord { bytes },
            Err(_) => Self::Shared { bytes },
        }
    }

    /// A new one.
    pub(super) fn table<const A: bool, const D: bool>(
        self,
        fails: u32,
        graph: &Graph<A, D>,
    ) -> Moody {
        let table = match self {
            Self::Shared { bytes } => AnyTable::shared(bytes),
            Self::OneWord { bytes } => {
                AnyTable::OneWord(OneWordTable::new(bytes, graph).expect("it has served before"))
            }
            Self::Hints => AnyTable::Hints(Hints(fails.into())),
        };
        Moody::new(table, fails)
    }
}
