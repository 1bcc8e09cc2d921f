//! Managers come and go.

use super::Service;
use crate::messages::{ManagerIs, Running, WorkerIs};
use crate::names;
use crate::notice::Notice;
use crate::worker::held::State;
use async_nats::Message;
use async_nats::jetstream::AckKind;
use eldest_prove::VERSION;
use std::collections::BTreeMap;

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
            self.stable.withdraw(number);
            self.stable.forget(number);
            if let Some(held) = self.held.remove(number) {
                if let State::Telling(telling) = &held.state {
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
