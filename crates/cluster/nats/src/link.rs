//! [`ServerLink`]: a connection to a server and its stream of jobs.

use crate::Error;
use crate::names::{self, CONSUMER};
use crate::notice::{Notice, NoticeReporter};
use crate::server::{PATIENCE, PAUSE, Server, with_causes};
pub(crate) use crate::stream::LARGEST_JOB;
use crate::stream::{self, StreamFault};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Event, connection::State};
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::sleep;

/// A request without a response within this time is repeated.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The most jobs that may be with workers at the same time.
const MOST_UNDER_WAY: i64 = 1 << 16;

/// A connection to a server, and its stream of jobs.
#[derive(Clone, Debug)]
pub(crate) struct ServerLink {
    pub(crate) client: Client,
    pub(crate) context: Context,
    lease: Duration,
    /// The number of times the connection was established.
    connections: watch::Receiver<u64>,
}

impl ServerLink {
    /// Connects to `server`, and creates the stream if it does not exist.
    pub(crate) async fn new(
        server: &Server,
        lease: Duration,
        reporter: NoticeReporter,
    ) -> Result<Self, Error> {
        let (count, connections) = watch::channel(0);
        let count = Arc::new(count);
        let client = server.connect(move |event| handle(event, &reporter, &count)).await?;
        let context =
            ContextBuilder::new().timeout(TIMEOUT).ack_timeout(TIMEOUT).build(client.clone());
        let link = Self { client, context, lease, connections };
        let begun = Instant::now();
        // Fails here, and not at the first job, if the server is unsuitable.
        while let Err(fault) = link.stream_and_consumer().await {
            match fault {
                StreamFault::Refused(reason) => return Err(server.with_another_stream(reason)),
                StreamFault::NoStreams(reason) if begun.elapsed() > PATIENCE => {
                    return Err(server.without_streams(reason));
                }
                StreamFault::NoStreams(_) => sleep(PAUSE).await,
            }
        }
        Ok(link)
    }

    /// Changes whenever the connection is re-established.
    pub(crate) fn connections(&self) -> watch::Receiver<u64> {
        self.connections.clone()
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Publishes `value`, unless there is no connection.
    pub(crate) async fn send(&self, subject: String, value: &impl Serialize) {
        if self.is_connected() {
            let _ = self.client.publish(subject, crate::messages::written(value).into()).await;
        }
    }

    /// Returns the stream of jobs; creates it if it does not exist.
    async fn stream(&self) -> Result<Stream, StreamFault> {
        stream::fits(self.client.server_info().max_payload)?;
        let stream = match self.context.get_or_create_stream(stream::wanted()).await {
            // With itself, if another client has just created it.
            Err(error) if stream::is_overlap(&error) => {
                self.context.get_or_create_stream(stream::wanted()).await
            }
            created => created,
        }?;
        stream::verify(&stream.cached_info().config)?;
        stream::is_complete(&stream).await?;
        Ok(stream)
    }

    /// Returns the consumer, which hands each job to one worker at a time, for a lease.
    pub(crate) async fn consumer(&self) -> Result<PullConsumer, String> {
        Ok(self.stream_and_consumer().await?.1)
    }

    async fn stream_and_consumer(&self) -> Result<(Stream, PullConsumer), StreamFault> {
        let stream = self.stream().await?;
        let mut consumer = self.consumer_of(&stream).await?;
        if stream::is_of_lost_stream(&consumer, &stream).await? {
            stream::delete_consumer(&stream).await?;
            consumer = self.consumer_of(&stream).await?;
        }
        Ok((stream, consumer))
    }

    async fn consumer_of(&self, stream: &Stream) -> Result<PullConsumer, StreamFault> {
        let config = pull::Config {
            durable_name: Some(CONSUMER.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease,
            max_ack_pending: MOST_UNDER_WAY,
            ..pull::Config::default()
        };
        let made = stream.get_or_create_consumer(CONSUMER, config).await;
        made.map_err(StreamFault::no_streams)
    }

    /// Returns the jobs of the manager with this `token` that are in the stream, waiting or being
    /// done.
    pub(crate) async fn jobs_of(&self, token: &str) -> Result<HashSet<u64>, String> {
        // With its consumer: jobs are not to wait where none is.
        let (stream, _) = self.stream_and_consumer().await?;
        let subjects = stream.info_with_subjects(names::jobs(token)).await;
        let mut subjects = subjects.map_err(|error| with_causes(&error))?;
        let mut found = HashSet::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(|error| with_causes(&error))?;
            found.extend(names::job_of(&subject).map(|(_, id)| id));
        }
        Ok(found)
    }

    /// Deletes the job of this subject from the stream, if it is there.
    ///
    /// Deletes by sequence number: after a purge by subject, server 2.9 hands out none of the
    /// waiting jobs (<https://github.com/nats-io/nats.go/issues/1202>).
    pub(crate) async fn remove(&self, subject: String) {
        let Ok(stream) = self.context.get_stream_no_info(names::stream()).await else { return };
        if let Ok(job) = stream.get_last_raw_message_by_subject(&subject).await {
            let _ = stream.delete_message(job.sequence).await;
        }
    }

    /// Deletes all jobs of this manager from the stream.
    pub(crate) async fn remove_all(&self, token: &str) {
        let jobs = self.jobs_of(token).await.unwrap_or_default();
        join_all(jobs.into_iter().map(|id| self.remove(names::job(token, id)))).await;
    }
}

/// Counts connections, and reports changes of the connection.
fn handle(event: &Event, reporter: &NoticeReporter, count: &watch::Sender<u64>) {
    match event {
        Event::Connected => count.send_modify(|count| {
            *count += 1;
            if *count > 1 {
                reporter.report(&Notice::Connected);
            }
        }),
        Event::Disconnected => reporter.report(&Notice::Disconnected),
        Event::ServerError(error) => {
            reporter.report(&Notice::Refused { reason: error.to_string() });
        }
        _ => {}
    }
}

/// A message of the stream.
pub(crate) type Delivery = jetstream::Message;
