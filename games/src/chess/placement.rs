//! [`Sums`]: what the pieces are worth on their squares, kept up to date from move to move.

use super::Move;
use super::squares::piece_at;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};
use std::slice::from_ref;

/// A piece of a colour on a square.
pub(super) type Standing = (Color, Piece, Square);

/// What pieces on squares add up to.
pub(super) trait Worth: Clone {
    /// A piece comes to stand on a square.
    fn put(&mut self, piece: Standing);

    /// It is taken away.
    fn take(&mut self, piece: Standing);

    /// Becomes what `before` is after `change`.
    #[inline]
    fn follow(&mut self, before: &Self, change: Change) {
        self.clone_from(before);
        let (gone, come) = change.sides();
        gone.iter().for_each(|&piece| self.take(piece));
        come.iter().for_each(|&piece| self.put(piece));
    }
}

/// What a move changes on the board.
#[derive(Copy, Clone, Debug)]
pub(super) enum Change {
    /// A piece has gone from its square, and it, or what it has become, has come to another.
    Move { gone: Standing, come: Standing },
    /// And one of the other side has gone.
    Capture { gone: [Standing; 2], come: Standing },
    /// The king goes two squares towards a rook, the rook to his other side.
    Castling { gone: [Standing; 2], come: [Standing; 2] },
}

impl Change {
    /// By `mv`, which has not been played on `board` yet.
    #[inline]
    pub(super) fn of(board: &Board, Move(mv): Move) -> Self {
        let color = board.side_to_move();
        let piece = piece_at(board, mv.from);
        let (gone, come) = ((color, piece, mv.from), (color, mv.promotion.unwrap_or(piece), mv.to));
        if board.colors(!color).has(mv.to) {
            let victim = (!color, piece_at(board, mv.to), mv.to);
            return Self::Capture { gone: [gone, victim], come };
        }
        if board.colors(color).has(mv.to) {
            return Self::castling(color, mv);
        }
        if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            let passed = Square::new(mv.to.file(), mv.from.rank());
            return Self::Capture { gone: [gone, (!color, Piece::Pawn, passed)], come };
        }
        Self::Move { gone, come }
    }

    /// Who has gone, and who has come.
    #[inline]
    fn sides(&self) -> (&[Standing], &[Standing]) {
        match self {
            Self::Move { gone, come } => (from_ref(gone), from_ref(come)),
            Self::Capture { gone, come } => (gone, from_ref(come)),
            Self::Castling { gone, come } => (gone, come),
        }
    }

    fn castling(color: Color, mv: cozy_chess::Move) -> Self {
        let short = mv.from.file() < mv.to.file();
        let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
        let at = |file| Square::new(file, Rank::First.relative_to(color));
        Self::Castling {
            gone: [(color, Piece::King, mv.from), (color, Piece::Rook, mv.to)],
            come: [(color, Piece::King, at(king)), (color, Piece::Rook, at(rook))],
        }
    }
}

/// The sum after each move of a path: to take a move back is then to forget it, and not to find out again what
/// it has changed.
#[derive(Clone, Debug)]
pub(super) struct Sums<W> {
    /// Those beyond the present one are of moves that have been taken back.
    path: Vec<W>,
    now: usize,
}

impl<W: Worth> Sums<W> {
    /// From scratch: what stands on `board`, added to `empty`.
    pub(super) fn of(board: &Board, empty: W) -> Self {
        let mut sum = empty;
        pieces(board).for_each(|piece| sum.put(piece));
        Self { path: vec![sum], now: 0 }
    }

    #[inline]
    pub(super) fn now(&self) -> &W {
        &self.path[self.now]
    }

    /// A move changes so much.
    #[inline]
    pub(super) fn play(&mut self, change: Change) {
        let last = self.now;
        self.now += 1;
        if self.now == self.path.len() {
            self.path.push(self.path[last].clone());
        }
        let (before, after) = self.path.split_at_mut(self.now);
        after[0].follow(&before[last], change);
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.now -= 1;
    }
}

/// Equal are those of equal positions, whatever paths led there.
impl<W: Worth + PartialEq> PartialEq for Sums<W> {
    fn eq(&self, other: &Self) -> bool {
        self.now() == other.now()
    }
}

impl<W: Worth + Eq> Eq for Sums<W> {}

/// All that stands on `board`, and where.
pub(super) fn pieces(board: &Board) -> impl Iterator<Item = Standing> {
    board.occupied().into_iter().map(|square| {
        let white = board.colors(Color::White).has(square);
        let color = if white { Color::White } else { Color::Black };
        (color, piece_at(board, square), square)
    })
}
