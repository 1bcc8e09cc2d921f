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
    /// The worth of endless play, as the first player sees it.
    pub(super) endless: Option<Score>,
}

impl Constants {
    pub(super) fn of<P: Position>(position: &P) -> Self {
        Self {
            key_kind: position.key_kind(),
            range: position.range(),
            granularity: position.granularity(),
            fingerprint: position.fingerprint(),
            has_taken: position.taken().is_some(),
            endless: seen_by_first(position.side(), position.endless()),
        }
    }

    pub(super) fn compare(&self, here: &Self) -> Result<(), Difference> {
        differ("key_kind", &self.key_kind, &here.key_kind)?;
        differ("range", &self.range, &here.range)?;
        differ("granularity", &self.granularity, &here.granularity)?;
        differ("fingerprint", &self.fingerprint, &here.fingerprint)?;
        differ("taken().is_some()", &self.has_taken, &here.has_taken)?;
        differ("endless as the first player sees it", &self.endless, &here.endless)
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

    /// Checks that the worth of endless play is a value of the game, as `side` sees it.
    pub(super) fn check_endless<M>(&self, side: Side) -> Result<(), Broken<M>> {
        let Some(score) = seen_by_first(side, self.endless) else { return Ok(()) };
        let Self { range, granularity, .. } = *self;
        let is_value = score.get().abs() <= Score::MAX_VALUE.get() && range.contains(score);
        if is_value && is_on_grid(score, range, granularity) {
            return Ok(());
        }
        Err(Broken::Endless { score, range, granularity })
    }
}

/// Returns `score`, which `side` sees, as the first player sees it, and the other way round.
fn seen_by_first(side: Side, score: Option<Score>) -> Option<Score> {
    score.map(|score| if side == Side::First { score } else { -score })
}

/// Whether `value` is a multiple of `granularity` above the lower end of `range`.
pub(super) fn is_on_grid(value: Score, range: Bounds, granularity: u32) -> bool {
    let above = i64::from(value.get()) - i64::from(range.lower.get());
    above % i64::from(granularity) == 0
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
