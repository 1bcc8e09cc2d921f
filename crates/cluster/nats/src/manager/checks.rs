//! Sends checks to workers, reports contradictions, and searches the stream for missing jobs.

use super::inbox::TaskEvent;
use super::jobs::Open;
use super::{Manager, PULSE};
use crate::messages::{CheckMessage, Contradicted, ManagerPulse};
use crate::names::{self, MessageKind};
use crate::notice::Notice;
use async_nats::Message;
use eldest_prove::{Job, JobEnd, JobReport};
use tokio::time::timeout;

impl Manager {
    /// Sends a check to a worker other than `not_by`. The check is not in the stream: after a lease
    /// without a message about it, it is lost.
    pub(super) async fn check(&mut self, number: usize, job: &Job, not_by: &str) {
        let Some(name) = self.checker(not_by) else {
            return self.answer(number, JobReport::nothing(JobEnd::Unavailable));
        };
        let id = self.next - 1;
        let mut open = Open::new(number, Some(name.clone()));
        open.is_in_stream();
        self.open.insert(id, open);
        let check = CheckMessage { token: self.token.clone(), number: id, job: job.clone() };
        self.link.send(names::checks(&name), &check).await;
    }

    /// Chooses a worker other than `not_by`: the fewest unanswered checks first, then the fewest
    /// open checks.
    fn checker(&self, not_by: &str) -> Option<String> {
        let given = |name: &str| {
            let is_given = |open: &&Open| open.only.as_deref() == Some(name);
            self.open.values().filter(is_given).count()
        };
        let unanswered = |name: &str| self.unanswered.get(name).copied().unwrap_or(0);
        let others = self.census.names().filter(|name| *name != not_by);
        others.min_by_key(|name| (unanswered(name), given(name), *name)).map(str::to_owned)
    }

    /// Requests that workers drop what they have learnt from `workers`, one of which was wrong.
    pub(super) async fn contradicted(&self, workers: Vec<String>) {
        let message = Contradicted { game: self.game.clone(), workers };
        self.link.send(names::subject(MessageKind::Contradicted, &self.token), &message).await;
        let _ = timeout(PULSE, self.link.client.flush()).await;
    }

    /// Answers a forged goodbye of this manager: its workers have dropped its jobs.
    pub(super) fn defend(&mut self, message: &Message) {
        let is_ours = |pulse: &ManagerPulse| pulse.token == self.token && pulse.ends;
        if ManagerPulse::read(message).is_some_and(|pulse| is_ours(&pulse)) {
            self.last_pulse = None;
            self.reporter.report(&Notice::Impersonated { name: self.token.clone() });
        }
    }

    /// Searches the stream for jobs without a sign of life for a lease.
    pub(super) fn look(&self) {
        let missing = self.open.iter().filter(|(_, open)| open.is_missing(self.lease));
        let sought: Vec<u64> = missing.map(|(id, _)| *id).collect();
        if sought.is_empty() || !self.link.is_connected() {
            return;
        }
        let (link, token, events) = (self.link.clone(), self.token.clone(), self.events.clone());
        tokio::spawn(async move {
            if let Ok(found) = link.jobs_of(&token).await {
                let _ = events.send(TaskEvent::Seen { sought, found });
            }
        });
    }
}
