//! [`Assignment`]: the jobs of one game, for the thread that searches it; and [`GameSession`]: how they are done.

use super::orders::{AssignmentEvent, Audience, Limits, Order};
use eldest::batch::Executor;
use eldest_prove::{Job, Threads};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// Does the jobs of an assignment of the game of this name, or returns why it does not.
pub(crate) type ServeGame = Arc<dyn Fn(&str, Assignment) -> Result<(), String> + Send + Sync>;

/// Says why a game is not known, if it is not.
pub(crate) type Knows = Arc<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// Where the jobs of one game are done.
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

    /// Does jobs by `threads` until the assignment is closed. If their table [tells](eldest_prove::Telling) what searches find, so do
    /// they.
    pub fn work(self, threads: Threads<'_>) {
        let Self { game, limits, orders, bell, found } = self;
        let threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        GameSession::new(game, threads, limits.tells_from, found).work(&orders);
    }
}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assignment").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// So often findings are told while jobs are under way: oftener, messages take more than they bring (`docs/cluster.md`).
const BEAT: Duration = Duration::from_millis(20);

/// Does the jobs of an assignment.
struct GameSession<'e> {
    game: String,
    threads: Threads<'e>,
    tells_from: Option<u64>,
    /// Who is to be told what is found for the jobs under way.
    audience: BTreeMap<usize, Audience>,
    /// When that was done the last time.
    told: Instant,
    found: UnboundedSender<AssignmentEvent>,
}

impl<'e> GameSession<'e> {
    /// Nothing is done yet. What comes of it goes to `found`.
    pub(super) fn new(
        game: String,
        threads: Threads<'e>,
        tells_from: Option<u64>,
        found: UnboundedSender<AssignmentEvent>,
    ) -> Self {
        let (audience, told) = (BTreeMap::new(), Instant::now());
        Self { game, threads, tells_from, audience, told, found }
    }

    /// Does what is ordered until the assignment is closed.
    fn work(mut self, orders: &Receiver<Order>) {
        let is_open = |order: &Order| !matches!(order, Order::Close);
        while let Some(order) = self.next(orders).filter(is_open) {
            self.obey(order);
            self.answer();
        }
    }

    /// What is to be done next; what is found meanwhile is told.
    fn next(&mut self, orders: &Receiver<Order>) -> Option<Order> {
        while !self.audience.is_empty() {
            if self.told.elapsed() >= BEAT {
                self.tell();
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
                self.listen();
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
            // Nobody wants it if the worker is about to end.
            let _ = self.found.send(AssignmentEvent::Answer(number, outcome));
            // Only now: the manager is to look for the next job meanwhile.
            self.tell();
            self.audience.remove(&number);
            self.listen();
        }
    }

    /// What is to be told: nothing without an audience. The more tell a worker something, the less each of them, so that it
    /// hears as much from many as from one.
    fn listen(&self) {
        let workers = self.audience.values().map(|audience| audience.workers as u64).max();
        let from =
            self.tells_from.zip(workers).map(|(nodes, workers)| nodes.saturating_mul(workers));
        self.threads.tells_from(from);
    }

    /// Tells what has been found.
    fn tell(&mut self) {
        self.told = Instant::now();
        let findings = self.threads.news();
        if findings.is_empty() {
            return;
        }
        let tokens = self.audience.values().map(|audience| audience.token.clone()).collect();
        let (game, rules) = (self.game.clone(), self.threads.fingerprint());
        let _ = self.found.send(AssignmentEvent::News { tokens, game, rules, findings });
    }
}

/// Positions whose values are asked for have nothing to do with each other; what is searched afresh is in no table.
fn is_shared(job: &Job) -> bool {
    job.least.is_some() && !job.afresh
}
