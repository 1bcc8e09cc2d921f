//! [`StopToken`]: a switch that stops a search.

#[cfg(loom)]
pub mod models;

use crate::sync::{Arc, AtomicBool, CachePadded, Mutex, Ordering, Weak, lock};
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// A switch that stops a search from another thread, for good.
///
/// Clones are the same switch. Every node looks at it, so a search ends at once and answers with
/// what it has found so far.
///
/// ```
/// use eldest::StopToken;
///
/// let token = StopToken::new();
/// let other = token.clone();
/// other.stop();
/// assert!(token.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Switch>);

#[derive(Debug, Default)]
struct Switch {
    /// All look at it in every node, and split points below come and go in the list beside it.
    thrown: CachePadded<AtomicBool>,
    /// The switches of the searches that this one stops too.
    below: Mutex<Vec<Weak<Switch>>>,
    /// Rings each time that the switch is thrown, on the thread that throws it.
    bell: Option<Bell>,
}

/// Reports that a switch was thrown.
struct Bell(Box<dyn Fn() + Send + Sync>);

// What it does is whole at every step: tokens go through `catch_unwind` as before.
impl UnwindSafe for Bell {}
impl RefUnwindSafe for Bell {}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bell").finish_non_exhaustive()
    }
}

impl Switch {
    /// Throws this switch and all below it, each before those below it: a thread that sees a flag further down thrown
    /// also sees this one thrown. One loop over a list on the heap, because there is a switch for each of the split
    /// points within each other, and a caller's stack may be small.
    fn throw(self: &Arc<Self>) {
        let mut left = vec![Arc::clone(self)];
        while let Some(switch) = left.pop() {
            switch.thrown.store(true, Ordering::Release);
            switch.bell.iter().for_each(|bell| (bell.0)());
            // The list stays: another thread that throws this switch may stand still in the middle, and this one does
            // not wait for it.
            left.extend(lock(&switch.below).iter().rev().filter_map(Weak::upgrade));
        }
    }
}

impl StopToken {
    /// A switch that is not thrown yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A switch that calls `ring` each time that it is thrown, on the thread that throws it: `ring` must be short.
    pub(crate) fn with_bell(ring: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(Switch { bell: Some(Bell(Box::new(ring))), ..Switch::default() }))
    }

    /// Throws the switch. It stays thrown.
    pub fn stop(&self) {
        self.0.throw();
    }

    /// Whether the switch has been thrown.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.thrown.load(Ordering::Acquire)
    }

    /// A switch that is thrown with this one, but can be thrown without it: so a search looks at one
    /// flag only, and stopping it leaves the user's token alone.
    pub(crate) fn below(&self) -> Self {
        let token = Self::new();
        self.stops(&token);
        token
    }

    /// From now on `token` is thrown with this one, but can be thrown without it.
    pub(crate) fn stops(&self, token: &Self) {
        let switch = Arc::downgrade(&token.0);
        add(&mut lock(&self.0.below), switch, |switch| switch.strong_count() > 0);
        // Thrown before it was on the list, perhaps: then it is seen here, if not there.
        if self.is_stopped() {
            token.stop();
        }
    }
}

/// Adds `one` to `list`. Those that are not live any more are removed only when the list is full; half of it is free
/// then. So an addition looks at a fixed number of others on average, however many there are.
fn add<T>(list: &mut Vec<T>, one: T, is_live: impl FnMut(&T) -> bool) {
    if list.len() == list.capacity() {
        list.retain(is_live);
        list.reserve(list.len());
    }
    list.push(one);
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    /// Thirty thousand switches below each other, on a stack that holds the frames of a few hundred calls.
    #[test]
    fn a_token_stops_all_below_it_on_a_small_stack() {
        let token = StopToken::new();
        let below = |last: &StopToken| Some(last.below());
        let tokens: Vec<_> =
            std::iter::successors(Some(token.below()), below).take(30_000).collect();
        let stop = std::thread::Builder::new().stack_size(1 << 16);
        stop.spawn(move || token.stop()).expect("a thread").join().expect("no panic");
        assert!(tokens.iter().all(StopToken::is_stopped));
    }

    #[test]
    fn a_token_forgets_searches_that_are_over() {
        let token = StopToken::new();
        (0..100).for_each(|_| drop(token.below()));
        assert!(lock(&token.0.below).len() <= 4);
        let live: Vec<_> = (0..100).map(|_| token.below()).collect();
        (0..1_000).for_each(|_| drop(token.below()));
        assert!(lock(&token.0.below).len() <= 3 * live.len());
    }

    /// A look at each of them whenever one is added would be 200 million looks.
    #[test]
    fn very_many_searches_below_a_token_are_looked_at_seldom() {
        const MANY: usize = 20_000;
        let (mut list, mut looks) = (Vec::new(), 0);
        for number in 0..MANY {
            add(&mut list, number, |_| {
                looks += 1;
                true
            });
        }
        assert!(list.len() == MANY && looks < 3 * MANY, "{looks} looks");
    }
}
