//! Does checks; and drops a table that may rest on a wrong answer.

use super::Service;
use super::payload::check;
use crate::messages::{CheckMessage, Contradicted, Running, WorkerPulse, read};
use crate::names::{is_name, sender};
use crate::notice::Notice;
use crate::worker::jobs::{Holding, JobState};
use async_nats::Message;
use async_nats::jetstream::AckKind;
use eldest_prove::{JobEnd, JobReport};

impl Service {
    /// Starts a check.
    pub(super) async fn check(&mut self, message: &Message) {
        let Some(CheckMessage { token, number: id, job }) = check(&message.payload, &self.limits)
        else {
            return;
        };
        let Some(number) = self.held.take_check((token.clone(), id), &job.game) else { return };
        if self.managers.get(&token).is_none() {
            self.managers.record(token.clone(), 0);
        }
        match (self.knows)(&job.game) {
            Ok(()) => {
                self.send_running(&token, Running { jobs: vec![id], begun: true }).await;
                self.pool.begin(number, job, None);
            }
            Err(reason) => self.answer(number, JobReport::nothing(JobEnd::Failed(reason))),
        }
    }

    /// Handles a contradiction found by a manager that is served here. Findings of its workers may
    /// be wrong, and so may everything derived from them: drops the table, and returns the jobs
    /// that used it to the stream. Ignores findings of the named workers from now on.
    pub(super) async fn distrust(&mut self, message: &Message) {
        let Some(Contradicted { game, workers }) = read(message) else { return };
        let is_served =
            sender(&message.subject).is_some_and(|token| self.managers.get(token).is_some());
        if !is_served {
            return;
        }
        let is_named = workers.contains(&self.name);
        for name in workers.into_iter().filter(|name| is_name(name) && *name != self.name) {
            self.distrusted.record(name, ());
        }
        let Some(jobs) = self.pool.drop_table(&game, is_named) else { return };
        self.reporter.report(&Notice::Distrusted { game });
        for number in jobs {
            let is_under_way =
                |held: &&mut Holding| matches!(held.state, JobState::UnderWay { .. });
            if self.held.get_mut(number).filter(is_under_way).is_some()
                && let Some(held) = self.held.remove(number)
            {
                held.acknowledge(AckKind::Nak(None)).await;
            }
        }
    }

    /// Answers a forged goodbye of this worker.
    pub(super) async fn defend(&mut self, message: &Message) {
        if WorkerPulse::read(message).is_some_and(|pulse| pulse.ends) {
            self.reporter.report(&Notice::Impersonated { name: self.name.clone() });
            self.pulse(false).await;
        }
    }
}
