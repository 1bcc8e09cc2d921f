//! A game of points, which are part of the key or are returned by `taken`.

use eldest::{Bounds, Moves, Position, Score, Side};
use std::sync::Arc;

/// A row of coins. The mover takes the first or the last; a side that takes a 7 moves again.
#[derive(Clone, Debug)]
pub(crate) struct Coins {
    row: Arc<[i32]>,
    from: usize,
    to: usize,
    /// Of the side to move.
    lead: i32,
    side: Side,
    /// Whether `taken` returns the lead, so that the key leaves it out.
    pub(crate) beside_key: bool,
}

impl Coins {
    pub(crate) fn new(row: &[i32], lead: i32, beside_key: bool) -> Self {
        Self { row: row.into(), from: 0, to: row.len(), lead, side: Side::First, beside_key }
    }

    /// What the mover's lead grows to, by minimax.
    pub(crate) fn value(&self) -> i32 {
        let after = |last: bool| {
            let mut child = self.clone();
            child.play(last);
            if child.side == self.side { child.value() } else { -child.value() }
        };
        if self.from == self.to { self.lead } else { after(false).max(after(true)) }
    }
}

impl Position for Coins {
    type Move = bool;
    type Undo = Self;
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let coins = (self.from << 8 | self.to) as u64;
        if self.beside_key { coins } else { coins | u64::from(self.lead as u32) << 16 }
    }

    fn taken(&self) -> Option<i32> {
        self.beside_key.then_some(self.lead)
    }

    fn over(&self) -> Option<Score> {
        (self.from == self.to).then_some(Score::new(self.lead))
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(false);
        out.push(true);
    }

    fn move_code(&self, last: bool) -> u16 {
        1 + u16::from(last)
    }

    fn play(&mut self, last: bool) -> Self {
        let before = self.clone();
        let coin = self.row[if last { self.to - 1 } else { self.from }];
        (self.from, self.to) =
            if last { (self.from, self.to - 1) } else { (self.from + 1, self.to) };
        self.lead += coin;
        if coin != 7 {
            (self.lead, self.side) = (-self.lead, self.side.other());
        }
        before
    }

    fn undo(&mut self, _: bool, before: Self) {
        *self = before;
    }

    fn plies_left(&self) -> Option<u32> {
        Some((self.to - self.from) as u32)
    }

    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-500), Score::new(500))
    }
}
