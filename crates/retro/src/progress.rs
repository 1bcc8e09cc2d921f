//! [`BuildProgress`]: how far a build has come, and [`Watch`], which reports it.

use crate::build_error::BuildError;
use eldest::StopToken;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A part of the work on a slice.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Collects the positions that can be reached.
    Collect,
    /// Looks at each position once: finished games, and moves into earlier slices.
    Start,
    /// Lists the moves back, twice over all numbers, if the game has no predecessors and they fit
    /// into memory.
    Invert,
    /// Finds what follows from wins and losses at this distance, in plies.
    Level(u32),
    /// Writes the file.
    Write,
}

/// How far a build has come.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The name of the slice.
    pub slice: String,
    /// The part of the work.
    pub phase: Phase,
    /// The numbers done in this phase.
    pub done: u64,
    /// All numbers of this phase; 0 if that is not known.
    pub of: u64,
}

/// Receives the progress of a build.
pub(crate) type Report<'a> = dyn Fn(&BuildProgress) + Sync + 'a;

/// A report is made after each of these many numbers, and at the end of a phase if its numbers are
/// known.
const STEP: u64 = 1 << 18;

/// Counts what is done, reports it, and ends the work when the token is set.
pub(crate) struct Watch<'a> {
    slice: String,
    phase: Mutex<Phase>,
    of: AtomicU64,
    done: AtomicU64,
    report: &'a Report<'a>,
    stop: &'a StopToken,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(slice: &str, report: &'a Report<'a>, stop: &'a StopToken) -> Self {
        let (phase, [of, done]) = (Mutex::new(Phase::Start), [0, 0].map(AtomicU64::new));
        Self { slice: slice.to_owned(), phase, of, done, report, stop }
    }

    /// Begins a phase with `of` numbers.
    pub(crate) fn begin(&self, phase: Phase, of: u64) {
        *self.phase.lock().expect("no panic while it is locked") = phase;
        self.of.store(of, Relaxed);
        self.done.store(0, Relaxed);
    }

    /// Counts `numbers` more.
    ///
    /// # Errors
    /// If the token is set.
    pub(crate) fn advance(&self, numbers: u64) -> Result<(), BuildError> {
        let before = self.done.fetch_add(numbers, Relaxed);
        let (done, of) = (before + numbers, self.of.load(Relaxed));
        if of > 0 && done >= of || before / STEP < done / STEP {
            let phase = *self.phase.lock().expect("no panic while it is locked");
            (self.report)(&BuildProgress { slice: self.slice.clone(), phase, done, of });
        }
        if self.stop.is_stopped() { Err(BuildError::Stopped) } else { Ok(()) }
    }
}
