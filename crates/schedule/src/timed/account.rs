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

/// What steps take on a machine, in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// A node, without a wait for memory, on the mean: each takes between three quarters and five quarters of it.
    pub node: u32,
    /// By how many per cent a node takes longer when another processor is busy too.
    pub crowding: u32,
    /// A look at the table that all share, beyond what it takes in a cache: a wait for memory.
    pub probe: u32,
    /// A read-modify-write of a word that another processor has touched. They take turns at it.
    pub word: u32,
    /// The same where nobody else has touched it since.
    pub own_word: u32,
    /// A read of a word that another processor has written since the last look at it.
    pub read: u32,
    /// To take a lock, and to give it back.
    pub lock: u32,
    /// From giving a lock back until who waits for it has it.
    pub hand_over: u32,
    /// To notify somebody who waits.
    pub notify: u32,
    /// From the notification until who waited runs again.
    pub wake_up: u32,
}

/// A desktop machine: the orders of magnitude that processors of the 2020s share.
impl Default for Costs {
    fn default() -> Self {
        Self {
            node: 40,
            crowding: 0,
            probe: 100,
            word: 50,
            own_word: 5,
            read: 50,
            lock: 60,
            hand_over: 100,
            notify: 1_000,
            wake_up: 5_000,
        }
    }
}

impl Costs {
    /// These costs, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
