//! Measures the costs of single steps on this machine, on two of its cores: medians of several
//! rounds.

use eldest_schedule::timed::Costs;
use serde::{Deserialize, Serialize};
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

const ROUNDS: usize = 9;
const STEPS: u64 = 20_000;

/// Costs of single steps in nanoseconds, as stored in files.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nanoseconds {
    pub(crate) node: u32,
    /// In per cent.
    pub(crate) crowding: u32,
    pub(crate) probe: u32,
    pub(crate) word: u32,
    pub(crate) own_word: u32,
    pub(crate) read: u32,
    pub(crate) lock: u32,
    pub(crate) hand_over: u32,
    pub(crate) notify: u32,
    pub(crate) wake_up: u32,
}

impl From<Nanoseconds> for Costs {
    fn from(from: Nanoseconds) -> Self {
        Self::default().with(|to| {
            to.node = from.node;
            to.crowding = from.crowding;
            to.probe = from.probe;
            to.word = from.word;
            to.own_word = from.own_word;
            to.read = from.read;
            to.lock = from.lock;
            to.hand_over = from.hand_over;
            to.notify = from.notify;
            to.wake_up = from.wake_up;
        })
    }
}

/// Measures the costs on this machine. Those of a node and of a probe depend on the game and are
/// taken from the desktop preset.
pub(crate) fn measure() -> Nanoseconds {
    let own_word = alone(|word| word.fetch_add(1, Ordering::AcqRel));
    let word = contended();
    let read = exchange() / 2;
    let lock = locked(1);
    let (notify, wake_up) = woken();
    Nanoseconds {
        node: 40,
        crowding: crowding(),
        probe: 100,
        word: word.max(own_word),
        own_word,
        read,
        lock: lock + read,
        hand_over: locked(2).saturating_sub(lock).max(read),
        notify,
        wake_up,
    }
}

/// The median of several rounds.
fn median(round: impl FnMut() -> u64) -> u32 {
    let mut times: Vec<_> = std::iter::repeat_with(round).take(ROUNDS).collect();
    times.sort_unstable();
    times[ROUNDS / 2].min(u32::MAX.into()) as u32
}

/// Nanoseconds per step since `from`.
fn each(from: Instant) -> u64 {
    from.elapsed().as_nanos() as u64 / STEPS
}

fn alone(step: impl Fn(&AtomicU64) -> u64) -> u32 {
    let word = AtomicU64::new(0);
    median(|| {
        let from = Instant::now();
        (0..STEPS).for_each(|_| _ = black_box(step(&word)));
        each(from)
    })
}

/// Runs `other` repeatedly on another thread until `this` returns.
fn beside<R>(other: impl Fn() + Sync, this: impl FnOnce() -> R) -> R {
    let (runs, over) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            runs.store(true, Ordering::Release);
            while !over.load(Ordering::Relaxed) {
                other();
            }
        });
        while !runs.load(Ordering::Acquire) {
            spin_loop();
        }
        let result = this();
        over.store(true, Ordering::Relaxed);
        result
    })
}

/// Words in a table larger than the private caches of a core.
const TABLE_WORDS: u64 = 4 << 20;
/// Multiplications after each probe: about the work of a node besides its probe.
const WORK: u64 = 40;

/// The slowdown of a search, in percent, while another core does the same in memory of its own:
/// cores share caches, memory and heat.
fn crowding() -> u32 {
    let tables = [0, 1].map(|first| (first..first + TABLE_WORDS).collect::<Vec<u64>>());
    let walk = |table: &[u64]| {
        (0..STEPS).fold(1, |at: u64, _| {
            let seen = at ^ table[(at >> 32) as usize % table.len()];
            (0..WORK).fold(seen, |at, step| (at ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        })
    };
    let timed = || {
        let from = Instant::now();
        black_box(walk(&tables[0]));
        from.elapsed().as_nanos() as u64
    };
    let [alone, crowded] =
        [median(timed), median(|| beside(|| _ = black_box(walk(&tables[1])), timed))];
    (u64::from(crowded) * 100 / u64::from(alone.max(1))).saturating_sub(100) as u32
}

/// A read-modify-write of a word that another thread keeps writing.
fn contended() -> u32 {
    let word = AtomicU64::new(0);
    let step = || _ = black_box(word.fetch_add(1, Ordering::AcqRel));
    median(|| {
        let step = &step;
        beside(step, || {
            let from = Instant::now();
            (0..STEPS).for_each(|_| step());
            each(from)
        })
    })
}

/// Half a round trip of a word between two threads is one read; this measures the round trip.
fn exchange() -> u32 {
    let ball = AtomicU64::new(0);
    median(|| {
        let answer = || {
            if ball.load(Ordering::Acquire) == 1 {
                ball.store(0, Ordering::Release);
            }
        };
        beside(answer, || {
            let from = Instant::now();
            for _ in 0..STEPS {
                ball.store(1, Ordering::Release);
                while ball.load(Ordering::Acquire) != 0 {
                    spin_loop();
                }
            }
            each(from)
        })
    })
}

/// A lock under contention by this many threads.
fn locked(threads: usize) -> u32 {
    let sum = Mutex::new(0_u64);
    let step = || *held(&sum) += 1;
    median(|| {
        let run = || {
            let from = Instant::now();
            (0..STEPS).for_each(|_| step());
            each(from)
        };
        if threads == 1 { run() } else { beside(step, run) }
    })
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time to notify a sleeping thread, and the time until that thread runs.
fn woken() -> (u32, u32) {
    let (news, place) = (Mutex::new(Vec::new()), Condvar::new());
    let (mut notified, mut woken) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| {
            let mut times = Vec::new();
            for _ in 0..200 {
                let mut sent: MutexGuard<'_, Vec<Instant>> = held(&news);
                while sent.is_empty() {
                    sent = place.wait(sent).unwrap_or_else(PoisonError::into_inner);
                }
                times.extend(sent.drain(..).map(|sent| sent.elapsed().as_nanos() as u64));
            }
            times
        });
        for _ in 0..200 {
            thread::sleep(std::time::Duration::from_micros(200));
            let from = Instant::now();
            held(&news).push(from);
            place.notify_one();
            notified.push(from.elapsed().as_nanos() as u64);
        }
        woken = sleeper.join().unwrap_or_default();
    });
    let middle = |times: &mut Vec<u64>| {
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default().min(u32::MAX.into()) as u32
    };
    let notify = middle(&mut notified);
    (notify, middle(&mut woken).saturating_sub(notify))
}
