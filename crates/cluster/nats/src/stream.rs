//! The stream of jobs as it must be, and what is wrong with one that is not.

use crate::names;
use crate::server::told;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{CreateStreamError, CreateStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use std::time::Duration;

/// A job that no worker has taken for this long is removed.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);
/// A job that came twice within this came once.
const DUPLICATES: Duration = Duration::from_secs(120);
/// Nothing larger is a job.
pub(crate) const LARGEST_JOB: usize = 64 << 10;
/// What comes with a job in its message.
const HEADER: usize = 1024;
/// All jobs that wait take no more than that on the server.
const ALL_JOBS: i64 = 1 << 30;

/// Why there is no stream.
#[derive(Debug)]
pub(crate) enum StreamFault {
    /// The server has no JetStream, or does not answer.
    NoStreams(String),
    /// It refuses the stream, or has another one.
    Refused(String),
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
                Self::Refused(match refusal.error_code() {
                    ErrorCode::STREAM_SUBJECT_OVERLAP => format!(
                        "another stream keeps messages of the subjects {subjects}, which belong to the stream {name}; delete \
                         that stream, or give it other subjects"
                    ),
                    _ => format!("the stream {name} is refused: {}", told(&error)),
                })
            }
            _ => Self::NoStreams(told(&error)),
        }
    }
}

/// The stream as it is made.
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
        ..Config::default()
    }
}

/// What is wrong with the stream that is there, if something is: it may keep more than the one that is wanted, and no less.
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
        Some("it is sealed, acknowledges nothing, or mirrors another one".to_owned())
    } else {
        narrow.map(|(name, found, least)| match least {
            i64::MAX => format!("its {name} is {found}; expected no limit"),
            _ => format!("its {name} is {found}; expected {least} or no limit"),
        })
    };
    match differs {
        Some(differs) => Err(StreamFault::Refused(format!(
            "its stream {} is not one that this program makes: {differs}; delete it, and it is made anew",
            found.name
        ))),
        None => Ok(()),
    }
}

/// Whether messages of at most `most` bytes, as the server has it, are enough for jobs.
pub(crate) fn fits(most: usize) -> Result<(), StreamFault> {
    let least = LARGEST_JOB + HEADER;
    if most >= least {
        return Ok(());
    }
    Err(StreamFault::Refused(format!("its max_payload is {most} bytes; expected {least} or more")))
}
