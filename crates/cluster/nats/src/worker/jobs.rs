//! [`WorkerJobs`]: the jobs of a worker.

use super::puller::Pulled;
use crate::link::Delivery;
use crate::names;
use async_nats::jetstream::AckKind;
use std::collections::BTreeMap;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::AbortHandle;

/// The most checks that a worker accepts. Managers give further ones to others after a lease.
const MOST_CHECKS: usize = 1 << 12;

/// A job: the token of its manager, and its number there.
pub(super) type Name = (String, u64);

/// The jobs of a worker, by the numbers that it assigns.
#[derive(Default)]
pub(super) struct WorkerJobs {
    jobs: BTreeMap<usize, Holding>,
    next: usize,
}

/// A job of a worker.
pub(super) struct Holding {
    pub(super) name: Name,
    pub(super) game: String,
    /// `None` for a check, which is not in the stream.
    pub(super) delivery: Option<Delivery>,
    pub(super) state: JobState,
}

impl Holding {
    /// Acknowledges the job to the stream; no-op for a check, which is in no stream.
    pub(super) async fn acknowledge(&self, kind: AckKind) {
        if let Some(delivery) = &self.delivery {
            let _ = delivery.ack_with(kind).await;
        }
    }
}

/// The state of a job.
pub(super) enum JobState {
    /// It waits or runs, and occupies a slot.
    UnderWay { _slot: Option<OwnedSemaphorePermit> },
    /// Its answer is sent to the manager until it is confirmed.
    Answering(AbortHandle),
}

impl WorkerJobs {
    /// Adds a job, unless its subject is invalid or the job is here already. Returns its number.
    pub(super) fn take(&mut self, pulled: Pulled, game: &str) -> Option<usize> {
        let Pulled { delivery, slot } = pulled;
        let name = names::job_of(&delivery.subject)?;
        if let Some(same) = self.jobs.values_mut().find(|held| held.name == name) {
            // Delivered again after its lease: the new delivery is the one to be acknowledged.
            same.delivery = Some(delivery);
            return None;
        }
        let (game, state) = (game.to_owned(), JobState::UnderWay { _slot: Some(slot) });
        Some(self.insert(Holding { name, game, delivery: Some(delivery), state }))
    }

    /// Adds a check, unless it is here already or there is no room. Returns its number.
    pub(super) fn take_check(&mut self, name: Name, game: &str) -> Option<usize> {
        let is_there = self.jobs.values().any(|held| held.name == name);
        let checks = self.jobs.values().filter(|held| held.delivery.is_none()).count();
        if is_there || checks >= MOST_CHECKS {
            return None;
        }
        let (game, state) = (game.to_owned(), JobState::UnderWay { _slot: None });
        Some(self.insert(Holding { name, game, delivery: None, state }))
    }

    fn insert(&mut self, held: Holding) -> usize {
        let number = self.next;
        self.next += 1;
        self.jobs.insert(number, held);
        number
    }

    pub(super) fn get_mut(&mut self, number: usize) -> Option<&mut Holding> {
        self.jobs.get_mut(&number)
    }

    pub(super) fn remove(&mut self, number: usize) -> Option<Holding> {
        self.jobs.remove(&number)
    }

    /// Iterates over all jobs.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Holding)> {
        self.jobs.iter().map(|(number, held)| (*number, held))
    }

    /// Returns the numbers of the jobs that satisfy `is_it`.
    pub(super) fn numbers(&self, is_it: impl Fn(&Holding) -> bool) -> Vec<usize> {
        self.iter().filter(|(_, held)| is_it(held)).map(|(number, _)| number).collect()
    }

    /// Removes all jobs, and returns them.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Holding> {
        std::mem::take(&mut self.jobs).into_values()
    }
}
