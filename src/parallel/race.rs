//! Every thread searches the root; the first to complete a pass has found its value.
//!
//! ABDADA and Lazy SMP. Value, move and line come from that one search, so with exact depth match
//! they are those of fixed-depth minimax, whoever is first.

use super::mailbox::Task;
use super::seat::Seat;
use super::together::Together;
use crate::position::Evaluator;
use crate::search::Aborted;
use crate::search::control::StopToken;
use crate::search::root_moves::Root;
use crate::search::sharing::Algorithm;
use crate::search::worker::{Move, Parts, Worker};
use crate::sync::{Arc, Mutex, lock};
use crate::{Depth, Score, Window};
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A pass over the root that all search.
pub(super) struct Lap<C: Parts> {
    window: Window,
    depth: Depth,
    /// Whether limits on nodes and time hold already.
    limited: bool,
    /// Thrown when somebody has completed the pass, and with the whole search.
    stop: StopToken,
    root: Mutex<Root<Move<C>>>,
    won: Mutex<Option<Won<Move<C>>>>,
}

#[cfg(test)]
impl<C: Parts> Lap<C> {
    /// A lap over no moves.
    pub(super) fn any() -> Arc<Self> {
        Arc::new(Self {
            window: Window::FULL,
            depth: Depth::END,
            limited: false,
            stop: StopToken::new(),
            root: Mutex::new(Root::new(&[], false)),
            won: Mutex::new(None),
        })
    }
}

/// What the first helper to complete a pass has found.
struct Won<M> {
    value: Score,
    root: Root<M>,
    tainted: bool,
}

impl<C: Parts<Brothers = Together>> Worker<C> {
    /// Searches the root, with the others once it turns out to take long.
    pub(super) fn race(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.set_off(depth);
        self.seat.pass = Some((window, depth));
        let searched = self.search_root(window, depth);
        self.seat.pass = None;
        let Some(lap) = self.seat.lap.take() else {
            return searched;
        };
        self.stop = self.control.token().clone();
        lap.stop.stop();
        let won = lock(&lap.won).take();
        searched.or_else(|aborted| won.map(|won| self.accept(won)).ok_or(aborted))
    }

    /// The present node is worth sharing: the helpers are told of the pass, if they have not been.
    pub(super) fn announce(&mut self) {
        if self.seat.call.is_some() {
            return;
        }
        let Some((window, depth)) = self.seat.pass.take() else {
            return;
        };
        let lap = Arc::new(Lap {
            window,
            depth,
            limited: self.limited,
            stop: self.stop.below(),
            root: Mutex::new(self.root.clone()),
            won: Mutex::new(None),
        });
        self.stop = lap.stop.clone();
        let crew = &self.seat.crew;
        (1..crew.size()).for_each(|helper| crew.mailbox(helper).send(Task::Race(Arc::clone(&lap))));
        self.seat.lap = Some(lap);
    }

    /// A helper has completed the pass: its root is taken over, and the observer hears what it has not
    /// heard. Moves that the pass did not come to are no news.
    fn accept(&mut self, won: Won<Move<C>>) -> Score {
        let mine = replace(&mut self.root, won.root);
        self.root.mark = self.statistics.nodes;
        self.tainted = won.tainted;
        for found in self.root.open() {
            if self.root.heard.contains(&found.mv) && !mine.heard.contains(&found.mv) {
                self.observer.root_move(found);
            }
        }
        if self.root.raised {
            self.observer.line(self.root.best());
        }
        self.root.raised |= mine.raised;
        won.value
    }

    /// Searches the root with the others, as a helper. Whether the game's own code has not panicked:
    /// if it has, this worker's position is lost.
    pub(super) fn run_lap(&mut self, lap: &Lap<C>) -> bool {
        self.stop = lap.stop.clone();
        self.limited = lap.limited;
        self.root = lock(&lap.root).clone();
        // What earlier passes have shown, or this one so far, is worker 0's to remember.
        (self.root.raised, self.root.lined) = (false, false);
        let searched = catch_unwind(AssertUnwindSafe(|| self.search_ahead(lap)));
        searched.map_err(|panic| self.seat.crew.panicked(panic)).is_ok()
    }

    /// Searches at the depth of the pass, or at greater ones until it is over.
    fn search_ahead(&mut self, lap: &Lap<C>) -> Result<(), Aborted> {
        self.statistics.steals += 1;
        let mut depth = self.first_depth(lap.depth);
        loop {
            self.set_off(depth);
            let value = self.search_root(lap.window, depth)?;
            if depth == lap.depth {
                let won = Won { value, root: self.root.clone(), tainted: self.tainted };
                lock(&lap.won).get_or_insert(won);
                lap.stop.stop();
                return Ok(());
            }
            let Some(next) = self.next_depth(depth) else {
                return Ok(());
            };
            depth = next;
        }
    }

    /// Lazy SMP sends every second helper a ply ahead, as long as there is a next iteration: not the
    /// first, because with exact depth match what lies ahead is of use only later.
    fn first_depth(&self, depth: Depth) -> Depth {
        let is_ahead =
            self.seat.crew.algorithm == Algorithm::LazySmp && self.seat.worker.is_multiple_of(2);
        self.next_depth(depth).filter(|_| is_ahead).unwrap_or(depth)
    }

    /// The next iteration's depth, if there will be one. Nobody goes ahead of the first, which has no
    /// limits; nor beyond the cap on plies, where a helper would end the iteration under way.
    fn next_depth(&self, depth: Depth) -> Option<Depth> {
        let goes_on = self.limited && depth < self.control.depth();
        let next = depth.to_plies().filter(|_| goes_on)? + 1;
        let most = u32::from(next) + u32::from(self.evaluator.quiescence_plies());
        (most <= self.max_ply).then(|| Depth::plies(next))
    }

    /// From which depth on nodes are shared.
    fn set_off(&mut self, depth: Depth) {
        let sharing = &self.seat.crew.sharing;
        self.seat.least_depth = sharing.defer_depth.unwrap_or(self.reach(depth) / 2);
    }
}

/// Whether all workers search the root.
pub(super) fn is_on<C: Parts<Brothers = Together>>(seat: &Seat<C>) -> bool {
    let races = [Algorithm::Abdada, Algorithm::SimplifiedAbdada, Algorithm::LazySmp];
    seat.crew.size() > 1 && races.contains(&seat.crew.algorithm)
}
