//! The messages, apart from [`Job`](eldest_prove::Job) and [`JobReport`]. All are JSON, except for
//! findings: there are many.

use crate::names::{is_name, is_version, sender};
use async_nats::Message;
use eldest_prove::{Finding, Job, JobReport};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Heartbeat of a manager.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ManagerPulse {
    pub(crate) token: String,
    pub(crate) version: String,
    /// The number of workers that may get jobs from it.
    #[serde(default)]
    pub(crate) workers: usize,
    /// Whether it leaves.
    #[serde(default)]
    pub(crate) ends: bool,
}

/// Heartbeat of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerPulse {
    pub(crate) worker: String,
    pub(crate) version: String,
    pub(crate) threads: usize,
    /// Whether it leaves.
    #[serde(default)]
    pub(crate) ends: bool,
}

impl ManagerPulse {
    /// Reads the heartbeat of a manager; `None` if it is malformed, or its token or version is
    /// invalid.
    pub(crate) fn read(message: &Message) -> Option<Self> {
        read(message).filter(|pulse: &Self| is_name(&pulse.token) && is_version(&pulse.version))
    }
}

impl WorkerPulse {
    /// Reads the heartbeat of a worker; `None` if it is malformed, or its name differs from the
    /// sender's.
    pub(crate) fn read(message: &Message) -> Option<Self> {
        let by = sender(&message.subject);
        let is_sound = |pulse: &Self| by == Some(&pulse.worker) && is_version(&pulse.version);
        read(message).filter(is_sound)
    }
}

/// Jobs by number.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Jobs {
    pub(crate) jobs: Vec<u64>,
}

/// A check of another worker's answer, for one worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CheckMessage {
    pub(crate) token: String,
    pub(crate) number: u64,
    pub(crate) job: Job,
}

/// The workers whose results contradict each other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Contradicted {
    pub(crate) game: String,
    pub(crate) workers: Vec<String>,
}

/// Jobs of a manager that a worker has: those that it has just `begun`, or all.
#[derive(Debug, Serialize)]
pub(crate) struct Running {
    pub(crate) jobs: Vec<u64>,
    pub(crate) begun: bool,
}

/// The result of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnswerMessage {
    pub(crate) job: u64,
    pub(crate) outcome: JobReport,
}

/// The head of a message with findings. A list of [`Finding`]s follows, in the encoding of
/// `postcard`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FindingsHeader {
    pub(crate) game: String,
    /// The fingerprint of the game's rules.
    pub(crate) rules: u64,
}

/// The most bytes of a finding: ten each for its key and its work, nine for the rest.
const LONGEST_FINDING: usize = 29;

impl FindingsHeader {
    /// Splits `findings` into messages of at most `most` bytes.
    pub(crate) fn news(&self, findings: &[Finding], most: usize) -> impl Iterator<Item = Vec<u8>> {
        let head = postcard::to_stdvec(self).expect("plain data");
        // The length of the list takes less room than one finding.
        let room = (most.saturating_sub(head.len()) / LONGEST_FINDING).saturating_sub(1).max(1);
        findings
            .chunks(room)
            .map(move |part| postcard::to_extend(part, head.clone()).expect("plain data"))
    }

    /// Reads the head of a message. Returns it with the rest, the findings.
    pub(crate) fn of(message: &[u8]) -> Option<(Self, &[u8])> {
        postcard::take_from_bytes(message).ok()
    }

    /// Reads the findings after a head.
    pub(crate) fn findings(news: &[u8]) -> Option<Vec<Finding>> {
        postcard::from_bytes(news).ok()
    }
}

/// Encodes a message as JSON.
pub(crate) fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data")
}

/// Decodes a message; `None` if it is malformed.
pub(crate) fn read<T: DeserializeOwned>(message: &Message) -> Option<T> {
    serde_json::from_slice(&message.payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_split_into_messages_and_none_is_lost() {
        let widest = (u64::MAX, i32::MIN, 0, u16::MAX, u64::MAX);
        let widest = postcard::to_stdvec(&widest).unwrap();
        assert_eq!(widest.len(), LONGEST_FINDING);
        let finding = |key: u8| -> Finding {
            let bytes = [&[key], &widest[10..]].concat();
            postcard::from_bytes(&bytes).unwrap()
        };
        let findings: Vec<_> =
            (0..100).map(finding).chain([postcard::from_bytes(&widest).unwrap()]).collect();
        let source = FindingsHeader { game: "g".to_owned(), rules: 5 };
        let parts: Vec<_> = source.news(&findings, 500).collect();
        assert!(parts.len() > 5 && parts.iter().all(|part| part.len() <= 500));
        let read = parts.iter().map(|part| FindingsHeader::of(part).unwrap());
        let received = read.flat_map(|(from, news)| {
            assert_eq!(from, source);
            FindingsHeader::findings(news).unwrap()
        });
        assert_eq!(received.collect::<Vec<_>>(), findings);
    }
}
