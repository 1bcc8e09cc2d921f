//! [`Gate`]: lets one search at a time into an engine, and knows the threads that work for it.

use crate::builder::Scope;
use crate::{Error, Result};
use std::cell::RefCell;
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest wait for a search that was stopped.
const MOST_WAIT: Duration = Duration::from_secs(10);

/// Lets one search at a time into an engine.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    state: Mutex<GateState>,
    freed: Condvar,
}

#[derive(Copy, Clone, Debug, Default)]
struct GateState {
    is_busy: bool,
    /// Whether the search inside was stopped, so that it ends soon.
    is_ending: bool,
}

thread_local! {
    /// The engines that this thread works for, the innermost last; only the addresses count.
    static WORKING: RefCell<Vec<*const Gate>> = const { RefCell::new(Vec::new()) };
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters. Waits for a search that was stopped, but for no other, and not within its own code.
    pub(crate) fn enter(self: &Arc<Self>) -> Result<Permit> {
        let can_wait = !self.is_working();
        let is_ending = |state: &mut GateState| can_wait && state.is_busy && state.is_ending;
        let waited = self.freed.wait_timeout_while(self.lock(), MOST_WAIT, is_ending);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
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

    /// Does work for the engine, which may call foreign code.
    pub(crate) fn working<T>(&self, work: impl FnOnce() -> T) -> T {
        WORKING.with_borrow_mut(|engines| engines.push(self));
        let _end = EndOfWork;
        work()
    }

    /// Whether this thread works for the engine, so that no search ends while it waits.
    pub(crate) fn is_working(&self) -> bool {
        let found = WORKING
            .try_with(|engines| engines.borrow().iter().any(|engine| ptr::eq(*engine, self)));
        found.unwrap_or(false)
    }

    /// Returns the scope of a thread that works for the engine, within `scope`.
    pub(crate) fn scope(self: &Arc<Self>, scope: Option<Scope>) -> Scope {
        let gate = Arc::clone(self);
        Arc::new(move |run| {
            gate.working(|| match &scope {
                Some(scope) => scope(run),
                None => run(),
            });
        })
    }
}

/// Ends the innermost work of a thread, also in a panic.
struct EndOfWork;

impl Drop for EndOfWork {
    fn drop(&mut self) {
        WORKING.with_borrow_mut(Vec::pop);
    }
}

/// Knows whether the calling thread works for an engine.
#[derive(Clone, Debug)]
pub struct CallerCheck(pub(crate) Arc<Gate>);

impl CallerCheck {
    /// Whether the caller is code that a search of the engine calls: a callback, or the rules of
    /// its game. The search cannot end while it waits.
    #[must_use]
    pub fn is_within(&self) -> bool {
        self.0.is_working()
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
