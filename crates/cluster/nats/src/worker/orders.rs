//! Messages between a worker and the thread that searches a game, and the limits of a worker.

use eldest_prove::{Finding, Job, JobReport};
use std::collections::BTreeSet;
use std::time::Duration;

/// An order to an assignment.
#[derive(Debug)]
pub(super) enum Order {
    /// A job, and the workers that receive the findings of its search, if there are any.
    Begin(usize, Job, Option<Audience>),
    Withdraw(usize),
    /// Findings of another worker, by rules of this fingerprint.
    Learn(u64, Vec<Finding>),
    /// An answer may be ready.
    Look,
    Close,
}

/// The other workers of a manager.
#[derive(Clone, Debug)]
pub(super) struct Audience {
    /// The token of the manager.
    pub(super) token: String,
    /// At least one.
    pub(super) workers: usize,
}

/// An event of an assignment.
#[derive(Debug)]
pub(super) enum AssignmentEvent {
    Answer(usize, JobReport),
    /// Findings of searches for these managers.
    News {
        tokens: BTreeSet<String>,
        game: String,
        rules: u64,
        findings: Vec<Finding>,
    },
    /// The assignment of this number has ended, with the reason if it has failed.
    Closed(u64, Result<(), String>),
}

/// Limits on the work of a worker: threads, memory, games, nodes, and times.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) threads: usize,
    pub(crate) table_bytes: usize,
    pub(crate) games: usize,
    pub(crate) most_nodes: u64,
    pub(crate) share_from: Option<u64>,
    pub(crate) lease: Duration,
    pub(crate) patience: Duration,
}
