//! The analysis of one slice: level by level, from finished games backwards.
//!
//! ```text
//! for each position:                            (the start)
//!     over? its score
//!     a move into an earlier slice wins? a win, for now: a shorter one may be found
//!     all moves lead there and lose? a loss
//! for n = 0, 1, 2, …:                           (a level)
//!     for each loss in n: every open predecessor is a win in n + 1
//!     for each win in n:  an open predecessor all of whose moves lose is a loss in
//!                         1 + the most distant of them
//! what is still open is a play without end
//! ```
//!
//! At level n all codes with a distance of at most n are final. Only a loss of which every move was
//! settled is ever stored, so a loss is final at once; a win found at the start may be replaced by
//! a shorter one until its level comes.
//!
//! Ströhlein 1970; Thompson 1986, "Retrograde analysis of certain endgames"; the loop over levels
//! after Wirth and Nievergelt 1999, "Exhaustive and heuristic retrograde analysis of the KPPKP
//! endgame".

mod edges;
mod judge;

use self::edges::Edges;
pub(crate) use self::judge::Earlier;
use self::judge::{Judge, MovesOf, Verdict, points};
use crate::build_error::{BuildError, check_endless};
use crate::code::Code;
use crate::numbering::{AtPlace, Numbering};
use crate::progress::{Phase, Watch};
use crate::states::States;
use crate::sync::{AtomicU32, Storage, try_for_each};
use eldest::{MoveList, Position};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// The analysis of one slice.
pub(crate) struct Analysis<'a, N, E> {
    judge: Judge<'a, N, E>,
    watch: &'a Watch<'a>,
    /// The largest distance found so far.
    farthest: AtomicU32,
    /// The moves back, if they are listed.
    edges: Option<Edges>,
}

impl<'a, N: Numbering, E: Earlier> Analysis<'a, N, E> {
    /// Returns the final codes of slice `slice`, which are kept in `storage`: `OPEN` stands for
    /// play without end. Without predecessors, `edges` bytes of memory may list them.
    pub(crate) fn run(
        numbering: &'a N,
        slice: usize,
        earlier: &'a E,
        (storage, edges): (Storage<'_>, u64),
        watch: &'a Watch<'a>,
    ) -> Result<States, BuildError> {
        let judge = Judge::new(numbering, slice, earlier, storage)?;
        let mut analysis = Self { judge, watch, farthest: AtomicU32::new(0), edges: None };
        analysis.watch.begin(Phase::Start, analysis.judge.states.len());
        analysis.for_each_chunk(|mut numbers, moves| {
            numbers.try_for_each(|number| analysis.start(number, moves))
        })?;
        if !N::HAS_PREDECESSORS {
            analysis.edges = analysis.inverted(edges)?;
        }
        let mut level = 0;
        while level <= analysis.farthest.load(Relaxed) {
            analysis.watch.begin(Phase::Level(level), analysis.judge.states.len());
            analysis.level(level)?;
            level += 1;
        }
        Ok(analysis.judge.states)
    }

    /// Lists the moves within the slice; `None` if that takes more than `most` bytes.
    fn inverted(&self, most: u64) -> Result<Option<Edges>, BuildError> {
        let len = self.judge.states.len();
        let Some(mut edges) = Edges::new(len, most)? else { return Ok(None) };
        self.watch.begin(Phase::Invert, 2 * len);
        self.for_each_edge(|_, to, _| edges.count(to))?;
        if !edges.allocate(most)? {
            return Ok(None);
        }
        self.for_each_edge(|from, to, turns| edges.add(from, to, turns))?;
        Ok(Some(edges))
    }

    /// Calls `edge` with the two numbers of each move within the slice, and with whether it turns
    /// the side to move. Leaves out the moves of positions whose code is final.
    fn for_each_edge(&self, edge: impl Fn(u64, u64, bool) + Sync) -> Result<(), BuildError> {
        self.for_each_chunk(|mut numbers, moves| {
            numbers.try_for_each(|from| {
                if self.may_change(from, 0) {
                    self.judge.for_each_within(from, moves, |to, turns| edge(from, to, turns))
                } else {
                    Ok(())
                }
            })
        })
    }

    fn level(&self, level: u32) -> Result<(), BuildError> {
        if N::HAS_PREDECESSORS || self.edges.is_some() {
            self.for_each_chunk(|numbers, moves| {
                let spread = |number, code| self.spread(number, code, level, moves);
                self.judge.states.each_ending_in(level, numbers, spread)
            })
        } else {
            self.for_each_chunk(|mut numbers, moves| {
                numbers.try_for_each(|number| self.look_again(number, level, moves))
            })
        }
    }

    /// Calls `each` with the numbers of every chunk, in parallel.
    fn for_each_chunk(
        &self,
        each: impl Fn(Range<u64>, &mut MovesOf<N>) -> Result<(), BuildError> + Sync,
    ) -> Result<(), BuildError> {
        try_for_each(self.judge.states.chunks(), MoveList::default, |moves, chunk| {
            let numbers = self.judge.states.chunk(chunk);
            each(numbers.clone(), moves)?;
            self.watch.advance(numbers.end - numbers.start)
        })
    }

    /// Stores what is known of a position without its own slice.
    #[inline(never)]
    fn start(&self, number: u64, moves: &mut MovesOf<N>) -> Result<(), BuildError> {
        let (found, exits) = self.judge.look(number, moves)?;
        let mut position = match found {
            AtPlace::None => {
                self.judge.states.set(number, Code::NONE);
                return Ok(());
            }
            AtPlace::Over(score) => {
                self.settle(number, Code::of(score).ok_or_else(|| points(score))?);
                return Ok(());
            }
            AtPlace::Open(position) => position,
        };
        check_endless(&position)?;
        match (exits.quickest_win, exits.saves) {
            (Some(plies), _) => self.settle(number, win_in(plies)?),
            (None, Some(false)) => self.try_loss(number, &mut position, 0, moves)?,
            (None, Some(true)) => self.judge.witnesses.set(number, None),
            (None, None) => {}
        }
        Ok(())
    }

    /// Passes a final code on to the predecessors.
    #[inline(never)]
    fn spread(
        &self,
        number: u64,
        code: Code,
        level: u32,
        moves: &mut MovesOf<N>,
    ) -> Result<(), BuildError> {
        let (next, mut fault) = (level + 1, None);
        self.for_each_predecessor(number, |before, turned| {
            if before >= self.judge.states.len() || next > Code::MAX_DISTANCE {
                fault = Some(self.no_predecessor(number, before));
            } else if code.is_win() != turned {
                self.shorten(before, Code::win_in(next));
            } else if self.may_be_lost(before, number) {
                self.suspect(before, level, moves, &mut fault);
            }
        });
        fault.map_or(Ok(()), Err)
    }

    /// Calls `found` with the number of each position of the slice from which a move leads to
    /// `number`, and with whether it turns the side to move.
    #[inline(always)]
    fn for_each_predecessor(&self, number: u64, found: impl FnMut(u64, bool)) {
        if let Some(edges) = &self.edges {
            edges.for_each_to(number, found);
        } else {
            let position = self.judge.position(number);
            self.judge.numbering.for_each_predecessor(self.judge.slice, &position, found);
        }
    }

    /// Returns the error for a predecessor beyond the slice, or for one that is too distant.
    #[cold]
    fn no_predecessor(&self, number: u64, before: u64) -> BuildError {
        if before >= self.judge.states.len() {
            return self.judge.broken(number, "back to a number beyond the slice");
        }
        BuildError::TooDistant(Code::MAX_DISTANCE)
    }

    /// Returns whether a position may be lost now that the one to `child` was found to be.
    #[inline(always)]
    fn may_be_lost(&self, number: u64, child: u64) -> bool {
        self.judge.states.get(number) == Code::OPEN && self.judge.witnesses.may_be(number, child)
    }

    /// Stores a loss at a position, if all moves lose. Not inlined, as most positions are no
    /// suspects.
    #[inline(never)]
    fn suspect(
        &self,
        number: u64,
        level: u32,
        moves: &mut MovesOf<N>,
        fault: &mut Option<BuildError>,
    ) {
        let mut position = self.judge.position(number);
        if let Err(error) = self.try_loss(number, &mut position, level, moves) {
            *fault = Some(error);
        }
    }

    /// Stores the code of a win, unless something better is known. A known win of a finished game
    /// stays.
    #[inline(always)]
    fn shorten(&self, number: u64, win: Code) {
        let code = self.judge.states.get(number);
        let farther = code.is_win() && code.raw() > win.raw();
        if code == Code::OPEN || farther && !self.is_over(number) {
            self.settle(number, win);
        }
    }

    /// Returns whether a position is open, or its win may be replaced by one in `plies`: it is more
    /// distant, and the game is not over.
    fn may_change(&self, number: u64, plies: u32) -> bool {
        let code = self.judge.states.get(number);
        let farther = code.is_win() && code.distance() > Some(plies);
        code == Code::OPEN || farther && !self.is_over(number)
    }

    #[cold]
    fn is_over(&self, number: u64) -> bool {
        self.judge.position(number).over().is_some()
    }

    /// Looks at all moves of a position that is not settled at `level`: a pass without
    /// predecessors.
    fn look_again(
        &self,
        number: u64,
        level: u32,
        moves: &mut MovesOf<N>,
    ) -> Result<(), BuildError> {
        if !self.may_change(number, level + 1) {
            return Ok(());
        }
        let mut position = self.judge.position(number);
        match self.judge.verdict(number, &mut position, level, moves, true)? {
            Verdict::Win => self.shorten(number, win_in(level + 1)?),
            Verdict::Loss(plies) if self.judge.states.get(number) == Code::OPEN => {
                self.settle(number, loss_in(plies + 1)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Stores a loss, if every move is known to lose.
    fn try_loss(
        &self,
        number: u64,
        position: &mut N::Position,
        level: u32,
        moves: &mut MovesOf<N>,
    ) -> Result<(), BuildError> {
        if let Verdict::Loss(plies) = self.judge.verdict(number, position, level, moves, false)? {
            self.settle(number, loss_in(plies + 1)?);
        }
        Ok(())
    }

    #[inline]
    fn settle(&self, number: u64, code: Code) {
        self.judge.states.set(number, code);
        // Threads share the word: few write it.
        if let Some(plies) = code.distance().filter(|plies| *plies > self.farthest.load(Relaxed)) {
            self.farthest.fetch_max(plies, Relaxed);
        }
    }
}

fn win_in(plies: u32) -> Result<Code, BuildError> {
    near(plies).map(Code::win_in)
}

fn loss_in(plies: u32) -> Result<Code, BuildError> {
    near(plies).map(Code::loss_in)
}

fn near(plies: u32) -> Result<u32, BuildError> {
    if plies <= Code::MAX_DISTANCE {
        Ok(plies)
    } else {
        Err(BuildError::TooDistant(Code::MAX_DISTANCE))
    }
}

#[cfg(test)]
mod tests;
