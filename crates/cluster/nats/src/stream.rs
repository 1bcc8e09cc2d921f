//! The configuration of the stream of jobs, and the check of an existing one.

use crate::names::{self, CONSUMER};
use crate::server::with_causes;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind};
use async_nats::jetstream::stream::{
    Config, ConsumerError, ConsumerErrorKind, DirectGetErrorKind, DiscardPolicy, RetentionPolicy,
    Stream,
};
use std::error::Error;
use std::time::Duration;

/// The server removes a job that no worker has taken for this long.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);
/// The server drops a second copy of a job within this time.
const DUPLICATES: Duration = Duration::from_secs(120);
/// The largest job, in bytes.
pub(crate) const LARGEST_JOB: usize = 64 << 10;
/// Room for the headers of a job's message.
const HEADER: usize = 1024;
/// The most bytes that waiting jobs take on the server.
const ALL_JOBS: i64 = 1 << 30;

/// Why the stream cannot be used.
#[derive(Debug)]
pub(crate) enum StreamFault {
    /// The server has no JetStream, or does not respond.
    NoStreams(String),
    /// The server refuses the stream, or has one that is not compatible.
    Refused(String),
}

impl StreamFault {
    pub(crate) fn no_streams(error: impl Error + 'static) -> Self {
        Self::NoStreams(with_causes(&error))
    }
}

impl From<StreamFault> for String {
    fn from(fault: StreamFault) -> Self {
        match fault {
            StreamFault::NoStreams(reason) | StreamFault::Refused(reason) => reason,
        }
    }
}

impl From<CreateStreamError> for StreamFault {
    fn from(error: CreateStreamError) -> Self {
        let none = [ErrorCode::JETSTREAM_NOT_ENABLED, ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT];
        match error.kind() {
            CreateStreamErrorKind::JetStream(refusal) if !none.contains(&refusal.error_code()) => {
                let (name, subjects) = (names::stream(), names::all_jobs());
                Self::Refused(if is_overlap(&error) {
                    format!(
                        "another stream stores messages of the subjects {subjects}, which belong to the stream {name}; delete \
                         that stream, or change its subjects"
                    )
                } else {
                    format!("it refuses the stream {name}: {}", with_causes(&error))
                })
            }
            _ => Self::no_streams(error),
        }
    }
}

/// Whether the server refuses the stream because one has its subjects.
pub(crate) fn is_overlap(error: &CreateStreamError) -> bool {
    matches!(error.kind(), CreateStreamErrorKind::JetStream(refusal)
        if refusal.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP)
}

/// Returns the configuration with which the stream is created.
pub(crate) fn wanted() -> Config {
    Config {
        name: names::stream(),
        subjects: vec![names::all_jobs()],
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_age: LONGEST_WAIT,
        max_bytes: ALL_JOBS,
        max_message_size: (LARGEST_JOB + HEADER) as i32,
        duplicate_window: DUPLICATES,
        // For `is_complete`.
        allow_direct: true,
        ..Config::default()
    }
}

/// Checks an existing stream: its limits may be wider than those of [`wanted`], but not narrower.
pub(crate) fn verify(found: &Config) -> Result<(), StreamFault> {
    let wanted = wanted();
    let is_enough = |found: i64, least: i64| found <= 0 || found >= least;
    let seconds = |time: Duration| time.as_secs().try_into().unwrap_or(i64::MAX);
    let size = wanted.max_message_size;
    let limits = [
        ("max_msgs", found.max_messages, i64::MAX),
        ("max_msgs_per_subject", found.max_messages_per_subject, 1),
        ("max_bytes", found.max_bytes, wanted.max_bytes),
        ("max_msg_size", found.max_message_size.into(), size.into()),
        ("max_consumers", found.max_consumers.into(), 1),
        ("max_age (seconds)", seconds(found.max_age), seconds(wanted.max_age)),
    ];
    let narrow = limits.into_iter().find(|(_, found, least)| !is_enough(*found, *least));
    let differs = if found.subjects != wanted.subjects {
        Some(format!("its subjects are {:?}; expected {:?}", found.subjects, wanted.subjects))
    } else if found.retention != wanted.retention {
        Some(format!("its retention is {:?}; expected {:?}", found.retention, wanted.retention))
    } else if found.sealed || found.no_ack || found.mirror.is_some() {
        Some("it is sealed, takes no acknowledgements, or is a mirror".to_owned())
    } else {
        narrow.map(|(name, found, least)| match least {
            i64::MAX => format!("its {name} is {found}; expected no limit"),
            _ => format!("its {name} is {found}; expected {least} or no limit"),
        })
    };
    match differs {
        Some(differs) => Err(StreamFault::Refused(format!(
            "its stream {} is not configured as required: {differs}; delete it to have it created again",
            found.name
        ))),
        None => Ok(()),
    }
}

/// Checks that the server has finished creating the stream.
///
/// While one client creates a stream, server 2.9 reports it to others as created; a consumer created
/// then never delivers a message. Direct reads are served last, so any response shows the end. They
/// are off in a stream of other clients.
pub(crate) async fn is_complete(stream: &Stream) -> Result<(), StreamFault> {
    if !stream.cached_info().config.allow_direct {
        return Ok(());
    }
    match stream.direct_get_last_for_subject(names::job("none", 0)).await.map_err(|e| e.kind()) {
        Ok(_) | Err(DirectGetErrorKind::NotFound) => Ok(()),
        Err(kind) => {
            let name = names::stream();
            Err(StreamFault::NoStreams(format!("its stream {name} is not complete: {kind}")))
        }
    }
}

/// Whether `consumer` has delivered jobs that `stream` has not received. They were of a stream that
/// the server has lost, and it would not hand out jobs with their numbers.
///
/// If the folder of the consumer has survived, server 2.9 recovers its deliveries, though it numbers
/// the messages of the next stream from 1. Acknowledged jobs that are still there say nothing: their
/// deletion may be lost with a killed server.
pub(crate) async fn is_of_lost_stream(
    consumer: &PullConsumer,
    stream: &Stream,
) -> Result<bool, StreamFault> {
    // Known before the state of the stream, where numbers only grow.
    let delivered = consumer.cached_info().delivered.stream_sequence;
    let found = stream.get_info().await.map_err(StreamFault::no_streams)?;
    Ok(found.state.last_sequence < delivered)
}

/// Deletes the consumer, unless another client has done so.
pub(crate) async fn delete_consumer(stream: &Stream) -> Result<(), StreamFault> {
    let is_gone = |error: &ConsumerError| {
        matches!(error.kind(), ConsumerErrorKind::JetStream(refusal)
            if refusal.error_code() == ErrorCode::CONSUMER_NOT_FOUND)
    };
    match stream.delete_consumer(CONSUMER).await {
        Err(error) if !is_gone(&error) => Err(StreamFault::no_streams(error)),
        _ => Ok(()),
    }
}

/// Checks that the server's limit of `most` bytes per message is enough for jobs.
pub(crate) fn fits(most: usize) -> Result<(), StreamFault> {
    let least = LARGEST_JOB + HEADER;
    if most >= least {
        return Ok(());
    }
    Err(StreamFault::Refused(format!("its max_payload is {most} bytes; expected {least} or more")))
}
