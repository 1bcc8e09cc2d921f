//! [`Gate`]: lets one search at a time into an engine.

use crate::waits::Work;
use crate::{Error, Result};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest wait for a search that was stopped.
const MOST_WAIT: Duration = Duration::from_secs(10);

/// Lets one search at a time into an engine.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The searches of the engine, one after the other.
    pub(crate) work: Work,
    state: Mutex<GateState>,
    freed: Condvar,
}

#[derive(Copy, Clone, Debug, Default)]
struct GateState {
    is_busy: bool,
    /// Whether the search inside was stopped, so that it ends soon.
    is_ending: bool,
}

impl Gate {
    /// Creates the gate of an engine for a game.
    pub(crate) fn new(game: &str) -> Arc<Self> {
        let work = Work::new(format!("the search of {game}"));
        Arc::new(Self { work, state: Mutex::default(), freed: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters. Waits for a search that was stopped, but for no other, and not where that search
    /// waits for the caller.
    pub(crate) fn enter(self: &Arc<Self>) -> Result<Permit> {
        let is_ending = |state: &mut GateState| state.is_busy && state.is_ending;
        let _ = self.work.awaited(|| {
            drop(self.freed.wait_timeout_while(self.lock(), MOST_WAIT, is_ending));
        });
        let mut state = self.lock();
        if state.is_busy {
            let reason = "the engine is searching; wait for that search or stop it, or use \
                          another engine";
            return Err(Error::Busy(reason.to_owned()));
        }
        *state = GateState { is_busy: true, is_ending: false };
        Ok(Permit(Arc::clone(self)))
    }

    /// Notes that the search inside was stopped.
    pub(crate) fn is_ending(&self) {
        self.lock().is_ending = true;
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.lock().is_busy
    }
}

/// The right to search. Dropping it leaves the engine to the next search.
#[derive(Debug)]
pub(crate) struct Permit(Arc<Gate>);

impl Drop for Permit {
    fn drop(&mut self) {
        *self.0.lock() = GateState::default();
        self.0.freed.notify_all();
    }
}
