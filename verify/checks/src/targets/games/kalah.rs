//! Kalah as a ring of pits, with seeds sown one by one.
//!
//! The rules are those of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000.
//! Seeds are sown counterclockwise, skipping the opponent's store. A last seed in the mover's store
//! gives another turn. A last seed in an empty house of the mover captures itself and the seeds
//! opposite. The game ends when one side has no seeds in its houses; the remaining seeds go to the
//! side that owns their houses. With `no-empty-capture` a last seed with nothing opposite stays
//! where it is.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::kalah::{Capture, House, Kalah, KalahRules};
use eldest_games::notation::Notation;

/// The pits, counterclockwise: South's houses from its left, South's store, North's houses, North's
/// store.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pits: Vec<u32>,
    houses: usize,
    captures_alone: bool,
    south: bool,
}

/// How a move ends.
#[derive(Copy, Clone, PartialEq, Eq)]
enum SowingEnd {
    Store,
    Capture,
    Alone,
    Elsewhere,
}

impl Ring {
    /// The initial position, or seeds in random pits.
    pub(super) fn arbitrary(u: &mut Unstructured<'_>) -> Result<(Self, KalahRules)> {
        let rules = ["6x4", "4x3,no-empty-capture", "2x5", "7x2,no-empty-capture", "3x3", "1x9"];
        let rules: KalahRules = u.choose(&rules)?.parse().expect("rules");
        let houses = rules.houses() as usize;
        let mut pits = vec![rules.seeds(); 2 * houses + 2];
        (pits[houses], pits[2 * houses + 1]) = (0, 0);
        let captures_alone = rules.capture() == Capture::Always;
        let mut ring = Self { pits, houses, captures_alone, south: true };
        for _ in 0..u.int_in_range(0..=3)? * houses {
            ring.shift(u)?;
        }
        ring.south = !u.ratio(1, 4)?;
        Ok((ring, rules))
    }

    /// Moves the seeds of one pit to another, leaving at most two.
    fn shift(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let (from, to) = (u.choose_index(self.pits.len())?, u.choose_index(self.pits.len())?);
        let left = u.int_in_range(0..=2)?.min(self.pits[from]);
        let seeds = std::mem::replace(&mut self.pits[from], left) - left;
        self.pits[to] += seeds;
        Ok(())
    }

    pub(super) fn game(&self, rules: KalahRules) -> Kalah {
        let text = self.text().expect("a text");
        Kalah::parse_position(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The first house of a side.
    fn first(&self, south: bool) -> usize {
        if south { 0 } else { self.houses + 1 }
    }

    fn store(&self, south: bool) -> usize {
        self.first(south) + self.houses
    }

    fn seeds(&self, south: bool) -> &[u32] {
        &self.pits[self.first(south)..self.store(south)]
    }

    /// Sows and captures. Passes the turn unless the last seed falls into the mover's store.
    fn sow(&mut self, house: u32) -> SowingEnd {
        let mut at = self.first(self.south) + house as usize;
        for _ in 0..std::mem::take(&mut self.pits[at]) {
            at = (at + 1) % self.pits.len();
            if at == self.store(!self.south) {
                at = (at + 1) % self.pits.len();
            }
            self.pits[at] += 1;
        }
        if at == self.store(self.south) {
            return SowingEnd::Store;
        }
        let end = self.capture(at);
        self.south = !self.south;
        end
    }

    /// Captures with the last seed in the pit `at`.
    fn capture(&mut self, at: usize) -> SowingEnd {
        let own = self.first(self.south)..self.store(self.south);
        if !own.contains(&at) || self.pits[at] != 1 {
            return SowingEnd::Elsewhere;
        }
        let opposite = 2 * self.houses - at;
        let end = if self.pits[opposite] == 0 { SowingEnd::Alone } else { SowingEnd::Capture };
        if end == SowingEnd::Alone && !self.captures_alone {
            return end;
        }
        let taken = std::mem::take(&mut self.pits[at]) + std::mem::take(&mut self.pits[opposite]);
        let store = self.store(self.south);
        self.pits[store] += taken;
        end
    }
}

impl Plain for Ring {
    type Game = Kalah;
    type Name = [Vec<u32>; 2];

    fn move_of(&self, mv: House) -> u32 {
        mv.index().into()
    }

    fn side(&self) -> Side {
        if self.south { Side::First } else { Side::Second }
    }

    fn over(&self) -> Option<Score> {
        let is_empty = |south| self.seeds(south).iter().all(|seeds| *seeds == 0);
        let all = |south| {
            let seeds = self.seeds(south).iter().sum::<u32>() + self.pits[self.store(south)];
            i32::try_from(seeds).expect("a few seeds")
        };
        let is_over = is_empty(true) || is_empty(false);
        is_over.then(|| Score::new(all(self.south) - all(!self.south)))
    }

    fn moves(&self) -> Vec<u32> {
        let houses = (0..).zip(self.seeds(self.south));
        houses.filter(|(_, seeds)| **seeds > 0).map(|(house, _)| house).collect()
    }

    fn play(&mut self, mv: u32) {
        self.sow(mv);
    }

    /// The houses of the mover, then those of its opponent.
    fn name(&self) -> Self::Name {
        [self.south, !self.south].map(|south| self.seeds(south).to_vec())
    }

    /// The rules give only a bound: captures shorten the game.
    fn longest(&self) -> Option<u32> {
        None
    }

    fn taken(&self) -> Option<i32> {
        let store = |south| self.pits[self.store(south)] as i32;
        Some(store(self.south) - store(!self.south))
    }

    fn text(&self) -> Option<String> {
        let half = |south| {
            let seeds: Vec<String> = self.seeds(south).iter().map(u32::to_string).collect();
            format!("{}:{}", seeds.join(","), self.pits[self.store(south)])
        };
        let side = if self.south { 'S' } else { 'N' };
        Some(format!("{}/{} {side}", half(true), half(false)))
    }

    /// Moves that sow around the board, capture, or give another turn.
    fn rare(&self) -> Vec<u32> {
        let around = |mv: u32| self.seeds(self.south)[mv as usize] as usize > 2 * self.houses;
        let is_rare = |mv: &u32| around(*mv) || self.clone().sow(*mv) != SowingEnd::Elsewhere;
        self.moves().into_iter().filter(is_rare).collect()
    }

    fn count(&self, mv: u32, after: &Self, met: &mut Coverage) {
        let seeds = self.seeds(self.south)[mv as usize] as usize;
        match self.clone().sow(mv) {
            SowingEnd::Store => met.add("another turn", 1),
            SowingEnd::Capture => met.add("captures", 1),
            SowingEnd::Alone if self.captures_alone => met.add("captures of nothing", 1),
            SowingEnd::Alone => met.add("last seeds that capture nothing", 1),
            SowingEnd::Elsewhere => {}
        }
        met.add("sown around", u64::from(seeds > 2 * self.houses));
        if after.over().is_some() {
            let all = |south: bool| after.seeds(south).iter().sum::<u32>();
            met.add("ends after the mover's last seed", u64::from(all(self.south) == 0));
            met.add("seeds left to the mover", u64::from(all(self.south) > 0));
            met.add("seeds left to the opponent", u64::from(all(!self.south) > 0));
        }
    }
}
