//! [`Policy`]: who makes the choices, and [`Choices`]: how they are written down.

use fastrand::Rng;
use std::num::NonZero;

/// Threads that can go on at the same time.
pub(crate) const MOST_READY: usize = 256;

/// Where the choices of an execution come from.
#[derive(Clone, Debug)]
pub struct Policy {
    bytes: std::vec::IntoIter<u8>,
    rng: Rng,
    /// Whether all choices are by chance.
    is_uniform: bool,
    /// Who hardly gets on, if threads are not equally fast.
    slow: Option<Slow>,
    /// For so many steps more the same thread goes on.
    stays: u8,
    written: Choices,
}

/// A thread that hardly gets on, by its place among those that can.
#[derive(Copy, Clone, Debug, Default)]
struct Slow {
    place: usize,
    /// For so many steps more it is this one.
    steps: u8,
}

/// One turn in so many is left to a slow thread.
const SLOWNESS: u8 = 32;

impl Policy {
    /// At each step, any of the threads that can go on, with equal odds.
    #[must_use]
    pub fn uniform(seed: u64) -> Self {
        Self { is_uniform: true, ..Self::bytes(Vec::new(), seed) }
    }

    /// The same, but that one of the threads hardly gets on; now and then it is another one. Others come far
    /// between two of its steps, and still meet each other at any step of theirs.
    #[must_use]
    pub fn uneven(seed: u64) -> Self {
        Self { slow: Some(Slow::default()), ..Self::uniform(seed) }
    }

    /// As `bytes` say, in the form in which an execution tells its choices. When they run out,
    /// threads go on for runs of random length: never in turn, which would resonate with locks.
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

    /// Which of `count` threads goes on; `current` is the one that did, if it still can.
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

    /// Any of `count` threads; seldom the slow one.
    fn any(&mut self, count: usize) -> usize {
        let any = self.number(count);
        let Some(slow) = self.slow.map(|slow| self.slower(slow)) else { return any };
        self.slow = Some(slow);
        let spared = any == slow.place % count && self.rng.u8(..SLOWNESS) > 0;
        if spared { (any + 1 + self.number(count - 1)) % count } else { any }
    }

    /// Who is slow a step later.
    fn slower(&mut self, slow: Slow) -> Slow {
        match slow.steps.checked_sub(1) {
            Some(steps) => Slow { steps, ..slow },
            None => Slow { place: self.number(MOST_READY), steps: self.rng.u8(..) },
        }
    }

    fn read(&mut self, count: usize) -> usize {
        let (Some(thread), Some(stays)) = (self.bytes.next(), self.bytes.next()) else {
            // Now and then long enough for others to end while one has not moved.
            let longest = if self.rng.u8(..8) == 0 { u8::MAX } else { 32 };
            self.stays = self.rng.u8(..longest);
            return self.number(count);
        };
        self.stays = stays;
        usize::from(thread) % count
    }

    /// A number below `count`, the same on machines of every word size.
    fn number(&mut self, count: usize) -> usize {
        self.rng.u64(..count as u64) as usize
    }

    /// One of `count`, at most 256, that are no threads' turns.
    pub(crate) fn choose(&mut self, count: usize) -> usize {
        let read = self.bytes.next().map(|byte| usize::from(byte) % count);
        let chosen = read.unwrap_or_else(|| self.number(count));
        self.written.bytes.push(chosen as u8);
        chosen
    }

    /// The choices made so far.
    pub(crate) fn choices(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.written.bytes)
    }
}

/// Choices as bytes: for each run of a thread its place among those that could go on, and how many
/// steps it stayed; one byte for each other choice, where it was made.
#[derive(Clone, Debug, Default)]
struct Choices {
    bytes: Vec<u8>,
    /// Where the length of the last run is written; 0 if there is none yet.
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
