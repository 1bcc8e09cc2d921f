//! Pulls jobs, one for each idle thread.

use crate::link::{Delivery, ServerLink};
use crate::notice::{Notice, NoticeReporter};
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

/// How long the server keeps a request for a job.
const EXPIRES: Duration = Duration::from_secs(5);
/// Pause before the stream is looked up again.
const PAUSE: Duration = Duration::from_millis(250);

/// A job that has arrived, and the slot for it.
pub(super) struct Pulled {
    pub(super) delivery: Delivery,
    pub(super) slot: OwnedSemaphorePermit,
}

/// Pulls one job for each free slot of `slots`. A slot is free again when it is dropped.
pub(super) async fn pull(
    link: ServerLink,
    slots: Arc<Semaphore>,
    pulled: UnboundedSender<Pulled>,
    reporter: NoticeReporter,
) {
    let mut consumer = None;
    while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
        match next(&link, &mut consumer).await {
            Ok(Some(delivery)) => {
                if pulled.send(Pulled { delivery, slot }).is_err() {
                    return;
                }
            }
            // A server that has lost the stream or its consumer does not report it.
            Ok(None) => consumer = None,
            Err(reason) => {
                if link.is_connected() {
                    reporter.report(&Notice::Refused { reason });
                }
                sleep(PAUSE).await;
                consumer = None;
            }
        }
    }
}

/// Returns the next job, if one arrives before the request expires.
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
    let batch = consumer.batch().max_messages(1).expires(EXPIRES).messages().await;
    let mut batch = batch.map_err(|error| error.to_string())?;
    tokio::select! {
        next = batch.next() => next.transpose().map_err(|error| error.to_string()),
        // A restarted server has lost the request.
        _ = connections.changed() => Ok(None),
    }
}
