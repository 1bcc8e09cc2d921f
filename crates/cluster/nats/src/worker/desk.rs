//! [`Desk`]: where the jobs of one game are done.

use super::Limits;
use super::sitting::Sitting;
use eldest_prove::{Finding, Job, Outcome, Threads};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

/// What is wanted of a desk.
#[derive(Debug)]
pub(super) enum Order {
    /// A job; and who is to be told what its search finds, if there is somebody.
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

/// What comes from a desk.
#[derive(Debug)]
pub(super) enum Found {
    Answer(usize, Outcome),
    /// What searches for these managers have found.
    News {
        tokens: BTreeSet<String>,
        game: String,
        rules: u64,
        findings: Vec<Finding>,
    },
    /// Nothing more comes from the desk of this number; why, if it has failed.
    Closed(u64, Result<(), String>),
}

/// Where the jobs of one game are done.
pub struct Desk {
    game: String,
    limits: Limits,
    orders: Receiver<Order>,
    bell: Sender<Order>,
    found: UnboundedSender<Found>,
}

impl Desk {
    pub(super) fn new(
        game: &str,
        limits: Limits,
        bell: Sender<Order>,
        orders: Receiver<Order>,
        found: UnboundedSender<Found>,
    ) -> Self {
        Self { game: game.to_owned(), limits, orders, bell, found }
    }

    /// With so many threads the engine is to search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.limits.threads
    }

    /// So large its table may be.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.limits.table_bytes / self.limits.games
    }

    /// Does jobs by `threads` until the desk is closed. If their table [tells](eldest_prove::Telling) what searches find, so do
    /// they.
    pub fn work(self, threads: Threads<'_>) {
        let Self { game, limits, orders, bell, found } = self;
        let threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        Sitting::new(game, threads, limits.tells_from, found).work(&orders);
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("limits", &self.limits).finish_non_exhaustive()
    }
}
