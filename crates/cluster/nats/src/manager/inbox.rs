//! [`ManagerInbox`]: what comes to a manager; and [`Census`]: which workers are there.

use crate::link::ServerLink;
use crate::messages::WorkerIs;
use crate::names::{self, Kind};
use crate::notice::{Notice, Tell};
use crate::peers::PeerList;
use crate::server::told;
use async_nats::Subscriber;
use eldest_prove::VERSION;
use std::collections::HashSet;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// A worker that has said nothing for so long has gone.
const SILENCE: Duration = Duration::from_secs(5);
/// If a worker sends a message within this time after its goodbye, it has not gone: the goodbye was forged.
const FAREWELL: Duration = Duration::from_secs(3);
/// More threads than any worker has; strangers may say anything.
const MOST_THREADS: usize = 4096;
/// More workers than there are.
const MOST_WORKERS: usize = 1 << 12;
/// Of other versions, which get no jobs: somebody is to know of them, but need not count them.
const MOST_OTHERS: usize = 64;

/// The workers that are there, by their names.
#[derive(Debug)]
pub(super) struct Census {
    /// Their threads.
    ours: PeerList<usize>,
    others: PeerList<()>,
    /// Those that have said goodbye a moment ago.
    ended: PeerList<()>,
}

/// Nobody is there.
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
    /// Threads of all of them.
    pub(super) fn threads(&self) -> usize {
        self.ours.all().sum()
    }

    /// How many may have jobs.
    pub(super) fn workers(&self) -> usize {
        self.ours.all().filter(|threads| **threads > 0).count()
    }

    /// The names of those that may have jobs.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ours.named().filter(|(_, threads)| **threads > 0).map(|(name, _)| name)
    }

    /// A worker says that it is there, or that it goes.
    pub(super) fn note(&mut self, said: WorkerIs, tell: &Tell) {
        let WorkerIs { worker, version, threads, ends } = said;
        if ends {
            // Others never counted; each keeps its place for a while, so that it is told of once and not each time it comes.
            if self.ours.remove(&worker) {
                self.ended.hear(worker.clone(), ());
                tell.tell(&Notice::Left { worker });
            }
        } else if version == VERSION {
            let threads = threads.min(MOST_THREADS);
            if self.ours.hear(worker.clone(), threads) {
                if self.ended.remove(&worker) {
                    tell.tell(&Notice::Impersonated { name: worker.clone() });
                }
                tell.tell(&Notice::Joined { worker, threads });
            }
        } else if self.others.hear(worker.clone(), ()) {
            tell.tell(&Notice::OtherWorker { worker, version });
        }
    }

    /// Those that have said nothing for long are not there any more.
    pub(super) fn forget(&mut self, tell: &Tell) {
        self.others.forget(SILENCE);
        self.ended.forget(FAREWELL);
        for worker in self.ours.forget(SILENCE) {
            tell.tell(&Notice::Left { worker });
        }
    }
}

/// What comes of something that went on beside.
pub(super) enum Event {
    /// The job of this number is in the stream.
    Published(u64),
    /// These are in the stream, of those that were looked for.
    Seen { sought: Vec<u64>, found: HashSet<u64> },
}

/// What comes in.
pub(super) struct ManagerInbox {
    pub(super) events: UnboundedReceiver<Event>,
    pub(super) answers: Subscriber,
    pub(super) running: Subscriber,
    pub(super) workers: Subscriber,
    pub(super) managers: Subscriber,
}

impl ManagerInbox {
    pub(super) async fn new(
        link: &ServerLink,
        token: &str,
        events: UnboundedReceiver<Event>,
    ) -> Result<Self, String> {
        let subscribe = async |subject: String| {
            link.client.subscribe(subject).await.map_err(|error| told(&error))
        };
        Ok(Self {
            events,
            answers: subscribe(names::from_worker(Kind::Answers, token, "*")).await?,
            running: subscribe(names::from_worker(Kind::Running, token, "*")).await?,
            workers: subscribe(names::workers("*")).await?,
            managers: subscribe(names::MANAGERS.to_owned()).await?,
        })
    }
}
