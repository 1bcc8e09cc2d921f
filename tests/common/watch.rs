//! A watchdog: a test that hangs fails.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longer than any test takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Returns what `work` returns, or panics if that never ends.
pub(crate) fn in_time<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(PATIENCE) {
        Ok(done) => done,
        Err(RecvTimeoutError::Timeout) => panic!("threads wait for each other"),
        Err(RecvTimeoutError::Disconnected) => {
            resume_unwind(thread.join().expect_err("a thread that sends nothing has panicked"))
        }
    }
}
