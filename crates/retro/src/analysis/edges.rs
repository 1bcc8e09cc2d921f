//! [`Edges`]: the moves within a slice, listed by the number that they lead to, for numberings
//! without predecessors.
//!
//! Each position is expanded twice, to count and to list, then once more if it may be lost; passes
//! over all open positions expand it once for each level.

use crate::build_error::BuildError;
use crate::sync::{AtomicU32, Storage, Zeros, zeroed};
use std::sync::atomic::Ordering::Relaxed;

/// The moves within a slice, by the number that they lead to. All are counted before the first is
/// added.
pub(super) struct Edges {
    /// The number of moves to each number, or where its list starts; last, the number of all moves.
    starts: Zeros<AtomicU32>,
    /// Twice the number that a move comes from, plus 1 if it turns the side to move.
    sources: Zeros<AtomicU32>,
}

impl Edges {
    /// Creates empty lists for `len` numbers; `None` if they do not fit into `most` bytes, or the
    /// numbers into 31 bits.
    pub(super) fn new(len: u64, most: u64) -> Result<Option<Self>, BuildError> {
        if len > 1 << 31 || !fits(len + 1, most) {
            return Ok(None);
        }
        let table = |len| zeroed(len, Storage::Memory);
        Ok(Some(Self { starts: table(len + 1)?, sources: table(0)? }))
    }

    /// Counts a move to a number.
    #[inline]
    pub(super) fn count(&self, to: u64) {
        self.starts[to as usize].fetch_add(1, Relaxed);
    }

    /// Allocates the lists once all moves are counted. Returns whether they fit into `most` bytes.
    pub(super) fn allocate(&mut self, most: u64) -> Result<bool, BuildError> {
        let mut all = 0;
        for end in &self.starts[..] {
            all += u64::from(end.load(Relaxed));
            // It wraps only if the moves do not fit.
            end.store(all as u32, Relaxed);
        }
        let fits = fits(self.starts.len() as u64 + all, most);
        if fits {
            self.sources = zeroed(all, Storage::Memory)?;
        }
        Ok(fits)
    }

    /// Adds a move.
    #[inline]
    pub(super) fn add(&self, from: u64, to: u64, turns: bool) {
        let at = self.starts[to as usize].fetch_sub(1, Relaxed) - 1;
        self.sources[at as usize].store((from as u32) << 1 | u32::from(turns), Relaxed);
    }

    /// Calls `found` with the number that each move to `number` comes from, and with whether it
    /// turns the side to move.
    #[inline]
    pub(super) fn for_each_to(&self, number: u64, mut found: impl FnMut(u64, bool)) {
        let [start, end] =
            [number, number + 1].map(|at| self.starts[at as usize].load(Relaxed) as usize);
        for source in &self.sources[start..end] {
            let source = source.load(Relaxed);
            found(u64::from(source >> 1), source & 1 != 0);
        }
    }
}

/// Returns whether words of 32 bits fit into `most` bytes, and their number into a word.
fn fits(words: u64, most: u64) -> bool {
    words <= u64::from(u32::MAX) && words * 4 <= most
}
