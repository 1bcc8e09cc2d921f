//! Managers come and go.

use super::Service;
use crate::messages::{ManagerIs, Running, WorkerIs, read};
use crate::names;
use crate::notice::Notice;
use crate::worker::held::State;
use async_nats::Message;
use async_nats::jetstream::AckKind;
use eldest_prove::VERSION;
use std::collections::BTreeMap;
use std::time::Instant;

/// More managers are not kept in mind.
pub(super) const MOST_MANAGERS: usize = 1 << 16;

/// A manager, as it was heard last.
#[derive(Debug)]
pub(super) struct Heeded {
    pub(super) last: Instant,
    /// So many workers may have jobs of it.
    pub(super) workers: usize,
}

/// Heard just now, of workers it has said nothing.
impl Default for Heeded {
    fn default() -> Self {
        Self { last: Instant::now(), workers: 0 }
    }
}

impl Service {
    /// A manager says that it is there, or that it goes.
    pub(super) async fn meet(&mut self, message: &Message) {
        let Some(ManagerIs { token, version, workers, ends }) = read(message) else { return };
        if version != VERSION {
            if self.others.len() < MOST_MANAGERS && self.others.insert(token) {
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
        let heeded = Heeded { workers, ..Heeded::default() };
        let is_new =
            self.managers.len() < MOST_MANAGERS && self.managers.insert(token, heeded).is_none();
        if is_new {
            self.pulse(false).await;
        }
    }

    pub(super) fn forgive(&mut self) {
        self.managers.values_mut().for_each(|manager| manager.last = Instant::now());
    }

    /// Jobs of a manager that has gone are not done; how many there were.
    pub(super) async fn drop_jobs(&mut self, token: &str) -> usize {
        let numbers = self.held.numbers(|held| held.name.0 == token);
        for &number in &numbers {
            self.stable.withdraw(number);
            self.stable.forget(number);
            if let Some(held) = self.held.remove(number) {
                if let State::Telling(telling) = &held.state {
                    telling.abort();
                }
                let _ = held.delivery.ack_with(AckKind::Term).await;
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
            return self.forgive();
        }
        let patience = self.limits.patience;
        let silent = self.managers.iter().filter(|(_, manager)| manager.last.elapsed() > patience);
        let silent: Vec<_> = silent.map(|(token, _)| token.clone()).collect();
        for token in silent {
            self.managers.remove(&token);
            let jobs = self.drop_jobs(&token).await;
            self.tell.tell(&Notice::Abandoned { jobs });
            let link = self.link.clone();
            tokio::spawn(async move { link.remove_all(&token).await });
        }
    }

    pub(super) async fn pulse(&mut self, ends: bool) {
        self.last_pulse = Some(Instant::now());
        let (worker, version) = (self.name.clone(), VERSION.to_owned());
        let threads = self.limits.threads;
        let said = WorkerIs { worker, version, threads, ends };
        self.link.send(names::WORKERS.to_owned(), &said).await;
    }
}
