//! A tiny game for examples.

use crate::selective::Tactics;
use crate::{Moves, Position, Score, Side};

/// Take one, two or three from a heap; taking the last one wins.
///
/// The game of the examples in this documentation. The mover loses exactly when the heap is a
/// multiple of four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Countdown {
    left: u8,
    side: Side,
}

impl Countdown {
    /// Creates a heap of `left` with the first player to move.
    #[must_use]
    pub const fn new(left: u8) -> Self {
        Self { left, side: Side::First }
    }

    /// Returns the size of the heap.
    #[must_use]
    pub const fn left(&self) -> u8 {
        self.left
    }
}

impl Position for Countdown {
    type Move = u8;
    type Undo = ();

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.left)
    }

    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        (1..=self.left.min(3)).for_each(|taken| out.push(taken));
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.side = self.side.other();
    }

    fn undo(&mut self, taken: u8, (): ()) {
        self.left += taken;
        self.side = self.side.other();
    }

    fn move_code(&self, taken: u8) -> u16 {
        u16::from(taken)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(self.left))
    }
}

/// A heap that can be emptied with one move is urgent; taking one is quiet. Where the mover loses,
/// passing is never better than moving.
impl Tactics for Countdown {
    fn pass(&mut self) -> Option<()> {
        self.side = self.side.other();
        Some(())
    }

    fn take_back_pass(&mut self, (): ()) {
        self.side = self.side.other();
    }

    fn is_urgent(&self) -> bool {
        self.left <= 3
    }

    fn is_quiet(&self, taken: u8) -> bool {
        taken == 1
    }
}
