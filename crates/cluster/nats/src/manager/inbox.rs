//! [`ManagerInbox`]: messages to a manager; and [`Census`]: the connected workers.

use crate::link::ServerLink;
use crate::messages::WorkerPulse;
use crate::names::{self, MessageKind};
use crate::notice::{Notice, NoticeReporter};
use crate::peers::PeerList;
use crate::server::with_causes;
use async_nats::Subscriber;
use eldest_prove::VERSION;
use std::collections::HashSet;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// A worker that has been silent this long has left.
const SILENCE: Duration = Duration::from_secs(5);
/// A goodbye was forged if the worker sends a heartbeat within this time after it.
const FAREWELL: Duration = Duration::from_secs(3);
/// Upper limit on the threads of a worker: workers are untrusted.
const MOST_THREADS: usize = 4096;
/// Upper limit on the number of workers.
const MOST_WORKERS: usize = 1 << 12;
/// Upper limit on the number of workers of other versions, which are reported and get no jobs.
const MOST_OTHERS: usize = 64;

/// The connected workers, by name.
#[derive(Debug)]
pub(super) struct Census {
    /// The number of threads of each.
    ours: PeerList<usize>,
    /// Workers of other versions.
    others: PeerList<()>,
    /// Workers that have just said goodbye.
    ended: PeerList<()>,
}

/// No worker is connected.
impl Default for Census {
    fn default() -> Self {
        Self {
            ours: PeerList::new(MOST_WORKERS),
            others: PeerList::new(MOST_OTHERS),
            ended: PeerList::new(MOST_OTHERS),
        }
    }
}

impl Census {
    /// Returns the number of threads of all workers.
    pub(super) fn threads(&self) -> usize {
        self.ours.all().sum()
    }

    /// Returns the number of workers that may get jobs.
    pub(super) fn workers(&self) -> usize {
        self.ours.all().filter(|threads| **threads > 0).count()
    }

    /// Returns the names of the workers that may get jobs.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ours.named().filter(|(_, threads)| **threads > 0).map(|(name, _)| name)
    }

    /// Handles the heartbeat or the goodbye of a worker.
    pub(super) fn note(&mut self, pulse: WorkerPulse, reporter: &NoticeReporter) {
        let WorkerPulse { worker, version, threads, ends } = pulse;
        if ends {
            // A worker of another version stays listed for a while, so that it is reported once.
            if self.ours.remove(&worker) {
                self.ended.record(worker.clone(), ());
                reporter.report(&Notice::Left { worker });
            }
        } else if version == VERSION {
            let threads = threads.min(MOST_THREADS);
            if self.ours.record(worker.clone(), threads) {
                if self.ended.remove(&worker) {
                    reporter.report(&Notice::Impersonated { name: worker.clone() });
                }
                reporter.report(&Notice::Joined { worker, threads });
            }
        } else if self.others.record(worker.clone(), ()) {
            reporter.report(&Notice::OtherWorker { worker, version });
        }
    }

    /// Removes the workers that have been silent for too long.
    pub(super) fn forget(&mut self, reporter: &NoticeReporter) {
        self.others.forget(SILENCE);
        self.ended.forget(FAREWELL);
        for worker in self.ours.forget(SILENCE) {
            reporter.report(&Notice::Left { worker });
        }
    }
}

/// The result of a task in the background.
pub(super) enum TaskEvent {
    /// The job of this number is in the stream.
    Published(u64),
    /// The jobs `found` in the stream among those `sought`.
    Seen { sought: Vec<u64>, found: HashSet<u64> },
}

/// The subscriptions and channels of a manager.
pub(super) struct ManagerInbox {
    pub(super) events: UnboundedReceiver<TaskEvent>,
    pub(super) answers: Subscriber,
    pub(super) running: Subscriber,
    pub(super) workers: Subscriber,
    pub(super) managers: Subscriber,
}

impl ManagerInbox {
    pub(super) async fn new(
        link: &ServerLink,
        token: &str,
        events: UnboundedReceiver<TaskEvent>,
    ) -> Result<Self, String> {
        let subscribe = async |subject: String| {
            link.client.subscribe(subject).await.map_err(|error| with_causes(&error))
        };
        Ok(Self {
            events,
            answers: subscribe(names::from_worker(MessageKind::Answers, token, "*")).await?,
            running: subscribe(names::from_worker(MessageKind::Running, token, "*")).await?,
            workers: subscribe(names::workers("*")).await?,
            managers: subscribe(names::MANAGERS.to_owned()).await?,
        })
    }
}
