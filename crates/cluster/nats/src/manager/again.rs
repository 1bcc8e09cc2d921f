//! A job that could not be put into the stream.

use crate::link::Link;
use crate::notice::{Notice, Tell};
use crate::server::told;
use async_nats::jetstream::message::PublishMessage;
use std::time::Duration;
use tokio::time::sleep;

/// The pause before a job that could not be put into the stream is tried again.
const PAUSE: Duration = Duration::from_millis(250);

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
