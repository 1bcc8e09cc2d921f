//! [`Desk`]: where the jobs of one game are done.

use super::Limits;
use eldest::batch::Executor;
use eldest_prove::{Job, Outcome, Threads};
use std::fmt;
use std::sync::mpsc::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

/// What is wanted of a desk.
#[derive(Debug)]
pub(super) enum Order {
    Begin(usize, Job),
    Withdraw(usize),
    /// There may be an answer.
    Look,
    Close,
}

/// What comes from a desk.
#[derive(Debug)]
pub(super) enum Found {
    Answer(usize, Outcome),
    /// Nothing more comes from the desk of this number; why, if it has failed.
    Closed(u64, Result<(), String>),
}

/// Where the jobs of one game are done.
pub struct Desk {
    limits: Limits,
    orders: Receiver<Order>,
    bell: Sender<Order>,
    found: UnboundedSender<Found>,
}

impl Desk {
    pub(super) fn new(
        limits: Limits,
        bell: Sender<Order>,
        orders: Receiver<Order>,
        found: UnboundedSender<Found>,
    ) -> Self {
        Self { limits, orders, bell, found }
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

    /// Does jobs by `threads` until the desk is closed.
    pub fn work(self, threads: Threads<'_>) {
        let Self { orders, bell, found, .. } = self;
        let mut threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        for order in orders {
            match order {
                Order::Begin(number, job) => threads.begin(number, job),
                Order::Withdraw(number) => threads.withdraw(number),
                Order::Look => {}
                Order::Close => return,
            }
            while let Some((number, outcome)) = threads.answer_now() {
                // Nobody wants it if the worker is about to end.
                let _ = found.send(Found::Answer(number, outcome));
            }
        }
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("limits", &self.limits).finish_non_exhaustive()
    }
}
