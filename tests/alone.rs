//! Tests that look at what belongs to the whole process: its panic hook, and the list of its
//! threads. No other test may run beside them, nor they beside each other.

mod common;

mod panic_hook;
#[cfg(target_os = "linux")]
mod parallel_threads;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// For as long as a test has the process to itself.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    // That another test has failed is that one's business.
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
