//! What a worker asks of the thread that searches a game, what comes back, and within which limits.

use eldest_prove::{Finding, Job, JobReport};
use std::collections::BTreeSet;
use std::time::Duration;

/// An order to an assignment.
#[derive(Debug)]
pub(super) enum Order {
    /// A job, and the workers that receive the findings of its search, if there are any.
    Begin(usize, Job, Option<Audience>),
    Withdraw(usize),
    /// Another worker has found these, by rules of this fingerprint.
    Learn(u64, Vec<Finding>),
    /// There may be an answer.
    Look,
    Close,
}

/// The workers of a manager, but for this one.
#[derive(Clone, Debug)]
pub(super) struct Audience {
    /// The manager's.
    pub(super) token: String,
    /// At least one.
    pub(super) workers: usize,
}

/// What comes from an assignment.
#[derive(Debug)]
pub(super) enum AssignmentEvent {
    Answer(usize, JobReport),
    /// What searches for these managers have found.
    News {
        tokens: BTreeSet<String>,
        game: String,
        rules: u64,
        findings: Vec<Finding>,
    },
    /// Nothing more comes from the assignment of this number; why, if it has failed.
    Closed(u64, Result<(), String>),
}

/// Limits on the work of a worker: threads, memory, games, nodes, and times.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) threads: usize,
    pub(crate) table_bytes: usize,
    pub(crate) games: usize,
    pub(crate) most_nodes: u64,
    pub(crate) tells_from: Option<u64>,
    pub(crate) lease: Duration,
    pub(crate) patience: Duration,
}
