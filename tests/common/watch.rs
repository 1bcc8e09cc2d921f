//! Somebody who waits for a test, but not for ever.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longer than any test takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What `work` gives, or a panic if it never ends.
pub(crate) fn in_time<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (tell, told) = channel();
    let thread = thread::spawn(move || tell.send(work()));
    match told.recv_timeout(PATIENCE) {
        Ok(done) => done,
        Err(RecvTimeoutError::Timeout) => panic!("threads wait for each other"),
        Err(RecvTimeoutError::Disconnected) => {
            resume_unwind(thread.join().expect_err("nothing was told"))
        }
    }
}
