//! [`Sums`]: incrementally updated sums over the pieces on their squares.

use super::Move;
use cozy_chess::{Board, Color, File, Piece, Rank, Square};
use std::ops::{AddAssign, SubAssign};

/// A piece of a colour on a square.
pub(super) type Standing = (Color, Piece, Square);

/// A sum over pieces on squares.
pub(super) trait Worth: Clone {
    /// Sets this to `before` minus the pieces in `gone` plus those in `come`.
    fn change<const GONE: usize, const COME: usize>(
        &mut self,
        before: &Self,
        gone: [Standing; GONE],
        come: [Standing; COME],
    );
}

/// A number for each piece on its square, independent of other pieces.
pub(super) trait Apiece: Copy + AddAssign + SubAssign {
    /// Returns the number of one piece.
    fn of(piece: Standing) -> Self;
}

impl<W: Apiece> Worth for W {
    #[inline]
    fn change<const GONE: usize, const COME: usize>(
        &mut self,
        before: &Self,
        gone: [Standing; GONE],
        come: [Standing; COME],
    ) {
        *self = *before;
        gone.into_iter().for_each(|piece| *self -= W::of(piece));
        come.into_iter().for_each(|piece| *self += W::of(piece));
    }
}

/// The change of a move on the board.
#[derive(Copy, Clone, Debug)]
pub(super) enum Change {
    /// A piece leaves its square, and arrives at another, perhaps promoted.
    Move { gone: Standing, come: Standing },
    /// The same; the second piece of `gone` is captured.
    Capture { gone: [Standing; 2], come: Standing },
    /// King and rook castle. In Chess960, they may arrive on their own or each other's square.
    Castling { gone: [Standing; 2], come: [Standing; 2] },
}

impl Change {
    /// Returns the change by `mv`, which is not played on `board` yet.
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

/// The sum after each move of a path, so that undoing a move needs no computation.
#[derive(Debug)]
pub(super) struct Sums<W> {
    /// Sums after the current one belong to undone moves.
    path: Vec<W>,
    now: usize,
}

impl<W: Worth> Sums<W> {
    /// Computes the sum from scratch: adds the pieces on `board` to `empty`.
    pub(super) fn of(board: &Board, empty: W) -> Self {
        let sum = pieces(board).fold(empty, |before, piece| {
            let mut after = before.clone();
            after.change(&before, [], [piece]);
            after
        });
        Self { path: vec![sum], now: 0 }
    }

    #[inline]
    pub(super) fn now(&self) -> &W {
        &self.path[self.now]
    }

    /// Applies the change of a move.
    #[inline]
    pub(super) fn play(&mut self, change: Change) {
        let last = self.now;
        self.now += 1;
        if self.now == self.path.len() {
            self.path.push(self.path[last].clone());
        }
        let (path, rest) = self.path.split_at_mut(self.now);
        let (before, after) = (&path[last], &mut rest[0]);
        match change {
            Change::Move { gone, come } => after.change(before, [gone], [come]),
            Change::Capture { gone, come } => after.change(before, gone, [come]),
            Change::Castling { gone, come } => after.change(before, gone, come),
        }
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.now -= 1;
    }
}

/// Omits the sums of undone moves, because the state is copied at every split point.
impl<W: Clone> Clone for Sums<W> {
    fn clone(&self) -> Self {
        Self { path: self.path[..=self.now].to_vec(), now: self.now }
    }
}

/// Compares the current sums only, so that equal positions are equal regardless of their paths.
impl<W: Worth + PartialEq> PartialEq for Sums<W> {
    fn eq(&self, other: &Self) -> bool {
        self.now() == other.now()
    }
}

impl<W: Worth + Eq> Eq for Sums<W> {}

/// Returns all pieces on `board`, with their squares.
pub(super) fn pieces(board: &Board) -> impl Iterator<Item = Standing> {
    board.occupied().into_iter().map(|square| {
        let white = board.colors(Color::White).has(square);
        let color = if white { Color::White } else { Color::Black };
        (color, piece_at(board, square), square)
    })
}

/// Returns the piece on an occupied square. On an empty one, returns a pawn, or panics in debug
/// builds. Called for every move, with an unpredictable result: the sum avoids the mispredicted
/// branches of a search through the kinds of pieces.
#[inline]
pub(super) fn piece_at(board: &Board, square: Square) -> Piece {
    debug_assert!(board.occupied().has(square), "nothing stands on {square}");
    let is = |piece| usize::from(board.pieces(piece).has(square));
    Piece::ALL[(1..Piece::NUM).map(|number| number * is(Piece::ALL[number])).sum::<usize>()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Count(usize);

    impl Worth for Count {
        fn change<const GONE: usize, const COME: usize>(
            &mut self,
            before: &Self,
            _: [Standing; GONE],
            _: [Standing; COME],
        ) {
            *self = Self(before.0 + COME - GONE);
        }
    }

    #[test]
    fn a_clone_can_be_taken_back_to_the_start_and_has_no_more() {
        let board = Board::default();
        let mut sums = Sums::of(&board, Count(0));
        sums.play(Change::of(&board, Move("e2e4".parse().expect("a move"))));
        let mut clone = sums.clone();
        sums.undo();
        assert_eq!((sums.clone().path.len(), clone.path.len()), (1, 2));
        clone.undo();
        assert_eq!((clone.now(), sums.now()), (&Count(32), &Count(32)));
    }

    #[test]
    fn every_piece_is_seen() {
        let board = Board::default();
        for square in board.occupied() {
            assert_eq!(Some(piece_at(&board, square)), board.piece_on(square));
        }
    }
}
