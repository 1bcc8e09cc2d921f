//! [`GamePool`]: the assignments of the games that a worker serves.

use super::assignment::{Assignment, AssignmentEvent, Audience, Limits, Order, ServeGame};
use eldest_prove::{Finding, Job};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};
use tokio::sync::mpsc::UnboundedSender;

/// The assignments of the games that a worker serves, and jobs that wait for one.
pub(super) struct GamePool {
    games: ServeGame,
    limits: Limits,
    found: UnboundedSender<AssignmentEvent>,
    /// The most recently used last.
    open: Vec<Open>,
    waiting: VecDeque<(usize, Job, Option<Audience>)>,
    /// The thread of an assignment whose table was dropped: its memory may not be free yet.
    leaving: Option<JoinHandle<()>>,
    next: u64,
}

/// An assignment with its thread.
struct Open {
    id: u64,
    game: String,
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
    /// Whether its table holds findings of other workers.
    has_learnt: bool,
    /// Its jobs that have no answer yet.
    jobs: Vec<usize>,
}

impl GamePool {
    /// Returns a pool without assignments. It sends answers to `found`.
    pub(super) fn new(
        games: ServeGame,
        limits: Limits,
        found: UnboundedSender<AssignmentEvent>,
    ) -> Self {
        let (open, waiting) = (Vec::new(), VecDeque::new());
        Self { games, limits, found, open, waiting, leaving: None, next: 0 }
    }

    /// Starts `job` as soon as there is an assignment for its game; its findings are shared with
    /// `audience`.
    pub(super) fn begin(&mut self, number: usize, job: Job, audience: Option<Audience>) {
        self.waiting.push_back((number, job, audience));
        self.settle();
    }

    /// Stops a running job.
    pub(super) fn withdraw(&mut self, number: usize) {
        for assignment in self.open.iter().filter(|assignment| assignment.jobs.contains(&number)) {
            let _ = assignment.orders.send(Order::Withdraw(number));
        }
    }

    /// Passes on findings of another worker for this game, by rules of this fingerprint.
    pub(super) fn learn(&mut self, game: &str, rules: u64, findings: Vec<Finding>) {
        if let Some(assignment) = self.open.iter_mut().find(|assignment| assignment.game == game) {
            assignment.has_learnt = true;
            let _ = assignment.orders.send(Order::Learn(rules, findings));
        }
    }

    /// Drops the table of this game, if it holds findings of other workers, or `always`. Returns
    /// the jobs that used it, which are stopped; `None` if the table stays.
    pub(super) fn drop_table(&mut self, game: &str, always: bool) -> Option<Vec<usize>> {
        let is_it =
            |assignment: &Open| assignment.game == game && (assignment.has_learnt || always);
        let at = self.open.iter().position(is_it)?;
        let mut assignment = self.open.remove(at);
        let _ = assignment.orders.send(Order::Close);
        self.leaving = assignment.thread.take();
        self.settle();
        Some(assignment.jobs)
    }

    /// Removes a waiting job. Returns whether there was one.
    pub(super) fn forget(&mut self, number: usize) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(waits, ..)| *waits != number);
        self.waiting.len() < before
    }

    /// Removes a job that is answered.
    pub(super) fn ended(&mut self, number: usize) {
        self.open.iter_mut().for_each(|assignment| assignment.jobs.retain(|job| *job != number));
        self.settle();
    }

    /// Removes an assignment that has ended. Returns its unanswered jobs.
    pub(super) fn closed(&mut self, id: u64) -> Vec<usize> {
        let at = self.open.iter().position(|assignment| assignment.id == id);
        let jobs = at.map(|at| self.open.remove(at).jobs).unwrap_or_default();
        self.settle();
        jobs
    }

    /// Closes all assignments, including those with jobs.
    pub(super) fn close(&mut self) {
        self.waiting.clear();
        for assignment in self.open.drain(..) {
            let _ = assignment.orders.send(Order::Close);
        }
    }

    /// Hands waiting jobs to their assignments, in order of arrival: overtaking could starve a job.
    fn settle(&mut self) {
        while let Some((number, job, audience)) = self.waiting.pop_front() {
            let Some(mut assignment) = self.assignment(&job.game) else {
                return self.waiting.push_front((number, job, audience));
            };
            assignment.jobs.push(number);
            let _ = assignment.orders.send(Order::Begin(number, job, audience));
            self.open.push(assignment);
        }
    }

    /// Removes and returns the assignment of this game, or opens one; `None` while there is no
    /// room.
    fn assignment(&mut self, game: &str) -> Option<Open> {
        if let Some(at) = self.open.iter().position(|assignment| assignment.game == game) {
            return Some(self.open.remove(at));
        }
        let before = if self.open.len() < self.limits.games {
            None
        } else {
            let idle = self.open.iter().position(|assignment| assignment.jobs.is_empty())?;
            let mut idle = self.open.remove(idle);
            let _ = idle.orders.send(Order::Close);
            idle.thread.take()
        };
        let before = before.into_iter().chain(self.leaving.take()).collect();
        Some(self.open_assignment(game, before))
    }

    /// Opens an assignment for this game, which starts when the threads `before` have freed their
    /// tables.
    fn open_assignment(&mut self, game: &str, before: Vec<JoinHandle<()>>) -> Open {
        let (orders, received) = channel();
        let id = self.next;
        self.next += 1;
        let assignment = Assignment::new(
            game,
            self.limits.clone(),
            orders.clone(),
            received,
            self.found.clone(),
        );
        let (games, found, name) = (self.games.clone(), self.found.clone(), game.to_owned());
        let work = move || {
            before.into_iter().for_each(|before| before.join().unwrap_or_default());
            let ended = catch_unwind(AssertUnwindSafe(|| games(&name, assignment)));
            let ended = ended.unwrap_or_else(|_| Err("the game panicked".to_owned()));
            let _ = found.send(AssignmentEvent::Closed(id, ended));
        };
        let thread = Builder::new().name(format!("assignment {id}")).spawn(work);
        if let Err(error) = &thread {
            let _ = self.found.send(AssignmentEvent::Closed(id, Err(error.to_string())));
        }
        let (game, has_learnt, jobs) = (game.to_owned(), false, Vec::new());
        Open { id, game, orders, thread: thread.ok(), has_learnt, jobs }
    }
}
