//! [`Sums`]: what the pieces are worth on their squares, kept up to date from move to move.

use super::Move;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};

/// What pieces on squares add up to.
pub(super) trait Worth: Clone {
    /// A piece comes to stand on a square.
    fn put(&mut self, color: Color, piece: Piece, square: Square);

    /// It is taken away.
    fn take(&mut self, color: Color, piece: Piece, square: Square);
}

/// The sum after each move of a path: to take a move back is then to forget it, and not to find out again what
/// it has changed.
#[derive(Clone, Debug)]
pub(super) struct Sums<W> {
    now: W,
    before: Vec<W>,
}

impl<W: Worth> Sums<W> {
    /// From scratch: what stands on `board`, added to `empty`.
    pub(super) fn of(board: &Board, empty: W) -> Self {
        let mut now = empty;
        pieces(board).for_each(|(color, piece, square)| now.put(color, piece, square));
        Self { now, before: Vec::new() }
    }

    #[inline]
    pub(super) fn now(&self) -> &W {
        &self.now
    }

    /// Called before the move is played on `board`.
    #[inline]
    pub(super) fn play(&mut self, board: &Board, mv: Move) {
        self.before.push(self.now.clone());
        play(board, mv, &mut self.now);
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

/// What `mv` changes in the sum.
#[inline]
fn play<W: Worth>(board: &Board, Move(mv): Move, sum: &mut W) {
    let color = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a piece that moves");
    if board.colors(color).has(mv.to) {
        return castle(color, mv, sum);
    }
    sum.put(color, mv.promotion.unwrap_or(piece), mv.to);
    sum.take(color, piece, mv.from);
    if board.occupied().has(mv.to) {
        let (color, piece) = standing_on(board, mv.to);
        sum.take(color, piece, mv.to);
    } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
        sum.take(!color, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()));
    }
}

/// The king goes two squares towards a rook, the rook to his other side.
fn castle<W: Worth>(color: Color, mv: cozy_chess::Move, sum: &mut W) {
    let short = mv.from.file() < mv.to.file();
    let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
    let at = |file| Square::new(file, Rank::First.relative_to(color));
    sum.take(color, Piece::King, mv.from);
    sum.take(color, Piece::Rook, mv.to);
    sum.put(color, Piece::King, at(king));
    sum.put(color, Piece::Rook, at(rook));
}

/// All that stands on `board`, and where.
pub(super) fn pieces(board: &Board) -> impl Iterator<Item = (Color, Piece, Square)> {
    board.occupied().into_iter().map(|square| {
        let (color, piece) = standing_on(board, square);
        (color, piece, square)
    })
}

/// What stands on an occupied square.
#[inline]
fn standing_on(board: &Board, square: Square) -> (Color, Piece) {
    let piece = board.piece_on(square).expect("a piece");
    let color = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
    (color, piece)
}
