//! [`Sums`]: what the pieces are worth on their squares, kept up to date from move to move.

use super::Move;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};
use std::ops::{AddAssign, SubAssign};

/// What a piece is worth on a square, to White: negative for Black's.
pub(super) trait Worth: Copy + Default + PartialEq + AddAssign + SubAssign {
    fn of(color: Color, piece: Piece, square: Square) -> Self;
}

/// The sum after each move of a path: to take a move back is then to forget it, and not to find out again what
/// it has changed.
#[derive(Clone, Debug)]
pub(super) struct Sums<W> {
    now: W,
    before: Vec<W>,
}

impl<W: Worth> Sums<W> {
    /// From scratch.
    pub(super) fn of(board: &Board) -> Self {
        let mut now = W::default();
        for square in board.occupied() {
            now += standing_on(board, square);
        }
        Self { now, before: Vec::new() }
    }

    #[inline]
    pub(super) fn now(&self) -> W {
        self.now
    }

    /// Called before the move is played on `board`.
    #[inline]
    pub(super) fn play(&mut self, board: &Board, mv: Move) {
        self.before.push(self.now);
        self.now += change(board, mv);
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.now = self.before.pop().expect("a move was played");
    }
}

/// Equal are those of equal positions, whatever paths led there.
impl<W: PartialEq> PartialEq for Sums<W> {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now
    }
}

impl<W: Eq> Eq for Sums<W> {}

/// What `mv` adds to the sum.
#[inline]
fn change<W: Worth>(board: &Board, Move(mv): Move) -> W {
    let color = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a piece that moves");
    if board.colors(color).has(mv.to) {
        return castling(color, mv);
    }
    let mut change = W::of(color, mv.promotion.unwrap_or(piece), mv.to);
    change -= W::of(color, piece, mv.from);
    if board.occupied().has(mv.to) {
        change -= standing_on(board, mv.to);
    } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
        change -= W::of(!color, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()));
    }
    change
}

/// The king goes two squares towards a rook, the rook to his other side.
fn castling<W: Worth>(color: Color, mv: cozy_chess::Move) -> W {
    let short = mv.from.file() < mv.to.file();
    let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
    let at = |file| Square::new(file, Rank::First.relative_to(color));
    let mut change = W::of(color, Piece::King, at(king));
    change += W::of(color, Piece::Rook, at(rook));
    change -= W::of(color, Piece::King, mv.from);
    change -= W::of(color, Piece::Rook, mv.to);
    change
}

/// What stands on an occupied square is worth.
#[inline]
fn standing_on<W: Worth>(board: &Board, square: Square) -> W {
    let piece = board.piece_on(square).expect("a piece");
    let color = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
    W::of(color, piece, square)
}
