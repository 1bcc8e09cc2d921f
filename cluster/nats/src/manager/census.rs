//! [`Census`]: which workers are there.

use crate::messages::WorkerIs;
use crate::notice::{Notice, Tell};
use eldest_prove::VERSION;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A worker that has said nothing for so long has gone.
const SILENCE: Duration = Duration::from_secs(5);
/// More threads than any worker has; strangers may say anything.
const MOST_THREADS: usize = 4096;
/// More workers than there are.
const MOST_WORKERS: usize = 1 << 16;

/// The workers that are there, by their names.
#[derive(Debug, Default)]
pub(super) struct Census(HashMap<String, Seen>);

/// A worker.
#[derive(Debug)]
struct Seen {
    /// 0 if its version is another one: it gets no jobs.
    threads: usize,
    last: Instant,
}

impl Census {
    /// Threads of all of them.
    pub(super) fn threads(&self) -> usize {
        self.0.values().map(|seen| seen.threads).sum()
    }

    /// How many may have jobs.
    pub(super) fn workers(&self) -> usize {
        self.0.values().filter(|seen| seen.threads > 0).count()
    }

    /// A worker says that it is there.
    pub(super) fn note(&mut self, said: WorkerIs, tell: &Tell) {
        let WorkerIs { worker, version, threads, ends } = said;
        if ends {
            if self.0.remove(&worker).is_some() {
                tell.tell(&Notice::Left { worker });
            }
            return;
        }
        let is_ours = version == VERSION;
        let threads = if is_ours { threads.min(MOST_THREADS) } else { 0 };
        let seen = Seen { threads, last: Instant::now() };
        if self.0.len() >= MOST_WORKERS || self.0.insert(worker.clone(), seen).is_some() {
            return;
        }
        tell.tell(&if is_ours {
            Notice::Joined { worker, threads }
        } else {
            Notice::OtherWorker { worker, version }
        });
    }

    /// Those that have said nothing for long are not there any more.
    pub(super) fn forget(&mut self, tell: &Tell) {
        self.0.retain(|worker, seen| {
            let is_there = seen.last.elapsed() < SILENCE;
            if !is_there {
                tell.tell(&Notice::Left { worker: worker.clone() });
            }
            is_there
        });
    }
}
