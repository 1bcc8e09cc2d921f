//! [`Notice`]: what somebody may want to know.

use std::fmt;
use std::sync::Arc;

/// What somebody may want to know. Nothing of it needs an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The connection to the server is lost. Nothing is: it is made again as soon as the server is there.
    Disconnected,
    /// The connection is there again.
    Connected,
    /// There is a worker, with so many threads.
    Joined {
        /// Its name.
        worker: String,
        /// Its threads.
        threads: usize,
    },
    /// A worker has said goodbye, or nothing for long.
    Left {
        /// Its name.
        worker: String,
    },
    /// A worker has another version of this package, and does none of our jobs.
    OtherWorker {
        /// Its name.
        worker: String,
        /// Its version.
        version: String,
    },
    /// A manager has another version of this package; this worker does none of its jobs.
    OtherManager {
        /// Its version.
        version: String,
    },
    /// A manager has said nothing for long: its jobs are not done.
    Abandoned {
        /// So many of its jobs were being done.
        jobs: usize,
    },
    /// A job was refused, or has failed.
    Failed {
        /// What it was about.
        game: String,
        /// Why.
        reason: String,
    },
    /// The server refuses something; it is tried again.
    Refused {
        /// What it says.
        reason: String,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = eldest_prove::VERSION;
        match self {
            Self::Disconnected => {
                f.write_str("the connection to the server is lost; it is tried again")
            }
            Self::Connected => f.write_str("the connection to the server is there again"),
            Self::Joined { worker, threads } => {
                write!(f, "worker {worker} is there, threads: {threads}")
            }
            Self::Left { worker } => write!(f, "worker {worker} has gone"),
            Self::OtherWorker { worker, version: other } => {
                write!(
                    f,
                    "worker {worker} is of version {other} and gets no jobs; expected {version}"
                )
            }
            Self::OtherManager { version: other } => {
                write!(
                    f,
                    "a manager is of version {other}; this worker does jobs of {version} only"
                )
            }
            Self::Abandoned { jobs } => {
                write!(
                    f,
                    "a manager has gone without a word; its jobs are dropped ({jobs} under way)"
                )
            }
            Self::Failed { game, reason } => write!(f, "a job of {game} has failed: {reason}"),
            Self::Refused { reason } => {
                write!(f, "the server refuses: {reason}; it is tried again")
            }
        }
    }
}

/// Who hears of what happens.
#[derive(Clone)]
pub(crate) struct Tell(Arc<dyn Fn(&Notice) + Send + Sync>);

impl Tell {
    pub(crate) fn new(hear: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }

    pub(crate) fn tell(&self, notice: &Notice) {
        (self.0)(notice);
    }
}

impl Default for Tell {
    fn default() -> Self {
        Self::new(|_| ())
    }
}

impl fmt::Debug for Tell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tell").finish_non_exhaustive()
    }
}
