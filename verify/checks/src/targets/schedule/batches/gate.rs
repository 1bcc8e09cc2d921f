//! [`SearchGate`]: observes the start of each search of a batch, and holds one of them.
//! [`BatchPosition`]: a position of a batch.

use crate::GameGraph;
use crate::fuse::Fuse;
use eldest::{Evaluator, Position, Score, forward_position};
use eldest_schedule::{Condvar, Mutex, current, lock, now, wait};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex as Unscheduled};
use std::time::Duration;

/// The evaluator of the searches. Clones share the gate.
#[derive(Clone, Debug)]
pub(super) struct SearchGate(Arc<SearchGateState>);

#[derive(Debug)]
struct SearchGateState {
    /// The search to hold.
    held: Option<usize>,
    is_open: Mutex<bool>,
    opens: Condvar,
    log: Unscheduled<GateLog>,
}

/// The observations of a gate.
#[derive(Clone, Debug, Default)]
pub(super) struct GateLog {
    /// The searches that have begun, in order.
    pub(super) begun: Vec<usize>,
    /// The time at which each of them passed the gate, which is after its start.
    pub(super) passed: Vec<(usize, Duration)>,
    /// The threads that have searched each of them.
    pub(super) threads: BTreeSet<(usize, usize)>,
}

impl GateLog {
    /// The position of a search in the order in which they began.
    pub(super) fn place(&self, number: usize) -> Option<usize> {
        self.begun.iter().position(|begun| *begun == number)
    }
}

impl SearchGate {
    /// A gate that holds the search with this number, if there is one.
    pub(super) fn holding(held: Option<usize>) -> Self {
        let (is_open, opens) = (Mutex::new(held.is_none()), Condvar::new());
        Self(Arc::new(SearchGateState { held, is_open, opens, log: Unscheduled::default() }))
    }

    /// Releases the search.
    pub(super) fn open(&self) {
        *lock(&self.0.is_open) = true;
        self.0.opens.notify_all();
    }

    /// Whether the search with this number is held.
    pub(super) fn holds(&self, number: usize) -> bool {
        self.0.held == Some(number) && !*lock(&self.0.is_open)
    }

    pub(super) fn log(&self) -> GateLog {
        self.0.log.lock().expect("no panic within").clone()
    }

    fn change_log(&self, change: impl FnOnce(&mut GateLog)) {
        change(&mut self.0.log.lock().expect("no panic within"));
    }

    fn pass(&self, number: usize) {
        if self.0.held != Some(number) {
            return;
        }
        let mut is_open = lock(&self.0.is_open);
        while !*is_open {
            is_open = wait(&self.0.opens, is_open);
        }
    }
}

impl<const A: bool, const D: bool> Evaluator<BatchPosition<A, D>> for SearchGate {
    type State = ();

    /// Called by the first worker of a search, then by its helpers.
    fn start(&self, position: &BatchPosition<A, D>) {
        let number = position.number;
        self.change_log(|log| log.threads.extend([(number, current())]));
        if self.log().place(number).is_some() {
            return;
        }
        self.change_log(|log| log.begun.push(number));
        self.pass(number);
        self.change_log(|log| log.passed.push((number, now())));
    }

    /// Searches to the end need no estimates.
    fn evaluate(&self, _: &BatchPosition<A, D>, (): &()) -> Score {
        Score::DRAW
    }
}

/// A node of a graph whose rules have a fuse.
#[derive(Clone, Debug)]
pub(super) struct BatchPosition<const A: bool, const D: bool> {
    graph: GameGraph<A, D>,
    /// Its index in the batch.
    pub(super) number: usize,
    plies: u32,
}

impl<const A: bool, const D: bool> BatchPosition<A, D> {
    /// Declares at most `more` plies more than `graph` has.
    pub(super) fn new(graph: GameGraph<A, D>, fuse: &Fuse, number: usize, more: u32) -> Self {
        let plies = u32::from(graph.height()) + more;
        Self { graph: graph.with_fuse(fuse), number, plies }
    }
}

impl<const A: bool, const D: bool> Position for BatchPosition<A, D> {
    forward_position!(self.graph: GameGraph<A, D>; except plies_left);

    fn plies_left(&self) -> Option<u32> {
        Some(self.plies)
    }
}
