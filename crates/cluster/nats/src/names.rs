//! [`Names`]: of the stream, its consumer and all subjects.
//!
//! Subjects of jobs have the version of the package in them, so that no worker ever gets a job of another version. Those
//! by which managers and workers find each other have not, so that it can be told.

use eldest_prove::VERSION;

/// Managers say that they are alive.
pub(crate) const MANAGERS: &str = "eldest.managers";
/// The consumer that all workers share.
pub(crate) const CONSUMER: &str = "workers";

/// Workers say that they are alive, each on the subject that ends with its name; `*` is all of them.
pub(crate) fn workers(name: &str) -> String {
    format!("eldest.workers.{name}")
}

/// The name of the worker that has sent a message: its subject ends with it, and the server may let a worker use no other.
pub(crate) fn sender(subject: &str) -> Option<&str> {
    subject.rsplit('.').next().filter(|name| is_name(name))
}

/// The stream of the jobs.
pub(crate) fn stream() -> String {
    format!("eldest-{}", version())
}

/// The subject of a kind of messages to or from the manager with this `token`; `*` is all of them.
pub(crate) fn subject(kind: Kind, token: &str) -> String {
    let kind = match kind {
        Kind::Answers => "answers",
        Kind::Running => "running",
        Kind::Withdrawn => "withdrawn",
        Kind::Contradicted => "contradicted",
        Kind::News => "news",
    };
    format!("eldest.{}.{kind}.{token}", version())
}

/// The subject of a kind of messages about the manager with this `token`, from the worker of this `name`.
pub(crate) fn from_worker(kind: Kind, token: &str, name: &str) -> String {
    subject(kind, &format!("{token}.{name}"))
}

/// The token of the manager, in a subject that [`from_worker`] makes.
pub(crate) fn manager_of(subject: &str) -> Option<&str> {
    subject.rsplit('.').nth(1).filter(|token| is_name(token))
}

/// The subject of checks for the worker of this name alone.
pub(crate) fn checks(name: &str) -> String {
    format!("eldest.{}.checks.{name}", version())
}

/// What is sent to a manager, or by it.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Kind {
    /// From workers: what came of a job.
    Answers,
    /// From workers: these jobs are being done.
    Running,
    /// To workers: these jobs are not wanted any more.
    Withdrawn,
    /// To workers: two results contradict each other.
    Contradicted,
    /// From workers to each other: what searches for this manager find.
    News,
}

/// The subjects of all jobs.
pub(crate) fn all_jobs() -> String {
    format!("eldest.{}.jobs.>", version())
}

/// The subjects of the jobs of one manager.
pub(crate) fn jobs(token: &str) -> String {
    format!("eldest.{}.jobs.{token}.*", version())
}

/// The subject of one job.
pub(crate) fn job(token: &str, number: u64) -> String {
    format!("eldest.{}.jobs.{token}.{number}", version())
}

/// Whose job has this subject, and its number.
pub(crate) fn job_of(subject: &str) -> Option<(String, u64)> {
    let mut parts = subject.rsplit('.');
    let number = parts.next()?.parse().ok()?;
    Some((parts.next()?.to_owned(), number))
}

/// A name that nobody else has.
pub(crate) fn token() -> String {
    format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..))
}

/// No token, no worker's name and no version is longer.
const LONGEST: usize = 64;

/// Whether this may be a token or the name of a worker: it stands in a subject, and is short.
pub(crate) fn is_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_plain)
}

/// Whether this may be a version: strangers may say anything, but not at length.
pub(crate) fn is_version(text: &str) -> bool {
    text.len() <= LONGEST
}

/// As it may stand in a subject.
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
