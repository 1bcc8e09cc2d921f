//! [`Account`]: what the time of all processors went to.

use std::fmt;
use std::time::Duration;

/// What time goes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Cause {
    /// Nodes.
    Nodes,
    /// Memory: waits for the table.
    Table,
    /// There was nothing to do: a wait for news until they came.
    Nothing,
    /// Notifying others, and being woken.
    Waking,
    /// A lock, by what it guards.
    Lock(&'static str),
    /// A word that others write, by where it is used.
    Word(&'static str),
    /// The count of references to something.
    References(&'static str),
}

impl Cause {
    /// Whether it is the same, unless the same name stands in the program twice: without a look at its letters.
    pub(super) fn is_likely(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Lock(mine), Self::Lock(theirs))
            | (Self::Word(mine), Self::Word(theirs))
            | (Self::References(mine), Self::References(theirs)) => std::ptr::eq(*mine, *theirs),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("nodes"),
            Self::Table => f.write_str("waits for the table"),
            Self::Nothing => f.write_str("nothing to do"),
            Self::Waking => f.write_str("waking"),
            Self::Lock(name) => write!(f, "lock of {name}"),
            Self::Word(name) => write!(f, "words of {name}"),
            Self::References(name) => write!(f, "references to {name}"),
        }
    }
}

/// What all processors did while something was measured.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// How long it took by the clock of whoever measured.
    pub elapsed: Duration,
    /// The time of all processors by its causes, the longest first.
    pub causes: Vec<(Cause, Duration)>,
}

impl Account {
    /// What went to `cause`.
    #[must_use]
    pub fn spent(&self, cause: &Cause) -> Duration {
        let found = self.causes.iter().find(|(known, _)| known == cause);
        found.map_or(Duration::ZERO, |(_, time)| *time)
    }
}
