//! [`Manager`]: the jobs of one [`Cluster`](crate::Cluster), and what is known of them.

mod checks;
mod inbox;
mod jobs;

use crate::Error;
use crate::answers::AnswerSender;
use crate::link::{LARGEST_JOB, ServerLink};
use crate::messages::{AnswerMessage, Jobs, ManagerIs, WorkerIs, read, written};
use crate::names::{self, Kind};
use crate::notice::{Notice, Tell};
use crate::server::Server;
use async_nats::Message;
use async_nats::jetstream::message::PublishMessage;
use eldest_prove::{Job, JobEnd, JobReport, VERSION};
use futures_util::StreamExt;
use inbox::{Census, Event, ManagerInbox};
use jobs::{Open, publish_again};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, timeout};

/// Between two words to the workers.
pub(crate) const PULSE: Duration = Duration::from_secs(1);
/// Between two looks at what is due.
const TICK: Duration = Duration::from_millis(100);
/// Workers that are there say so within this; and when one has, the others not long after.
const ROLL_CALL: Duration = Duration::from_millis(250);
const HUSH: Duration = Duration::from_millis(25);
/// What a withdrawn job has proved so far may take that long to come.
const GRACE: Duration = Duration::from_secs(2);
/// The number of an answer that is none.
pub(crate) const NO_JOB: usize = usize::MAX;

/// What the cluster wants.
#[derive(Debug)]
pub(crate) enum Order {
    Begin(usize, Box<Job>),
    Withdraw(usize),
    WithdrawAll,
    /// Two results contradict each other, which these workers have given.
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
    /// How many checks each worker was given and did not answer.
    unanswered: BTreeMap<String, u32>,
    /// The game of the last job.
    game: String,
    /// Jobs that have vanished from the stream without an answer.
    vanished: u64,
    /// Answers from workers that do not have the job.
    strays: u64,
    answers: AnswerSender,
    threads: Arc<AtomicUsize>,
    events: UnboundedSender<Event>,
    heard: ManagerInbox,
    last_pulse: Option<Instant>,
    last_look: Instant,
    tell: Tell,
}

impl Manager {
    /// Connects, and looks for a moment who is there.
    pub(crate) async fn new(
        server: &Server,
        lease: Duration,
        tell: Tell,
        answers: AnswerSender,
        threads: Arc<AtomicUsize>,
    ) -> Result<Self, Error> {
        let link = ServerLink::new(server, lease, tell.clone()).await?;
        let token = names::token();
        let (events, received) = unbounded_channel();
        let heard = ManagerInbox::new(&link, &token, received).await;
        let heard = heard.map_err(|reason| server.unreachable(reason))?;
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
            heard,
            last_pulse,
            last_look,
            tell,
        };
        manager.call_roll().await;
        Ok(manager)
    }

    /// Says that it is there, listens who is, and says how many are.
    async fn call_roll(&mut self) {
        self.pulse(false).await;
        let begun = Instant::now();
        while let Some(left) = ROLL_CALL.checked_sub(begun.elapsed())
            && let patience = if self.census.workers() == 0 { left } else { left.min(HUSH) }
            && let Ok(Some(message)) = timeout(patience, self.heard.workers.next()).await
        {
            self.meet(&message);
        }
        self.pulse(false).await;
    }

    /// Does what it is told, until the end.
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
                Some(message) = self.heard.answers.next() => self.take(&message).await,
                Some(message) = self.heard.running.next() => self.hear(&message).await,
                Some(message) = self.heard.workers.next() => self.meet(&message),
                Some(message) = self.heard.managers.next() => self.defend(&message),
                Some(event) = self.heard.events.recv() => self.note(event),
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
                format!("the job takes {} bytes; expected {LARGEST_JOB} at most", payload.len());
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
        // The jobs go out in their order; the acknowledgements are waited for beside.
        let sent = self.link.context.send_publish(subject.clone(), publish.clone()).await;
        let (link, events) = (self.link.clone(), self.events.clone());
        let tell = self.tell.clone();
        tokio::spawn(async move {
            let is_there = match sent {
                Ok(acknowledged) => acknowledged.await.is_ok(),
                Err(_) => false,
            };
            if !is_there {
                publish_again(&link, &subject, &publish, &tell).await;
            }
            let _ = events.send(Event::Published(id));
        });
    }

    fn answer(&self, number: usize, outcome: JobReport) {
        self.answers.send(number, outcome);
    }

    /// A worker has an answer. It is confirmed, so that the worker sends it no more.
    async fn take(&mut self, message: &Message) {
        let Some(AnswerMessage { job, outcome }) = read(message) else { return };
        let Some(name) = names::sender(&message.subject) else { return };
        if self.open.get(&job).is_some_and(|open| !open.may_answer(name)) {
            self.strays += 1;
            if self.strays.is_power_of_two() {
                let (worker, answers) = (name.to_owned(), self.strays);
                self.tell.tell(&Notice::Stray { worker, answers });
            }
        } else if let Some(open) = self.open.remove(&job) {
            self.unanswered.remove(name);
            self.answer(open.number, outcome.with(|outcome| outcome.by = name.to_owned()));
        }
        if let Some(reply) = message.reply.clone() {
            let _ = self.link.client.publish(reply, "".into()).await;
        }
    }

    /// A worker says what it is doing; what nobody wants is withdrawn.
    async fn hear(&mut self, message: &Message) {
        let Some(Jobs { jobs }) = read(message) else { return };
        let Some(name) = names::sender(&message.subject) else { return };
        let is_wanted = |id: &u64| match self.open.get_mut(id) {
            Some(open) if open.may_answer(name) => open.is_done_by_somebody(),
            open => open.is_some(),
        };
        let (_, idle): (Vec<u64>, Vec<u64>) = jobs.into_iter().partition(is_wanted);
        self.tell_withdrawn(idle).await;
    }

    async fn tell_withdrawn(&self, jobs: Vec<u64>) {
        if !jobs.is_empty() {
            self.link.send(names::subject(Kind::Withdrawn, &self.token), &Jobs { jobs }).await;
        }
    }

    /// Jobs that nobody wants any more. One that nobody has begun is answered at once.
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
        self.tell_withdrawn(ids).await;
    }

    fn end_job(&mut self, id: u64, end: JobEnd) {
        if let Some(open) = self.open.remove(&id) {
            self.answer(open.number, JobReport::nothing(end));
        }
    }

    /// No worker has a job any more, and it is not in the stream.
    fn lose(&mut self, id: u64) {
        match self.open.get(&id).and_then(|open| open.only.clone()) {
            Some(name) => *self.unanswered.entry(name).or_default() += 1,
            None => {
                self.vanished += 1;
                if self.vanished.is_power_of_two() {
                    self.tell.tell(&Notice::Vanished { jobs: self.vanished });
                }
            }
        }
        self.end_job(id, JobEnd::Lost);
    }

    fn meet(&mut self, message: &Message) {
        let Some(worker) = WorkerIs::read(message) else { return };
        let (threads, workers) = (self.census.threads(), self.census.workers());
        self.census.note(worker, &self.tell);
        self.count(threads);
        if self.census.workers() != workers {
            self.last_pulse = None; // They are to know at once whether there are others.
        }
    }

    /// Who waits for an answer is to know that there is more room.
    fn count(&self, before: usize) {
        let threads = self.census.threads();
        self.threads.store(threads, Ordering::Relaxed);
        if threads > before && !self.open.is_empty() {
            self.answer(NO_JOB, JobReport::nothing(JobEnd::Lost));
        }
    }

    fn note(&mut self, event: Event) {
        match event {
            Event::Published(id) => {
                self.open.get_mut(&id).into_iter().for_each(Open::is_in_stream);
            }
            Event::Seen { sought, found } => {
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
            self.census.forget(&self.tell);
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
        let said = ManagerIs { token, version, workers: self.census.workers(), ends };
        self.link.send(names::MANAGERS.to_owned(), &said).await;
    }

    /// Leaves nothing behind.
    async fn end(mut self) {
        self.pulse(true).await;
        if self.link.is_connected() {
            let _ = timeout(PULSE, self.link.remove_all(&self.token)).await;
            let _ = timeout(PULSE, self.link.client.flush()).await;
        }
    }
}
