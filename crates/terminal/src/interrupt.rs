//! [`Interrupt`]: handles Ctrl-C, SIGTERM and SIGHUP.
//!
//! `timeout`, batch systems and a shutdown send SIGTERM, a logout sends SIGHUP. Both often arrive
//! twice, once for the program and once for its process group, so a second one has no separate
//! meaning.

use crate::Status;
use anyhow::Result;
use eldest::StopToken;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGTERM};
#[cfg(unix)]
use signal_hook::iterator::Signals;
#[cfg(unix)]
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::thread;
use std::{fmt, fs, process};

/// The first Ctrl-C stops the search, which then reports its result. The second ends the program at
/// once, as does the first while the program waits for input and has nothing to save. SIGTERM and
/// SIGHUP always act like the first Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    token: StopToken,
    waiting: Arc<AtomicBool>,
    /// Stops only the current activity.
    present: Arc<Mutex<Option<StopToken>>>,
    debts: Arc<Mutex<Debts>>,
}

/// The cleanup before the program ends.
#[derive(Default)]
struct Debts {
    /// A function that makes the program end.
    last: Option<Arc<dyn Fn() + Send + Sync>>,
    /// Temporary files to remove when the program ends.
    parts: Vec<PathBuf>,
}

impl fmt::Debug for Debts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Debts").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl Interrupt {
    /// Installs handlers for Ctrl-C, SIGTERM and SIGHUP.
    pub fn install() -> Result<Self> {
        let interrupt = Self::default();
        let raised = interrupt.clone();
        ctrlc::set_handler(move || raised.raise())?;
        #[cfg(unix)]
        let raised = interrupt.clone();
        #[cfg(unix)]
        heed(move || raised.end())?;
        Ok(interrupt)
    }

    fn raise(&self) {
        let token = self.present().clone().unwrap_or_else(|| self.token.clone());
        if token.is_stopped() {
            self.exit(Status::Interrupted);
        }
        self.stop(&token);
    }

    /// Ends a search as the first Ctrl-C does, and a game at once, because nothing is lost then.
    #[cfg(unix)]
    fn end(&self) {
        if self.present().is_some() {
            self.exit(Status::Interrupted);
        }
        self.stop(&self.token);
    }

    fn stop(&self, token: &StopToken) {
        token.stop();
        // A read-modify-write: a thread that begins to wait now is seen here, or sees the token.
        if self.waiting.fetch_or(false, Ordering::SeqCst) {
            self.wait_no_longer();
        }
    }

    /// Ends the program after its cleanup.
    fn wait_no_longer(&self) {
        let last = self.debts().last.clone();
        last.map_or_else(|| self.exit(Status::Interrupted), |last| last());
    }

    /// Ends the program at once, and removes its temporary files.
    pub fn exit(&self, status: Status) -> ! {
        // Held to the end, so that no temporary file is created meanwhile.
        let debts = self.debts();
        debts.parts.iter().for_each(|part| drop(fs::remove_file(part)));
        process::exit(status.code().into());
    }

    /// Returns the token that Ctrl-C, or a signal with the same effect, triggers.
    pub fn token(&self) -> &StopToken {
        &self.token
    }

    /// Returns whether Ctrl-C was pressed, or a signal with the same effect arrived.
    pub fn is_raised(&self) -> bool {
        self.token.is_stopped()
    }

    /// Runs `think` with a token that the first Ctrl-C triggers, after which the program continues.
    /// The second ends the program at once.
    pub fn while_thinking<T>(&self, think: impl FnOnce(&StopToken) -> T) -> T {
        let token = self.present().get_or_insert_default().clone();
        let answer = think(&token);
        self.goes_on();
        answer
    }

    /// Makes the next Ctrl-C stop the current or next `think` instead of the program.
    pub fn goes_on(&self) {
        *self.present() = Some(StopToken::new());
    }

    fn present(&self) -> MutexGuard<'_, Option<StopToken>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `read`, which may wait for a long time and has no result if it is interrupted.
    pub fn while_waiting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.waiting.swap(true, Ordering::SeqCst);
        if self.is_raised() {
            self.wait_no_longer();
        }
        let answer = read();
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }

    /// Sets a function to call instead of ending the program, if Ctrl-C is pressed while the
    /// program waits. It must make the program end.
    pub fn before_it_ends(&self, last: impl Fn() + Send + Sync + 'static) {
        self.debts().last = Some(Arc::new(last));
    }

    /// Removes that function.
    pub fn just_ends(&self) {
        self.debts().last = None;
    }

    /// Creates a temporary file with `create`. It is removed if the program ends before the
    /// [`Removal`] is dropped.
    pub fn part<F: AsRef<Path>>(&self, create: impl FnOnce() -> Result<F>) -> Result<(Removal, F)> {
        // Held, so that the program cannot end between creating and registering the file.
        let mut debts = self.debts();
        let part = create()?;
        let path = part.as_ref().to_owned();
        debts.parts.push(path.clone());
        Ok((Removal { interrupt: self.clone(), path }, part))
    }

    fn debts(&self) -> MutexGuard<'_, Debts> {
        self.debts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The registration of a temporary file, which is removed if the program ends.
#[derive(Debug)]
pub struct Removal {
    interrupt: Interrupt,
    path: PathBuf,
}

impl Removal {
    /// Runs `settle`, after which nothing is left to remove. The program cannot end in between.
    pub fn settle(&self, settle: impl FnOnce()) {
        let mut debts = self.interrupt.debts();
        settle();
        debts.parts.retain(|part| *part != self.path);
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        self.settle(|| ());
    }
}

/// Calls `end` on each SIGTERM and SIGHUP. A signal that is already ignored stays so, because
/// `nohup` ignores SIGHUP.
#[cfg(unix)]
fn heed(end: impl Fn() + Send + 'static) -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let heeded = [SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(&status, signal));
    let mut signals = Signals::new(heeded)?;
    let wait = move || signals.forever().for_each(|_| end());
    thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Returns whether a process ignores `signal`, by its `/proc` status on Linux. Other systems have
/// none.
#[cfg(unix)]
fn is_ignored(status: &str, signal: i32) -> bool {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_a_process_shows_what_it_ignores() {
        let nohup =
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004000\n";
        assert!(is_ignored(nohup, SIGHUP) && !is_ignored(nohup, SIGTERM));
        assert!(!is_ignored("", SIGHUP) && !is_ignored("SigIgn:\tnone\n", SIGHUP));
    }
}
