//! [`AnswerSender`]: answers on their way from the manager to the cluster.

use eldest_prove::Outcome;
use std::fmt;
use std::sync::mpsc::Sender;

/// Called when an answer has come.
pub(crate) struct Wake(Box<dyn Fn() + Send + Sync>);

impl Wake {
    pub(crate) fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Box::new(wake))
    }
}

impl Default for Wake {
    fn default() -> Self {
        Self(Box::new(|| ()))
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wake").finish_non_exhaustive()
    }
}

/// The manager's end of the answers.
pub(crate) struct AnswerSender {
    answers: Sender<(usize, Outcome)>,
    wake: Wake,
}

impl AnswerSender {
    pub(crate) fn new(answers: Sender<(usize, Outcome)>, wake: Wake) -> Self {
        Self { answers, wake }
    }

    pub(crate) fn send(&self, number: usize, outcome: Outcome) {
        // The receiver is gone when the cluster is dropped.
        let _ = self.answers.send((number, outcome));
        (self.wake.0)();
    }
}

/// No more answers can come.
impl Drop for AnswerSender {
    fn drop(&mut self) {
        (self.wake.0)();
    }
}
