//! Judges a position by its children.

use crate::build_error::BuildError;
use crate::code::Code;
use crate::numbering::{AtPlace, Child, Numbering, Place};
use crate::states::{States, Witnesses};
use crate::sync::Storage;
use eldest::{MoveList, Position, Score};
use std::ops::ControlFlow;

pub(super) type MovesOf<N> = MoveList<<<N as Numbering>::Position as Position>::Move>;

/// The codes of earlier slices.
pub(crate) trait Earlier: Sync {
    /// Returns the code of a place in an earlier slice.
    fn code(&self, place: Place) -> Result<Code, BuildError>;
}

/// What the moves of a position lead to, as far as they were looked at.
#[derive(Copy, Clone)]
pub(super) enum Verdict {
    /// A move wins, and its child is final.
    Win,
    /// Every move loses; the most distant loss, in plies from the child.
    Loss(u32),
    /// Neither.
    Open,
}

/// What the children of a position are, as far as they were looked at.
#[derive(Default)]
struct ChildTally {
    /// The most distant loss, in plies from the child.
    most: Option<u32>,
    /// The verdict, if there is a child that does not lose.
    end: Option<Verdict>,
    fault: Option<BuildError>,
}

impl ChildTally {
    /// Adds a child that loses in `plies`.
    #[inline(always)]
    fn lose(&mut self, plies: u32) {
        self.most = self.most.max(Some(plies));
    }
}

/// What the moves out of the slice lead to.
#[derive(Default)]
pub(super) struct Exits {
    /// The distance of the quickest win, in plies from the position.
    pub(super) quickest_win: Option<u32>,
    /// Whether one of them does not lose; `None` if there are none.
    pub(super) saves: Option<bool>,
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

/// What a position of a slice is judged by.
pub(super) struct Judge<'a, N, E> {
    pub(super) numbering: &'a N,
    pub(super) slice: usize,
    earlier: &'a E,
    pub(super) states: States,
    pub(super) witnesses: Witnesses,
}

impl<'a, N: Numbering, E: Earlier> Judge<'a, N, E> {
    pub(super) fn new(
        numbering: &'a N,
        slice: usize,
        earlier: &'a E,
        storage: Storage<'_>,
    ) -> Result<Self, BuildError> {
        let len = numbering.slices()[slice].len;
        let witnesses = Witnesses::unknown(len, storage)?;
        Ok(Self { numbering, slice, earlier, states: States::open(len, storage)?, witnesses })
    }

    pub(super) fn broken(&self, number: u64, fault: &'static str) -> BuildError {
        let slice = self.numbering.slices()[self.slice].name.clone();
        BuildError::Numbering { slice, number, fault }
    }

    fn beyond(&self, number: u64) -> BuildError {
        self.broken(number, "a number beyond the slice")
    }

    pub(super) fn place(&self, number: u64) -> Place {
        Place { slice: self.slice, number }
    }

    /// Returns the position with a number that has one.
    #[inline]
    pub(super) fn position(&self, number: u64) -> N::Position {
        self.numbering.position_at(self.place(number))
    }

    /// Looks at a number, and at the moves that leave the slice.
    #[inline]
    pub(super) fn look(
        &self,
        number: u64,
        moves: &mut MovesOf<N>,
    ) -> Result<(AtPlace<N::Position>, Exits), BuildError> {
        let (mut exits, mut fault) = (Exits::default(), None);
        let found = self.numbering.look(self.place(number), moves, |child| {
            match self.exit_code(number, child) {
                Ok(code) => exits.add(code),
                Err(error) => fault = Some(error),
            }
            if fault.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        fault.map_or(Ok((found, exits)), Err)
    }

    /// Calls `found` with each move from a position to one in this slice: its number, and whether
    /// the side to move changes.
    pub(super) fn for_each_within(
        &self,
        number: u64,
        moves: &mut MovesOf<N>,
        mut found: impl FnMut(u64, bool),
    ) -> Result<(), BuildError> {
        let mut is_beyond = false;
        self.numbering.for_each_child(&mut self.position(number), moves, |child| {
            match self.within(child) {
                Some(within) if within >= self.states.len() => is_beyond = true,
                Some(within) => found(within, child.turned),
                None => {}
            }
            if is_beyond { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if is_beyond { Err(self.beyond(number)) } else { Ok(()) }
    }

    /// Judges a position by its children: those in this slice by what is final at `level`. Looks
    /// for a win only if `for_win`; otherwise it stops at the first child that does not lose, which
    /// becomes the witness.
    pub(super) fn verdict(
        &self,
        number: u64,
        position: &mut N::Position,
        level: u32,
        moves: &mut MovesOf<N>,
        for_win: bool,
    ) -> Result<Verdict, BuildError> {
        let mut tally = ChildTally::default();
        self.numbering.for_each_child(position, moves, |child| {
            // Most children lose.
            if let Some(plies) = self.lost_within(child, level) {
                tally.lose(plies);
                return ControlFlow::Continue(());
            }
            self.add(number, child, level, for_win, &mut tally)
        });
        let verdict = tally.end.or(tally.most.map(Verdict::Loss));
        let found = verdict.ok_or_else(|| self.broken(number, "no position: there are no moves"));
        tally.fault.map_or(found, Err)
    }

    /// Adds a child that is not known to lose within the slice, and breaks if the others no longer
    /// matter. Not inlined, as most children are lost.
    #[cold]
    #[inline(never)]
    fn add(
        &self,
        number: u64,
        child: Child,
        level: u32,
        for_win: bool,
        tally: &mut ChildTally,
    ) -> ControlFlow<()> {
        match self.verdict_of(number, child, level) {
            Ok(Verdict::Loss(plies)) => tally.lose(plies),
            Ok(verdict) => {
                tally.end = Some(verdict);
                if for_win && matches!(verdict, Verdict::Open) {
                    return ControlFlow::Continue(());
                }
                self.witnesses.set(number, self.within(child));
                return ControlFlow::Break(());
            }
            Err(error) => {
                tally.fault = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the distance of a child in this slice that loses for the mover of its parent, and is
    /// final at `level`.
    #[inline]
    fn lost_within(&self, child: Child, level: u32) -> Option<u32> {
        let number = self.within(child).filter(|number| *number < self.states.len())?;
        let code = self.states.get(number);
        let plies = code.distance()?;
        let loses = if child.turned { code.is_win() && plies <= level } else { code.is_loss() };
        loses.then_some(plies)
    }

    /// Judges a position by one child.
    fn verdict_of(&self, number: u64, child: Child, level: u32) -> Result<Verdict, BuildError> {
        let code = self.child_code(number, child)?;
        let is_within = self.within(child).is_some();
        Ok(match code.distance() {
            Some(plies) if code.is_win() && plies <= level => Verdict::Win,
            Some(plies) if code.is_loss() && !is_within => Verdict::Loss(plies),
            _ => Verdict::Open,
        })
    }

    /// Returns the number of a child in this slice.
    #[inline]
    fn within(&self, child: Child) -> Option<u64> {
        child.place.filter(|place| place.slice == self.slice).map(|place| place.number)
    }

    /// Returns the code of a child as seen by the mover of its parent, `number`.
    fn child_code(&self, number: u64, child: Child) -> Result<Code, BuildError> {
        let Some(within) = self.within(child) else { return self.exit_code(number, child) };
        if within >= self.states.len() {
            return Err(self.beyond(number));
        }
        self.seen_from(number, self.states.get(within), child)
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
        self.seen_from(number, code, child)
    }

    fn seen_from(&self, number: u64, code: Code, child: Child) -> Result<Code, BuildError> {
        if code == Code::NONE {
            return Err(self.broken(number, "a number without a position"));
        }
        Ok(seen(code, child.turned))
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

/// Returns the error for a score that is neither a draw nor a near win or loss.
pub(super) fn points(score: Score) -> BuildError {
    match score.distance() {
        Some(_) => BuildError::TooDistant(Code::MAX_DISTANCE),
        None => BuildError::Points(score),
    }
}
