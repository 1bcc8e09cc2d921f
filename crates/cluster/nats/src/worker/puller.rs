//! Jobs are pulled, one for each thread that has none.

use crate::link::{Delivery, ServerLink};
use crate::notice::{Notice, Tell};
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

/// The server keeps a request for a job so long.
const EXPIRES: Duration = Duration::from_secs(5);
/// Before the stream is looked for again.
const PAUSE: Duration = Duration::from_millis(250);

/// A job has come, for somebody who is free.
pub(super) struct Pulled {
    pub(super) delivery: Delivery,
    pub(super) slot: OwnedSemaphorePermit,
}

/// Whenever one of the `slots` is free, pulls one job for it. Slots become free when what came with them is dropped.
pub(super) async fn pull(
    link: ServerLink,
    slots: Arc<Semaphore>,
    pulled: UnboundedSender<Pulled>,
    tell: Tell,
) {
    let mut consumer = None;
    while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
        match next(&link, &mut consumer).await {
            Ok(Some(delivery)) => {
                if pulled.send(Pulled { delivery, slot }).is_err() {
                    return;
                }
            }
            // A server that has lost the stream or its consumer does not say so.
            Ok(None) => consumer = None,
            Err(reason) => {
                if link.is_connected() {
                    tell.tell(&Notice::Refused { reason });
                }
                sleep(PAUSE).await;
                consumer = None;
            }
        }
    }
}

/// The next job, if one comes soon.
async fn next(
    link: &ServerLink,
    consumer: &mut Option<PullConsumer>,
) -> Result<Option<Delivery>, String> {
    let consumer = match consumer {
        Some(consumer) => consumer,
        None => consumer.insert(link.consumer().await?),
    };
    let mut connections = link.connections();
    connections.mark_unchanged();
    let asked = consumer.batch().max_messages(1).expires(EXPIRES).messages().await;
    let mut asked = asked.map_err(|error| error.to_string())?;
    tokio::select! {
        next = asked.next() => next.transpose().map_err(|error| error.to_string()),
        // A server that was started again knows of no request.
        _ = connections.changed() => Ok(None),
    }
}
