//! [`Camp`]: one side's view of the board; [`Attacks`]: what it attacks.

use super::pawns::{Pawns, beside, fill_down, fill_up};
use cozy_chess::{BitBoard, Board, Color, Piece};

/// What one side attacks: by each piece, at all, and by two pieces or more.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Attacks {
    pub(super) by: [BitBoard; 6],
    pub(super) all: BitBoard,
    pub(super) twice: BitBoard,
}

impl Attacks {
    #[inline(always)]
    pub(super) fn note(&mut self, piece: Piece, attacks: BitBoard) {
        self.by[piece as usize] |= attacks;
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }

    #[inline]
    pub(super) fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece as usize]
    }

    /// By anything but the king.
    #[inline]
    pub(super) fn but_king(&self) -> BitBoard {
        let [pawn, knight, bishop, rook, queen, _] = self.by;
        pawn | knight | bishop | rook | queen
    }
}

/// The board as one side sees it.
#[derive(Copy, Clone)]
pub(super) struct Camp<'a> {
    pub(super) board: &'a Board,
    pub(super) pawns: &'a Pawns,
    pub(super) color: Color,
}

impl Camp<'_> {
    #[inline]
    pub(super) fn ours(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    #[inline]
    pub(super) fn theirs(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(!self.color, piece)
    }

    #[inline]
    pub(super) fn is_to_move(&self) -> bool {
        self.board.side_to_move() == self.color
    }

    /// One step on.
    #[inline]
    pub(super) fn ahead(&self, squares: BitBoard) -> BitBoard {
        match self.color {
            Color::White => BitBoard(squares.0 << 8),
            Color::Black => BitBoard(squares.0 >> 8),
        }
    }

    /// These and all behind them.
    #[inline]
    pub(super) fn behind(&self, squares: BitBoard) -> BitBoard {
        match self.color {
            Color::White => BitBoard(fill_down(squares.0)),
            Color::Black => BitBoard(fill_up(squares.0)),
        }
    }

    /// These and all before them.
    #[inline]
    pub(super) fn onward(&self, squares: BitBoard) -> BitBoard {
        match self.color {
            Color::White => BitBoard(fill_up(squares.0)),
            Color::Black => BitBoard(fill_down(squares.0)),
        }
    }

    /// What pawns of this side attack.
    #[inline]
    pub(super) fn pawn_attacks(&self, pawns: BitBoard) -> BitBoard {
        self.ahead(BitBoard(beside(pawns.0)))
    }
}
