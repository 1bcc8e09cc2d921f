//! [`Held`]: the jobs that a worker has.

use super::puller::Pulled;
use crate::link::Delivery;
use crate::names;
use std::collections::BTreeMap;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::AbortHandle;

/// Whose job, and which.
pub(super) type Name = (String, u64);

/// The jobs that a worker has, by the numbers that it gives them.
#[derive(Default)]
pub(super) struct Held {
    jobs: BTreeMap<usize, Holding>,
    next: usize,
}

/// A job that a worker has.
pub(super) struct Holding {
    pub(super) name: Name,
    pub(super) game: String,
    pub(super) delivery: Delivery,
    pub(super) state: State,
}

/// How far it is.
pub(super) enum State {
    /// It is being done, and takes up a slot.
    UnderWay { _slot: OwnedSemaphorePermit },
    /// Its manager is being told what came of it.
    Telling(AbortHandle),
}

impl Held {
    /// One more, if it is a job, and is none that is there already: its number.
    pub(super) fn take(&mut self, pulled: Pulled, game: &str) -> Option<usize> {
        let Pulled { delivery, slot } = pulled;
        let name = names::job_of(&delivery.subject)?;
        if let Some(same) = self.jobs.values_mut().find(|held| held.name == name) {
            // It was taken for lost. Whatever comes of it is to be acknowledged as this one.
            same.delivery = delivery;
            return None;
        }
        let number = self.next;
        self.next += 1;
        let (game, state) = (game.to_owned(), State::UnderWay { _slot: slot });
        self.jobs.insert(number, Holding { name, game, delivery, state });
        Some(number)
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
