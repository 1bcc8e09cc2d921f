//! A game that gives every hint there is, true ones and hostile ones, or none.

use super::{Chance, Random, value};
use eldest::{Bounds, Depth, Moves, Position, Score, Window, ZeroEvaluator, forward_position};
use eldest_checks::definition::after;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A game with static bounds that are true, more or less narrow; with relevant moves, of which the
/// last of the best ones is always one; with ranks up to the ends of `i32`, and move codes that
/// several moves share. Or the game as it is: both are one type, for every type is a search of its
/// own that must be compiled.
#[derive(Clone)]
pub(crate) struct Glance<P> {
    pub(crate) inner: P,
    hints: Option<Arc<HashMap<u64, Hint>>>,
}

struct Hint {
    bounds: Bounds,
    /// One bit a move.
    relevant: u64,
    chance: u64,
}

impl<P: Position> Glance<P> {
    /// All hints are worked out by minimax, from the seed.
    pub(crate) fn new(inner: P, seed: u64) -> Self {
        let mut hints = HashMap::new();
        note(&inner, &mut Random(seed), &mut hints);
        Self { inner, hints: Some(Arc::new(hints)) }
    }

    /// The game as it is.
    pub(crate) fn without_hints(inner: P) -> Self {
        Self { inner, hints: None }
    }

    fn hint(&self) -> Option<&Hint> {
        self.hints.as_ref().map(|hints| &hints[&self.inner.key()])
    }
}

fn note<P: Position>(position: &P, random: &mut Random, hints: &mut HashMap<u64, Hint>) {
    let best = value(position, &ZeroEvaluator, Depth::END);
    let mut hint = Hint { bounds: near(best, random), relevant: 0, chance: random.below(1 << 40) };
    if position.over().is_some() {
        hint.bounds = Bounds::exact(best);
    } else {
        for (index, mv) in Moves::collect(|out| position.moves(out)).into_iter().enumerate() {
            let mut child = position.clone();
            child.play(mv);
            note(&child, random, hints);
            let found = after(position, mv, |child| value(child, &ZeroEvaluator, Depth::END));
            if found == best {
                hint.relevant = random.pick(&[0, hint.relevant]) | 1 << index;
            } else if random.odds(40) {
                hint.relevant |= 1 << index;
            }
        }
    }
    hints.insert(position.key(), hint);
}

/// True bounds on `value`: wide, narrow, one-sided, or exact.
fn near(value: Score, random: &mut Random) -> Bounds {
    let reach = [0, 0, 1, 5, 10_000_000];
    let at = |by: i32| Score::new((value.get() + by).clamp(-8_000_000, 8_000_000));
    match random.odds(15) {
        true => Bounds::exact(value),
        false => Bounds::new(at(-random.pick(&reach)), at(random.pick(&reach[2..]))),
    }
}

impl<P: Position<Move = u16>> Position for Glance<P> {
    forward_position!(self.inner: P; except
        moves, move_code, relevant_moves, bounds, bounds_for, key_after);

    fn moves(&self, out: &mut Moves<'_, u16>) {
        let Some(hint) = self.hint() else { return self.inner.moves(out) };
        let ranks = [0, 0, 1, -1, 20_000_000, i32::MAX, i32::MIN];
        let mut random = Random(hint.chance);
        for mv in Moves::collect(|out| self.inner.moves(out)) {
            out.push_ranked(mv, random.pick(&ranks));
        }
    }

    fn move_code(&self, mv: u16) -> u16 {
        self.hint().map_or(self.inner.move_code(mv), |hint| mv % (1 + hint.chance % 3) as u16)
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u16>) {
        let Some(hint) = self.hint() else { return self.inner.relevant_moves(out) };
        let moves = Moves::collect(|out| self.inner.moves(out)).into_iter().enumerate();
        let relevant = moves.filter(|(index, _)| hint.relevant >> index & 1 == 1);
        relevant.for_each(|(_, mv)| out.push(mv));
    }

    fn bounds(&self) -> Bounds {
        self.hint().map_or_else(|| self.inner.bounds(), |hint| hint.bounds)
    }

    /// The hint is the same for every window.
    fn bounds_for(&self, window: Window) -> Bounds {
        self.hint().map_or_else(|| self.inner.bounds_for(window), |hint| hint.bounds)
    }

    fn key_after(&self, mv: u16) -> Option<u64> {
        self.inner.key_after(mv).filter(|key| self.hints.is_none() || key % 3 != 0)
    }
}

impl<P: fmt::Debug> fmt::Debug for Glance<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hints = self.hints.iter().flat_map(|hints| hints.iter());
        let hints: Vec<_> = hints.map(|(key, hint)| (key, hint.bounds)).collect();
        f.debug_tuple("Glance").field(&self.inner).field(&hints).finish()
    }
}
