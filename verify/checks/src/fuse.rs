//! [`Fuse`]: counts the calls of user code, and panics or stops the search at the k-th call. Panics
//! that a check expects are not printed.

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

/// The user code that every search calls.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UserCall {
    /// Clones a position.
    Clone,
    /// Plays a move on a position.
    Play,
    /// Takes a move back on a position.
    Undo,
    /// Lists legal or relevant moves.
    Moves,
    /// Tests for the end of the game, or for static bounds.
    Over,
    /// Computes the key of a position.
    Key,
    /// Starts the state of an evaluator.
    Start,
    /// Updates the state of an evaluator for a move.
    Step,
    /// Evaluates a position.
    Evaluate,
}

/// All calls; those that every search makes come first.
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

/// Fires at the last of the calls that it is set to count, on whichever thread that happens. Also
/// counts moves played and taken back, and live threads. Clones share their state.
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
    /// Moves that evaluators have followed, including those taken back.
    followed: AtomicU64,
    #[cfg(schedule)]
    windows: NullWindowLog,
    /// The scheduler runs all tasks on one system thread, and reports tasks that do not end.
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
            windows: NullWindowLog::default(),
            #[cfg(not(schedule))]
            present: Presence::default(),
        }
    }
}

impl Fuse {
    /// Begins to count: panics at the last of `calls` calls of `call`.
    pub fn set_to_panic(&self, call: UserCall, calls: u64) {
        self.0.panics.store(true, Ordering::Relaxed);
        self.set(call, calls);
    }

    /// Begins to count: stops `token` at the last of `calls` calls of `call`.
    pub fn set_to_stop(&self, call: UserCall, calls: u64, token: &StopToken) {
        self.0.panics.store(false, Ordering::Relaxed);
        *self.0.token.lock().unwrap_or_else(PoisonError::into_inner) = token.clone();
        self.set(call, calls);
    }

    fn set(&self, call: UserCall, calls: u64) {
        self.0.left.store(calls, Ordering::Relaxed);
        self.0.call.store(call as u8, Ordering::Release);
    }

    /// Stops counting. Returns whether the fuse has fired.
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
        // Without the lock, so that other threads can go on during the stop.
        token.stop();
    }

    pub(crate) fn note_played(&self, moves: i64) {
        self.0.played.fetch_add(moves, Ordering::Relaxed);
    }

    pub(crate) fn note_stepped(&self, moves: i64) {
        self.0.stepped.fetch_add(moves, Ordering::Relaxed);
        self.0.followed.fetch_add(u64::from(moves > 0), Ordering::Relaxed);
    }

    /// The number of moves that evaluators have followed, including those taken back.
    #[must_use]
    pub fn followed(&self) -> u64 {
        self.0.followed.load(Ordering::Relaxed)
    }

    /// Notes that `side` is searched with the null window `_window`.
    pub(crate) fn note_window(&self, _side: Side, _window: Window) {
        #[cfg(schedule)]
        self.0.windows.note(_side, _window);
    }

    /// The number of different null windows since the last call.
    #[cfg(schedule)]
    #[must_use]
    pub fn take_windows(&self) -> usize {
        self.0.windows.take()
    }

    /// The numbers of moves played and not taken back since the last call: on positions, and on
    /// evaluators.
    #[must_use]
    pub fn take_balance(&self) -> (i64, i64) {
        (self.0.played.swap(0, Ordering::Relaxed), self.0.stepped.swap(0, Ordering::Relaxed))
    }

    /// Notes that the current thread searches.
    pub(crate) fn meet(&self) {
        #[cfg(not(schedule))]
        self.0.present.note();
    }

    /// The number of live threads that have searched.
    #[cfg(not(schedule))]
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.present.threads()
    }
}

#[cfg(schedule)]
/// The lower ends of null windows, as the first side sees them, except those at wins and losses,
/// which change with each ply.
#[derive(Debug, Default)]
struct NullWindowLog(Mutex<BTreeSet<i32>>);

#[cfg(schedule)]
impl NullWindowLog {
    /// Notes that `side` is searched with the null window `window`.
    fn note(&self, side: Side, window: Window) {
        let window = if side == Side::First { window } else { -window };
        if [window.alpha(), window.beta()].iter().all(|end| end.distance().is_none()) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(window.alpha().get());
        }
    }

    /// The number of different windows since the last call.
    fn take(&self) -> usize {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).len()
    }
}

#[cfg(not(schedule))]
thread_local! {
    /// References that this thread holds until it ends, one for each presence that has noted it.
    static HERE: RefCell<Vec<Arc<()>>> = const { RefCell::new(Vec::new()) };
}

#[cfg(not(schedule))]
/// Counts live threads: each noted thread holds a reference until it ends.
#[derive(Debug, Default)]
struct Presence(Arc<()>);

#[cfg(not(schedule))]
impl Presence {
    /// Notes the current thread.
    fn note(&self) {
        HERE.with_borrow_mut(|here| {
            if !here.iter().any(|noted| Arc::ptr_eq(noted, &self.0)) {
                here.push(Arc::clone(&self.0));
            }
        });
    }

    /// The number of noted threads that are still alive.
    fn threads(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

/// The message of a fuse that panics.
pub const BLOWN: &str = "the fuse has blown";

/// Hides panics of fuses from now on, and panics of search threads: these become errors of the
/// engine, which the check reports unless it expects them.
pub fn expect_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let show = take_hook();
        set_hook(Box::new(move |panic| {
            let expected = panic.payload_as_str() == Some(BLOWN);
            if !expected && current().name() != Some("eldest") {
                show(panic);
            }
        }));
    });
}
