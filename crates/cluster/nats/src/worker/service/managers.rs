//! Keeps track of managers, and exchanges findings with other workers.

use super::Service;
use crate::messages::{FindingsHeader, ManagerPulse, Running, WorkerPulse};
use crate::names::{self, MessageKind, manager_of, sender};
use crate::notice::Notice;
use crate::worker::jobs::JobState;
use async_nats::Message;
use async_nats::jetstream::AckKind;
use eldest_prove::{Finding, VERSION};
use std::collections::{BTreeMap, BTreeSet};

impl Service {
    /// Handles the heartbeat or the goodbye of a manager.
    pub(super) async fn meet(&mut self, message: &Message) {
        let Some(pulse) = ManagerPulse::read(message) else { return };
        let ManagerPulse { token, version, workers, ends } = pulse;
        if version != VERSION {
            if self.others.record(version.clone(), ()) {
                self.reporter.report(&Notice::OtherManager { version });
            }
            // Lets it report a worker of another version.
            return self.pulse(false).await;
        }
        if ends {
            self.managers.remove(&token);
            self.drop_jobs(&token).await;
            return;
        }
        if self.managers.record(token, workers) {
            self.pulse(false).await;
        }
    }

    /// Drops the jobs of a manager that has left. Returns their number.
    pub(super) async fn drop_jobs(&mut self, token: &str) -> usize {
        let numbers = self.held.numbers(|held| held.name.0 == token);
        for &number in &numbers {
            self.pool.withdraw(number);
            self.pool.forget(number);
            if let Some(held) = self.held.remove(number) {
                if let JobState::Answering(answering) = &held.state {
                    answering.abort();
                }
                held.acknowledge(AckKind::Term).await;
            }
        }
        numbers.len()
    }

    /// Reports to each manager its jobs that are here, so that they do not count as lost.
    pub(super) async fn send_all_running(&self) {
        let mut jobs: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (_, held) in self.held.iter() {
            jobs.entry(&held.name.0).or_default().push(held.name.1);
        }
        for (token, jobs) in jobs {
            self.send_running(token, Running { jobs, begun: false }).await;
        }
    }

    /// Removes managers that have been silent for too long, with their jobs.
    pub(super) async fn drop_the_silent(&mut self) {
        if !self.link.is_connected() {
            return self.managers.forgive();
        }
        let patience = self.limits.patience;
        self.others.forget(patience);
        for token in self.managers.forget(patience) {
            let jobs = self.drop_jobs(&token).await;
            // A silent manager without jobs is not worth a notice: anyone can send heartbeats.
            if jobs > 0 {
                self.reporter.report(&Notice::Abandoned { jobs });
            }
            let link = self.link.clone();
            tokio::spawn(async move { link.remove_all(&token).await });
        }
    }

    /// Sends a heartbeat, or a goodbye if this worker `ends`.
    pub(super) async fn pulse(&self, ends: bool) {
        let (worker, version) = (self.name.clone(), VERSION.to_owned());
        let threads = self.limits.threads;
        let pulse = WorkerPulse { worker, version, threads, ends };
        self.link.send(names::workers(&self.name), &pulse).await;
    }
}

/// The largest message with findings; the server may allow less.
const LARGEST_NEWS: usize = 256 << 10;

impl Service {
    /// Sends findings to the other workers of some managers.
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
                let subject = names::from_worker(MessageKind::News, token, &self.name);
                let _ = self.link.client.publish(subject, news.clone().into()).await;
            }
        }
    }

    /// Learns findings of another worker for a manager that is served here too.
    pub(super) fn learn(&mut self, message: &Message) {
        let token = manager_of(&message.subject);
        let is_served = token.is_some_and(|token| self.managers.get(token).is_some());
        let is_other = |name| name != self.name && self.distrusted.get(name).is_none();
        let is_served = is_served && sender(&message.subject).is_some_and(is_other);
        if self.limits.share_from.is_none() || !is_served || message.payload.len() > LARGEST_NEWS {
            return;
        }
        let Some((source, news)) = FindingsHeader::of(&message.payload) else { return };
        if let Some(findings) = FindingsHeader::findings(news) {
            self.pool.learn(&source.game, source.rules, findings);
        }
    }
}
