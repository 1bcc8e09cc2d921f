//! What travels, beside [`Job`](eldest_prove::Job) and [`Outcome`]. All of it is JSON.

use async_nats::Message;
use eldest_prove::{Fact, Outcome};
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

/// What a worker has proved beside what it was asked, for the others.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct News {
    pub(crate) worker: String,
    pub(crate) game: String,
    /// The fingerprint of the game's rules.
    pub(crate) rules: u64,
    pub(crate) facts: Vec<Fact>,
}

impl News {
    /// This, and the rest where it would take more than `most` bytes.
    pub(crate) fn parts(mut self, most: usize) -> Vec<Vec<u8>> {
        let payload = written(&self);
        if payload.len() <= most {
            return vec![payload];
        }
        let rest = self.facts.split_off(self.facts.len().div_ceil(2));
        if rest.is_empty() {
            return Vec::new();
        }
        let (worker, game) = (self.worker.clone(), self.game.clone());
        let rest = Self { worker, game, facts: rest, ..self };
        [self.parts(most), rest.parts(most)].concat()
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
    use eldest::{Bounds, Score};

    #[test]
    fn news_are_cut_into_messages_and_none_is_left_out_but_what_is_too_long() {
        let fact = |position: String| Fact::new(position, Bounds::exact(Score::new(1)));
        let short = (0..100).map(|at| fact(at.to_string()));
        let facts: Vec<_> = short.chain([fact("7".repeat(2000))]).collect();
        let (worker, game) = ("w".to_owned(), "g".to_owned());
        let parts = News { worker, game, rules: 5, facts: facts.clone() }.parts(500);
        assert!(parts.len() > 10 && parts.iter().all(|part| part.len() <= 500));
        let read = parts.iter().map(|part| serde_json::from_slice::<News>(part).unwrap());
        let told: Vec<_> = read.flat_map(|news| news.facts).collect();
        assert_eq!(told, facts[..100]);
    }
}
