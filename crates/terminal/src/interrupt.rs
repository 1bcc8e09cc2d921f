//! [`Interrupt`]: what Ctrl-C does, SIGTERM and SIGHUP.
//!
//! `timeout`, batch systems and a shutdown send SIGTERM, a logout SIGHUP. Both often come twice, to the program and to
//! all that were started with it: the second one has no meaning of its own.

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

/// The first Ctrl-C stops the search, which then tells what it knows; the second ends the program
/// at once, and so does the first while the program waits for input, if there is nothing to be saved.
/// SIGTERM and SIGHUP do what the first Ctrl-C does, however often they come.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    token: StopToken,
    waiting: Arc<AtomicBool>,
    /// Stops what goes on at present, and no more.
    present: Arc<Mutex<Option<StopToken>>>,
    debts: Arc<Mutex<Debts>>,
}

/// What is to be done before the program ends.
#[derive(Default)]
struct Debts {
    /// Sees to it that the program ends.
    last: Option<Arc<dyn Fn() + Send + Sync>>,
    /// Files of which nobody has any use when the program ends.
    parts: Vec<PathBuf>,
}

impl fmt::Debug for Debts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Debts").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl Interrupt {
    /// Takes Ctrl-C over, SIGTERM and SIGHUP.
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

    /// A search ends as by the first Ctrl-C, a game at once: there is nothing that would be lost.
    #[cfg(unix)]
    fn end(&self) {
        if self.present().is_some() {
            self.exit(Status::Interrupted);
        }
        self.stop(&self.token);
    }

    fn stop(&self, token: &StopToken) {
        token.stop();
        // Read and written: whoever begins to wait at this moment is seen here, or sees the token.
        if self.waiting.fetch_or(false, Ordering::SeqCst) {
            self.wait_no_longer();
        }
    }

    /// Ends the program, after what is to be done before.
    fn wait_no_longer(&self) {
        let last = self.debts().last.clone();
        last.map_or_else(|| self.exit(Status::Interrupted), |last| last());
    }

    /// Ends the program at once, and leaves no file that nobody needs.
    pub fn exit(&self, status: Status) -> ! {
        // Held to the end: nobody begins another file meanwhile.
        let debts = self.debts();
        debts.parts.iter().for_each(|part| drop(fs::remove_file(part)));
        process::exit(status.code().into());
    }

    /// Stops the search when Ctrl-C is pressed, or a signal has come that does the same.
    pub fn token(&self) -> &StopToken {
        &self.token
    }

    /// Whether Ctrl-C has been pressed, or a signal has come that does the same.
    pub fn is_raised(&self) -> bool {
        self.token.is_stopped()
    }

    /// Does `think`, which the first Ctrl-C stops by the token that it gets, whereupon the program goes on;
    /// the second ends the program at once.
    pub fn while_thinking<T>(&self, think: impl FnOnce(&StopToken) -> T) -> T {
        let token = self.present().get_or_insert_default().clone();
        let answer = think(&token);
        self.goes_on();
        answer
    }

    /// From now on the first Ctrl-C stops what the program thinks, or will think next, and not the program.
    pub fn goes_on(&self) {
        *self.present() = Some(StopToken::new());
    }

    fn present(&self) -> MutexGuard<'_, Option<StopToken>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `read`, which may wait for long and has nothing to tell if it is interrupted.
    pub fn while_waiting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.waiting.swap(true, Ordering::SeqCst);
        if self.is_raised() {
            self.wait_no_longer();
        }
        let answer = read();
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }

    /// If Ctrl-C is pressed while the program waits, `last` is called instead of ending it, and is to see to
    /// that.
    pub fn before_it_ends(&self, last: impl Fn() + Send + Sync + 'static) {
        self.debts().last = Some(Arc::new(last));
    }

    /// Nothing is to be done before any more.
    pub fn just_ends(&self) {
        self.debts().last = None;
    }

    /// The file that `create` makes. It is removed if the program ends before what comes with it is dropped.
    pub fn part<F: AsRef<Path>>(&self, create: impl FnOnce() -> Result<F>) -> Result<(Removal, F)> {
        // Held meanwhile: the end never comes between a file and the knowledge of it.
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

/// A file that is removed if the program ends.
#[derive(Debug)]
pub struct Removal {
    interrupt: Interrupt,
    path: PathBuf,
}

impl Removal {
    /// Does what leaves nothing to be removed: the end does not come between.
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

/// From now on calls `end` whenever one of the two comes. One that is ignored already stays so: that is
/// how `nohup` sees to it that a logout ends nothing.
#[cfg(unix)]
fn heed(end: impl Fn() + Send + 'static) -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let heeded = [SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(&status, signal));
    let mut signals = Signals::new(heeded)?;
    let wait = move || signals.forever().for_each(|_| end());
    thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Whether a process of this `status`, as Linux tells it, ignores `signal`. Other systems tell nothing.
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
    fn the_status_of_a_process_tells_what_it_ignores() {
        let nohup =
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004000\n";
        assert!(is_ignored(nohup, SIGHUP) && !is_ignored(nohup, SIGTERM));
        assert!(!is_ignored("", SIGHUP) && !is_ignored("SigIgn:\tnone\n", SIGHUP));
    }
}
