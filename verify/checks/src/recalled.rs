//! [`Recall`]: what a selective search learns about moves, written as a definition with maps.
//!
//! The keys are side, ply, move code and kind. Constants that are not a `Parameter` are those of
//! `src/search/learnt.rs`.

use eldest::Side;
use eldest::selective::{Parameter, Parameters};
use std::collections::HashMap;

/// The knowledge that the definition of a selective search has gathered.
#[derive(Debug, Default)]
pub struct Recall {
    killers: HashMap<(Side, u32), [u16; 2]>,
    countermoves: HashMap<(Side, u16), u16>,
    history: HashMap<(Side, u16), i32>,
    /// Indexed by the number of moves back, and the kind of the move made there.
    continuations: HashMap<(Side, usize, u16, u16), i32>,
    noisy: HashMap<(Side, u16), i32>,
    numbers: Parameters,
}

/// The place where moves are ranked.
#[derive(Copy, Clone, Debug)]
pub struct Spot {
    /// The side to move.
    pub side: Side,
    /// Plies from the root.
    pub ply: u32,
    /// The code of the move that led there.
    pub last: u16,
    /// The kinds of the last two moves.
    pub kinds: [u16; 2],
}

/// The properties of a move.
#[derive(Copy, Clone, Debug)]
pub struct MoveTraits {
    /// Its code.
    pub code: u16,
    /// Its kind.
    pub kind: u16,
    /// Whether it is quiet.
    pub is_quiet: bool,
}

impl Recall {
    /// Empty tables.
    pub fn new(numbers: Parameters) -> Self {
        Self { numbers, ..Self::default() }
    }

    /// The history score of a quiet move.
    pub fn quiet(&self, spot: &Spot, traits: MoveTraits) -> i32 {
        let history = self.history.get(&(spot.side, traits.code)).copied().unwrap_or(0);
        let continued = |back: usize| {
            let key = (spot.side, back, spot.kinds[back], traits.kind);
            self.continuations.get(&key).copied().unwrap_or(0)
        };
        history + continued(0) + continued(1)
    }

    /// The rank of a move among those that the game ranks equally; `loses` says whether it loses by
    /// exchanges.
    pub fn rank(&self, spot: &Spot, traits: MoveTraits, loses: bool) -> i64 {
        if !traits.is_quiet {
            let score = self.noisy.get(&(spot.side, traits.kind)).copied().unwrap_or(0);
            return i64::from(score / 16) - if loses { 1_000 * 2_048 } else { 0 };
        }
        let killers = self.killers.get(&(spot.side, spot.ply)).copied().unwrap_or_default();
        let counter = self.countermoves.get(&(spot.side, spot.last)).copied().unwrap_or(0);
        let best = [killers[0], killers[1], counter];
        match best.iter().position(|code| *code == traits.code) {
            Some(at) => 2_047 - at as i64,
            None => i64::from(self.quiet(spot, traits) * 1_000 / 49_152),
        }
    }

    /// Learns that the last of `tried` refuted a node with `depth` plies left.
    pub fn refuted(&mut self, spot: &Spot, tried: &[MoveTraits], depth: u16) {
        let [times, most] =
            [Parameter::BonusSquare, Parameter::BonusMost].map(|number| self.numbers.get(number));
        let bonus = (i32::from(depth).pow(2) * times).min(most);
        let (best, others) = tried.split_last().expect("a move has refuted it");
        if best.is_quiet {
            let killers = self.killers.entry((spot.side, spot.ply)).or_default();
            if killers[0] != best.code {
                *killers = [best.code, killers[0]];
            }
            self.countermoves.insert((spot.side, spot.last), best.code);
        }
        others.iter().for_each(|traits| self.learn(spot, *traits, -bonus, best.is_quiet));
        self.learn(spot, *best, bonus, best.is_quiet);
    }

    fn learn(&mut self, spot: &Spot, traits: MoveTraits, bonus: i32, is_best_quiet: bool) {
        let draw = |score: &mut i32| *score += bonus - *score * bonus.abs() / 16_384;
        if !traits.is_quiet {
            draw(self.noisy.entry((spot.side, traits.kind)).or_default());
        } else if is_best_quiet {
            draw(self.history.entry((spot.side, traits.code)).or_default());
            for back in (0..2).filter(|back| spot.kinds[*back] != 0) {
                let key = (spot.side, back, spot.kinds[back], traits.kind);
                draw(self.continuations.entry(key).or_default());
            }
        }
    }
}
