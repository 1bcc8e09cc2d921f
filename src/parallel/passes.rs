//! [`Passes`]: the windows of the root that are searched side by side, and what they have shown.
//!
//! Null windows close in on a value one after the other, and most of them have to be asked whatever the others
//! show: two of the last, for one, that the value is not less and not more. Side by side, each with some of the
//! threads and all over one table, they take less than one after the other with all threads at each, because a
//! tree that few share has few extra nodes. That processors search different windows is as old as the first
//! parallel alpha-beta (Baudet 1978, "The design and analysis of algorithms for asynchronous multiprocessors");
//! there each has a window to itself.

#[cfg(all(test, not(loom)))]
mod tests;

use crate::search::driver::Driver;
use crate::search::resolve::ValueGrid;
use crate::search::root_moves::{RootMove, RootMoves};
use crate::search::stop::StopToken;
use crate::sync::{Arc, AtomicBool, CachePadded, Mutex, Ordering, lock};
use crate::{Bounds, Depth, Score, Window};

/// The windows that are searched side by side.
pub(super) struct Passes<M> {
    pub(super) depth: Depth,
    /// Whether limits on nodes and time hold already.
    pub(super) limited: bool,
    driver: Driver,
    grid: ValueGrid,
    /// So many search the root at once.
    most: usize,
    /// Whether one more is wanted: a hint that spares others the lock.
    is_open: CachePadded<AtomicBool>,
    state: Mutex<PassesState<M>>,
}

/// What a pass has found about the moves, and whether it has raised the lower bound.
type PassFindings<M> = (RootMoves<M>, bool);

struct PassesState<M> {
    known: Bounds,
    guess: Score,
    /// Windows that have been claimed so far.
    claimed: u32,
    active: Vec<Active<M>>,
    /// Who searches the root, or is on the way; the asker always counts.
    leaders: usize,
    /// In a race, the leaders that have nothing to do.
    absent: Vec<usize>,
    /// The moves, the one first that raised the lower bound last.
    root: RootMoves<M>,
    /// What the asker has not heard yet: what others have found.
    unheard: Vec<PassFindings<M>>,
}

/// A window that is being searched.
struct Active<M> {
    number: u32,
    window: Window,
    stop: StopToken,
    /// Where others can race for it too.
    race: Option<Arc<RootPass<M>>>,
}

/// A window that nobody else searches.
pub(super) struct Claim<M> {
    pub(super) number: u32,
    pub(super) window: Window,
    /// Thrown when it need not be searched any more.
    pub(super) stop: StopToken,
    /// The moves to search.
    pub(super) root: RootMoves<M>,
}

impl<M: Copy + Eq> Passes<M> {
    /// The value lies in `known`, at `guess` perhaps, and `root` has the moves.
    pub(super) fn new(asked: PassPlan, known: Bounds, guess: Score, root: RootMoves<M>) -> Self {
        let PassPlan { depth, limited, driver, grid, most } = asked;
        let known = grid.inwards(known);
        let guess = guess.clamp(known.lower, known.upper);
        let (active, unheard) = (Vec::new(), Vec::new());
        let absent = (1..most).collect();
        let state =
            PassesState { known, guess, claimed: 0, active, leaders: 1, absent, root, unheard };
        let is_open = CachePadded::new(AtomicBool::new(false));
        Self { depth, limited, driver, grid, most, is_open, state: Mutex::new(state) }
    }

    /// What is known of the value, the moves, and what others have found since this was asked last: all of one
    /// moment, because the moves say which of them is worth what is known.
    pub(super) fn news(&self) -> (Bounds, RootMoves<M>, Vec<PassFindings<M>>) {
        let mut state = lock(&self.state);
        (state.known, state.root.clone(), std::mem::take(&mut state.unheard))
    }

    /// Whether the asker has something to do besides helping: all is known, or there is a window to claim or a race
    /// to join.
    pub(super) fn calls(&self) -> bool {
        let state = lock(&self.state);
        state.is_over() || state.races().next().is_some() || self.next(&state).is_some()
    }

    /// A window to search; its stop hangs below `token`.
    pub(super) fn claim(&self, token: &StopToken) -> Option<Claim<M>> {
        let mut state = lock(&self.state);
        let window = self.next(&state)?;
        let (number, stop) = (state.claimed, token.below());
        state.claimed += 1;
        state.active.push(Active { number, window, stop: stop.clone(), race: None });
        self.hint(&state);
        Some(Claim { number, window, stop, root: state.root.clone() })
    }

    /// What was claimed has been searched to its end: the value is `value`, as far as the window asks, and the moves
    /// are those of `root`. Who searches what need not be asked any more is told, and what the asker has not found
    /// itself is kept for it.
    pub(super) fn finish(
        &self,
        claim: &Claim<M>,
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
            state.unheard.push((root.clone(), raises));
        }
        state.stop_decided();
        self.hint(&state);
    }

    /// The search of what was claimed was aborted; whether because it need not be asked any more.
    pub(super) fn abandon(&self, claim: &Claim<M>) -> bool {
        let mut state = lock(&self.state);
        let is_needless = !state.forget(claim.number);
        self.hint(&state);
        is_needless
    }

    /// Whether one more is wanted who searches the root. Without the lock: the answer may be old.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Makes room for one more, if `come` finds somebody.
    pub(super) fn admit(&self, come: impl FnOnce() -> bool) {
        let mut state = lock(&self.state);
        if self.admits(&state) && come() {
            state.leaders += 1;
            self.hint(&state);
        }
    }

    /// In a race: the window of claim `number` can be raced for; the leaders to tell of it.
    pub(super) fn announce(&self, number: u32, race: &Arc<RootPass<M>>) -> Vec<usize> {
        let mut state = lock(&self.state);
        let claim = state.active.iter_mut().find(|active| active.number == number);
        claim.into_iter().for_each(|active| active.race = Some(Arc::clone(race)));
        let absent = std::mem::take(&mut state.absent);
        state.leaders += absent.len();
        absent
    }

    /// In a race: one that is under way.
    pub(super) fn race(&self) -> Option<Arc<RootPass<M>>> {
        let state = lock(&self.state);
        state.races().min_by_key(|race| Arc::strong_count(race)).cloned()
    }

    /// How many search the root at most, and lead others.
    pub(super) fn groups(&self) -> usize {
        self.most
    }

    /// `worker`, which has been admitted, found nothing to do and goes; `false` if a race has been announced since it
    /// looked. The look and the departure are one step, because [`announce`](Self::announce) calls only those that
    /// have gone.
    pub(super) fn leave_if_idle(&self, worker: usize) -> bool {
        let mut state = lock(&self.state);
        let is_idle = state.races().next().is_none();
        if is_idle {
            self.depart(&mut state, worker);
        }
        is_idle
    }

    /// `worker`, which has been admitted, goes whatever there is to do.
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

    /// The window to ask about next: as the driver does where the guess lies among what the windows under way
    /// leave open, or where most values are possible. Beside a window that is not null there is none.
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

/// What is asked, by which driver, of how many at once.
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

    /// What is possible, cut where windows are being searched.
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

    /// Window `number` is not searched any more; whether it was thought to be.
    fn forget(&mut self, number: u32) -> bool {
        let before = self.active.len();
        self.active.retain(|active| active.number != number);
        self.active.len() < before
    }

    /// Whoever searches a window that is decided stops.
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

    /// The races that are under way.
    fn races(&self) -> impl Iterator<Item = &Arc<RootPass<M>>> {
        let races = self.active.iter().filter_map(|active| active.race.as_ref());
        races.filter(|race| !race.stop.is_stopped())
    }

    /// Whether `value`, exact or a lower bound, names the best move: it raises the lower bound, or it is the first to
    /// reach a bound that no move has shown yet.
    fn is_raised_by(&self, value: Score) -> bool {
        value > self.known.lower || (value == self.known.lower && !self.root.raised)
    }

    /// Takes over what a pass has `found` about the moves that it has searched, which it knew as `before`; the best of
    /// them comes first, if it has raised the lower bound. Meanwhile others have spent nodes on them.
    fn take_over(&mut self, before: &RootMoves<M>, found: &RootMoves<M>, raises: bool) {
        let entry =
            |root: &RootMoves<M>, mv: M| root.list.iter().find(|entry| entry.mv == mv).cloned();
        // The line of the best move is whole; another window knows no better one.
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

/// A pass over the root that all search.
pub(super) struct RootPass<M> {
    pub(super) window: Window,
    pub(super) depth: Depth,
    /// Whether limits on nodes and time hold already.
    pub(super) limited: bool,
    /// Thrown when somebody has completed the pass, and with the whole search.
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

/// What the first helper to complete a pass has found.
pub(super) struct PassResult<M> {
    pub(super) value: Score,
    pub(super) root: RootMoves<M>,
    pub(super) tainted: bool,
}
