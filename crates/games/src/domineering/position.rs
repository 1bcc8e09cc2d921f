//! The rules: the [`Position`] of the game.

use super::claim::CountingProof;
use super::dominated::undominated;
use super::set::Set;
use super::{Domineering, Domino};
use crate::join;
use eldest::{Bounds, Moves, Position, Score, Side};

const WON: Score = Score::new(1);
const LOST: Score = Score::new(-1);
/// The rank of a move that wins.
const WINS: i32 = 1_000_000;

impl<const WORDS: usize> Position for Domineering<WORDS> {
    type Move = Domino;
    type Undo = [u64; WORDS];

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The same for the board rotated and mirrored. A board of 64 squares leaves no bit for the
    /// side, so each side has its own hash. In two words, positions share a key with the odds of a
    /// hash of 64 bits.
    #[inline(always)]
    fn key(&self) -> u64 {
        let name = least(self.images(self.free)).hash();
        if self.side == Side::First { name } else { join(name, 1) }
    }

    #[inline(always)]
    fn over(&self) -> Option<Score> {
        (!self.halves().is_any()).then_some(LOST)
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Domino>) {
        for domino in self.dominoes() {
            out.push_ranked(domino, self.rank(domino));
        }
    }

    /// The moves that do not lose by static bounds, up to one that wins by them, without those that
    /// are no better than others. If all lose, one.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Domino>) {
        let (mut open, mut others) = (Set::NONE, [[CountingProof::NONE; 64]; WORDS]);
        let others = others.as_flattened_mut();
        let halves = undominated(self.board, self.free, self.side);
        self.any_after(halves.each(), self.side.other(), |domino, claim| {
            if !claim.wins_first() {
                open |= Set::square(domino.0.into());
                others[domino.0 as usize] = claim;
            }
            false
        });
        self.any_after(open.each(), self.side, |domino, mine| {
            let wins = mine.wins_second();
            let rank = || self.rank_by(domino, [mine, others[domino.0 as usize]]);
            out.push_ranked(domino, if wins { WINS } else { rank() });
            wins
        });
        if out.is_empty() {
            self.dominoes().last().into_iter().for_each(|domino| out.push(domino));
        }
    }

    #[inline(always)]
    fn play(&mut self, domino: Domino) -> [u64; WORDS] {
        let before = self.free.to_words();
        *self = Self::of(self.after(domino), self.side.other(), self.board);
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Domino, before: [u64; WORDS]) {
        (self.free, self.side) = (Set::from_words(before), self.side.other());
    }

    /// The square counted from 1, on the image of the board that the key is from.
    #[inline]
    fn move_code(&self, Domino(square): Domino) -> u16 {
        let images = self.images(self.free);
        let name = least(images);
        let image = images.iter().position(|image| *image == name).unwrap_or(0);
        let domino = self.board.covered(Set::square(square.into()), self.side);
        self.images(domino)[image].number() as u16 + 1
    }

    /// Exact where the mover wins by counting, now or after a move, or the opponent does: see
    /// `claim.rs`. A search rarely gets to a loss, for the opponent won before its last move.
    #[inline]
    fn bounds(&self) -> Bounds {
        if self.wins_ahead() {
            return Bounds::exact(WON);
        }
        let others = CountingProof::new(self.board, self.free, self.side.other());
        if others.wins_second() { Bounds::exact(LOST) } else { self.range() }
    }

    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        Some(self.free.len() / 2)
    }

    #[inline(always)]
    fn range(&self) -> Bounds {
        Bounds::new(LOST, WON)
    }

    /// There are no draws.
    #[inline]
    fn granularity(&self) -> u32 {
        2
    }

    #[inline(always)]
    fn key_after(&self, domino: Domino) -> Option<u64> {
        Some(Self::of(self.after(domino), self.side.other(), self.board).key())
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.board.rows()) << 8 | u64::from(self.board.columns())
    }
}

impl<const WORDS: usize> Domineering<WORDS> {
    /// Returns the squares for the upper or left half of a domino of the mover.
    #[inline(always)]
    pub(super) fn halves(&self) -> Set<WORDS> {
        self.board.dominoes(self.free, self.side)
    }

    /// Returns the moves.
    #[inline(always)]
    pub(super) fn dominoes(&self) -> impl Iterator<Item = Domino> {
        self.halves().each().map(|half| Domino(half.number() as u8))
    }

    /// Returns the squares as they are, rotated, and mirrored in both ways.
    #[inline(always)]
    fn images(&self, squares: Set<WORDS>) -> [Set<WORDS>; 4] {
        let (turned, flipped) = (self.board.turned(squares), self.board.flipped(squares));
        [squares, turned, flipped, self.board.turned(flipped)]
    }

    /// Returns the free squares after the move.
    #[inline(always)]
    pub(super) fn after(&self, Domino(square): Domino) -> Set<WORDS> {
        let half = Set::square(square.into());
        self.free & !(half | half << self.board.step(self.side))
    }
}

/// Returns the first of the images of a set in an order of all sets.
#[inline(always)]
fn least<const WORDS: usize>([one, turned, flipped, both]: [Set<WORDS>; 4]) -> Set<WORDS> {
    one.least(turned).least(flipped.least(both))
}
