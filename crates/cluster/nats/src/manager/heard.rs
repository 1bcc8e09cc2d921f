//! What comes to a manager, and from where.

use crate::link::Link;
use crate::names::{self, Kind};
use crate::server::told;
use async_nats::Subscriber;
use std::collections::HashSet;
use tokio::sync::mpsc::UnboundedReceiver;

/// What comes of something that went on beside.
pub(super) enum Event {
    /// The job of this number is in the stream.
    Published(u64),
    /// These are in the stream, of those that were looked for.
    Seen { sought: Vec<u64>, found: HashSet<u64> },
}

/// What comes in.
pub(super) struct Heard {
    pub(super) events: UnboundedReceiver<Event>,
    pub(super) answers: Subscriber,
    pub(super) running: Subscriber,
    pub(super) workers: Subscriber,
    pub(super) managers: Subscriber,
}

impl Heard {
    pub(super) async fn new(
        link: &Link,
        token: &str,
        events: UnboundedReceiver<Event>,
    ) -> Result<Self, String> {
        let subscribe = async |subject: String| {
            link.client.subscribe(subject).await.map_err(|error| told(&error))
        };
        Ok(Self {
            events,
            answers: subscribe(names::from_worker(Kind::Answers, token, "*")).await?,
            running: subscribe(names::from_worker(Kind::Running, token, "*")).await?,
            workers: subscribe(names::workers("*")).await?,
            managers: subscribe(names::MANAGERS.to_owned()).await?,
        })
    }
}
