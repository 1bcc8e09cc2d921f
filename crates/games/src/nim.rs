//! Nim: the players take turns to take pieces from a heap; taking the last piece wins.

use crate::notation::{Notation, NotationError, OnlyVariant};
use eldest::{KeyKind, Moves, Position, Score, Side};
use std::fmt;
use std::str::FromStr;

/// Up to eight heaps of up to 255 pieces.
///
/// The mover loses exactly when the XOR of the heaps is 0 (Bouton 1901). The order of the heaps
/// means nothing, so they are kept sorted, and equal heaps give a move only once.
///
/// ```
/// use eldest::{Moves, Position};
/// use eldest_games::nim::Nim;
///
/// let position: Nim = "3,1,1".parse().unwrap();
/// assert_eq!(Moves::collect(|out| position.moves(out)).len(), 4);
/// assert_eq!(position.to_string(), "3,1,1");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    /// The largest first, zeros at the end.
    heaps: [u8; Nim::MAX_HEAPS],
    side: Side,
}

/// A move: reduces a heap of `from` pieces to `to`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// Pieces in the heap before.
    pub from: u8,
    /// Pieces that stay, fewer than before.
    pub to: u8,
}

impl Nim {
    /// The most heaps.
    pub const MAX_HEAPS: usize = 8;

    /// Creates a position with these heaps, the first player to move; `None` if there are too many.
    /// Empty heaps do not count.
    #[must_use]
    pub fn new(heaps: &[u8]) -> Option<Self> {
        let mut sorted = [0; Self::MAX_HEAPS];
        let pieces = heaps.iter().filter(|heap| **heap > 0);
        if pieces.clone().count() > Self::MAX_HEAPS {
            return None;
        }
        sorted.iter_mut().zip(pieces).for_each(|(slot, heap)| *slot = *heap);
        Some(Self::of(sorted, Side::First))
    }

    fn of(mut heaps: [u8; Self::MAX_HEAPS], side: Side) -> Self {
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Self { heaps, side }
    }

    /// Returns the heaps that are not empty, the largest first.
    #[must_use]
    pub fn heaps(&self) -> &[u8] {
        let count = self.heaps.iter().take_while(|heap| **heap > 0).count();
        &self.heaps[..count]
    }
}

impl Position for Nim {
    type Move = Take;
    type Undo = Self;

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    /// The heaps alone: the value for the mover does not depend on the side.
    fn key(&self) -> u64 {
        u64::from_le_bytes(self.heaps)
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 64 }
    }

    fn over(&self) -> Option<Score> {
        self.heaps().is_empty().then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, Take>) {
        let mut last = 0;
        for &from in self.heaps() {
            if from != last {
                (0..from).for_each(|to| out.push(Take { from, to }));
            }
            last = from;
        }
    }

    fn play(&mut self, Take { from, to }: Take) -> Self {
        let before = *self;
        if let Some(heap) = self.heaps.iter_mut().find(|heap| **heap == from) {
            *heap = to;
        }
        *self = Self::of(self.heaps, self.side.other());
        before
    }

    fn undo(&mut self, _: Take, before: Self) {
        *self = before;
    }

    fn move_code(&self, Take { from, to }: Take) -> u16 {
        u16::from_le_bytes([to, from])
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.heaps.iter().map(|heap| u32::from(*heap)).sum())
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";
    type Variant = OnlyVariant;

    /// Heaps of 3, 4 and 5.
    fn start(_: OnlyVariant) -> Self {
        Self::of([5, 4, 3, 0, 0, 0, 0, 0], Side::First)
    }

    fn parse_position(_: OnlyVariant, text: &str) -> Result<Self, NotationError> {
        text.parse()
    }

    /// The heap before and after, as in `5>3`.
    fn format_move(&self, Take { from, to }: Take) -> String {
        format!("{from}>{to}")
    }

    /// The heaps, the largest first, a byte each, zeros at the end; then 0 if the first player is
    /// to move, else 1. The text does not include the side to move.
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.heaps);
        out.push(self.side as u8);
    }

    fn decode(_: OnlyVariant, code: &[u8]) -> Option<Self> {
        let (&side, heaps) = code.split_last()?;
        let heaps = heaps.try_into().ok()?;
        let side = *[Side::First, Side::Second].get(usize::from(side))?;
        Some(Self::of(heaps, side))
    }

    /// A heap with more pieces than fit in a line is truncated; its size is always shown.
    fn board(&self) -> String {
        let row = |heap: &u8| format!("{heap:3} {}", "*".repeat(usize::from(*heap).min(76)));
        match self.heaps() {
            [] => "no piece is left".to_owned(),
            heaps => heaps.iter().map(row).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// The sizes of the heaps, as in `3,4,5`; `-` for none.
impl FromStr for Nim {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text == "-" {
            return Ok(Self::of([0; Self::MAX_HEAPS], Side::First));
        }
        let mut heaps = Vec::new();
        let mut column = 1;
        for heap in text.split(',') {
            let expected = "a heap of 0 to 255, as in 3,4,5";
            let what = || NotationError::illegal(column, format!("'{heap}'"), expected);
            heaps.push(heap.parse().map_err(|_| what())?);
            column += heap.chars().count() + 1;
        }
        let what = || NotationError::illegal(1, format!("{} heaps", heaps.len()), "at most 8");
        Self::new(&heaps).ok_or_else(what)
    }
}

/// The sizes of the heaps, as in `5,4,3`; `-` for none.
impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps().iter().map(u8::to_string).collect();
        f.write_str(if heaps.is_empty() { "-" } else { "" })?;
        f.write_str(&heaps.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Returns whether the mover wins, by search alone.
    fn wins(position: Nim, known: &mut HashMap<u64, bool>) -> bool {
        if let Some(wins) = known.get(&position.key()) {
            return *wins;
        }
        let wins = Moves::collect(|out| position.moves(out)).into_iter().any(|mv| {
            let mut child = position;
            child.play(mv);
            !wins(child, known)
        });
        known.insert(position.key(), wins);
        wins
    }

    #[test]
    fn the_mover_loses_exactly_when_the_xor_is_zero() {
        let known = &mut HashMap::new();
        for code in 0..6_u32.pow(4) {
            let heaps = [0, 1, 2, 3].map(|place| (code / 6_u32.pow(place) % 6) as u8);
            let position = Nim::new(&heaps).unwrap();
            let xor = heaps.into_iter().fold(0, |xor, heap| xor ^ heap);
            assert_eq!(wins(position, known), xor != 0, "{position}");
        }
    }

    #[test]
    fn large_heaps_too() {
        for (heaps, expected) in [([40, 40, 0], false), ([17, 9, 24], false), ([17, 9, 25], true)] {
            assert_eq!(wins(Nim::new(&heaps).unwrap(), &mut HashMap::new()), expected);
        }
    }

    #[test]
    fn order_and_empty_heaps_do_not_count() {
        let position: Nim = "3,0,5,4".parse().unwrap();
        assert_eq!(position, Nim::start(OnlyVariant));
        assert_eq!(position.to_string(), "5,4,3");
        assert_eq!("-".parse::<Nim>().unwrap().over(), Some(Score::LOSS));
        assert_eq!(position.parse_move("4>1"), Ok(Take { from: 4, to: 1 }));
    }

    #[test]
    fn heaps_are_drawn_with_the_sizes_that_moves_name() {
        let board = |text: &str| text.parse::<Nim>().unwrap().board();
        assert_eq!(board("1,3"), "  3 ***\n  1 *");
        assert_eq!(board("-"), "no piece is left");
        assert_eq!(board("200").len(), 80);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| text.parse::<Nim>().unwrap_err().to_string();
        assert_eq!(error("3,x,5"), "column 3: 'x'; expected a heap of 0 to 255, as in 3,4,5");
        assert_eq!(error("12,256"), "column 4: '256'; expected a heap of 0 to 255, as in 3,4,5");
        assert_eq!(error("1,1,1,1,1,1,1,1,1"), "column 1: 9 heaps; expected at most 8");
    }
}
