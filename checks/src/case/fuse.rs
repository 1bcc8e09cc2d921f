//! [`Fuse`]: counts the calls of the user's own code, and does something at the k-th.

use crate::panics::BLOWN;
use eldest::StopToken;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The user's own code, as far as every search calls it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Of a position.
    Clone,
    /// Of a position.
    Play,
    /// Of a position.
    Undo,
    /// Legal or relevant moves.
    Moves,
    /// Or what is certain at a glance.
    Over,
    /// Of a position.
    Key,
    /// Of an evaluator.
    Start,
    /// A move is played, to an evaluator.
    Step,
    /// Of an evaluator.
    Evaluate,
}

/// All of them, those that every search calls first.
pub const CALLS: [Call; 9] = [
    Call::Play,
    Call::Undo,
    Call::Step,
    Call::Moves,
    Call::Over,
    Call::Evaluate,
    Call::Key,
    Call::Clone,
    Call::Start,
];

/// No call is counted.
const NONE: u8 = u8::MAX;

/// Blows at the last of the calls that it was set to count, on whichever thread that is; and counts
/// moves that are played and taken back, and threads that live. A clone is the same fuse.
#[derive(Clone, Debug, Default)]
pub struct Fuse(Arc<Wires>);

#[derive(Debug)]
struct Wires {
    call: AtomicU8,
    left: AtomicU64,
    panics: AtomicBool,
    token: Mutex<StopToken>,
    played: AtomicI64,
    stepped: AtomicI64,
    /// Each thread that has begun to search holds one.
    present: Arc<()>,
}

impl Default for Wires {
    fn default() -> Self {
        Self {
            call: AtomicU8::new(NONE),
            left: AtomicU64::new(0),
            panics: AtomicBool::new(false),
            token: Mutex::default(),
            played: AtomicI64::new(0),
            stepped: AtomicI64::new(0),
            present: Arc::default(),
        }
    }
}

thread_local! {
    /// What tells that this thread lives, to each fuse that it has met.
    static HERE: RefCell<Vec<Arc<()>>> = const { RefCell::new(Vec::new()) };
}

impl Fuse {
    /// Counts `calls` of `call` from now on; panics at the last.
    pub fn set_to_panic(&self, call: Call, calls: u64) {
        self.0.panics.store(true, Ordering::Relaxed);
        self.set(call, calls);
    }

    /// Counts `calls` of `call` from now on; throws `token` at the last.
    pub fn set_to_stop(&self, call: Call, calls: u64, token: &StopToken) {
        self.0.panics.store(false, Ordering::Relaxed);
        *self.0.token.lock().unwrap_or_else(PoisonError::into_inner) = token.clone();
        self.set(call, calls);
    }

    fn set(&self, call: Call, calls: u64) {
        self.0.left.store(calls, Ordering::Relaxed);
        self.0.call.store(call as u8, Ordering::Release);
    }

    /// Counts no more; whether it has blown.
    #[must_use]
    pub fn take_out(&self) -> bool {
        self.0.call.swap(NONE, Ordering::Relaxed) == NONE
    }

    pub(super) fn count(&self, call: Call) {
        let wires = &*self.0;
        if wires.call.load(Ordering::Acquire) != call as u8
            || wires.left.fetch_sub(1, Ordering::Relaxed) != 1
        {
            return;
        }
        wires.call.store(NONE, Ordering::Relaxed);
        assert!(!wires.panics.load(Ordering::Relaxed), "{BLOWN}");
        wires.token.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    pub(super) fn note_played(&self, moves: i64) {
        self.0.played.fetch_add(moves, Ordering::Relaxed);
    }

    pub(super) fn note_stepped(&self, moves: i64) {
        self.0.stepped.fetch_add(moves, Ordering::Relaxed);
    }

    /// Moves played and not taken back since this was asked last: on positions, and as evaluators
    /// have heard.
    #[must_use]
    pub fn take_balance(&self) -> (i64, i64) {
        (self.0.played.swap(0, Ordering::Relaxed), self.0.stepped.swap(0, Ordering::Relaxed))
    }

    /// The present thread searches.
    pub(super) fn meet(&self) {
        HERE.with_borrow_mut(|here| {
            if !here.iter().any(|fuse| Arc::ptr_eq(fuse, &self.0.present)) {
                here.push(Arc::clone(&self.0.present));
            }
        });
    }

    /// How many threads that have searched are still there.
    #[must_use]
    pub fn threads(&self) -> usize {
        Arc::strong_count(&self.0.present) - 1
    }
}
