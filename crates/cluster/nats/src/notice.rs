//! [`Notice`]: events of which a cluster or a worker informs its owner.

use eldest_check::printable;
use std::fmt;
use std::sync::Arc;

/// An event that may be of interest. None requires a reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The connection to the server is lost. It is re-established when the server is back; no job
    /// is lost.
    Disconnected,
    /// The connection is re-established.
    Connected,
    /// A worker has joined.
    Joined {
        /// Its name.
        worker: String,
        /// Its number of threads.
        threads: usize,
    },
    /// A worker has left, or has been silent for too long.
    Left {
        /// Its name.
        worker: String,
    },
    /// A worker runs another version of this package, and gets no jobs.
    OtherWorker {
        /// Its name.
        worker: String,
        /// Its version.
        version: String,
    },
    /// A manager runs another version of this package; this worker does none of its jobs.
    OtherManager {
        /// Its version.
        version: String,
    },
    /// A manager has been silent for too long, and its jobs were dropped.
    Abandoned {
        /// The number of its jobs that this worker had.
        jobs: usize,
    },
    /// A job was refused, or has failed.
    Failed {
        /// The game of the job.
        game: String,
        /// The cause.
        reason: String,
    },
    /// Jobs are not at the server any more, and no worker has or has answered them. They count as
    /// lost.
    Vanished {
        /// Their number so far.
        jobs: u64,
    },
    /// A worker has answered a job of another worker. The answer is ignored.
    Stray {
        /// Its name.
        worker: String,
        /// The number of such answers so far, of all workers.
        answers: u64,
    },
    /// A goodbye was forged in this name: its owner is still there.
    Impersonated {
        /// The name of a worker, or the token of a manager.
        name: String,
    },
    /// A proof has found a wrong answer of a worker: the table of that game is dropped, with all
    /// findings of other workers.
    Distrusted {
        /// The game.
        game: String,
    },
    /// The server has refused a request, which is repeated.
    Refused {
        /// The server's reason.
        reason: String,
    },
}

/// Escapes control characters and truncates long text: names and reasons come from untrusted peers.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = eldest_prove::VERSION;
        match self {
            Self::Disconnected => f.write_str("the connection to the server is lost; reconnecting"),
            Self::Connected => f.write_str("the connection to the server is re-established"),
            Self::Joined { worker, threads } => {
                write!(f, "worker {} has joined, threads: {threads}", Clean(worker))
            }
            Self::Left { worker } => write!(f, "worker {} has left", Clean(worker)),
            Self::OtherWorker { worker, version: other } => {
                let (worker, other) = (Clean(worker), Clean(other));
                write!(
                    f,
                    "worker {worker} runs version {other} and gets no jobs; expected {version}"
                )
            }
            Self::OtherManager { version: other } => {
                let other = Clean(other);
                write!(f, "a manager runs version {other}; this worker only does jobs of {version}")
            }
            Self::Abandoned { jobs } => {
                write!(f, "a manager is silent; its jobs are dropped ({jobs} under way)")
            }
            Self::Failed { game, reason } => {
                write!(f, "a job of {} has failed: {}", Clean(game), Clean(reason))
            }
            Self::Vanished { jobs } => write!(
                f,
                "jobs have vanished from the server unanswered, {jobs} so far, and are repeated; was its folder \
                 deleted, or does another client consume them?"
            ),
            Self::Stray { worker, answers } => write!(
                f,
                "worker {} has answered a job of another worker; such answers are ignored, {answers} so far",
                Clean(worker)
            ),
            Self::Impersonated { name } => write!(
                f,
                "a goodbye in the name of {} was forged: another client of the server uses its name",
                Clean(name)
            ),
            Self::Distrusted { game } => write!(
                f,
                "a proof of {} has found a wrong answer: its table is dropped, with all findings of other workers",
                Clean(game)
            ),
            Self::Refused { reason } => {
                write!(f, "the server refuses a request: {}; retrying", Clean(reason))
            }
        }
    }
}

/// Text of a peer, made safe for a terminal and for a line of a log.
struct Clean<'a>(&'a str);

/// The most characters shown of a text.
const LONGEST: usize = 500;

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(self.0, LONGEST))
    }
}

/// The callback for notices.
#[derive(Clone)]
pub(crate) struct NoticeReporter(Arc<dyn Fn(&Notice) + Send + Sync>);

impl NoticeReporter {
    pub(crate) fn new(report: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self(Arc::new(report))
    }

    pub(crate) fn report(&self, notice: &Notice) {
        (self.0)(notice);
    }
}

impl Default for NoticeReporter {
    fn default() -> Self {
        Self::new(|_| ())
    }
}

impl fmt::Debug for NoticeReporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoticeReporter").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_peers_is_one_short_line_without_control_characters() {
        let wicked = |text: &str| format!("\u{1b}[2J{text}\n\r\u{202e}{}", "x".repeat(70_000));
        let notices = [
            Notice::Joined { worker: wicked("w"), threads: 1 },
            Notice::Left { worker: wicked("w") },
            Notice::OtherWorker { worker: wicked("w"), version: wicked("1") },
            Notice::OtherManager { version: wicked("1") },
            Notice::Failed { game: wicked("go"), reason: wicked("why") },
            Notice::Refused { reason: wicked("why") },
        ];
        for shown in notices.map(|notice| notice.to_string()) {
            assert!(!shown.contains(|c: char| c.is_control() || c == '\u{202e}'), "{shown}");
            assert!(shown.contains("\\u{1b}[2J") && shown.chars().count() < 1200, "{shown}");
        }
        let reason = "no game is called 'g\u{f6}'".to_owned();
        let failed = Notice::Failed { game: "g\u{f6}".to_owned(), reason };
        assert_eq!(failed.to_string(), "a job of g\u{f6} has failed: no game is called 'g\u{f6}'");
    }
}
