//! [`Gate`]: holds a running search until it is released.

use eldest::background::BorrowedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The interval at which the end of the search is checked.
const LOOK: Duration = Duration::from_micros(200);

/// An observer that holds the search at the k-th event. Clones share the gate.
#[derive(Clone, Debug)]
pub(super) struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Debug)]
struct GateState {
    /// The number of events before the gate closes.
    left: u64,
    is_open: bool,
    /// Whether the search is being held.
    holds: bool,
}

impl Gate {
    /// A gate that lets `left` events pass; with `None`, all.
    pub(super) fn new(left: Option<u64>) -> Self {
        let state = GateState { left: left.unwrap_or(0), is_open: left.is_none(), holds: false };
        Self(Arc::new((Mutex::new(state), Condvar::new())))
    }

    fn state(&self) -> MutexGuard<'_, GateState> {
        self.0.0.lock().expect("no panic")
    }

    /// Handles an event.
    fn pass(&self) {
        let mut state = self.state();
        if state.left > 0 {
            state.left -= 1;
            return;
        }
        state.holds = !state.is_open;
        self.0.1.notify_all();
        drop(self.0.1.wait_while(state, |state| !state.is_open));
    }

    /// Waits until the search is held, or has ended. Returns whether it is held.
    pub(super) fn holds(&self, running: &BorrowedSearch<'_, u16>) -> bool {
        let mut state = self.state();
        while !state.holds && !running.is_finished() {
            state = self.0.1.wait_timeout(state, LOOK).expect("no panic").0;
        }
        state.holds
    }

    /// Returns a guard that releases the search when dropped.
    pub(super) fn opened(&self) -> GateOpener<'_> {
        GateOpener(self)
    }
}

/// Opens a gate when it is dropped, so that a failing check does not wait forever.
pub(super) struct GateOpener<'g>(&'g Gate);

impl Drop for GateOpener<'_> {
    fn drop(&mut self) {
        self.0.state().is_open = true;
        self.0.0.1.notify_all();
    }
}

impl Observer<u16> for Gate {
    fn root_move(&mut self, _: &RootMove<u16>) {
        self.pass();
    }

    fn iteration(&mut self, _: &Iteration<u16>) {
        self.pass();
    }
}
