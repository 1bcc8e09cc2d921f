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

use crate::build_error::BuildError;
use crate::code::Code;
use crate::fit::check_endless;
use crate::numbering::{Child, Numbering, Place};
use crate::progress::{Phase, Watch};
use crate::states::States;
use eldest::{MoveList, Position, Score};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

type MovesOf<N> = MoveList<<<N as Numbering>::Position as Position>::Move>;

/// The codes of earlier slices.
pub(crate) trait Earlier: Sync {
    /// Returns the code of a place in an earlier slice.
    fn code(&self, place: Place) -> Result<Code, BuildError>;
}

/// The analysis of one slice.
pub(crate) struct Analysis<'a, N, E> {
    numbering: &'a N,
    slice: usize,
    earlier: &'a E,
    watch: &'a Watch<'a>,
    states: States,
    /// The largest distance found so far.
    farthest: AtomicU32,
}

/// What the moves of a position lead to, as far as they were looked at.
#[derive(Copy, Clone)]
enum Verdict {
    /// A move wins, and its child is final.
    Win,
    /// Every move loses; the most distant loss, in plies from the child.
    Loss(u32),
    /// Neither.
    Open,
}

impl Verdict {
    /// Returns the verdict after one more move, whose child has `code` as seen by the mover.
    #[inline]
    fn after(self, code: Code, level: u32) -> Self {
        match (self, code.distance()) {
            (Self::Loss(most), Some(plies)) if code.is_loss() => Self::Loss(plies.max(most)),
            (_, Some(plies)) if code.is_win() && plies <= level => Self::Win,
            _ => Self::Open,
        }
    }
}

/// What the moves out of the slice lead to.
#[derive(Default)]
struct Exits {
    /// The distance of the quickest win, in plies from the position.
    quickest_win: Option<u32>,
    /// Whether one of them does not lose; `None` if there are none.
    saves: Option<bool>,
}

impl Exits {
    fn add(&mut self, code: Code) {
        if code.is_win() {
            let plies = code.distance().map(|plies| plies + 1);
            self.quickest_win = self.quickest_win.min(plies).or(plies);
        }
        self.saves = Some(self.saves == Some(true) || !code.is_loss());
    }
}

impl<'a, N: Numbering, E: Earlier> Analysis<'a, N, E> {
    /// Returns the final codes of slice `slice`: `OPEN` stands for play without end.
    pub(crate) fn run(
        numbering: &'a N,
        slice: usize,
        earlier: &'a E,
        watch: &'a Watch<'a>,
    ) -> Result<States, BuildError> {
        let states = States::open(numbering.slices()[slice].len)?;
        let farthest = AtomicU32::new(0);
        let analysis = Self { numbering, slice, earlier, watch, states, farthest };
        analysis.watch.begin(Phase::Start, analysis.states.len());
        analysis.for_each_number(|number, moves| analysis.start(number, moves))?;
        let mut level = 0;
        while level <= analysis.farthest.load(Relaxed) {
            analysis.watch.begin(Phase::Level(level), analysis.states.len());
            analysis.level(level)?;
            level += 1;
        }
        Ok(analysis.states)
    }

    fn level(&self, level: u32) -> Result<(), BuildError> {
        if N::HAS_PREDECESSORS {
            let at_level = [Code::win_in(level), Code::loss_in(level)];
            self.for_each_number(|number, moves| {
                let code = self.states.get(number);
                if at_level.contains(&code) {
                    self.spread(number, code, level, moves)
                } else {
                    Ok(())
                }
            })
        } else {
            self.for_each_number(|number, moves| self.look_again(number, level, moves))
        }
    }

    /// Calls `each` with every number, in parallel.
    fn for_each_number(
        &self,
        each: impl Fn(u64, &mut MovesOf<N>) -> Result<(), BuildError> + Sync,
    ) -> Result<(), BuildError> {
        let chunks = (0..self.states.chunks()).into_par_iter();
        chunks.try_for_each_init(MoveList::default, |moves, chunk| {
            let numbers = self.states.chunk(chunk);
            let len = numbers.end - numbers.start;
            for number in numbers {
                each(number, moves)?;
            }
            self.watch.advance(len)
        })
    }

    fn position(&self, number: u64) -> Option<N::Position> {
        self.numbering.position(Place { slice: self.slice, number })
    }

    /// Stores what is known of a position without its own slice.
    fn start(&self, number: u64, moves: &mut MovesOf<N>) -> Result<(), BuildError> {
        let Some(mut position) = self.position(number) else {
            self.states.set(number, Code::NONE);
            return Ok(());
        };
        if let Some(score) = position.over() {
            self.settle(number, Code::of(score).ok_or_else(|| points(score))?);
            return Ok(());
        }
        check_endless(&position)?;
        let exits = self.exits(number, &mut position, moves)?;
        match exits.quickest_win {
            Some(plies) => self.settle(number, win_in(plies)?),
            None if exits.saves == Some(false) => self.try_loss(number, &mut position, 0, moves)?,
            None => {}
        }
        Ok(())
    }

    /// Looks at the moves that leave the slice.
    fn exits(
        &self,
        number: u64,
        position: &mut N::Position,
        moves: &mut MovesOf<N>,
    ) -> Result<Exits, BuildError> {
        let mut exits = Ok(Exits::default());
        self.numbering.for_each_exit(self.slice, position, moves, |child| {
            match (self.exit_code(number, child), &mut exits) {
                (Ok(code), Ok(exits)) => {
                    exits.add(code);
                    ControlFlow::Continue(())
                }
                (Err(error), _) => {
                    exits = Err(error);
                    ControlFlow::Break(())
                }
                (_, Err(_)) => ControlFlow::Break(()),
            }
        });
        exits
    }

    /// Passes a final code on to the predecessors.
    fn spread(
        &self,
        number: u64,
        code: Code,
        level: u32,
        moves: &mut MovesOf<N>,
    ) -> Result<(), BuildError> {
        let position = self.position(number).expect("a position with a code");
        let mut result = Ok(());
        self.numbering.for_each_predecessor(self.slice, &position, |before, turned| {
            if result.is_ok() {
                result = if before >= self.states.len() {
                    Err(self.broken(number, "back to a number beyond the slice"))
                } else if code.is_win() != turned {
                    self.shorten(before, level + 1)
                } else {
                    self.suspect(before, level, moves)
                };
            }
        });
        result
    }

    /// Stores a loss at a position one of whose moves was found to lose, if all others do.
    fn suspect(&self, number: u64, level: u32, moves: &mut MovesOf<N>) -> Result<(), BuildError> {
        if self.states.get(number) != Code::OPEN {
            return Ok(());
        }
        let mut position = self.position(number).expect("an open position");
        self.try_loss(number, &mut position, level, moves)
    }

    /// Stores a win in `plies`, unless something better is known. A known win of a finished game
    /// stays.
    fn shorten(&self, number: u64, plies: u32) -> Result<(), BuildError> {
        let code = self.states.get(number);
        let farther = code.is_win() && code.distance() > Some(plies);
        if code == Code::OPEN || farther && !self.is_over(number) {
            self.settle(number, win_in(plies)?);
        }
        Ok(())
    }

    fn is_over(&self, number: u64) -> bool {
        self.position(number).is_some_and(|position| position.over().is_some())
    }

    /// Looks at all moves of a position that is not settled at `level`: a pass without
    /// predecessors.
    fn look_again(
        &self,
        number: u64,
        level: u32,
        moves: &mut MovesOf<N>,
    ) -> Result<(), BuildError> {
        let code = self.states.get(number);
        let may_change = code == Code::OPEN || code.is_win() && code.distance() > Some(level + 1);
        if !may_change || code != Code::OPEN && self.is_over(number) {
            return Ok(());
        }
        let mut position = self.position(number).expect("a position with a code");
        match self.verdict(number, &mut position, level, moves, true)? {
            Verdict::Win => self.shorten(number, level + 1)?,
            Verdict::Loss(plies) if code == Code::OPEN => {
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
        if let Verdict::Loss(plies) = self.verdict(number, position, level, moves, false)? {
            self.settle(number, loss_in(plies + 1)?);
        }
        Ok(())
    }

    /// Judges a position by its children: those in this slice by what is final at `level`. Looks
    /// for a win only if `for_win`; otherwise it stops at the first child that does not lose.
    fn verdict(
        &self,
        number: u64,
        position: &mut N::Position,
        level: u32,
        moves: &mut MovesOf<N>,
        for_win: bool,
    ) -> Result<Verdict, BuildError> {
        let (mut verdict, mut has_moves) = (Ok(Verdict::Loss(0)), false);
        self.numbering.for_each_child(position, moves, |child| {
            has_moves = true;
            let code = self.child_code(number, child, level);
            verdict = match (code, &verdict) {
                (Ok(code), Ok(before)) => Ok(before.after(code, level)),
                (Ok(_), Err(_)) => return ControlFlow::Break(()),
                (Err(error), _) => Err(error),
            };
            match verdict {
                Ok(Verdict::Loss(_)) => ControlFlow::Continue(()),
                Ok(Verdict::Open) if for_win => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        if has_moves {
            verdict
        } else {
            Err(self.broken(number, "no position: there are no moves"))
        }
    }

    /// Returns the code of a child as seen by the mover of its parent, `number`; `OPEN` if it is
    /// not final at `level`.
    fn child_code(&self, number: u64, child: Child, level: u32) -> Result<Code, BuildError> {
        match child.place {
            Some(place) if place.slice == self.slice => {
                if place.number >= self.states.len() {
                    return Err(self.broken(number, "a number beyond the slice"));
                }
                let code = self.states.get(place.number);
                if code == Code::NONE {
                    return Err(self.broken(number, "a number without a position"));
                }
                let is_final = code.distance().is_none_or(|plies| plies <= level || code.is_loss());
                Ok(if is_final { seen(code, child.turned) } else { Code::OPEN })
            }
            _ => self.exit_code(number, child),
        }
    }

    /// Returns the code of a child outside the slice, as seen by the mover of its parent.
    fn exit_code(&self, number: u64, child: Child) -> Result<Code, BuildError> {
        let code = match (child.place, child.over) {
            (Some(place), _) if place.slice >= self.slice => {
                return Err(self.broken(number, "a later slice"));
            }
            (Some(place), _) => self.earlier.code(place)?,
            (None, Some(score)) => Code::of(score).ok_or_else(|| points(score))?,
            (None, None) => return Err(self.broken(number, "a position outside all slices")),
        };
        if code == Code::NONE {
            return Err(self.broken(number, "a number without a position"));
        }
        Ok(seen(code, child.turned))
    }

    fn broken(&self, number: u64, fault: &'static str) -> BuildError {
        let slice = self.numbering.slices()[self.slice].name.clone();
        BuildError::Numbering { slice, number, fault }
    }

    fn settle(&self, number: u64, code: Code) {
        self.states.set(number, code);
        if let Some(plies) = code.distance() {
            self.farthest.fetch_max(plies, Relaxed);
        }
    }
}

/// Returns a child's code as seen by the mover of its parent.
fn seen(code: Code, turned: bool) -> Code {
    match code.distance() {
        Some(plies) if turned && code.is_win() => Code::loss_in(plies),
        Some(plies) if turned => Code::win_in(plies),
        _ => code,
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

/// Returns the error for a score that is neither a draw nor a near win or loss.
fn points(score: Score) -> BuildError {
    match score.distance() {
        Some(_) => BuildError::TooDistant(Code::MAX_DISTANCE),
        None => BuildError::Points(score),
    }
}

#[cfg(test)]
mod tests;
