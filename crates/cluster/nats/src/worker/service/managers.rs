//! Managers come and go; and what a search has found goes from worker to worker.

use super::Service;
use crate::messages::{FindingsHeader, ManagerIs, Running, WorkerIs};
use crate::names::{self, Kind, manager_of, sender};
use crate::notice::Notice;
use crate::worker::jobs::JobState;
use async_nats::Message;
use async_nats::jetstream::AckKind;
use eldest_prove::{Finding, VERSION};
use std::collections::{BTreeMap, BTreeSet};

impl Service {
    /// A manager says that it is there, or that it goes.
    pub(super) async fn meet(&mut self, message: &Message) {
        let Some(said) = ManagerIs::read(message) else { return };
        let ManagerIs { token, version, workers, ends } = said;
        if version != VERSION {
            if self.others.hear(version.clone(), ()) {
                self.tell.tell(&Notice::OtherManager { version });
            }
            // It is to hear that there is a worker, and of which version.
            return self.pulse(false).await;
        }
        if ends {
            self.managers.remove(&token);
            self.drop_jobs(&token).await;
            return;
        }
        if self.managers.hear(token, workers) {
            self.pulse(false).await;
        }
    }

    /// Jobs of a manager that has gone are not done; how many there were.
    pub(super) async fn drop_jobs(&mut self, token: &str) -> usize {
        let numbers = self.held.numbers(|held| held.name.0 == token);
        for &number in &numbers {
            self.pool.withdraw(number);
            self.pool.forget(number);
            if let Some(held) = self.held.remove(number) {
                if let JobState::Telling(telling) = &held.state {
                    telling.abort();
                }
                held.acknowledge(AckKind::Term).await;
            }
        }
        numbers.len()
    }

    /// Managers are to know which of their jobs are not lost.
    pub(super) async fn say_what_is_done(&self) {
        let mut jobs: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (_, held) in self.held.iter() {
            jobs.entry(&held.name.0).or_default().push(held.name.1);
        }
        for (token, jobs) in jobs {
            self.say_running(token, Running { jobs, begun: false }).await;
        }
    }

    /// Whoever says nothing for long is not there any more.
    pub(super) async fn drop_the_silent(&mut self) {
        if !self.link.is_connected() {
            return self.managers.forgive();
        }
        let patience = self.limits.patience;
        self.others.forget(patience);
        for token in self.managers.forget(patience) {
            let jobs = self.drop_jobs(&token).await;
            // Somebody may have said no more than that it is a manager; that is nothing to hear of each time.
            if jobs > 0 {
                self.tell.tell(&Notice::Abandoned { jobs });
            }
            let link = self.link.clone();
            tokio::spawn(async move { link.remove_all(&token).await });
        }
    }

    pub(super) async fn pulse(&self, ends: bool) {
        let (worker, version) = (self.name.clone(), VERSION.to_owned());
        let threads = self.limits.threads;
        let said = WorkerIs { worker, version, threads, ends };
        self.link.send(names::workers(&self.name), &said).await;
    }
}

/// A message with findings is no larger; the server may allow less.
const LARGEST_NEWS: usize = 256 << 10;

impl Service {
    /// Tells the other workers of some managers what searches have found.
    pub(super) async fn share(
        &self,
        tokens: &BTreeSet<String>,
        game: String,
        rules: u64,
        findings: &[Finding],
    ) {
        if !self.link.is_connected() {
            return;
        }
        let source = FindingsHeader { game, rules };
        let most = self.link.client.server_info().max_payload.min(LARGEST_NEWS);
        for news in source.news(findings, most) {
            for token in tokens {
                let subject = names::from_worker(Kind::News, token, &self.name);
                let _ = self.link.client.publish(subject, news.clone().into()).await;
            }
        }
    }

    /// Another worker says what it has found for a manager that is served here too.
    pub(super) fn learn(&mut self, message: &Message) {
        let token = manager_of(&message.subject);
        let is_served = token.is_some_and(|token| self.managers.get(token).is_some());
        let is_other = |name| name != self.name && self.distrusted.get(name).is_none();
        let is_served = is_served && sender(&message.subject).is_some_and(is_other);
        if self.limits.tells_from.is_none() || !is_served || message.payload.len() > LARGEST_NEWS {
            return;
        }
        let Some((source, news)) = FindingsHeader::of(&message.payload) else { return };
        if let Some(findings) = FindingsHeader::findings(news) {
            self.pool.learn(&source.game, source.rules, findings);
        }
    }
}
