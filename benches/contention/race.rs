//! Several threads at one contestant, from a common start.

use crate::contestants::{Contestant, scramble};
use std::sync::Barrier;
use std::thread::scope;
use std::time::{Duration, Instant};

/// What one race took.
pub(crate) struct Run {
    steps: u64,
    hits: u64,
    time: Duration,
}

impl Run {
    /// Millions of probes and stores a second: a probe each step, and a store if it did not hit.
    pub(crate) fn rate(&self) -> f64 {
        (2 * self.steps - self.hits) as f64 / self.time.as_secs_f64() / 1e6
    }

    pub(crate) fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.steps as f64
    }
}

/// Of one thread.
struct Leg {
    start: Instant,
    end: Instant,
    hits: u64,
}

impl Leg {
    fn new<const AHEAD: usize>(contestant: &impl Contestant, steps: u64, way: Way<'_>) -> Self {
        way.barrier.wait();
        let start = Instant::now();
        let hits = walk::<AHEAD>(contestant, steps, way.seed);
        Self { start, end: Instant::now(), hits }
    }
}

struct Way<'a> {
    barrier: &'a Barrier,
    seed: u64,
}

/// Draws `AHEAD` positions, prefetches all of them, then asks about one after the other; and so on.
fn walk<const AHEAD: usize>(contestant: &impl Contestant, steps: u64, seed: u64) -> u64 {
    let (mut state, mut hits) = (seed, 0);
    for _ in 0..steps / AHEAD as u64 {
        let drawn = [(); AHEAD].map(|()| {
            state = xorshift(state);
            let slot = contestant.slot(state);
            contestant.prefetch(slot);
            (slot, state)
        });
        for (slot, draw) in drawn {
            hits += u64::from(contestant.step(slot, draw));
        }
    }
    hits
}

/// Marsaglia 2003.
#[inline(always)]
fn xorshift(state: u64) -> u64 {
    let state = state ^ state << 13;
    let state = state ^ state >> 7;
    state ^ state << 17
}

/// `threads` of them take `steps` each, which no race of another `number` takes. The clock runs
/// from the first start to the last end, as the threads see them: the thread that waits for them
/// may wake up late.
pub(crate) fn race<const AHEAD: usize>(
    contestant: &impl Contestant,
    steps: u64,
    threads: usize,
    number: u64,
) -> Run {
    let barrier = &Barrier::new(threads);
    let legs: Vec<_> = scope(|scope| {
        let run = |thread| {
            let way = Way { barrier, seed: scramble(number << 16 | thread as u64) };
            scope.spawn(move || Leg::new::<AHEAD>(contestant, steps, way))
        };
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().map(|leg| leg.join().expect("no panic")).collect()
    });
    let start = legs.iter().map(|leg| leg.start).min().expect("at least one thread");
    let end = legs.iter().map(|leg| leg.end).max().expect("at least one thread");
    let hits = legs.iter().map(|leg| leg.hits).sum();
    Run { steps: threads as u64 * steps, hits, time: end - start }
}
