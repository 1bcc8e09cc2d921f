//! [`Open`]: a job without an answer; and how a job is published again.

use crate::link::ServerLink;
use crate::notice::{Notice, NoticeReporter};
use crate::server::with_causes;
use async_nats::jetstream::message::PublishMessage;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// A job without an answer, and its state.
#[derive(Debug)]
pub(super) struct Open {
    /// Its number in the cluster.
    pub(super) number: usize,
    /// The only worker that may answer it, for a check of another worker's answer.
    pub(super) only: Option<String>,
    /// When it was last known to be in the stream or with a worker. `None` while it is being
    /// published, which may take as long as the server is unreachable.
    last_seen: Option<Instant>,
    is_begun: bool,
    withdrawn: Option<Instant>,
}

impl Open {
    pub(super) fn new(number: usize, only: Option<String>) -> Self {
        Self { number, only, last_seen: None, is_begun: false, withdrawn: None }
    }

    /// Whether an answer from the worker of this name counts.
    pub(super) fn may_answer(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }

    /// Notes that it is in the stream.
    pub(super) fn is_in_stream(&mut self) {
        self.last_seen = Some(Instant::now());
    }

    /// Notes that a worker has it. Returns whether it is still wanted.
    pub(super) fn note_running(&mut self) -> bool {
        (self.is_begun, self.last_seen) = (true, Some(Instant::now()));
        self.withdrawn.is_none()
    }

    /// Withdraws it. Returns whether a worker has begun it, and may send a partial result.
    pub(super) fn withdraw(&mut self) -> bool {
        self.withdrawn.get_or_insert_with(Instant::now);
        self.is_begun
    }

    /// Whether there was no sign of it for a `lease`.
    pub(super) fn is_missing(&self, lease: Duration) -> bool {
        self.last_seen.is_some_and(|seen| seen.elapsed() > lease)
    }

    /// Whether it was withdrawn more than `grace` ago.
    pub(super) fn is_late(&self, grace: Duration) -> bool {
        self.withdrawn.is_some_and(|withdrawn| withdrawn.elapsed() > grace)
    }
}

/// Pause before a job is published again.
const PAUSE: Duration = Duration::from_millis(250);

/// Publishes a job until the server acknowledges it; the server drops duplicates. Creates the
/// stream again if it was deleted.
pub(super) async fn publish_again(
    link: &ServerLink,
    subject: &str,
    publish: &PublishMessage,
    reporter: &NoticeReporter,
) {
    loop {
        sleep(PAUSE).await;
        let made = link.consumer().await.err();
        let sent = link.context.send_publish(subject.to_owned(), publish.clone()).await;
        let acknowledged = match sent {
            Ok(acknowledged) => acknowledged.await.map(|_| ()),
            Err(error) => Err(error),
        };
        match acknowledged {
            Ok(()) => return,
            Err(error) if link.is_connected() => {
                let reason = made.unwrap_or_else(|| with_causes(&error));
                reporter.report(&Notice::Refused { reason });
            }
            Err(_) => {}
        }
    }
}
