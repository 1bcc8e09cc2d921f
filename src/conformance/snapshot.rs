//! [`Snapshot`]: all results of a position, for comparison with later ones.

use super::violation::{Broken, Difference};
use crate::position::{KeyKind, Points};
use crate::{Bounds, Moves, Position, Score, Side};
use std::fmt::Debug;

/// The results of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot<M> {
    pub(super) side: Side,
    pub(super) key: u64,
    pub(super) taken: Points,
    pub(super) over: Option<Score>,
    pub(super) bounds: Bounds,
    /// Empty if the game is over.
    pub(super) moves: Vec<M>,
    /// Empty where the bounds are exact.
    pub(super) relevant: Vec<M>,
    pub(super) move_codes: Vec<u16>,
    pub(super) plies_left: Option<u32>,
}

impl<M: Copy + Eq + Debug> Snapshot<M> {
    pub(super) fn at<P: Position<Move = M>>(position: &P) -> Self {
        let over = position.over();
        let bounds = position.bounds();
        let unless = |skip: bool, generate: &dyn Fn(&mut Moves<'_, M>)| {
            if skip { Vec::new() } else { Moves::collect(generate) }
        };
        let moves = unless(over.is_some(), &|out| position.moves(out));
        let settled = over.is_some() || bounds.value().is_some();
        Self {
            side: position.side(),
            key: position.key(),
            taken: Points::at(position),
            over,
            bounds,
            relevant: unless(settled, &|out| position.relevant_moves(out)),
            move_codes: moves.iter().map(|mv| position.move_code(*mv)).collect(),
            moves,
            plies_left: position.plies_left(),
        }
    }

    /// Returns the first result that has changed.
    pub(super) fn compare(&self, now: &Self) -> Result<(), Difference> {
        differ("side", &self.side, &now.side)?;
        differ("key", &self.key, &now.key)?;
        differ("taken", &self.taken.get(), &now.taken.get())?;
        differ("over", &self.over, &now.over)?;
        differ("moves", &self.moves, &now.moves)?;
        differ("move_code", &self.move_codes, &now.move_codes)?;
        differ("bounds", &self.bounds, &now.bounds)?;
        differ("relevant_moves", &self.relevant, &now.relevant)?;
        differ("plies_left", &self.plies_left, &now.plies_left)
    }
}

/// Declarations that must be the same in every position of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Constants {
    pub(super) key_kind: KeyKind,
    pub(super) range: Bounds,
    pub(super) granularity: u32,
    pub(super) fingerprint: u64,
    pub(super) has_taken: bool,
}

impl Constants {
    pub(super) fn of<P: Position>(position: &P) -> Self {
        Self {
            key_kind: position.key_kind(),
            range: position.range(),
            granularity: position.granularity(),
            fingerprint: position.fingerprint(),
            has_taken: position.taken().is_some(),
        }
    }

    pub(super) fn compare(&self, here: &Self) -> Result<(), Difference> {
        differ("key_kind", &self.key_kind, &here.key_kind)?;
        differ("range", &self.range, &here.range)?;
        differ("granularity", &self.granularity, &here.granularity)?;
        differ("fingerprint", &self.fingerprint, &here.fingerprint)?;
        differ("taken().is_some()", &self.has_taken, &here.has_taken)
    }

    /// Checks that the declarations are valid in themselves.
    pub(super) fn check<M>(&self) -> Result<(), Broken<M>> {
        if self.granularity == 0 {
            return Err(Broken::NoGrid);
        }
        match self.key_kind {
            KeyKind::Unique { bits } if !(1..=64).contains(&bits) => Err(Broken::KeyBits { bits }),
            _ => Ok(()),
        }
    }
}

pub(super) fn differ<T: PartialEq + Debug>(
    what: &'static str,
    was: &T,
    is: &T,
) -> Result<(), Difference> {
    if was == is {
        return Ok(());
    }
    Err(Difference { what, was: format!("{was:?}"), is: format!("{is:?}") })
}

pub(super) fn first_repeated<T: Copy + Eq>(list: &[T]) -> Option<T> {
    list.iter().enumerate().find(|(at, item)| list[..*at].contains(item)).map(|(_, item)| *item)
}
