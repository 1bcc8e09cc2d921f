//! [`Fuse`]: counts the calls of the user's own code, and does something at the k-th. Panics that are
//! expected are part of a check, and not shown.

use eldest::{Side, StopToken, Window};
#[cfg(not(schedule))]
use std::cell::RefCell;
#[cfg(schedule)]
use std::collections::BTreeSet;
#[cfg(schedule)]
use std::mem::take;
use std::panic::{set_hook, take_hook};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread::current;

/// The user's own code, as far as every search calls it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UserCall {
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
pub const CALLS: [UserCall; 9] = [
    UserCall::Play,
    UserCall::Undo,
    UserCall::Step,
    UserCall::Moves,
    UserCall::Over,
    UserCall::Evaluate,
    UserCall::Key,
    UserCall::Clone,
    UserCall::Start,
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
    /// Moves that evaluators have followed, whether they were taken back or not.
    followed: AtomicU64,
    #[cfg(schedule)]
    asked: NullWindowLog,
    /// Under the scheduler all threads are one of the system's, and it tells if one does not end.
    #[cfg(not(schedule))]
    present: Presence,
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
            followed: AtomicU64::new(0),
            #[cfg(schedule)]
            asked: NullWindowLog::default(),
            #[cfg(not(schedule))]
            present: Presence::default(),
        }
    }
}

impl Fuse {
    /// Counts `calls` of `call` from now on; panics at the last.
    pub fn set_to_panic(&self, call: UserCall, calls: u64) {
        self.0.panics.store(true, Ordering::Relaxed);
        self.set(call, calls);
    }

    /// Counts `calls` of `call` from now on; throws `token` at the last.
    pub fn set_to_stop(&self, call: UserCall, calls: u64, token: &StopToken) {
        self.0.panics.store(false, Ordering::Relaxed);
        *self.0.token.lock().unwrap_or_else(PoisonError::into_inner) = token.clone();
        self.set(call, calls);
    }

    fn set(&self, call: UserCall, calls: u64) {
        self.0.left.store(calls, Ordering::Relaxed);
        self.0.call.store(call as u8, Ordering::Release);
    }

    /// Counts no more; whether it has blown.
    #[must_use]
    pub fn take_out(&self) -> bool {
        self.0.call.swap(NONE, Ordering::Relaxed) == NONE
    }

    pub(crate) fn count(&self, call: UserCall) {
        let wires = &*self.0;
        if wires.call.load(Ordering::Acquire) != call as u8
            || wires.left.fetch_sub(1, Ordering::Relaxed) != 1
        {
            return;
        }
        wires.call.store(NONE, Ordering::Relaxed);
        assert!(!wires.panics.load(Ordering::Relaxed), "{BLOWN}");
        let token = wires.token.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // Not with the lock held: others may go on while it is thrown.
        token.stop();
    }

    pub(crate) fn note_played(&self, moves: i64) {
        self.0.played.fetch_add(moves, Ordering::Relaxed);
    }

    pub(crate) fn note_stepped(&self, moves: i64) {
        self.0.stepped.fetch_add(moves, Ordering::Relaxed);
        self.0.followed.fetch_add(u64::from(moves > 0), Ordering::Relaxed);
    }

    /// How many moves evaluators have followed, whether they were taken back or not.
    #[must_use]
    pub fn followed(&self) -> u64 {
        self.0.followed.load(Ordering::Relaxed)
    }

    /// `side` is asked with `window`, a null window.
    pub(crate) fn note_asked(&self, _side: Side, _window: Window) {
        #[cfg(schedule)]
        self.0.asked.note(_side, _window);
    }

    /// How many different null windows were asked since this was asked last.
    #[cfg(schedule)]
    #[must_use]
    pub fn take_asked(&self) -> usize {
        self.0.asked.take()
    }

    /// Moves played and not taken back since this was asked last: on positions, and as evaluators
    /// have heard.
    #[must_use]
    pub fn take_balance(&self) -> (i64, i64) {
        (self.0.played.swap(0, Ordering::Relaxed), self.0.stepped.swap(0, Ordering::Relaxed))
    }

    /// The present thread searches.
    pub(crate) fn meet(&self) {
        #[cfg(not(schedule))]
        self.0.present.note();
    }

    /// How many threads that have searched are still there.
    #[cfg(not(schedule))]
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.present.threads()
    }
}

#[cfg(schedule)]
/// The lower ends of the null windows that were asked, as the first side sees them; but for those
/// at wins and losses, which may be others in each ply.
#[derive(Debug, Default)]
struct NullWindowLog(Mutex<BTreeSet<i32>>);

#[cfg(schedule)]
impl NullWindowLog {
    /// `side` is asked with `window`, a null window.
    fn note(&self, side: Side, window: Window) {
        let window = if side == Side::First { window } else { -window };
        if [window.alpha(), window.beta()].iter().all(|end| end.distance().is_none()) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(window.alpha().get());
        }
    }

    /// How many different ones there were since this was asked last.
    fn take(&self) -> usize {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).len()
    }
}

#[cfg(not(schedule))]
thread_local! {
    /// What tells that this thread lives, to each presence that has noted it.
    static HERE: RefCell<Vec<Arc<()>>> = const { RefCell::new(Vec::new()) };
}

#[cfg(not(schedule))]
/// Threads that have been noted; each holds one until it ends.
#[derive(Debug, Default)]
struct Presence(Arc<()>);

#[cfg(not(schedule))]
impl Presence {
    /// The present thread is one of them.
    fn note(&self) {
        HERE.with_borrow_mut(|here| {
            if !here.iter().any(|noted| Arc::ptr_eq(noted, &self.0)) {
                here.push(Arc::clone(&self.0));
            }
        });
    }

    /// How many of them are still there.
    fn threads(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

/// What fuses say when they blow.
pub const BLOWN: &str = "the fuse has blown";

/// From now on panics of fuses are not shown; nor those of the threads that search, which are
/// errors of the engine, and are shown there if nobody has wished for them.
pub fn expect_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let show = take_hook();
        set_hook(Box::new(move |panic| {
            let wished = panic.payload_as_str() == Some(BLOWN);
            if !wished && current().name() != Some("eldest") {
                show(panic);
            }
        }));
    });
}
