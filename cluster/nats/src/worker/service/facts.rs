//! What a job has proved beside its answer goes from worker to worker.

use super::Service;
use crate::messages::{News, read};
use crate::names::{self, Kind};
use async_nats::Message;
use eldest_prove::Fact;

/// A message with facts is no larger; the server may allow less.
const LARGEST_NEWS: usize = 256 << 10;

impl Service {
    /// Tells the other workers of a manager what a job has proved beside its answer.
    pub(super) async fn share(&self, token: &str, game: String, rules: u64, facts: Vec<Fact>) {
        if facts.is_empty() || !self.link.is_connected() {
            return;
        }
        let subject = names::subject(Kind::Facts, token);
        let news = News { worker: self.name.clone(), game, rules, facts };
        let most = self.link.client.server_info().max_payload.min(LARGEST_NEWS);
        for part in news.parts(most) {
            let _ = self.link.client.publish(subject.clone(), part.into()).await;
        }
    }

    /// Another worker says what it has proved for a manager that is served here too.
    pub(super) fn learn(&mut self, message: &Message) {
        let token = message.subject.rsplit('.').next();
        let is_served = token.is_some_and(|token| self.managers.contains_key(token));
        if self.limits.facts == 0 || !is_served || message.payload.len() > LARGEST_NEWS {
            return;
        }
        if let Some(news) = read::<News>(message).filter(|news| news.worker != self.name) {
            self.stable.learn(&news.game, news.rules, news.facts);
        }
    }
}
