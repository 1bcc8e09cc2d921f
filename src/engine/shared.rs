//! [`SearchState`]: the state that the searching thread shares with the handles of its search.
//! [`OutcomeQueue`]: the outcomes of a batch.

use super::outcome::caught;
use super::{Error, Report};
use crate::search::control::Control;
use crate::search::observer::{Iteration, Observer, Progress};
use crate::search::root_moves::RootMove;
use crate::sync::{Arc, Condvar, Mutex, lock, now, wait, wait_for};
use crate::{Bounds, Depth};
use std::collections::VecDeque;
use std::time::Duration;

/// The outcome of a search.
pub(super) type SearchOutcome<M> = Result<Report<M>, Error>;

/// The callback at the end of a search.
pub(super) type Finish<M> = Box<dyn FnOnce(&SearchOutcome<M>) + Send>;

/// The state of a search that its handles read.
pub(super) struct SearchState<M> {
    pub(super) control: Arc<Control>,
    state: Mutex<EndState<M>>,
    ended: Condvar,
}

struct EndState<M> {
    latest: Option<Iteration<M>>,
    /// The last progress that the search has reported.
    progress: Progress,
    outcome: Option<SearchOutcome<M>>,
    ended: bool,
}

impl<M> SearchState<M> {
    /// Creates the state of a search under `control`.
    pub(super) fn new(control: Arc<Control>) -> Arc<Self> {
        let progress = Progress::default();
        let state = EndState { latest: None, progress, outcome: None, ended: false };
        Arc::new(Self { control, state: Mutex::new(state), ended: Condvar::new() })
    }

    /// Ends the search: calls `finish`, then wakes the waiting threads.
    pub(super) fn end(&self, outcome: SearchOutcome<M>, finish: Option<Finish<M>>) {
        let outcome = finished(finish, outcome);
        let mut state = lock(&self.state);
        let reported = outcome.as_ref().map(|report| report.progress);
        state.progress = reported.unwrap_or_else(|_| self.live(&state));
        (state.outcome, state.ended) = (Some(outcome), true);
        self.ended.notify_all();
    }

    pub(super) fn has_ended(&self) -> bool {
        lock(&self.state).ended
    }

    /// Returns the current progress, or after the end the final one.
    pub(super) fn progress(&self) -> Progress {
        let state = lock(&self.state);
        if state.ended { state.progress } else { self.live(&state) }
    }

    /// Returns the progress of a search that has not ended. Its first thread may be busy or
    /// waiting, so only the fill of the table is taken from its last report.
    fn live(&self, state: &EndState<M>) -> Progress {
        let (nodes, time) = (self.control.spent(), self.control.elapsed());
        Progress { nodes, time, hashfull: state.progress.hashfull }
    }

    /// Blocks until the search has ended; returns its outcome to the first caller.
    pub(super) fn wait(&self) -> Option<SearchOutcome<M>> {
        let mut state = lock(&self.state);
        while !state.ended {
            state = wait(&self.ended, state);
        }
        state.outcome.take()
    }

    /// Blocks until the search has ended, or `most` has passed; returns whether it has ended.
    pub(super) fn wait_timeout(&self, most: Duration) -> bool {
        let until = now().saturating_add(most);
        let mut state = lock(&self.state);
        while !state.ended {
            let left = until.saturating_sub(now());
            if left.is_zero() {
                return false;
            }
            state = wait_for(&self.ended, state, left);
        }
        true
    }
}

impl<M: Clone> SearchState<M> {
    /// Returns the last completed iteration, if there is one yet.
    pub(super) fn latest(&self) -> Option<Iteration<M>> {
        lock(&self.state).latest.clone()
    }
}

/// Calls `finish`, if there is one. If it panics, that becomes the outcome.
pub(super) fn finished<M>(
    finish: Option<Finish<M>>,
    outcome: SearchOutcome<M>,
) -> SearchOutcome<M> {
    let Some(finish) = finish else { return outcome };
    caught(|| {
        finish(&outcome);
        Ok(())
    })
    .and(outcome)
}

/// Stores what handles show, and forwards everything.
pub(super) struct ProgressObserver<M> {
    pub(super) shared: Arc<SearchState<M>>,
    pub(super) next: Box<dyn Observer<M> + Send>,
}

impl<M: Clone> Observer<M> for ProgressObserver<M> {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        let mut state = lock(&self.shared.state);
        (state.latest, state.progress) = (Some(iteration.clone()), iteration.progress);
        drop(state);
        self.next.iteration(iteration);
    }

    fn root_move(&mut self, searched: &RootMove<M>) {
        self.next.root_move(searched);
    }

    fn line(&mut self, better: &RootMove<M>) {
        self.next.line(better);
    }

    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.next.bounds(depth, known);
    }

    fn progress(&mut self, progress: &Progress) {
        lock(&self.shared.state).progress = *progress;
        self.next.progress(progress);
    }
}

#[cfg(loom)]
pub mod models {
    //! The end of a search, and the threads that wait for it.

    use super::{Control, Error, SearchState};
    use crate::Limits;
    use crate::sync::{Arc, lock};
    use loom::thread::{JoinHandle, spawn};
    use std::time::Duration;

    /// A thread that waits for the end of a search wakes up whenever it ends, and receives the
    /// outcome.
    pub fn the_end_is_received() {
        wait_for(|shared| shared.end(Err(Error::Endless), None));
    }

    /// The same for a thread that waits with a timeout and then takes the outcome.
    pub fn the_end_is_received_in_time() {
        let (shared, search) = search(|shared| shared.end(Err(Error::Endless), None));
        assert!(shared.wait_timeout(Duration::MAX), "it has ended");
        assert!(matches!(shared.wait(), Some(Err(Error::Endless))), "no outcome");
        search.join().unwrap();
    }

    /// The same, if no thread were woken.
    pub fn wrong_without_waking() {
        wait_for(|shared| {
            let mut state = lock(&shared.state);
            (state.outcome, state.ended) = (Some(Err(Error::Endless)), true);
        });
    }

    fn wait_for(end: fn(&SearchState<u8>)) {
        let (shared, search) = search(end);
        assert!(matches!(shared.wait(), Some(Err(Error::Endless))), "no outcome");
        search.join().unwrap();
    }

    /// A search that does nothing but end.
    fn search(end: fn(&SearchState<u8>)) -> (Arc<SearchState<u8>>, JoinHandle<()>) {
        let shared = SearchState::new(Arc::new(Control::new(&Limits::new())));
        let searching = Arc::clone(&shared);
        let search = spawn(move || end(&searching));
        (shared, search)
    }
}

/// The outcomes of positions, from the searching threads to the caller.
pub(super) struct OutcomeQueue<M> {
    waiting: Mutex<VecDeque<(usize, SearchOutcome<M>)>>,
    arrived: Condvar,
}

impl<M> Default for OutcomeQueue<M> {
    fn default() -> Self {
        Self { waiting: Mutex::new(VecDeque::new()), arrived: Condvar::new() }
    }
}

impl<M> OutcomeQueue<M> {
    /// Finishes the position of this `number`: calls `finish`, and wakes a waiting thread.
    pub(super) fn put(&self, number: usize, outcome: SearchOutcome<M>, finish: Option<Finish<M>>) {
        let outcome = finished(finish, outcome);
        lock(&self.waiting).push_back((number, outcome));
        self.arrived.notify_one();
    }

    /// Returns an outcome that is available now.
    pub(super) fn take_now(&self) -> Option<(usize, SearchOutcome<M>)> {
        lock(&self.waiting).pop_front()
    }

    /// Blocks until an outcome is available.
    pub(super) fn take(&self) -> (usize, SearchOutcome<M>) {
        let mut waiting = lock(&self.waiting);
        loop {
            if let Some(answer) = waiting.pop_front() {
                return answer;
            }
            waiting = wait(&self.arrived, waiting);
        }
    }
}
