//! [`WorkerJobs`]: the jobs that a worker has.

use super::puller::Pulled;
use crate::link::Delivery;
use crate::names;
use async_nats::jetstream::AckKind;
use std::collections::BTreeMap;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::AbortHandle;

/// More checks do not wait here; their managers give them to others after a lease.
const MOST_CHECKS: usize = 1 << 12;

/// Whose job, and which.
pub(super) type Name = (String, u64);

/// The jobs that a worker has, by the numbers that it gives them.
#[derive(Default)]
pub(super) struct WorkerJobs {
    jobs: BTreeMap<usize, Holding>,
    next: usize,
}

/// A job that a worker has.
pub(super) struct Holding {
    pub(super) name: Name,
    pub(super) game: String,
    /// `None` for a check, which is not in the stream.
    pub(super) delivery: Option<Delivery>,
    pub(super) state: JobState,
}

impl Holding {
    /// The stream may forget it, or give it to another worker; a check is in no stream.
    pub(super) async fn acknowledge(&self, kind: AckKind) {
        if let Some(delivery) = &self.delivery {
            let _ = delivery.ack_with(kind).await;
        }
    }
}

/// How far it is.
pub(super) enum JobState {
    /// It is being done, and takes up a slot.
    UnderWay { _slot: Option<OwnedSemaphorePermit> },
    /// Its manager is being told what came of it.
    Telling(AbortHandle),
}

impl WorkerJobs {
    /// One more, if it is a job, and is none that is there already: its number.
    pub(super) fn take(&mut self, pulled: Pulled, game: &str) -> Option<usize> {
        let Pulled { delivery, slot } = pulled;
        let name = names::job_of(&delivery.subject)?;
        if let Some(same) = self.jobs.values_mut().find(|held| held.name == name) {
            // It was taken for lost. Whatever comes of it is to be acknowledged as this one.
            same.delivery = Some(delivery);
            return None;
        }
        let (game, state) = (game.to_owned(), JobState::UnderWay { _slot: Some(slot) });
        Some(self.insert(Holding { name, game, delivery: Some(delivery), state }))
    }

    /// One more, that came to this worker alone, if it is not there already and there is room: its number.
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

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Holding)> {
        self.jobs.iter().map(|(number, held)| (*number, held))
    }

    /// The numbers of those that `is_it`.
    pub(super) fn numbers(&self, is_it: impl Fn(&Holding) -> bool) -> Vec<usize> {
        self.iter().filter(|(_, held)| is_it(held)).map(|(number, _)| number).collect()
    }

    /// All of them, which are here no more.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Holding> {
        std::mem::take(&mut self.jobs).into_values()
    }
}
