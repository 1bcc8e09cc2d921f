//! The weights of the trained evaluation.

use super::patterns::{self, Classes, DiscNumbers, INDICES};
use eldest::table::mixed;
use std::sync::LazyLock;

/// The stages of the game, by the least number of empty squares. Each has its own weights.
pub const STAGES: [u32; 5] = [0, 12, 15, 19, 25];
/// The weight of one disc.
pub const DISC: i32 = 8;

/// The rows of the standard board.
pub(super) const SIZE: u32 = 8;
/// The number of weights of a stage besides those of patterns: for the numbers of legal moves, of
/// the mover and of the opponent, and for the number of odd quarters.
pub(super) const TERMS: usize = ODD + 5;
pub(super) const THEIR_MOVES: usize = 32;
pub(super) const ODD: usize = 2 * THEIR_MOVES;

pub(super) static BUILT_IN: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_bytes!("weights.bin")));

/// The weights of all stages.
pub(super) struct Weights {
    pub(super) stages: [Stage; STAGES.len()],
    pub(super) discs: DiscNumbers,
    /// A hash of the file.
    pub(super) fingerprint: u64,
}

pub(super) struct Stage {
    /// By the indices of patterns.
    pub(super) patterns: Box<[i8; INDICES]>,
    pub(super) terms: [i8; TERMS],
}

impl Weights {
    /// Reads weights as `eldest-tune patterns` writes them, a byte each.
    fn read(bytes: &[u8]) -> Self {
        let classes = Classes::new();
        let stages = bytes.chunks_exact(classes.count() + TERMS);
        let stages: Vec<_> = stages.map(|bytes| Stage::read(bytes, &classes)).collect();
        let stages = stages.try_into().unwrap_or_else(|_| panic!("the file has all stages"));
        let discs = DiscNumbers::new();
        Self { stages, discs, fingerprint: mixed(bytes.iter().map(|&byte| u64::from(byte))) }
    }
}

impl Stage {
    fn read(bytes: &[u8], classes: &Classes) -> Self {
        let weights: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
        let of_class = |class: i32| match class.unsigned_abs() as usize {
            0 => 0,
            number => weights[number - 1] * class.signum() as i8,
        };
        let mut patterns = vec![0; INDICES];
        patterns::indices().for_each(|index| patterns[index] = of_class(classes.of(index)));
        let terms = weights[classes.count()..].try_into().expect("the weights end with the terms");
        Self { patterns: patterns.try_into().expect("one weight for each index"), terms }
    }
}

/// Returns the stage of positions with this many empty squares.
#[must_use]
pub fn stage(empties: u32) -> usize {
    STAGES.iter().rposition(|&least| least <= empties).unwrap_or(0)
}

/// Returns the number of weights of all stages.
#[must_use]
pub fn weights(classes: &Classes) -> usize {
    STAGES.len() * (classes.count() + TERMS)
}
