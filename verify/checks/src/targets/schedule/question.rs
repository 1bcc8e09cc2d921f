//! [`RootQuestion`]: what is asked about the root.

use crate::chance::Chance;
use crate::graph::{GameGraph, GraphValues};
use eldest::{Depth, Moves, Position, Score};

/// What is asked about the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootQuestion {
    /// Its value; perhaps with a line, even where it costs another pass.
    Value { line: bool },
    /// The values of so many best moves.
    Several(usize),
    /// That of so many of these moves.
    Some { moves: Vec<u16>, count: usize },
    /// Whether it is worth this.
    AtLeast(Score),
}

impl RootQuestion {
    /// The value, more often than not; always, if the game is over.
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

    /// Some of `moves`, the last first; one of them may be named twice.
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

    /// Whether it is about `mv`.
    pub(super) fn is_about(&self, mv: u16) -> bool {
        if let Self::Some { moves, .. } = self { moves.contains(&mv) } else { true }
    }

    /// Whether it names a move twice.
    pub(super) fn names_twice(&self) -> bool {
        let Self::Some { moves, .. } = self else { return false };
        moves.iter().enumerate().any(|(at, mv)| moves[..at].contains(mv))
    }

    /// So many best moves have exact values.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Several(count) | Self::Some { count, .. } => *count,
            Self::Value { .. } | Self::AtLeast(_) => 1,
        }
    }
}
