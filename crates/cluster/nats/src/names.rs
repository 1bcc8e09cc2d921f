//! Names of the stream, its consumer and all subjects.
//!
//! Subjects of jobs contain the version of the package, so that no worker ever gets a job of
//! another version. The subjects of heartbeats do not, so that another version can be reported.

use eldest_prove::VERSION;

/// The subject of the heartbeats of managers.
pub(crate) const MANAGERS: &str = "eldest.managers";
/// The consumer that all workers share.
pub(crate) const CONSUMER: &str = "workers";

/// Returns the subject of the heartbeats of the worker of this `name`, `*` for all workers.
pub(crate) fn workers(name: &str) -> String {
    format!("eldest.workers.{name}")
}

/// Returns the name of the worker that has sent a message, the last part of the subject. A server
/// can be configured to let each worker use its own name only.
pub(crate) fn sender(subject: &str) -> Option<&str> {
    subject.rsplit('.').next().filter(|name| is_name(name))
}

/// Returns the name of the stream of jobs.
pub(crate) fn stream() -> String {
    format!("eldest-{}", version())
}

/// Returns the subject of a kind of messages to or from the manager with this `token`, `*` for all.
pub(crate) fn subject(kind: MessageKind, token: &str) -> String {
    let kind = match kind {
        MessageKind::Answers => "answers",
        MessageKind::Running => "running",
        MessageKind::Withdrawn => "withdrawn",
        MessageKind::Contradicted => "contradicted",
        MessageKind::News => "news",
    };
    format!("eldest.{}.{kind}.{token}", version())
}

/// Returns the subject of a kind of messages about the manager with this `token`, from the worker
/// of this `name`.
pub(crate) fn from_worker(kind: MessageKind, token: &str, name: &str) -> String {
    subject(kind, &format!("{token}.{name}"))
}

/// Returns the token of the manager in a subject made by [`from_worker`].
pub(crate) fn manager_of(subject: &str) -> Option<&str> {
    subject.rsplit('.').nth(1).filter(|token| is_name(token))
}

/// Returns the subject of checks for the worker of this name.
pub(crate) fn checks(name: &str) -> String {
    format!("eldest.{}.checks.{name}", version())
}

/// The kinds of messages to, from and about a manager.
#[derive(Copy, Clone, Debug)]
pub(crate) enum MessageKind {
    /// From workers: the result of a job.
    Answers,
    /// From workers: the jobs they are doing.
    Running,
    /// To workers: jobs that are withdrawn.
    Withdrawn,
    /// To workers: the workers whose results contradict each other.
    Contradicted,
    /// Between workers: findings of searches for this manager.
    News,
}

/// Returns the subjects of all jobs.
pub(crate) fn all_jobs() -> String {
    format!("eldest.{}.jobs.>", version())
}

/// Returns the subjects of the jobs of one manager.
pub(crate) fn jobs(token: &str) -> String {
    format!("eldest.{}.jobs.{token}.*", version())
}

/// Returns the subject of one job.
pub(crate) fn job(token: &str, number: u64) -> String {
    format!("eldest.{}.jobs.{token}.{number}", version())
}

/// Returns the manager's token and the number of the job with this subject.
pub(crate) fn job_of(subject: &str) -> Option<(String, u64)> {
    let mut parts = subject.rsplit('.');
    let number = parts.next()?.parse().ok()?;
    Some((parts.next()?.to_owned(), number))
}

/// Returns a random name, unique in practice.
pub(crate) fn token() -> String {
    format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..))
}

/// The greatest length of a token, a worker's name and a version.
const LONGEST: usize = 64;

/// Whether this is a valid token or name of a worker: short, and fit for a subject.
pub(crate) fn is_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_plain)
}

/// Whether this may be a version. Peers are untrusted, so its length is limited.
pub(crate) fn is_version(text: &str) -> bool {
    text.len() <= LONGEST
}

/// Returns the version in a form fit for a subject.
fn version() -> String {
    VERSION.replace(['.', '+', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_known_by_its_subject() {
        let token = token();
        assert_eq!(job_of(&job(&token, 17)), Some((token, 17)));
        assert_eq!(job_of("eldest.1.jobs.x.y"), None);
        assert_eq!(job_of("5"), None);
    }

    #[test]
    fn a_name_is_a_short_word() {
        assert!([&token(), "old", "a-b_7", &"x".repeat(64)].into_iter().all(is_name));
        let none = ["", "*", ">", "a.b", "a b", "a\nb", "\u{1b}[2J", "\u{e4}", &"x".repeat(65)];
        assert!(!none.into_iter().any(is_name));
        assert!(is_version(VERSION) && !is_version(&"1".repeat(65)));
    }
}
