//! [`Open`]: a job that is not answered; and how one is put into the stream again.

use crate::link::ServerLink;
use crate::notice::{Notice, Tell};
use crate::server::told;
use async_nats::jetstream::message::PublishMessage;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// A job that is not answered, and what is known of it.
#[derive(Debug)]
pub(super) struct Open {
    /// What the cluster calls it.
    pub(super) number: usize,
    /// The only worker that may answer it, if it checks an answer of another one.
    pub(super) only: Option<String>,
    /// When it was last known to be in the stream, or to be done by somebody. `None` while it is on its way into the
    /// stream, which may take as long as there is no server.
    heard: Option<Instant>,
    is_begun: bool,
    withdrawn: Option<Instant>,
}

impl Open {
    pub(super) fn new(number: usize, only: Option<String>) -> Self {
        Self { number, only, heard: None, is_begun: false, withdrawn: None }
    }

    /// Whether an answer from the worker of this name counts.
    pub(super) fn may_answer(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }

    pub(super) fn is_in_stream(&mut self) {
        self.heard = Some(Instant::now());
    }

    /// Somebody does it. Returns whether it is wanted.
    pub(super) fn is_done_by_somebody(&mut self) -> bool {
        (self.is_begun, self.heard) = (true, Some(Instant::now()));
        self.withdrawn.is_none()
    }

    /// Nobody wants it any more. Returns whether somebody may tell what he has found so far.
    pub(super) fn withdraw(&mut self) -> bool {
        self.withdrawn.get_or_insert_with(Instant::now);
        self.is_begun
    }

    /// Whether nobody has heard of it for a `lease`.
    pub(super) fn is_missing(&self, lease: Duration) -> bool {
        self.heard.is_some_and(|heard| heard.elapsed() > lease)
    }

    /// Whether it was withdrawn, and nobody has told anything since.
    pub(super) fn is_late(&self, grace: Duration) -> bool {
        self.withdrawn.is_some_and(|withdrawn| withdrawn.elapsed() > grace)
    }
}

/// The pause before a job that could not be put into the stream is tried again.
const PAUSE: Duration = Duration::from_millis(250);

/// Publishes until it is done; the server overlooks it if it was done before. The stream may have gone.
pub(super) async fn publish_again(
    link: &ServerLink,
    subject: &str,
    publish: &PublishMessage,
    tell: &Tell,
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
                let reason = made.unwrap_or_else(|| told(&error));
                tell.tell(&Notice::Refused { reason });
            }
            Err(_) => {}
        }
    }
}
