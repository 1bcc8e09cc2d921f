//! [`Passes`]: the windows of the root that are searched in parallel, and their results.
//!
//! Null windows converge on a value one after the other, and most of them have to be searched
//! whatever the others show: at the end, for instance, one for each bound. Searched in parallel,
//! each by some of the threads and all over one table, they take less time than one after the other
//! with all threads, because a tree shared by few threads has few extra nodes. Parallel windows are
//! as old as the first parallel alpha-beta (Baudet 1978, "The design and analysis of algorithms for
//! asynchronous multiprocessors"); there each processor has its own window.

#[cfg(all(test, not(loom)))]
mod tests;

use crate::search::driver::Driver;
use crate::search::resolve::ValueGrid;
use crate::search::root_moves::{RootMove, RootMoves};
use crate::search::stop::StopToken;
use crate::sync::{Arc, AtomicBool, CachePadded, Mutex, Ordering, lock};
use crate::{Bounds, Depth, Score, Window};

/// The windows that are searched in parallel.
pub(super) struct Passes<M> {
    pub(super) depth: Depth,
    /// Whether limits on nodes and time apply already.
    pub(super) limited: bool,
    driver: Driver,
    grid: ValueGrid,
    /// The maximum number of workers that search the root at once.
    most: usize,
    /// Whether another worker is needed: a hint that saves taking the lock.
    is_open: CachePadded<AtomicBool>,
    state: Mutex<PassesState<M>>,
}

/// The moves as found by a pass, and whether it has raised the lower bound.
type PassFindings<M> = (RootMoves<M>, bool);

struct PassesState<M> {
    known: Bounds,
    guess: Score,
    /// The number of windows claimed so far.
    claimed: u32,
    active: Vec<Active<M>>,
    /// The number of workers that search the root, or are about to; worker 0 always counts.
    leaders: usize,
    /// In a race: the leaders that are idle.
    absent: Vec<usize>,
    /// The moves, with the one first that raised the lower bound last.
    root: RootMoves<M>,
    /// The results of other workers that worker 0 has not processed.
    unprocessed: Vec<PassFindings<M>>,
}

/// A window that is being searched.
struct Active<M> {
    number: u32,
    window: Window,
    stop: StopToken,
    /// The race for this window, if it is announced.
    race: Option<Arc<RootPass<M>>>,
}

/// A window claimed by one worker.
pub(super) struct WindowClaim<M> {
    pub(super) number: u32,
    pub(super) window: Window,
    /// Stopped when the window has become superfluous.
    pub(super) stop: StopToken,
    /// The moves to search.
    pub(super) root: RootMoves<M>,
}

impl<M: Copy + Eq> Passes<M> {
    /// Creates the state for a value within `known`, with a guess and the moves in `root`.
    pub(super) fn new(asked: PassPlan, known: Bounds, guess: Score, root: RootMoves<M>) -> Self {
        let PassPlan { depth, limited, driver, grid, most } = asked;
        let known = grid.inwards(known);
        let guess = guess.clamp(known.lower, known.upper);
        let (active, unprocessed) = (Vec::new(), Vec::new());
        let absent = (1..most).collect();
        let state =
            PassesState { known, guess, claimed: 0, active, leaders: 1, absent, root, unprocessed };
        let is_open = CachePadded::new(AtomicBool::new(false));
        Self { depth, limited, driver, grid, most, is_open, state: Mutex::new(state) }
    }

    /// Returns the bounds on the value, the moves, and the results of other workers since the last
    /// call: all of one moment, because the moves must fit the bounds.
    pub(super) fn news(&self) -> (Bounds, RootMoves<M>, Vec<PassFindings<M>>) {
        let mut state = lock(&self.state);
        (state.known, state.root.clone(), std::mem::take(&mut state.unprocessed))
    }

    /// Whether worker 0 has something to do besides helping: the value is known, or there is a
    /// window to claim or a race to join.
    pub(super) fn calls(&self) -> bool {
        let state = lock(&self.state);
        state.is_over() || state.races().next().is_some() || self.next(&state).is_some()
    }

    /// Claims a window to search; its stop token hangs below `token`.
    pub(super) fn claim(&self, token: &StopToken) -> Option<WindowClaim<M>> {
        let mut state = lock(&self.state);
        let window = self.next(&state)?;
        let (number, stop) = (state.claimed, token.below());
        state.claimed += 1;
        state.active.push(Active { number, window, stop: stop.clone(), race: None });
        self.hint(&state);
        Some(WindowClaim { number, window, stop, root: state.root.clone() })
    }

    /// Finishes a claimed window: the search returned `value`, and the moves are those of `root`.
    /// Stops the workers whose windows have become superfluous, and keeps the results of workers
    /// other than worker 0 for it.
    pub(super) fn finish(
        &self,
        claim: &WindowClaim<M>,
        value: Score,
        root: &RootMoves<M>,
        is_asker: bool,
    ) {
        let (window, mut state) = (claim.window, lock(&self.state));
        state.forget(claim.number);
        let raises = value > window.alpha && state.is_raised_by(value);
        state.take_over(&claim.root, root, raises);
        let found = Bounds::from_bound(value, window.classify(value));
        let both = state.known.intersect(found).unwrap_or(Bounds::exact(value));
        (state.known, state.guess) = (self.grid.inwards(both), value);
        if !is_asker {
            state.unprocessed.push((root.clone(), raises));
        }
        state.stop_decided();
        self.hint(&state);
    }

    /// Abandons a claimed window whose search was aborted; returns whether it had become
    /// superfluous.
    pub(super) fn abandon(&self, claim: &WindowClaim<M>) -> bool {
        let mut state = lock(&self.state);
        let is_needless = !state.forget(claim.number);
        self.hint(&state);
        is_needless
    }

    /// Whether another worker is needed to search the root. Without the lock: the answer may be
    /// outdated.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Makes room for another worker, if `come` finds one.
    pub(super) fn admit(&self, come: impl FnOnce() -> bool) {
        let mut state = lock(&self.state);
        if self.admits(&state) && come() {
            state.leaders += 1;
            self.hint(&state);
        }
    }

    /// In a race: makes the window of claim `number` open to other workers; returns the leaders to
    /// call.
    pub(super) fn announce(&self, number: u32, race: &Arc<RootPass<M>>) -> Vec<usize> {
        let mut state = lock(&self.state);
        let claim = state.active.iter_mut().find(|active| active.number == number);
        claim.into_iter().for_each(|active| active.race = Some(Arc::clone(race)));
        let absent = std::mem::take(&mut state.absent);
        state.leaders += absent.len();
        absent
    }

    /// In a race: returns a race that is under way.
    pub(super) fn race(&self) -> Option<Arc<RootPass<M>>> {
        let state = lock(&self.state);
        state.races().min_by_key(|race| Arc::strong_count(race)).cloned()
    }

    /// Returns the maximum number of workers that search the root and lead others.
    pub(super) fn groups(&self) -> usize {
        self.most
    }

    /// Lets `worker`, an admitted worker that found nothing to do, leave; returns `false` if a race
    /// has been announced since it looked. Checking and leaving are one step, because
    /// [`announce`](Self::announce) calls only those that have left.
    pub(super) fn leave_if_idle(&self, worker: usize) -> bool {
        let mut state = lock(&self.state);
        let is_idle = state.races().next().is_none();
        if is_idle {
            self.depart(&mut state, worker);
        }
        is_idle
    }

    /// Lets `worker`, an admitted worker, leave whatever there is to do.
    pub(super) fn leave(&self, worker: usize) {
        self.depart(&mut lock(&self.state), worker);
    }

    fn depart(&self, state: &mut PassesState<M>, worker: usize) {
        state.leaders -= 1;
        state.absent.push(worker);
        self.hint(state);
    }

    fn admits(&self, state: &PassesState<M>) -> bool {
        state.leaders < self.most && self.next(state).is_some()
    }

    fn hint(&self, state: &PassesState<M>) {
        self.is_open.store(self.admits(state), Ordering::Relaxed);
    }

    /// Returns the next window to search: the driver's choice within the gap between active windows
    /// that contains the guess, or else within the widest gap. No window is searched beside one
    /// that is not null.
    fn next(&self, state: &PassesState<M>) -> Option<Window> {
        if state.active.iter().any(|active| !active.window.is_null()) {
            return None;
        }
        let open =
            || state.segments().map(|open| self.grid.inwards(open)).filter(|open| !is_one(*open));
        let around = open().find(|open| (open.lower..=open.upper).contains(&state.guess));
        let widest =
            || open().max_by_key(|open| i64::from(open.upper.get()) - i64::from(open.lower.get()));
        let open = around.or_else(widest)?;
        Some(self.driver.window(open, state.guess, state.claimed))
    }
}

/// The depth, the driver, the values and the number of parallel windows.
pub(super) struct PassPlan {
    pub(super) depth: Depth,
    pub(super) limited: bool,
    pub(super) driver: Driver,
    pub(super) grid: ValueGrid,
    pub(super) most: usize,
}

fn is_one(bounds: Bounds) -> bool {
    bounds.lower == bounds.upper
}

impl<M: Copy + Eq> PassesState<M> {
    fn is_over(&self) -> bool {
        is_one(self.known)
    }

    /// Returns the possible values, cut where windows are being searched.
    fn segments(&self) -> impl Iterator<Item = Bounds> {
        let Bounds { lower, upper } = self.known;
        let cuts = move || {
            let inside = move |cut: &Score| lower <= *cut && *cut < upper;
            self.active.iter().map(|active| active.window.alpha).filter(inside)
        };
        std::iter::once(lower).chain(cuts().map(Score::next)).map(move |lower| {
            let end = cuts().filter(|cut| lower <= *cut).min();
            Bounds { lower, upper: end.unwrap_or(upper) }
        })
    }

    /// Removes window `number`; returns whether it was active.
    fn forget(&mut self, number: u32) -> bool {
        let before = self.active.len();
        self.active.retain(|active| active.number != number);
        self.active.len() < before
    }

    /// Stops the workers whose windows are decided.
    fn stop_decided(&mut self) {
        let known = self.known;
        let is_open = |window: &Window| known.decide(*window).is_none();
        self.active.retain(|active| {
            is_open(&active.window) || {
                active.stop.stop();
                false
            }
        });
    }

    /// Iterates over the races that are under way.
    fn races(&self) -> impl Iterator<Item = &Arc<RootPass<M>>> {
        let races = self.active.iter().filter_map(|active| active.race.as_ref());
        races.filter(|race| !race.stop.is_stopped())
    }

    /// Whether `value`, exact or a lower bound, gives a best move: it raises the lower bound, or is
    /// the first to reach a bound that no move has shown yet.
    fn is_raised_by(&self, value: Score) -> bool {
        value > self.known.lower || (value == self.known.lower && !self.root.raised)
    }

    /// Merges the moves that a pass has searched: `before` is the list as it was claimed, `found`
    /// the list afterwards. The best move comes first, if it has raised the lower bound. Other
    /// workers may have spent nodes on the same moves in between.
    fn take_over(&mut self, before: &RootMoves<M>, found: &RootMoves<M>, raises: bool) {
        let entry =
            |root: &RootMoves<M>, mv: M| root.list.iter().find(|entry| entry.mv == mv).cloned();
        // The line of the best move is complete; another window has no better one.
        let lined = (self.root.lined && !raises).then(|| self.root.best().mv);
        for &mv in &found.reported {
            let (Some(old), Some(new)) = (entry(before, mv), entry(found, mv)) else { continue };
            let kept = self.root.list.iter_mut().find(|kept| kept.mv == mv);
            kept.into_iter().for_each(|kept| {
                let nodes = kept.nodes + new.nodes - old.nodes;
                let newer = if lined == Some(mv) { kept.clone() } else { new.clone() };
                *kept = RootMove { nodes, ..newer };
            });
        }
        if raises {
            self.root.promote(self.root.index_of(found.best().mv));
            (self.root.raised, self.root.lined) = (true, found.lined);
        }
    }
}

/// A pass over the root that all workers search.
pub(super) struct RootPass<M> {
    pub(super) window: Window,
    pub(super) depth: Depth,
    /// Whether limits on nodes and time apply already.
    pub(super) limited: bool,
    /// Stopped when a worker has completed the pass, and with the whole search.
    pub(super) stop: StopToken,
    pub(super) root: Mutex<RootMoves<M>>,
    pub(super) result: Mutex<Option<PassResult<M>>>,
}

#[cfg(test)]
impl<M: Copy + Eq> RootPass<M> {
    /// A root pass over no moves.
    pub(super) fn any() -> Arc<Self> {
        Arc::new(Self {
            window: Window::FULL,
            depth: Depth::END,
            limited: false,
            stop: StopToken::new(),
            root: Mutex::new(RootMoves::new(&[], false)),
            result: Mutex::new(None),
        })
    }
}

/// The result of the first worker to complete a pass.
pub(super) struct PassResult<M> {
    pub(super) value: Score,
    pub(super) root: RootMoves<M>,
    pub(super) tainted: bool,
}
