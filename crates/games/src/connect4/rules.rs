//! The rules: the [`Position`] of the game.

use super::bitboard::completing;
use super::{Column, ConnectFour, Shape};
use eldest::{Bounds, KeyKind, Moves, Position, Score, Side, Window};

impl<S: Shape> ConnectFour<S> {
    /// Returns the number of stones that can still be played.
    #[inline(always)]
    fn left(&self) -> u16 {
        (self.shape.area() - self.stones()) as u16
    }

    /// Returns the score of a game that is lost or full, or that the next two stones decide.
    #[cold]
    pub(super) fn decided(&self) -> Score {
        let left = self.left();
        if self.lost() {
            -stones(left + 2)
        } else if self.wins() != 0 {
            stones(left + 1)
        } else {
            -stones(left) // a full board too: nothing is left
        }
    }

    /// Whether bounds look one move ahead: with at least three eighths of the cells empty. With
    /// fewer that takes as long as it saves: from 13 of 42 on, 2 % more instructions than from 16 on.
    #[inline(always)]
    fn looks_ahead(&self) -> bool {
        8 * u32::from(self.left()) >= 3 * self.shape.area()
    }

    /// Returns the column of a cell.
    #[inline(always)]
    pub(super) fn column(&self, cell: u64) -> Column {
        Column(self.shape.column(cell) as u8)
    }

    /// Returns the smaller key of the board and its mirror image.
    #[inline(always)]
    fn canonical(&self) -> u64 {
        self.raw_key().min(self.shape.mirror(self.raw_key()))
    }

    /// Returns the position after a stone of the side to move in the column.
    #[inline(always)]
    fn after(&self, Column(column): Column) -> Self {
        self.with((self.all + self.shape.foot(u32::from(column))) & !self.all)
    }

    /// Returns the position after a stone of the side to move in the cell.
    #[inline(always)]
    pub(super) fn with(&self, cell: u64) -> Self {
        let moved = self.mine | cell;
        Self {
            mine: self.theirs(),
            all: self.all | cell,
            my_fours: self.their_fours,
            their_fours: completing(self.shape, moved),
            stones: self.stones + 1,
            shape: self.shape,
        }
    }
}

/// Returns the score of a win with the last of `both` sides' stones: a side's share of them.
#[inline(always)]
fn stones(both: u16) -> Score {
    Score::from((both / 2) as i16)
}

impl<S: Shape> Position for ConnectFour<S> {
    type Move = Column;
    type Undo = Self;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        if self.stones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.canonical()
    }

    #[inline(always)]
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: self.shape.stride() * self.shape.width() }
    }

    #[inline]
    fn over(&self) -> Option<Score> {
        (self.lost() || self.empty() == 0).then(|| self.decided())
    }

    /// All legal moves, those that win first.
    #[inline]
    fn moves(&self, out: &mut Moves<'_, Column>) {
        if !self.lost() {
            self.push(self.playable(), self.wins(), out);
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Column) -> Self {
        std::mem::replace(self, self.after(mv))
    }

    #[inline(always)]
    fn undo(&mut self, _: Column, before: Self) {
        *self = before;
    }

    /// The column counted from 1, on the board or mirror image that the key is from.
    #[inline(always)]
    fn move_code(&self, Column(column): Column) -> u16 {
        let key = self.raw_key();
        let column = u16::from(column);
        if self.shape.mirror(key) < key { self.shape.width() as u16 - column } else { column + 1 }
    }

    /// The moves that do not lose to the opponent's next stone. One in three positions of a search
    /// has only one, which needs no rank.
    #[inline(always)]
    fn relevant_moves(&self, out: &mut Moves<'_, Column>) {
        let safe = self.safe();
        if safe & safe.wrapping_sub(1) != 0 {
            self.push(safe, 0, out);
        } else if safe != 0 {
            out.push(self.column(safe));
        }
    }

    /// Exact if the game is over or if one of the next two stones wins. Otherwise the first
    /// possible win is with the third stone from now, which bounds the score.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        if self.their_fours & self.theirs() | self.wins() != 0 || self.safe() == 0 {
            return Bounds::exact(self.decided());
        }
        let left = self.left();
        Bounds::new(-stones(left.saturating_sub(2)), stones(left - 1))
    }

    /// The same, with bounds by zugzwang (see `zugzwang.rs`), now or after one move.
    #[inline(always)]
    fn bounds_for(&self, window: Window) -> Bounds {
        let known = self.bounds();
        if known.decide(window).is_some() {
            return known;
        }
        let first = self.side() == Side::First;
        let asked = if first { window.alpha() } else { -window.beta() };
        let decided = self.first_gets_more_than(asked.get());
        let looks = decided.is_none() && self.looks_ahead();
        if looks && self.some_move_settles(window, asked.get()) {
            return Bounds::new(window.beta(), known.upper());
        }
        match decided {
            Some(more) if more == first => Bounds::new(window.beta(), known.upper()),
            Some(_) => Bounds::new(known.lower(), window.alpha()),
            None => known,
        }
    }

    #[inline(always)]
    fn key_after(&self, mv: Column) -> Option<u64> {
        Some(self.after(mv).canonical())
    }

    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        Some(self.shape.area() - self.stones())
    }

    /// The seventh stone is the first that can make four.
    #[inline]
    fn range(&self) -> Bounds {
        let most = (self.shape.area() as i32 - 5).max(0) / 2;
        Bounds::new(Score::new(-most), Score::new(most))
    }

    /// The size, and the layout of the key.
    #[inline]
    fn fingerprint(&self) -> u64 {
        let sizes = [self.shape.width(), self.shape.height(), self.shape.stride()];
        sizes.into_iter().fold(0, |sum, size| sum << 8 | u64::from(size))
    }
}
