//! Nim as a list of heaps.

use super::plain::Plain;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::nim::{Nim, Take};

/// The heaps in any order, including empty ones, and the side to move.
#[derive(Clone, Debug)]
pub(super) struct PlainHeaps(Vec<u8>, Side);

impl PlainHeaps {
    /// Up to eight heaps; small ones are more frequent.
    pub(super) fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let most = *u.choose(&[3, 3, 7, 255])?;
        let count = u.int_in_range(0..=Nim::MAX_HEAPS)?;
        let heaps = (0..count).map(|_| u.int_in_range(0..=most)).collect::<Result<_>>()?;
        Ok(Self(heaps, Side::First))
    }

    pub(super) fn game(&self) -> Nim {
        Nim::new(&self.0).expect("at most eight heaps")
    }
}

impl Plain for PlainHeaps {
    type Game = Nim;
    type Name = Vec<u8>;

    fn move_of(&self, Take { from, to }: Take) -> u32 {
        u32::from(from) * 256 + u32::from(to)
    }

    fn side(&self) -> Side {
        self.1
    }

    fn over(&self) -> Option<Score> {
        self.0.iter().all(|heap| *heap == 0).then_some(Score::LOSS)
    }

    fn moves(&self) -> Vec<u32> {
        let takes = |from: &u8| (0..*from).map(|to| Take { from: *from, to }).collect::<Vec<_>>();
        let takes = self.0.iter().flat_map(takes);
        let mut moves: Vec<u32> = takes.map(|take| self.move_of(take)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn play(&mut self, mv: u32) {
        let heap = self.0.iter_mut().find(|heap| u32::from(**heap) == mv / 256);
        *heap.expect("a heap of that size") = (mv % 256) as u8;
        self.1 = self.1.other();
    }

    /// The heaps without the side to move: the value for the mover does not depend on it.
    fn name(&self) -> Vec<u8> {
        let mut heaps = self.0.clone();
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        heaps
    }

    fn longest(&self) -> Option<u32> {
        Some(self.0.iter().map(|heap| u32::from(*heap)).sum())
    }

    /// Checks the text, which like the key leaves out the side to move.
    fn check_more(&self, game: &Nim) {
        let text = game.to_string();
        let read: Nim = text.parse().expect("what was written");
        assert_eq!(read.heaps(), game.heaps(), "{text}");
        let sizes: Vec<u8> = self.name().into_iter().rev().collect();
        assert_eq!(game.heaps(), sizes);
    }
}

/// Numbers and invalid words between commas: they must be accepted exactly if each is a heap and
/// there are not too many.
pub(super) fn text(u: &mut Unstructured<'_>) -> Result<()> {
    let count = u.int_in_range(1..=12)?;
    let mut word = || {
        let blunder = u.ratio(1, 32)?;
        let (good, bad) = (["1", "3", "0", "7", "255", "007"], ["256", "-1", "", " 1", "x"]);
        u.choose(if blunder { &bad } else { &good[..] }).copied()
    };
    let heaps = (0..count).map(|_| word()).collect::<Result<Vec<_>>>()?;
    let sizes: Option<Vec<u8>> = heaps.iter().map(|word| word.parse().ok()).collect();
    let fits = |sizes: &Vec<u8>| sizes.iter().filter(|size| **size > 0).count() <= 8;
    let read = heaps.join(",").parse::<Nim>();
    assert_eq!(read.is_ok(), sizes.is_some_and(|sizes| fits(&sizes)), "{heaps:?}: {read:?}");
    Ok(())
}
