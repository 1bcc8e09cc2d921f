//! [`Service`]: receives jobs, has them done, and sends the answers.

mod checks;
mod managers;
mod payload;

use super::assignment::{AssignmentEvent, Audience, Knows, Limits, ServeGame};
use super::jobs::{JobState, Name, WorkerJobs};
use super::pool::GamePool;
use super::puller::{Pulled, pull};
use crate::Error;
use crate::link::ServerLink;
use crate::manager::PULSE;
use crate::messages::{AnswerMessage, Jobs, Running, read};
use crate::names::{self, MessageKind};
use crate::notice::{Notice, NoticeReporter};
use crate::peers::PeerList;
use crate::server::Server;
use async_nats::jetstream::AckKind;
use async_nats::{Message, Subscriber};
use eldest::StopToken;
use eldest_prove::{JobEnd, JobReport};
use futures_util::StreamExt;
use payload::{ENVELOPE, readable, within};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, sleep, timeout};

/// Interval between two checks of the stop token.
const TICK: Duration = Duration::from_millis(50);
/// The most managers that a worker remembers.
const MOST_MANAGERS: usize = 1 << 12;
/// The most versions of managers that a worker reports as incompatible.
const MOST_VERSIONS: usize = 16;
/// The most workers that are distrusted by name.
const MOST_DISTRUSTED: usize = 1 << 10;
/// Pause before an answer is sent again.
const PAUSE: Duration = Duration::from_millis(200);

/// The main loop of a worker: receives jobs, has them done, and sends the answers.
pub(super) struct Service {
    link: ServerLink,
    limits: Limits,
    name: String,
    pool: GamePool,
    knows: Knows,
    held: WorkerJobs,
    /// The number of workers of each manager, by its token.
    managers: PeerList<usize>,
    /// Versions of managers whose jobs are not done.
    others: PeerList<()>,
    /// Workers whose answers were wrong, or reported as wrong: their findings are not learnt.
    distrusted: PeerList<()>,
    inbox: WorkerInbox,
    /// Sends the inbox the numbers of jobs whose answers are confirmed.
    confirm: UnboundedSender<usize>,
    slots: Arc<Semaphore>,
    last_pulse: Option<Instant>,
    last_renewal: Instant,
    reporter: NoticeReporter,
}

/// The subscriptions and channels of a worker.
struct WorkerInbox {
    pulled: UnboundedReceiver<Pulled>,
    found: UnboundedReceiver<AssignmentEvent>,
    /// Jobs whose managers have confirmed the answer.
    confirmed: UnboundedReceiver<usize>,
    withdrawn: Subscriber,
    news: Subscriber,
    managers: Subscriber,
    /// Sent to this worker only.
    checks: Subscriber,
    contradicted: Subscriber,
    /// Heartbeats in this worker's name.
    own: Subscriber,
}

impl Service {
    pub(super) async fn new(
        server: &Server,
        name: Option<String>,
        (games, knows): (ServeGame, Knows),
        limits: Limits,
        reporter: NoticeReporter,
    ) -> Result<Self, Error> {
        let link = ServerLink::new(server, limits.lease, reporter.clone()).await?;
        let (sender, pulled) = unbounded_channel();
        let (events, found) = unbounded_channel();
        let (confirm, confirmed) = unbounded_channel();
        let subscribe = async |subject: String| {
            let subscribed = link.client.subscribe(subject).await;
            subscribed.map_err(|error| server.unreachable(error.to_string()))
        };
        let withdrawn = subscribe(names::subject(MessageKind::Withdrawn, "*")).await?;
        let news = subscribe(names::from_worker(MessageKind::News, "*", "*")).await?;
        let name = name.unwrap_or_else(names::token);
        let checks = subscribe(names::checks(&name)).await?;
        let contradicted = subscribe(names::subject(MessageKind::Contradicted, "*")).await?;
        let own = subscribe(names::workers(&name)).await?;
        let managers = subscribe(names::MANAGERS.to_owned()).await?;
        let slots = Arc::new(Semaphore::new(limits.threads));
        for _ in 0..limits.threads {
            tokio::spawn(pull(link.clone(), slots.clone(), sender.clone(), reporter.clone()));
        }
        let inbox = WorkerInbox {
            pulled,
            found,
            confirmed,
            withdrawn,
            news,
            managers,
            checks,
            contradicted,
            own,
        };
        let pool = GamePool::new(games, limits.clone(), events);
        let (managers, others) = (PeerList::new(MOST_MANAGERS), PeerList::new(MOST_VERSIONS));
        let (last_pulse, last_renewal) = (None, Instant::now());
        let distrusted = PeerList::new(MOST_DISTRUSTED);
        Ok(Self {
            link,
            limits,
            name,
            pool,
            knows,
            held: WorkerJobs::default(),
            managers,
            others,
            distrusted,
            inbox,
            confirm,
            slots,
            last_pulse,
            last_renewal,
            reporter,
        })
    }

    /// Does jobs until `stop` is thrown.
    pub(super) async fn run(mut self, stop: &StopToken) {
        let mut ticks = interval(TICK);
        let mut connections = self.link.connections();
        while !stop.is_stopped() {
            tokio::select! {
                Some(pulled) = self.inbox.pulled.recv() => self.begin(pulled).await,
                Some(event) = self.inbox.found.recv() => self.handle(event).await,
                Some(number) = self.inbox.confirmed.recv() => self.acknowledge(number).await,
                Some(message) = self.inbox.withdrawn.next() => self.withdraw(&message),
                Some(message) = self.inbox.news.next() => self.learn(&message),
                Some(message) = self.inbox.managers.next() => self.meet(&message).await,
                Some(message) = self.inbox.checks.next() => self.check(&message).await,
                Some(message) = self.inbox.contradicted.next() => self.distrust(&message).await,
                Some(message) = self.inbox.own.next() => self.defend(&message).await,
                // No messages could arrive meanwhile.
                Ok(()) = connections.changed() => self.managers.forgive(),
                _ = ticks.tick() => self.tick().await,
            }
        }
        self.end().await;
    }

    /// Starts a job that has arrived, or answers why it is refused.
    async fn begin(&mut self, pulled: Pulled) {
        let job = readable(&pulled, &self.limits);
        let job = job.and_then(|job| (self.knows)(&job.game).map(|()| job));
        let game = job.as_ref().map(|job| job.game.clone()).unwrap_or_default();
        let delivery = pulled.delivery.clone();
        let Some(number) = self.held.take(pulled, &game) else {
            // Not a valid job; or one that is here already, delivered again after its lease.
            if names::job_of(&delivery.subject).is_none() {
                let _ = delivery.ack_with(AckKind::Term).await;
            }
            return;
        };
        let Some(held) = self.held.get_mut(number) else { return };
        let (token, id) = held.name.clone();
        let workers = self.managers.get(&token).copied();
        if workers.is_none() {
            self.managers.record(token.clone(), 0);
        }
        let workers = workers.map_or(0, |workers| workers.saturating_sub(1));
        match job {
            Ok(job) => {
                self.send_running(&token, Running { jobs: vec![id], begun: true }).await;
                let audience = (workers > 0).then_some(Audience { token, workers });
                self.pool.begin(number, job, audience);
            }
            Err(reason) => self.answer(number, JobReport::nothing(JobEnd::Failed(reason))),
        }
    }

    async fn send_running(&self, token: &str, running: Running) {
        let subject = names::from_worker(MessageKind::Running, token, &self.name);
        self.link.send(subject, &running).await;
    }

    /// Handles an event of an assignment.
    async fn handle(&mut self, event: AssignmentEvent) {
        match event {
            AssignmentEvent::News { tokens, game, rules, findings } => {
                self.share(&tokens, game, rules, &findings).await;
            }
            AssignmentEvent::Answer(number, outcome) => {
                self.pool.ended(number);
                self.answer(number, outcome);
            }
            AssignmentEvent::Closed(id, result) => {
                let reason = result.err();
                let reason = reason
                    .unwrap_or_else(|| "the game was closed before the job was done".to_owned());
                for number in self.pool.closed(id) {
                    self.answer(number, JobReport::nothing(JobEnd::Failed(reason.clone())));
                }
            }
        }
    }

    /// Sends an answer to the manager until it is confirmed. The slot is free at once.
    fn answer(&mut self, number: usize, outcome: JobReport) {
        let Some(held) = self.held.get_mut(number) else { return };
        if let JobEnd::Failed(reason) = &outcome.end {
            self.reporter
                .report(&Notice::Failed { game: held.game.clone(), reason: reason.clone() });
        }
        let (token, job) = held.name.clone();
        let (link, confirm) = (self.link.clone(), self.confirm.clone());
        let subject = names::from_worker(MessageKind::Answers, &token, &self.name);
        let most = link.client.server_info().max_payload.saturating_sub(ENVELOPE);
        let payload = within(AnswerMessage { job, outcome }, most);
        let answering = tokio::spawn(async move {
            while link.client.request(subject.clone(), payload.clone().into()).await.is_err() {
                sleep(PAUSE).await;
            }
            let _ = confirm.send(number);
        });
        held.state = JobState::Answering(answering.abort_handle());
    }

    /// Acknowledges a job to the stream, now that its manager has confirmed the answer.
    async fn acknowledge(&mut self, number: usize) {
        if let Some(held) = self.held.remove(number) {
            held.acknowledge(AckKind::Ack).await;
        }
    }

    /// Handles the withdrawal of jobs by a manager.
    fn withdraw(&mut self, message: &Message) {
        let Some(Jobs { jobs }) = read(message) else { return };
        let Some(token) = message.subject.rsplit('.').next() else { return };
        let is_it = |(manager, id): &Name| manager == token && jobs.contains(id);
        for number in self.held.numbers(|held| is_it(&held.name)) {
            if self.pool.forget(number) {
                self.answer(number, JobReport::nothing(JobEnd::Withdrawn));
            } else {
                self.pool.withdraw(number);
            }
        }
    }

    async fn tick(&mut self) {
        if self.last_pulse.is_none_or(|last| last.elapsed() >= PULSE) {
            // Set here and not in `pulse`: peers can trigger heartbeats, and could postpone the
            // rest for ever.
            self.last_pulse = Some(Instant::now());
            self.pulse(false).await;
            self.send_all_running().await;
            self.drop_the_silent().await;
        }
        if self.last_renewal.elapsed() >= self.limits.lease / 4 {
            self.last_renewal = Instant::now();
            self.renew().await;
        }
    }

    /// Renews the leases of all jobs.
    async fn renew(&self) {
        if self.link.is_connected() {
            for (_, held) in self.held.iter() {
                held.acknowledge(AckKind::Progress).await;
            }
        }
    }

    /// Returns all jobs to the stream for other workers.
    async fn end(mut self) {
        self.slots.close();
        self.pulse(true).await;
        self.pool.close();
        for held in self.held.drain() {
            held.acknowledge(AckKind::Nak(None)).await;
        }
        while let Ok(pulled) = self.inbox.pulled.try_recv() {
            let _ = pulled.delivery.ack_with(AckKind::Nak(None)).await;
        }
        if self.link.is_connected() {
            let _ = timeout(PULSE, self.link.client.flush()).await;
        }
    }
}
