//! [`Edges`]: the moves within a slice, listed by the number that they lead to, for numberings
//! without predecessors.
//!
//! Each position is expanded twice, to count and to list, then once more if it may be lost; passes
//! over all open positions expand it once for each level.

use super::{Analysis, Earlier};
use crate::build_error::BuildError;
use crate::code::Code;
use crate::numbering::Numbering;
use crate::progress::Phase;
use crate::sync::{AtomicU32, Storage, Zeros, zeroed};
use std::sync::atomic::Ordering::Relaxed;

/// The moves within a slice, by the number that they lead to.
pub(super) struct Edges {
    /// Where the list of each number starts, and where the last ends.
    starts: Zeros<AtomicU32>,
    /// Twice the number that a move comes from, plus 1 if it turns the side to move.
    sources: Zeros<AtomicU32>,
}

impl Edges {
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

impl<N: Numbering, E: Earlier> Analysis<'_, N, E> {
    /// Lists the moves within the slice; `None` if that takes more than `most` bytes, or numbers of
    /// more than 32 bits.
    pub(super) fn inverted(&self, most: u64) -> Result<Option<Edges>, BuildError> {
        let len = self.judge.states.len();
        let fits = |words: u64| words.saturating_mul(4) <= most && words <= u64::from(u32::MAX);
        if len > 1 << 31 || !fits(len + 1) {
            return Ok(None);
        }
        self.watch.begin(Phase::Invert, 2 * len);
        let starts: Zeros<AtomicU32> = zeroed(len + 1, Storage::Memory)?;
        self.for_each_edge(|_, to, _| _ = starts[to as usize].fetch_add(1, Relaxed))?;
        let mut edges = 0;
        for end in &starts[..] {
            edges += u64::from(end.load(Relaxed));
            // It wraps only if the edges do not fit.
            end.store(edges as u32, Relaxed);
        }
        if !fits(len + 1 + edges) {
            return Ok(None);
        }
        let sources: Zeros<AtomicU32> = zeroed(edges, Storage::Memory)?;
        self.for_each_edge(|from, to, turns| {
            let at = starts[to as usize].fetch_sub(1, Relaxed) - 1;
            sources[at as usize].store((from as u32) << 1 | u32::from(turns), Relaxed);
        })?;
        Ok(Some(Edges { starts, sources }))
    }

    /// Calls `edge` with the two numbers of each move within the slice, and with whether it turns
    /// the side to move. Leaves out the moves of positions whose code is final.
    fn for_each_edge(&self, edge: impl Fn(u64, u64, bool) + Sync) -> Result<(), BuildError> {
        self.for_each_chunk(|mut numbers, moves| {
            numbers.try_for_each(|from| {
                let code = self.judge.states.get(from);
                if code == Code::OPEN || code.is_win() && !self.is_over(from) {
                    self.judge.for_each_within(from, moves, |to, turns| edge(from, to, turns))
                } else {
                    Ok(())
                }
            })
        })
    }
}
