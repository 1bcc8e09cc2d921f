//! [`Doorkeeper`]: sees each search of a batch begin, and holds one of them. [`Entrant`]: a position of
//! a batch.

use crate::GameGraph;
use crate::fuse::Fuse;
use eldest::{Evaluator, Position, Score, forward_position};
use eldest_schedule::{Condvar, Mutex, current, lock, now, wait};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex as Unscheduled};
use std::time::Duration;

/// The evaluator of the searches. Clones are the same doorkeeper.
#[derive(Clone, Debug)]
pub(super) struct Doorkeeper(Arc<Door>);

#[derive(Debug)]
struct Door {
    /// The search that is held.
    held: Option<usize>,
    is_open: Mutex<bool>,
    opens: Condvar,
    log: Unscheduled<DoorLog>,
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(super) struct DoorLog {
    /// The searches that have begun, in their order.
    pub(super) begun: Vec<usize>,
    /// When each of them was past the door: later than its start.
    pub(super) passed: Vec<(usize, Duration)>,
    /// The threads that have searched each of them.
    pub(super) threads: BTreeSet<(usize, usize)>,
}

impl DoorLog {
    /// Its place among those that have begun.
    pub(super) fn place(&self, number: usize) -> Option<usize> {
        self.begun.iter().position(|begun| *begun == number)
    }
}

impl Doorkeeper {
    /// Holds the search of this number, if there is one.
    pub(super) fn holding(held: Option<usize>) -> Self {
        let (is_open, opens) = (Mutex::new(held.is_none()), Condvar::new());
        Self(Arc::new(Door { held, is_open, opens, log: Unscheduled::default() }))
    }

    /// Holds no search any more.
    pub(super) fn open(&self) {
        *lock(&self.0.is_open) = true;
        self.0.opens.notify_all();
    }

    /// Whether the search of this number does not go on by itself.
    pub(super) fn holds(&self, number: usize) -> bool {
        self.0.held == Some(number) && !*lock(&self.0.is_open)
    }

    pub(super) fn log(&self) -> DoorLog {
        self.0.log.lock().expect("no panic within").clone()
    }

    fn change_log(&self, change: impl FnOnce(&mut DoorLog)) {
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

impl<const A: bool, const D: bool> Evaluator<Entrant<A, D>> for Doorkeeper {
    type State = ();

    /// Called by the first worker of a search, then by those that help.
    fn start(&self, entrant: &Entrant<A, D>) {
        let number = entrant.number;
        self.change_log(|log| log.threads.extend([(number, current())]));
        if self.log().place(number).is_some() {
            return;
        }
        self.change_log(|log| log.begun.push(number));
        self.pass(number);
        self.change_log(|log| log.passed.push((number, now())));
    }

    /// Searches to the end estimate nothing.
    fn evaluate(&self, _: &Entrant<A, D>, (): &()) -> Score {
        Score::DRAW
    }
}

/// A node of a graph whose rules have a fuse.
#[derive(Clone, Debug)]
pub(super) struct Entrant<const A: bool, const D: bool> {
    graph: GameGraph<A, D>,
    /// Its place in the batch.
    pub(super) number: usize,
    plies: u32,
}

impl<const A: bool, const D: bool> Entrant<A, D> {
    /// Has at most `more` plies more than `graph`, for all that it says.
    pub(super) fn new(graph: GameGraph<A, D>, fuse: &Fuse, number: usize, more: u32) -> Self {
        let plies = u32::from(graph.height()) + more;
        Self { graph: graph.with_fuse(fuse), number, plies }
    }
}

impl<const A: bool, const D: bool> Position for Entrant<A, D> {
    forward_position!(self.graph: GameGraph<A, D>; except plies_left);

    fn plies_left(&self) -> Option<u32> {
        Some(self.plies)
    }
}
