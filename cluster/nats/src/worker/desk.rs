//! [`Desk`]: where the jobs of one game are done.

use super::Limits;
use eldest::batch::Executor;
use eldest_prove::{Fact, Job, Outcome, Threads};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

/// What is wanted of a desk.
#[derive(Debug)]
pub(super) enum Order {
    /// A job; and whose it is, if there is somebody else to be told what it proves beside its answer.
    Begin(usize, Job, Option<String>),
    Withdraw(usize),
    /// Another worker has proved these, by rules of this fingerprint.
    Learn(u64, Vec<Fact>),
    /// There may be an answer.
    Look,
    Close,
}

/// What comes from a desk.
#[derive(Debug)]
pub(super) enum Found {
    Answer(usize, Outcome),
    /// What a job of this manager has proved beside its answer.
    News {
        token: String,
        game: String,
        rules: u64,
        facts: Vec<Fact>,
    },
    /// Nothing more comes from the desk of this number; why, if it has failed.
    Closed(u64, Result<(), String>),
}

/// For so many nodes one more fact is told, so that it costs little beside the search.
const NODES_A_FACT: u64 = 1000;

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
        let Self { limits, orders, bell, found } = self;
        let mut threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        let mut shared = BTreeMap::new();
        for order in orders {
            match order {
                Order::Begin(number, job, token) => {
                    if let Some(token) = token.filter(|_| is_shared(&job)) {
                        shared.insert(number, (token, job.game.clone(), job.position.clone()));
                    }
                    threads.begin(number, job);
                }
                Order::Withdraw(number) => threads.withdraw(number),
                Order::Learn(rules, facts) if rules == threads.fingerprint() => {
                    threads.learn(&facts);
                }
                Order::Learn(..) | Order::Look => {}
                Order::Close => return,
            }
            while let Some((number, outcome)) = threads.answer_now() {
                let most = limits.facts.min(1 + (outcome.nodes / NODES_A_FACT) as usize);
                // Nobody wants it if the worker is about to end.
                let _ = found.send(Found::Answer(number, outcome));
                // Only now: the manager is to look for the next job meanwhile.
                if let Some((token, game, position)) = shared.remove(&number) {
                    let (rules, facts) = (threads.fingerprint(), threads.news(&position, most));
                    let _ = found.send(Found::News { token, game, rules, facts });
                }
            }
        }
    }
}

/// Positions whose values are asked for have nothing to do with each other; what is searched afresh is in no table.
fn is_shared(job: &Job) -> bool {
    job.least.is_some() && !job.afresh
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("limits", &self.limits).finish_non_exhaustive()
    }
}
