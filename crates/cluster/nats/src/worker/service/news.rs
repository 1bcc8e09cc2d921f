//! What a search has found goes from worker to worker.

use super::Service;
use crate::messages::Source;
use crate::names::{self, Kind, manager_of, sender};
use async_nats::Message;
use eldest_prove::Finding;
use std::collections::BTreeSet;

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
        let source = Source { game, rules };
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
        let Some((source, news)) = Source::of(&message.payload) else { return };
        if let Some(findings) = Source::findings(news) {
            self.stable.learn(&source.game, source.rules, findings);
        }
    }
}
