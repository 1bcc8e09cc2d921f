//! Moves judged by what a side can claim after them, several at a time.

use super::claim::CountingProof;
use super::lanes::{Lanes, WIDTH};
use super::set::Set;
use super::{Domineering, Domino};
use eldest::Side;
use std::iter::from_fn;

/// The least change of the lead by a move that is expected to prove a win. On 8x7, Horizontal
/// first, about one in a hundred moves below it did.
const LEAST_CHANGE: i32 = -1;
/// A move must also change the lead by the half moves that the mover lacks, less these: on 7x7, 7x6,
/// 8x7 and 8x8, at most one in forty of the other moves proved a win.
const SLACK: i32 = 3;

impl<const WORDS: usize> Domineering<WORDS> {
    /// Whether the mover wins by static bounds, now or after some move.
    #[inline(always)]
    pub(super) fn wins_ahead(&self) -> bool {
        let claim = CountingProof::new(self.board, self.free, self.side);
        if claim.wins_first() || !claim.is_near() {
            return claim.wins_first();
        }
        let least = LEAST_CHANGE.max(claim.lack() - SLACK);
        self.any_after(self.promising(least), self.side, |_, claim| claim.wins_second())
    }

    /// Calls `f` with each of the moves with these upper or left halves, and with the claim of `side`
    /// after it, until it returns `true`. Returns whether it did.
    #[inline(always)]
    pub(super) fn any_after(
        &self,
        halves: impl Iterator<Item = Set<WORDS>>,
        side: Side,
        mut f: impl FnMut(Domino, CountingProof) -> bool,
    ) -> bool {
        several(halves).any(|halves| {
            let moves = halves.into_iter().zip(self.claims_after(halves, side));
            let mut moves = moves.take_while(|(half, _)| half.is_any());
            moves.any(|(half, claim)| f(Domino(half.number() as u8), claim))
        })
    }

    /// Returns the claims of `side` after several moves.
    #[inline(always)]
    fn claims_after(&self, halves: [Set<WORDS>; WIDTH], side: Side) -> [CountingProof; WIDTH] {
        let squares = self.board.covered(Lanes::new(halves), self.side);
        let left = self.board.useful(Lanes::all(self.free) & !squares);
        CountingProof::each(self.board, left, side)
    }

    /// Returns the moves that change the lead of the mover in usable squares by `least` or more, the
    /// greatest change first. No move changes it by more than 4.
    #[inline(always)]
    fn promising(&self, least: i32) -> impl Iterator<Item = Set<WORDS>> {
        let before = self.lead(self.free);
        let mut by_change = [Set::NONE; (4 - LEAST_CHANGE) as usize + 1];
        for half in self.halves().each() {
            let change = self.lead(self.free & !self.board.covered(half, self.side)) - before;
            if change >= least {
                by_change[(4 - change) as usize] |= half;
            }
        }
        by_change.into_iter().flat_map(Set::each)
    }

    /// Returns the number of squares that the mover can use less those that its opponent can use.
    #[inline(always)]
    fn lead(&self, free: Set<WORDS>) -> i32 {
        let count = |side| self.board.reach(free, side).len() as i32;
        count(self.side) - count(self.side.other())
    }
}

/// Returns moves several at a time; zeros stand for those that miss in the end.
#[inline(always)]
fn several<const WORDS: usize>(
    mut halves: impl Iterator<Item = Set<WORDS>>,
) -> impl Iterator<Item = [Set<WORDS>; WIDTH]> {
    from_fn(move || {
        let mut several = [Set::NONE; WIDTH];
        for half in &mut several {
            *half = halves.next().unwrap_or(Set::NONE);
        }
        several[0].is_any().then_some(several)
    })
}
