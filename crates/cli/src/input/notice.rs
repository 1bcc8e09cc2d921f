//! [`while_reading`]: a program that waits for its input says so.

use crate::output::complain;
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Input that comes later than this is waited for with a notice.
const MOMENT: Duration = Duration::from_secs(1);

const NOTICE: &str = "waiting for positions from stdin, which is a pipe or a file; name a position to search that one, \
     or add < /dev/null for the start of the game";

/// Does `read`, which waits for stdin though no option names it. If that takes long, a person at a
/// terminal reads why nothing happens.
pub(super) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return read();
    }
    let (done, reading) = channel::<()>();
    let watch = thread::spawn(move || {
        if reading.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
            complain(NOTICE);
        }
    });
    let found = read();
    drop(done);
    // No notice follows what is written next.
    watch.join().unwrap_or_default();
    found
}
