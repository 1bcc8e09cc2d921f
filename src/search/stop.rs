//! [`StopToken`]: a flag that stops a search.

#[cfg(loom)]
pub mod models;

use crate::sync::{Arc, AtomicBool, CachePadded, Mutex, Ordering, Weak, lock};
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// A flag that stops a search from another thread, permanently.
///
/// Clones share the flag. Every node checks it, so a search ends at once and returns what it has
/// found so far.
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
    /// Checked in every node by all threads, while split points below come and go in the list
    /// beside it.
    thrown: CachePadded<AtomicBool>,
    /// The switches of the searches that this one stops too.
    below: Mutex<Vec<Weak<Switch>>>,
    /// Rings each time the switch is thrown, on the thread that throws it.
    bell: Option<Bell>,
}

/// Reports that a switch was thrown.
struct Bell(Box<dyn Fn() + Send + Sync>);

// Its invariants hold at every step, so tokens stay unwind safe.
impl UnwindSafe for Bell {}
impl RefUnwindSafe for Bell {}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bell").finish_non_exhaustive()
    }
}

impl Switch {
    /// Throws this switch and all below it, each before those below it: a thread that sees a flag
    /// further down thrown also sees this one thrown. A loop over a list on the heap, because
    /// nested split points nest switches deeply and a caller's stack may be small.
    fn throw(self: &Arc<Self>) {
        let mut left = vec![Arc::clone(self)];
        while let Some(switch) = left.pop() {
            switch.thrown.store(true, Ordering::Release);
            switch.bell.iter().for_each(|bell| (bell.0)());
            // The list stays: another thread may be suspended in the middle of throwing this
            // switch, and this one does not wait for it.
            left.extend(lock(&switch.below).iter().rev().filter_map(Weak::upgrade));
        }
    }
}

impl StopToken {
    /// Creates a token that is not stopped.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a token that calls `ring` each time it is stopped, on the thread that stops it:
    /// `ring` must be short.
    pub(crate) fn with_bell(ring: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(Switch { bell: Some(Bell(Box::new(ring))), ..Switch::default() }))
    }

    /// Stops the searches that use this token, for good.
    pub fn stop(&self) {
        self.0.throw();
    }

    /// Whether the token has been stopped.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.thrown.load(Ordering::Acquire)
    }

    /// Returns a token that is stopped with this one, but can be stopped without it. So a program
    /// that stops one of its searches leaves the token of its caller alone; and a search checks one
    /// flag only.
    ///
    /// ```
    /// use eldest::StopToken;
    ///
    /// let all = StopToken::new();
    /// let [one, other] = [all.below(), all.below()];
    /// one.stop();
    /// assert!(!all.is_stopped() && !other.is_stopped());
    /// all.stop();
    /// assert!(other.is_stopped());
    /// ```
    #[must_use]
    pub fn below(&self) -> Self {
        let token = Self::new();
        self.stops(&token);
        token
    }

    /// Makes `token` stop with this one; it can still be stopped without it.
    pub(crate) fn stops(&self, token: &Self) {
        let switch = Arc::downgrade(&token.0);
        add(&mut lock(&self.0.below), switch, |switch| switch.strong_count() > 0);
        // If this token was stopped before the other was on the list, that is detected here.
        if self.is_stopped() {
            token.stop();
        }
    }
}

/// Adds `one` to `list`. Dead elements are removed only when the list is full; afterwards half of
/// it is free. So an addition examines a constant number of elements on average.
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

    /// Thirty thousand nested switches, on a stack that holds the frames of a few hundred calls.
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

    /// Examining all of them at each addition would take 200 million steps.
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
