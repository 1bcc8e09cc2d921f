//! [`DepthObserver`]: what an observer hears of a search.

use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use eldest::{Bounds, Depth};
use std::mem::take;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What was said after a depth.
pub(super) struct DepthReport {
    pub(super) depth: Depth,
    pub(super) value: Bounds,
    /// Moves of the root that nobody had been told about on the way.
    pub(super) untold: usize,
    /// Passes over the root that had closed in on the value.
    pub(super) passes: usize,
    /// Whether there were others afterwards, for the best move or its line.
    pub(super) more: bool,
}

/// An observer that passes on what is said after each depth.
pub(super) struct DepthObserver {
    told: Vec<u16>,
    passes: usize,
    more: bool,
    sender: Sender<DepthReport>,
}

impl DepthObserver {
    pub(super) fn channel() -> (Self, Receiver<DepthReport>) {
        let (sender, receiver) = channel();
        (Self { told: Vec::new(), passes: 0, more: false, sender }, receiver)
    }
}

impl Observer<u16> for DepthObserver {
    fn root_move(&mut self, searched: &RootMove<u16>) {
        self.told.push(searched.mv);
        self.more = true;
    }

    fn bounds(&mut self, _: Depth, _: Bounds) {
        self.passes += 1;
        self.more = false;
    }

    fn iteration(&mut self, iteration: &Iteration<u16>) {
        let untold = iteration.moves.iter().filter(|found| !self.told.contains(&found.mv)).count();
        self.told.clear();
        let (passes, more) = (take(&mut self.passes), self.more);
        let Iteration { depth, value, .. } = *iteration;
        self.sender
            .send(DepthReport { depth, value, untold, passes, more })
            .expect("somebody listens");
    }
}
