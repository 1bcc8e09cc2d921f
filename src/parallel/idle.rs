//! [`Idle`]: who has nothing to do.

use crate::sync::{AtomicU64, Ordering};

const BITS: usize = u64::BITS as usize;

/// The helpers that have nothing to do, a bit for each.
///
/// Whoever clears a bit has the helper to itself and must give it something to do.
#[derive(Debug)]
pub(super) struct Idle(Box<[AtomicU64]>);

impl Idle {
    /// Nobody of `workers` is idle.
    pub(super) fn new(workers: usize) -> Self {
        Self((0..workers.div_ceil(BITS)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether anybody is idle. The answer may be old when it comes.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.0.iter().any(|word| word.load(Ordering::Relaxed) != 0)
    }

    /// `worker` has nothing to do.
    pub(super) fn enlist(&self, worker: usize) {
        self.0[worker / BITS].fetch_or(1 << (worker % BITS), Ordering::Release);
    }

    /// `worker` has found something by itself; whether nobody was faster in giving it something.
    pub(super) fn withdraw(&self, worker: usize) -> bool {
        take(&self.0[worker / BITS], worker % BITS)
    }

    /// Takes on a worker who has nothing to do, if there is one.
    pub(super) fn take(&self) -> Option<usize> {
        let mut words = self.0.iter().enumerate();
        words.find_map(|(at, word)| take_bit(word).map(|bit| at * BITS + bit))
    }
}

/// Clears a bit of `word` that is set, and says which, if there is one.
fn take_bit(word: &AtomicU64) -> Option<usize> {
    loop {
        let bit = word.load(Ordering::Relaxed).trailing_zeros() as usize;
        if bit == BITS {
            return None;
        }
        // Somebody else may have been faster: then there is one bit less, and the loop ends.
        if take(word, bit) {
            return Some(bit);
        }
    }
}

/// Clears `bit`; whether it was set.
fn take(word: &AtomicU64, bit: usize) -> bool {
    word.fetch_and(!(1 << bit), Ordering::AcqRel) & 1 << bit != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_taken_once() {
        let idle = Idle::new(130);
        [0, 63, 64, 129].into_iter().for_each(|worker| idle.enlist(worker));
        let taken: Vec<_> = std::iter::from_fn(|| idle.take()).collect();
        assert_eq!(taken, [0, 63, 64, 129]);
        assert!(!idle.any());
    }
}
