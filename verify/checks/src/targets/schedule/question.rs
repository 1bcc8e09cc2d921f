//! [`RootQuestion`]: a query about the root.

use crate::chance::Chance;
use crate::graph::{GameGraph, GraphValues};
use eldest::{Depth, Moves, Position, Score};

/// A query about the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootQuestion {
    /// The value, optionally with a line even if that costs another pass.
    Value { line: bool },
    /// The values of this number of best moves.
    Several(usize),
    /// The values of the best `count` of these moves.
    Some { moves: Vec<u16>, count: usize },
    /// Whether the value is at least this.
    AtLeast(Score),
}

impl RootQuestion {
    /// A random query, mostly for the value; always, if the game is over.
    pub(super) fn some<const A: bool, const D: bool>(
        chance: &mut impl Chance,
        graph: &GameGraph<A, D>,
        values: &GraphValues,
        depth: Depth,
    ) -> Self {
        let moves = Moves::collect(|out| graph.moves(out));
        match chance.below(16) {
            10 | 11 if !moves.is_empty() => Self::Several(chance.pick(&[2, 3, usize::MAX])),
            12 | 13 if !moves.is_empty() => Self::some_of(chance, moves),
            14 if !moves.is_empty() => {
                let value = values.value(graph.number(), depth).get();
                let near = value + chance.below(7) as i32 - 3;
                Self::AtLeast(Score::new(near.clamp(Score::LOSS.get(), Score::WIN.get())))
            }
            kind => Self::Value { line: kind > 5 },
        }
    }

    /// Some of `moves` in reverse order; one of them may be named twice.
    fn some_of(chance: &mut impl Chance, moves: Vec<u16>) -> Self {
        let first = chance.pick(&moves);
        let mut moves = moves;
        moves.retain(|mv| *mv == first || chance.odds(60));
        moves.reverse();
        let count = chance.pick(&[1, 1, 2]);
        if chance.odds(40) {
            moves.push(chance.pick(&moves));
        }
        Self::Some { moves, count }
    }

    /// Whether `mv` is searched.
    pub(super) fn is_about(&self, mv: u16) -> bool {
        if let Self::Some { moves, .. } = self { moves.contains(&mv) } else { true }
    }

    /// Whether a move is named twice.
    pub(super) fn names_twice(&self) -> bool {
        let Self::Some { moves, .. } = self else { return false };
        moves.iter().enumerate().any(|(at, mv)| moves[..at].contains(mv))
    }

    /// The number of best moves with exact values.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Several(count) | Self::Some { count, .. } => *count,
            Self::Value { .. } | Self::AtLeast(_) => 1,
        }
    }
}
