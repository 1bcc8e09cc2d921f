//! What travels, beside [`Job`](eldest_prove::Job) and [`Outcome`]. All of it is JSON.

use async_nats::Message;
use eldest_prove::Outcome;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A manager is alive.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ManagerIs {
    pub(crate) token: String,
    pub(crate) version: String,
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

/// Jobs, by their numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Jobs {
    pub(crate) jobs: Vec<u64>,
}

/// Jobs that a worker has; those that it has just `begun`, or all of the manager's.
#[derive(Debug, Serialize)]
pub(crate) struct Running {
    pub(crate) jobs: Vec<u64>,
    pub(crate) begun: bool,
}

/// What came of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) job: u64,
    pub(crate) outcome: Outcome,
}

/// As it travels.
pub(crate) fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data")
}

/// What a message says; `None` if it is nothing of this kind.
pub(crate) fn read<T: DeserializeOwned>(message: &Message) -> Option<T> {
    serde_json::from_slice(&message.payload).ok()
}
