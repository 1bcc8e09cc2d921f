//! [`Policy`]: the source of choices, and [`Choices`]: their record.

use fastrand::Rng;
use std::num::NonZero;

/// The most threads that are runnable at the same time.
pub(crate) const MOST_READY: usize = 256;

/// Where the choices of an execution come from.
#[derive(Clone, Debug)]
pub struct Policy {
    bytes: std::vec::IntoIter<u8>,
    rng: Rng,
    /// Whether all choices are random.
    is_uniform: bool,
    /// The slow thread, for [`Policy::uneven`].
    slow: Option<Slow>,
    /// The number of further steps for which the same thread runs.
    stays: u8,
    written: Choices,
}

/// A slow thread, by its place among the runnable ones.
#[derive(Copy, Clone, Debug, Default)]
struct Slow {
    place: usize,
    /// The number of further steps for which it is this one.
    steps: u8,
}

/// A slow thread keeps one in this many of its turns.
const SLOWNESS: u8 = 32;

impl Policy {
    /// Chooses any runnable thread at each step, with equal probability.
    #[must_use]
    pub fn uniform(seed: u64) -> Self {
        Self { is_uniform: true, ..Self::bytes(Vec::new(), seed) }
    }

    /// Chooses like [`uniform`](Self::uniform), except that one thread, which changes now and then,
    /// rarely gets a turn. Others advance far between two of its steps, and still interleave
    /// freely.
    #[must_use]
    pub fn uneven(seed: u64) -> Self {
        Self { slow: Some(Slow::default()), ..Self::uniform(seed) }
    }

    /// Replays choices as recorded by an [`Execution`](crate::Execution). When `bytes` run out,
    /// threads run for random numbers of steps: never round-robin, which would resonate with locks.
    #[must_use]
    pub fn bytes(bytes: Vec<u8>, seed: u64) -> Self {
        Self {
            bytes: bytes.into_iter(),
            rng: Rng::with_seed(seed),
            is_uniform: false,
            slow: None,
            stays: 0,
            written: Choices::default(),
        }
    }

    /// Chooses the next of `count` runnable threads; `current` is the place of the running one, if
    /// it is still runnable.
    #[inline]
    pub(crate) fn next(&mut self, count: NonZero<usize>, current: Option<usize>) -> usize {
        let count = count.get();
        debug_assert!(count <= MOST_READY, "a choice is written as a byte");
        if count == 1 {
            return 0;
        }
        let next = match current {
            _ if self.is_uniform => self.any(count),
            Some(current) if self.stays > 0 => {
                self.stays -= 1;
                current
            }
            _ => self.read(count),
        };
        self.written.thread(next, current);
        next
    }

    /// Chooses any of `count` threads, rarely the slow one.
    fn any(&mut self, count: usize) -> usize {
        let any = self.number(count);
        let Some(slow) = self.slow.map(|slow| self.slower(slow)) else { return any };
        self.slow = Some(slow);
        let spared = any == slow.place % count && self.rng.u8(..SLOWNESS) > 0;
        if spared { (any + 1 + self.number(count - 1)) % count } else { any }
    }

    /// Returns the slow thread of the next step.
    fn slower(&mut self, slow: Slow) -> Slow {
        match slow.steps.checked_sub(1) {
            Some(steps) => Slow { steps, ..slow },
            None => Slow { place: self.number(MOST_READY), steps: self.rng.u8(..) },
        }
    }

    fn read(&mut self, count: usize) -> usize {
        let (Some(thread), Some(stays)) = (self.bytes.next(), self.bytes.next()) else {
            // Now and then long enough for one thread to end while another takes no step.
            let longest = if self.rng.u8(..8) == 0 { u8::MAX } else { 32 };
            self.stays = self.rng.u8(..longest);
            return self.number(count);
        };
        self.stays = stays;
        usize::from(thread) % count
    }

    /// Returns a random number below `count`, the same for every word size.
    fn number(&mut self, count: usize) -> usize {
        self.rng.u64(..count as u64) as usize
    }

    /// Makes a choice among `count` alternatives, at most 256, other than the next thread.
    pub(crate) fn choose(&mut self, count: usize) -> usize {
        let read = self.bytes.next().map(|byte| usize::from(byte) % count);
        let chosen = read.unwrap_or_else(|| self.number(count));
        self.written.bytes.push(chosen as u8);
        chosen
    }

    /// Takes the choices made so far.
    pub(crate) fn choices(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.written.bytes)
    }
}

/// Choices as bytes: for each run of a thread, its place among the runnable ones and the number of
/// further steps; for each other choice, one byte at the point where it was made.
#[derive(Clone, Debug, Default)]
struct Choices {
    bytes: Vec<u8>,
    /// The index of the length of the last run; 0 if there is none yet.
    length: usize,
}

impl Choices {
    #[inline]
    fn thread(&mut self, next: usize, current: Option<usize>) {
        if current == Some(next)
            && self.length > 0
            && let Some(stays) = self.bytes[self.length].checked_add(1)
        {
            self.bytes[self.length] = stays;
            return;
        }
        self.bytes.extend([next as u8, 0]);
        self.length = self.bytes.len() - 1;
    }
}
