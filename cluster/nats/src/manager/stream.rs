//! The jobs of a manager in the stream.

use super::PAUSE;
use crate::link::Link;
use crate::names;
use crate::notice::{Notice, Tell};
use crate::server::told;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use std::collections::HashSet;
use tokio::time::sleep;

/// Publishes until it is done; the server overlooks it if it was done before. The stream may have gone.
pub(super) async fn publish_again(
    link: &Link,
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

/// The jobs of the manager with this `token` that are in the stream, whether they wait or are being done.
pub(super) async fn in_stream(link: &Link, token: &str) -> Result<HashSet<u64>, String> {
    let stream = link.stream().await?;
    let subjects = stream.info_with_subjects(names::jobs(token)).await;
    let mut subjects = subjects.map_err(|error| told(&error))?;
    let mut found = HashSet::new();
    while let Some(subject) = subjects.next().await {
        let (subject, _) = subject.map_err(|error| told(&error))?;
        found.extend(names::job_of(&subject).map(|(_, id)| id));
    }
    Ok(found)
}
