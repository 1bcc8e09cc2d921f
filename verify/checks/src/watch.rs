//! [`InputWatch`]: ends checks that do not terminate.

use std::io::{Write, stderr};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};
use std::{env, fs};

/// The time after which a check counts as endless, because threads wait for each other.
const PATIENCE: Duration = Duration::from_secs(120);
/// The exit status of an endless check: that of `timeout`, distinct from other failures.
const ENDLESS: i32 = 124;
/// The interval between two checks of the clock.
const PAUSE: Duration = Duration::from_secs(1);

/// Watches while inputs are checked. If one takes too long, writes it to a file, and ends the
/// process with status 124. The watch ends when this is dropped.
#[derive(Debug)]
pub(crate) struct InputWatch(Arc<Mutex<WatchedInput>>);

#[derive(Debug)]
struct WatchedInput {
    since: Instant,
    input: Vec<u8>,
}

impl InputWatch {
    /// Starts to watch inputs of the target `name`.
    pub(crate) fn start(name: &'static str) -> Self {
        let under_way = WatchedInput { since: Instant::now(), input: Vec::new() };
        let watch = Self(Arc::new(Mutex::new(under_way)));
        let seen = Arc::downgrade(&watch.0);
        spawn(move || look_on(name, &seen));
        watch
    }

    /// Notes that the check of `input` begins.
    pub(crate) fn begin(&self, input: &[u8]) {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        under_way.since = Instant::now();
        under_way.input.clear();
        under_way.input.extend(input);
    }
}

fn look_on(name: &str, seen: &Weak<Mutex<WatchedInput>>) {
    while let Some(under_way) = seen.upgrade() {
        let under_way = under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if under_way.since.elapsed() > PATIENCE {
            give_up(name, &under_way.input);
        }
        drop(under_way);
        sleep(PAUSE);
    }
}

fn give_up(name: &str, input: &[u8]) -> ! {
    let path = env::temp_dir().join(format!("eldest-{name}-endless"));
    let kept = fs::write(&path, input);
    // If even this fails, the exit status must suffice.
    let _ = writeln!(
        stderr(),
        "{name}: a check does not end. Its input (written: {kept:?}): {}",
        path.display()
    );
    exit(ENDLESS)
}
