//! [`Manager`]: the open jobs of one [`Cluster`](crate::Cluster), and their state.

mod checks;
mod inbox;
mod jobs;

use crate::Error;
use crate::answers::AnswerSender;
use crate::link::{LARGEST_JOB, ServerLink};
use crate::messages::{AnswerMessage, Jobs, ManagerPulse, WorkerPulse, read, written};
use crate::names::{self, MessageKind};
use crate::notice::{Notice, NoticeReporter};
use crate::server::Server;
use async_nats::Message;
use async_nats::jetstream::message::PublishMessage;
use eldest_prove::{Job, JobEnd, JobReport, VERSION};
use futures_util::StreamExt;
use inbox::{Census, ManagerInbox, TaskEvent};
use jobs::{Open, publish_again};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, timeout};

/// Interval between two heartbeats.
pub(crate) const PULSE: Duration = Duration::from_secs(1);
/// Interval between two checks of deadlines.
const TICK: Duration = Duration::from_millis(100);
/// How long a new manager waits for workers to report.
const ROLL_CALL: Duration = Duration::from_millis(250);
/// Once one has reported, how long it waits for each further worker.
const HUSH: Duration = Duration::from_millis(25);
/// How long a withdrawn job may take to deliver its partial result.
const GRACE: Duration = Duration::from_secs(2);
/// The number of a dummy answer.
pub(crate) const NO_JOB: usize = usize::MAX;

/// A command of the cluster.
#[derive(Debug)]
pub(crate) enum Order {
    Begin(usize, Box<Job>),
    Withdraw(usize),
    WithdrawAll,
    /// Results of these workers contradict each other.
    Contradicted(Vec<String>),
    End,
}

/// The jobs of one cluster.
pub(crate) struct Manager {
    link: ServerLink,
    token: String,
    lease: Duration,
    open: BTreeMap<u64, Open>,
    next: u64,
    census: Census,
    /// The number of checks that each worker has left unanswered.
    unanswered: BTreeMap<String, u32>,
    /// The game of the last job.
    game: String,
    /// The number of jobs that have vanished from the stream unanswered.
    vanished: u64,
    /// The number of answers from workers that the job is not for.
    strays: u64,
    answers: AnswerSender,
    threads: Arc<AtomicUsize>,
    events: UnboundedSender<TaskEvent>,
    inbox: ManagerInbox,
    last_pulse: Option<Instant>,
    last_look: Instant,
    reporter: NoticeReporter,
}

impl Manager {
    /// Connects, and waits briefly for workers to report.
    pub(crate) async fn new(
        server: &Server,
        lease: Duration,
        reporter: NoticeReporter,
        answers: AnswerSender,
        threads: Arc<AtomicUsize>,
    ) -> Result<Self, Error> {
        let link = ServerLink::new(server, lease, reporter.clone()).await?;
        let token = names::token();
        let (events, received) = unbounded_channel();
        let inbox = ManagerInbox::new(&link, &token, received).await;
        let inbox = inbox.map_err(|reason| server.unreachable(reason))?;
        let (open, census) = (BTreeMap::new(), Census::default());
        let (last_pulse, last_look) = (None, Instant::now());
        let mut manager = Self {
            link,
            token,
            lease,
            open,
            next: 0,
            census,
            unanswered: BTreeMap::new(),
            game: String::new(),
            vanished: 0,
            strays: 0,
            answers,
            threads,
            events,
            inbox,
            last_pulse,
            last_look,
            reporter,
        };
        manager.call_roll().await;
        Ok(manager)
    }

    /// Sends a heartbeat, collects those of workers, and sends their number.
    async fn call_roll(&mut self) {
        self.pulse(false).await;
        let begun = Instant::now();
        while let Some(left) = ROLL_CALL.checked_sub(begun.elapsed())
            && let patience = if self.census.workers() == 0 { left } else { left.min(HUSH) }
            && let Ok(Some(message)) = timeout(patience, self.inbox.workers.next()).await
        {
            self.meet(&message);
        }
        self.pulse(false).await;
    }

    /// Handles orders and messages until [`Order::End`].
    pub(crate) async fn run(mut self, mut orders: UnboundedReceiver<Order>) {
        let mut ticks = interval(TICK);
        loop {
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Order::Begin(number, job)) => self.begin(number, &job).await,
                    Some(Order::Withdraw(number)) => self.withdraw(|open| open.number == number).await,
                    Some(Order::WithdrawAll) => self.withdraw(|_| true).await,
                    Some(Order::Contradicted(workers)) => self.contradicted(workers).await,
                    Some(Order::End) | None => return self.end().await,
                },
                Some(message) = self.inbox.answers.next() => self.take(&message).await,
                Some(message) = self.inbox.running.next() => self.note_running(&message).await,
                Some(message) = self.inbox.workers.next() => self.meet(&message),
                Some(message) = self.inbox.managers.next() => self.defend(&message),
                Some(event) = self.inbox.events.recv() => self.note(event),
                _ = ticks.tick() => self.tick().await,
            }
        }
    }

    /// Puts a job into the stream.
    async fn begin(&mut self, number: usize, job: &Job) {
        let (id, payload) = (self.next, written(job));
        self.next += 1;
        if payload.len() > LARGEST_JOB {
            let reason =
                format!("the job takes {} bytes; expected at most {LARGEST_JOB}", payload.len());
            return self.answer(number, JobReport::nothing(JobEnd::Failed(reason)));
        }
        self.game.clone_from(&job.game);
        if let Some(name) = &job.not_by {
            return self.check(number, job, name).await;
        }
        self.open.insert(id, Open::new(number, None));
        let subject = names::job(&self.token, id);
        let publish = PublishMessage::build().message_id(format!("{}.{id}", self.token));
        let publish = publish.payload(payload.into());
        // Jobs are sent in order; another task waits for the acknowledgement.
        let sent = self.link.context.send_publish(subject.clone(), publish.clone()).await;
        let (link, events) = (self.link.clone(), self.events.clone());
        let reporter = self.reporter.clone();
        tokio::spawn(async move {
            let is_there = match sent {
                Ok(acknowledged) => acknowledged.await.is_ok(),
                Err(_) => false,
            };
            if !is_there {
                publish_again(&link, &subject, &publish, &reporter).await;
            }
            let _ = events.send(TaskEvent::Published(id));
        });
    }

    fn answer(&self, number: usize, outcome: JobReport) {
        self.answers.send(number, outcome);
    }

    /// Handles an answer of a worker. Confirms it, so that the worker stops sending it.
    async fn take(&mut self, message: &Message) {
        let Some(AnswerMessage { job, outcome }) = read(message) else { return };
        let Some(name) = names::sender(&message.subject) else { return };
        if self.open.get(&job).is_some_and(|open| !open.may_answer(name)) {
            self.strays += 1;
            if self.strays.is_power_of_two() {
                let (worker, answers) = (name.to_owned(), self.strays);
                self.reporter.report(&Notice::Stray { worker, answers });
            }
        } else if let Some(open) = self.open.remove(&job) {
            self.unanswered.remove(name);
            self.answer(open.number, outcome.with(|outcome| outcome.by = name.to_owned()));
        }
        if let Some(reply) = message.reply.clone() {
            let _ = self.link.client.publish(reply, "".into()).await;
        }
    }

    /// Handles the list of jobs that a worker has. Withdraws those that are not wanted.
    async fn note_running(&mut self, message: &Message) {
        let Some(Jobs { jobs }) = read(message) else { return };
        let Some(name) = names::sender(&message.subject) else { return };
        let is_wanted = |id: &u64| match self.open.get_mut(id) {
            Some(open) if open.may_answer(name) => open.note_running(),
            open => open.is_some(),
        };
        let (_, unwanted): (Vec<u64>, Vec<u64>) = jobs.into_iter().partition(is_wanted);
        self.send_withdrawn(unwanted).await;
    }

    async fn send_withdrawn(&self, jobs: Vec<u64>) {
        if !jobs.is_empty() {
            self.link
                .send(names::subject(MessageKind::Withdrawn, &self.token), &Jobs { jobs })
                .await;
        }
    }

    /// Withdraws jobs. Answers those at once that no worker has begun.
    async fn withdraw(&mut self, is_it: impl Fn(&Open) -> bool) {
        let ids: Vec<u64> =
            self.open.iter().filter(|(_, open)| is_it(open)).map(|(id, _)| *id).collect();
        for id in &ids {
            let (link, subject) = (self.link.clone(), names::job(&self.token, *id));
            tokio::spawn(async move { link.remove(subject).await });
            if self.open.get_mut(id).is_some_and(|open| !open.withdraw()) {
                self.end_job(*id, JobEnd::Withdrawn);
            }
        }
        self.send_withdrawn(ids).await;
    }

    fn end_job(&mut self, id: u64, end: JobEnd) {
        if let Some(open) = self.open.remove(&id) {
            self.answer(open.number, JobReport::nothing(end));
        }
    }

    /// Answers a job that is lost: no worker has it, and it is not in the stream.
    fn lose(&mut self, id: u64) {
        match self.open.get(&id).and_then(|open| open.only.clone()) {
            Some(name) => *self.unanswered.entry(name).or_default() += 1,
            None => {
                self.vanished += 1;
                if self.vanished.is_power_of_two() {
                    self.reporter.report(&Notice::Vanished { jobs: self.vanished });
                }
            }
        }
        self.end_job(id, JobEnd::Lost);
    }

    /// Handles the heartbeat of a worker.
    fn meet(&mut self, message: &Message) {
        let Some(worker) = WorkerPulse::read(message) else { return };
        let (threads, workers) = (self.census.threads(), self.census.workers());
        self.census.note(worker, &self.reporter);
        self.count(threads);
        if self.census.workers() != workers {
            self.last_pulse = None; // Workers learn at once whether there are others.
        }
    }

    /// Publishes the number of threads. If it has grown, wakes a caller that waits for an answer.
    fn count(&self, before: usize) {
        let threads = self.census.threads();
        self.threads.store(threads, Ordering::Relaxed);
        if threads > before && !self.open.is_empty() {
            self.answer(NO_JOB, JobReport::nothing(JobEnd::Lost));
        }
    }

    fn note(&mut self, event: TaskEvent) {
        match event {
            TaskEvent::Published(id) => {
                self.open.get_mut(&id).into_iter().for_each(Open::is_in_stream);
            }
            TaskEvent::Seen { sought, found } => {
                for id in sought {
                    let Some(open) = self.open.get_mut(&id) else { continue };
                    if found.contains(&id) {
                        open.is_in_stream();
                    } else if open.is_missing(self.lease) {
                        self.lose(id);
                    }
                }
            }
        }
    }

    async fn tick(&mut self) {
        if self.last_pulse.is_none_or(|last| last.elapsed() >= PULSE) {
            self.pulse(false).await;
        }
        if self.link.is_connected() {
            let before = self.census.threads();
            self.census.forget(&self.reporter);
            self.count(before);
        }
        let late: Vec<u64> =
            self.open.iter().filter(|(_, open)| open.is_late(GRACE)).map(|(id, _)| *id).collect();
        late.into_iter().for_each(|id| self.end_job(id, JobEnd::Withdrawn));
        if self.last_look.elapsed() >= self.lease / 4 {
            self.last_look = Instant::now();
            self.look();
        }
    }

    async fn pulse(&mut self, ends: bool) {
        self.last_pulse = Some(Instant::now());
        let (token, version) = (self.token.clone(), VERSION.to_owned());
        let pulse = ManagerPulse { token, version, workers: self.census.workers(), ends };
        self.link.send(names::MANAGERS.to_owned(), &pulse).await;
    }

    /// Says goodbye, and deletes all jobs from the server.
    async fn end(mut self) {
        self.pulse(true).await;
        if self.link.is_connected() {
            let _ = timeout(PULSE, self.link.remove_all(&self.token)).await;
            let _ = timeout(PULSE, self.link.client.flush()).await;
        }
    }
}
