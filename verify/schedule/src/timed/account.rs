//! [`Account`]: the time of all processors by cause.

use std::fmt;
use std::time::Duration;

/// What a processor spends time on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Cause {
    /// Visiting nodes.
    Nodes,
    /// Waiting for memory: accesses to the table.
    Table,
    /// Waiting for a notification, without work.
    Nothing,
    /// Notifying other processors, and waking up.
    Waking,
    /// A lock, by the type that it guards.
    Lock(&'static str),
    /// A word that other processors write, by the source file that uses it.
    Word(&'static str),
    /// A reference count, by the type that it counts.
    References(&'static str),
}

impl Cause {
    /// Compares causes by the address of their names, which is fast; equal names at two addresses
    /// differ.
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

/// The time of all processors during a measurement.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// The elapsed time on the clock of the processor that measured.
    pub elapsed: Duration,
    /// The total time of all processors by cause, the longest first.
    pub causes: Vec<(Cause, Duration)>,
}

impl Account {
    /// Returns the time spent on `cause`.
    #[must_use]
    pub fn spent(&self, cause: &Cause) -> Duration {
        let found = self.causes.iter().find(|(known, _)| known == cause);
        found.map_or(Duration::ZERO, |(_, time)| *time)
    }
}

/// The costs of operations on a machine, in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// The mean cost of a node without waits for memory; each takes 3/4 to 5/4 of it.
    pub node: u32,
    /// The percentage by which a node takes longer while another processor is busy too.
    pub crowding: u32,
    /// An access to the shared table, beyond that of a cached entry: a wait for memory.
    pub probe: u32,
    /// A read-modify-write of a word that another processor has touched. Such operations are
    /// serialised.
    pub word: u32,
    /// A read-modify-write of a word that no other processor has touched since the last one.
    pub own_word: u32,
    /// A read of a word that another processor has written since the last access.
    pub read: u32,
    /// Acquiring and releasing a lock.
    pub lock: u32,
    /// From the release of a lock until a waiting processor has it.
    pub hand_over: u32,
    /// Notifying a waiting processor.
    pub notify: u32,
    /// From the notification until the waiting processor runs again.
    pub wake_up: u32,
}

/// Costs of a desktop machine: orders of magnitude for processors of the 2020s.
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
    /// Returns these costs as modified by `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
