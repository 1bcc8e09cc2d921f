//! What travels, beside [`Job`](eldest_prove::Job) and [`JobReport`]. All of it is JSON, but for findings: there are many.

use crate::names::{is_name, is_version, sender};
use async_nats::Message;
use eldest_prove::{Finding, Job, JobReport};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A manager is alive.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ManagerIs {
    pub(crate) token: String,
    pub(crate) version: String,
    /// So many workers may have jobs of it.
    #[serde(default)]
    pub(crate) workers: usize,
    /// It says so for the last time.
    #[serde(default)]
    pub(crate) ends: bool,
}

/// A worker is alive.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerIs {
    pub(crate) worker: String,
    pub(crate) version: String,
    pub(crate) threads: usize,
    /// It says so for the last time.
    #[serde(default)]
    pub(crate) ends: bool,
}

impl ManagerIs {
    /// What a manager says; `None` if it is nothing of this kind, or its names are none.
    pub(crate) fn read(message: &Message) -> Option<Self> {
        read(message).filter(|said: &Self| is_name(&said.token) && is_version(&said.version))
    }
}

impl WorkerIs {
    /// What a worker says; `None` if it is nothing of this kind, or does not come from the worker that it names.
    pub(crate) fn read(message: &Message) -> Option<Self> {
        let by = sender(&message.subject);
        let is_sound = |said: &Self| by == Some(&said.worker) && is_version(&said.version);
        read(message).filter(is_sound)
    }
}

/// Jobs, by their numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Jobs {
    pub(crate) jobs: Vec<u64>,
}

/// A check, for one worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CheckMessage {
    pub(crate) token: String,
    pub(crate) number: u64,
    pub(crate) job: Job,
}

/// Two results contradict each other; these workers have given them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Contradicted {
    pub(crate) game: String,
    pub(crate) workers: Vec<String>,
}

/// Jobs that a worker has; those that it has just `begun`, or all of the manager's.
#[derive(Debug, Serialize)]
pub(crate) struct Running {
    pub(crate) jobs: Vec<u64>,
    pub(crate) begun: bool,
}

/// What came of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AnswerMessage {
    pub(crate) job: u64,
    pub(crate) outcome: JobReport,
}

/// Whose findings follow, as `postcard` writes them: a list of [`Finding`]s.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FindingsHeader {
    pub(crate) game: String,
    /// The fingerprint of the game's rules.
    pub(crate) rules: u64,
}

/// A finding takes no more bytes: a key and its work ten each, the rest nine.
const LONGEST_FINDING: usize = 29;

impl FindingsHeader {
    /// `findings`, in as many messages of at most `most` bytes as it takes.
    pub(crate) fn news(&self, findings: &[Finding], most: usize) -> impl Iterator<Item = Vec<u8>> {
        let head = postcard::to_stdvec(self).expect("plain data");
        // Their number takes less than one of them.
        let room = (most.saturating_sub(head.len()) / LONGEST_FINDING).saturating_sub(1).max(1);
        findings
            .chunks(room)
            .map(move |part| postcard::to_extend(part, head.clone()).expect("plain data"))
    }

    /// Who says something, and what it is.
    pub(crate) fn of(message: &[u8]) -> Option<(Self, &[u8])> {
        postcard::take_from_bytes(message).ok()
    }

    /// What somebody says.
    pub(crate) fn findings(news: &[u8]) -> Option<Vec<Finding>> {
        postcard::from_bytes(news).ok()
    }
}

/// As it travels.
pub(crate) fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data")
}

/// What a message says; `None` if it is nothing of this kind.
pub(crate) fn read<T: DeserializeOwned>(message: &Message) -> Option<T> {
    serde_json::from_slice(&message.payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_cut_into_messages_and_nothing_is_left_out() {
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
        let told = read.flat_map(|(from, news)| {
            assert_eq!(from, source);
            FindingsHeader::findings(news).unwrap()
        });
        assert_eq!(told.collect::<Vec<_>>(), findings);
    }
}
