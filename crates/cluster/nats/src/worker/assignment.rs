//! [`Assignment`]: the jobs of one game, for the thread that searches it; and [`GameSession`],
//! which does them.

use eldest::batch::Executor;
use eldest_prove::{Finding, Job, JobReport, Threads};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

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

/// Does the jobs of an assignment, all of the game of this name; fails with a reason.
pub(crate) type ServeGame = Arc<dyn Fn(&str, Assignment) -> Result<(), String> + Send + Sync>;

/// Checks that the game of this name can be served; fails with a reason.
pub(crate) type Knows = Arc<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// The jobs of one game, as they arrive at a worker.
pub struct Assignment {
    game: String,
    limits: Limits,
    orders: Receiver<Order>,
    bell: Sender<Order>,
    found: UnboundedSender<AssignmentEvent>,
}

impl Assignment {
    pub(super) fn new(
        game: &str,
        limits: Limits,
        bell: Sender<Order>,
        orders: Receiver<Order>,
        found: UnboundedSender<AssignmentEvent>,
    ) -> Self {
        Self { game: game.to_owned(), limits, orders, bell, found }
    }

    /// Returns the number of threads with which the engine is to search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.limits.threads
    }

    /// Returns the size of the table for this game.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.limits.table_bytes / self.limits.games
    }

    /// Does jobs by `threads` until the assignment is closed. Shares the findings of searches with
    /// other workers if `threads` have an [`Exchange`](eldest_prove::Exchange).
    pub fn work(self, threads: Threads<'_>) {
        let Self { game, limits, orders, bell, found } = self;
        let threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        GameSession::new(game, threads, limits.share_from, found).work(&orders);
    }
}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assignment").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// Interval at which findings are shared while jobs run. Shorter ones cost more than they gain
/// (`docs/cluster.md`).
const BEAT: Duration = Duration::from_millis(20);

/// Does the jobs of an assignment.
struct GameSession<'e> {
    game: String,
    threads: Threads<'e>,
    share_from: Option<u64>,
    /// The workers that receive the findings of each running job.
    audience: BTreeMap<usize, Audience>,
    /// When findings were last shared.
    last_shared: Instant,
    found: UnboundedSender<AssignmentEvent>,
}

impl<'e> GameSession<'e> {
    /// Returns a session without jobs. It sends results and findings to `found`.
    pub(super) fn new(
        game: String,
        threads: Threads<'e>,
        share_from: Option<u64>,
        found: UnboundedSender<AssignmentEvent>,
    ) -> Self {
        let (audience, last_shared) = (BTreeMap::new(), Instant::now());
        Self { game, threads, share_from, audience, last_shared, found }
    }

    /// Follows orders until the assignment is closed.
    fn work(mut self, orders: &Receiver<Order>) {
        let is_open = |order: &Order| !matches!(order, Order::Close);
        while let Some(order) = self.next(orders).filter(is_open) {
            self.obey(order);
            self.answer();
        }
    }

    /// Waits for the next order, and shares findings meanwhile.
    fn next(&mut self, orders: &Receiver<Order>) -> Option<Order> {
        while !self.audience.is_empty() {
            if self.last_shared.elapsed() >= BEAT {
                self.share();
            }
            match orders.recv_timeout(BEAT) {
                Err(RecvTimeoutError::Timeout) => {}
                order => return order.ok(),
            }
        }
        orders.recv().ok()
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Begin(number, job, audience) => {
                let audience = audience.filter(|_| is_shared(&job));
                self.audience.extend(audience.map(|audience| (number, audience)));
                self.update_threshold();
                self.threads.begin(number, job);
            }
            Order::Withdraw(number) => self.threads.withdraw(number),
            Order::Learn(rules, findings) if rules == self.threads.fingerprint() => {
                self.threads.learn(&findings);
            }
            Order::Learn(..) | Order::Look | Order::Close => {}
        }
    }

    fn answer(&mut self) {
        while let Some((number, outcome)) = self.threads.answer_now() {
            // The receiver is gone when the worker is about to end.
            let _ = self.found.send(AssignmentEvent::Answer(number, outcome));
            // After the answer, so that the manager can already choose its next job.
            self.share();
            self.audience.remove(&number);
            self.update_threshold();
        }
    }

    /// Sets how costly a finding must be to be shared; none is shared without other workers. The
    /// threshold grows with their number, so that a worker receives as much from many as from one.
    fn update_threshold(&self) {
        let workers = self.audience.values().map(|audience| audience.workers as u64).max();
        let from =
            self.share_from.zip(workers).map(|(nodes, workers)| nodes.saturating_mul(workers));
        self.threads.share_from(from);
    }

    /// Shares the findings since the last time.
    fn share(&mut self) {
        self.last_shared = Instant::now();
        let findings = self.threads.news();
        if findings.is_empty() {
            return;
        }
        let tokens = self.audience.values().map(|audience| audience.token.clone()).collect();
        let (game, rules) = (self.game.clone(), self.threads.fingerprint());
        let _ = self.found.send(AssignmentEvent::News { tokens, game, rules, findings });
    }
}

/// Whether findings for this job help others: jobs for exact values are unrelated, and those
/// searched afresh use no shared table.
fn is_shared(job: &Job) -> bool {
    job.least.is_some() && !job.afresh
}
