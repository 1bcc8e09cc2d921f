//! [`Notice`]: what somebody may want to know.

use eldest_check::printable;
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
    /// A manager has said nothing for long: its jobs, some of which were being done, are not done.
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
    /// Jobs are gone from the server, and no worker has answered them or has them. They are lost, and asked again.
    Vanished {
        /// The number of them so far.
        jobs: u64,
    },
    /// A worker has answered a job that is for another one. The answer does not count.
    Stray {
        /// Its name.
        worker: String,
        /// The number of such answers so far, of all workers.
        answers: u64,
    },
    /// A message has said in this name that its owner goes, which has not gone.
    Impersonated {
        /// The name of a worker, or a manager's token.
        name: String,
    },
    /// A proof has found that a worker's answer is wrong: the table of that game is dropped, with all findings of other
    /// workers.
    Distrusted {
        /// The game.
        game: String,
    },
    /// The server refuses something; it is tried again.
    Refused {
        /// What it says.
        reason: String,
    },
}

/// Control characters are escaped, and what is long is cut: strangers may have written it.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = eldest_prove::VERSION;
        match self {
            Self::Disconnected => {
                f.write_str("the connection to the server is lost; it is tried again")
            }
            Self::Connected => f.write_str("the connection to the server is there again"),
            Self::Joined { worker, threads } => {
                write!(f, "worker {} is there, threads: {threads}", Clean(worker))
            }
            Self::Left { worker } => write!(f, "worker {} has gone", Clean(worker)),
            Self::OtherWorker { worker, version: other } => {
                let (worker, other) = (Clean(worker), Clean(other));
                write!(
                    f,
                    "worker {worker} is of version {other} and gets no jobs; expected {version}"
                )
            }
            Self::OtherManager { version: other } => {
                let other = Clean(other);
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
            Self::Failed { game, reason } => {
                write!(f, "a job of {} has failed: {}", Clean(game), Clean(reason))
            }
            Self::Vanished { jobs } => write!(
                f,
                "jobs have vanished from the server without an answer, {jobs} so far, and are asked again; was its folder \
                 deleted, or does something else take them?"
            ),
            Self::Stray { worker, answers } => write!(
                f,
                "worker {} has answered a job that is for another one; {answers} such answers so far do not count",
                Clean(worker)
            ),
            Self::Impersonated { name } => write!(
                f,
                "a message has said that {} goes, which has not gone: something else at the server speaks in its name",
                Clean(name)
            ),
            Self::Distrusted { game } => write!(
                f,
                "a proof of {} has found a wrong answer: the table is dropped with all findings of other workers",
                Clean(game)
            ),
            Self::Refused { reason } => {
                write!(f, "the server refuses: {}; it is tried again", Clean(reason))
            }
        }
    }
}

/// What others have written, as it may be shown on a terminal and in a line of a log.
struct Clean<'a>(&'a str);

/// No more characters of it are shown.
const LONGEST: usize = 500;

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(self.0, LONGEST))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_write_is_one_short_line_without_control_characters() {
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
