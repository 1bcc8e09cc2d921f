//! [`AnswerSender`]: answers on their way from the manager to the cluster.

use eldest_prove::JobReport;
use std::fmt;
use std::sync::mpsc::Sender;

/// The callback for each answer that has arrived.
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

/// The manager's end of the channel of answers.
pub(crate) struct AnswerSender {
    answers: Sender<(usize, JobReport)>,
    wake: Wake,
}

impl AnswerSender {
    pub(crate) fn new(answers: Sender<(usize, JobReport)>, wake: Wake) -> Self {
        Self { answers, wake }
    }

    pub(crate) fn send(&self, number: usize, outcome: JobReport) {
        // The receiver is gone when the cluster is dropped.
        let _ = self.answers.send((number, outcome));
        (self.wake.0)();
    }
}

/// Wakes once more: no further answers can arrive.
impl Drop for AnswerSender {
    fn drop(&mut self) {
        (self.wake.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_prove::JobEnd;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::channel;

    #[test]
    fn each_answer_and_the_end_wake_once() {
        let (wakes, (answers, received)) = (Arc::new(AtomicU32::new(0)), channel());
        let counted = Arc::clone(&wakes);
        let wake = Wake::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        let sender = AnswerSender::new(answers, wake);
        for number in 0..3 {
            sender.send(number, JobReport::nothing(JobEnd::Lost));
            assert_eq!(wakes.load(Ordering::Relaxed), number as u32 + 1);
        }
        drop(sender);
        assert_eq!((wakes.load(Ordering::Relaxed), received.iter().count()), (4, 3));
    }
}
