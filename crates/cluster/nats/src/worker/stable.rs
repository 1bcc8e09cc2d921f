//! [`Stable`]: the desks of a few games.

use super::desk::{Desk, Games};
use super::orders::{Audience, Found, Limits, Order};
use eldest_prove::{Finding, Job};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};
use tokio::sync::mpsc::UnboundedSender;

/// The desks of a few games, the one that was asked last at the end; and jobs for which there is none yet.
pub(super) struct Stable {
    games: Games,
    limits: Limits,
    found: UnboundedSender<Found>,
    open: Vec<Open>,
    waiting: VecDeque<(usize, Job, Option<Audience>)>,
    /// The thread of a desk whose table was dropped: it may take memory still.
    leaving: Option<JoinHandle<()>>,
    next: u64,
}

/// A desk, and who sits there.
struct Open {
    id: u64,
    game: String,
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
    /// Whether its table has learnt findings of other workers.
    has_learnt: bool,
    /// Jobs that are done there.
    jobs: Vec<usize>,
}

impl Stable {
    /// No desk is open. Answers go to `found`.
    pub(super) fn new(games: Games, limits: Limits, found: UnboundedSender<Found>) -> Self {
        let (open, waiting) = (Vec::new(), VecDeque::new());
        Self { games, limits, found, open, waiting, leaving: None, next: 0 }
    }

    /// Lets somebody do `job`, as soon as there is a desk for its game, and tell `audience` what its search finds.
    pub(super) fn begin(&mut self, number: usize, job: Job, audience: Option<Audience>) {
        self.waiting.push_back((number, job, audience));
        self.settle();
    }

    /// Nobody wants it any more.
    pub(super) fn withdraw(&mut self, number: usize) {
        for desk in self.open.iter().filter(|desk| desk.jobs.contains(&number)) {
            let _ = desk.orders.send(Order::Withdraw(number));
        }
    }

    /// Another worker has found these of this game, by rules of this fingerprint.
    pub(super) fn learn(&mut self, game: &str, rules: u64, findings: Vec<Finding>) {
        if let Some(desk) = self.open.iter_mut().find(|desk| desk.game == game) {
            desk.has_learnt = true;
            let _ = desk.orders.send(Order::Learn(rules, findings));
        }
    }

    /// Drops the table of this game, if it has learnt findings of other workers, or `always`. Returns the jobs that used it,
    /// which have stopped; `None` if the table stays.
    pub(super) fn drop_table(&mut self, game: &str, always: bool) -> Option<Vec<usize>> {
        let is_it = |desk: &Open| desk.game == game && (desk.has_learnt || always);
        let at = self.open.iter().position(is_it)?;
        let mut desk = self.open.remove(at);
        let _ = desk.orders.send(Order::Close);
        self.leaving = desk.thread.take();
        self.settle();
        Some(desk.jobs)
    }

    /// Forgets a job that waits; whether there was one.
    pub(super) fn forget(&mut self, number: usize) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(waits, ..)| *waits != number);
        self.waiting.len() < before
    }

    /// A job is answered.
    pub(super) fn ended(&mut self, number: usize) {
        self.open.iter_mut().for_each(|desk| desk.jobs.retain(|job| *job != number));
        self.settle();
    }

    /// A desk was closed; its jobs, if any were left.
    pub(super) fn closed(&mut self, id: u64) -> Vec<usize> {
        let at = self.open.iter().position(|desk| desk.id == id);
        let jobs = at.map(|at| self.open.remove(at).jobs).unwrap_or_default();
        self.settle();
        jobs
    }

    /// Closes all desks, whatever is done there.
    pub(super) fn close(&mut self) {
        self.waiting.clear();
        for desk in self.open.drain(..) {
            let _ = desk.orders.send(Order::Close);
        }
    }

    /// Jobs go where they belong, as far as there is room; none before one that came earlier, which might wait for ever.
    fn settle(&mut self) {
        while let Some((number, job, audience)) = self.waiting.pop_front() {
            let Some(mut desk) = self.desk(&job.game) else {
                return self.waiting.push_front((number, job, audience));
            };
            desk.jobs.push(number);
            let _ = desk.orders.send(Order::Begin(number, job, audience));
            self.open.push(desk);
        }
    }

    /// The desk of this game, taken out; `None` while there is no room for another one.
    fn desk(&mut self, game: &str) -> Option<Open> {
        if let Some(at) = self.open.iter().position(|desk| desk.game == game) {
            return Some(self.open.remove(at));
        }
        let before = if self.open.len() < self.limits.games {
            None
        } else {
            let idle = self.open.iter().position(|desk| desk.jobs.is_empty())?;
            let mut idle = self.open.remove(idle);
            let _ = idle.orders.send(Order::Close);
            idle.thread.take()
        };
        let before = before.into_iter().chain(self.leaving.take()).collect();
        Some(self.open_desk(game, before))
    }

    /// A desk for this game, as soon as those of the threads `before` have gone, with their tables.
    fn open_desk(&mut self, game: &str, before: Vec<JoinHandle<()>>) -> Open {
        let (orders, received) = channel();
        let id = self.next;
        self.next += 1;
        let desk =
            Desk::new(game, self.limits.clone(), orders.clone(), received, self.found.clone());
        let (games, found, name) = (self.games.clone(), self.found.clone(), game.to_owned());
        let sit = move || {
            before.into_iter().for_each(|before| before.join().unwrap_or_default());
            let sat = catch_unwind(AssertUnwindSafe(|| games(&name, desk)));
            let sat = sat.unwrap_or_else(|_| Err("the game panicked".to_owned()));
            let _ = found.send(Found::Closed(id, sat));
        };
        let thread = Builder::new().name(format!("desk {id}")).spawn(sit);
        if let Err(error) = &thread {
            let _ = self.found.send(Found::Closed(id, Err(error.to_string())));
        }
        let (game, has_learnt, jobs) = (game.to_owned(), false, Vec::new());
        Open { id, game, orders, thread: thread.ok(), has_learnt, jobs }
    }
}
