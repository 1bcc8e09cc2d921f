//! [`Camp`]: one side's view of the board; [`Attacks`]: what it attacks.

use super::pawns::{Pawns, beside, fill_down, fill_up};
use super::terms::{Own, Tally};
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

/// The board as White sees it, or as Black does: each is compiled for itself.
#[derive(Copy, Clone)]
pub(super) struct Camp<'a, const BLACK: bool> {
    pub(super) board: &'a Board,
    pub(super) pawns: &'a Pawns,
}

impl<const BLACK: bool> Camp<'_, BLACK> {
    pub(super) const COLOR: Color = if BLACK { Color::Black } else { Color::White };
    pub(super) const OTHER: Color = if BLACK { Color::White } else { Color::Black };

    /// What is told here counts for this side.
    pub(super) fn own<'t, T: Tally>(&self, tally: &'t mut T) -> Own<'t, T> {
        Own { tally, sign: if BLACK { -1 } else { 1 } }
    }

    #[inline]
    pub(super) fn ours(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(Self::COLOR, piece)
    }

    #[inline]
    pub(super) fn theirs(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(Self::OTHER, piece)
    }

    #[inline]
    pub(super) fn is_to_move(&self) -> bool {
        self.board.side_to_move() == Self::COLOR
    }

    /// One step on.
    #[inline]
    pub(super) fn ahead(&self, squares: BitBoard) -> BitBoard {
        ahead(Self::COLOR, squares)
    }

    /// These and all behind them.
    #[inline]
    pub(super) fn behind(&self, squares: BitBoard) -> BitBoard {
        match Self::COLOR {
            Color::White => BitBoard(fill_down(squares.0)),
            Color::Black => BitBoard(fill_up(squares.0)),
        }
    }

    /// These and all before them.
    #[inline]
    pub(super) fn onward(&self, squares: BitBoard) -> BitBoard {
        match Self::COLOR {
            Color::White => BitBoard(fill_up(squares.0)),
            Color::Black => BitBoard(fill_down(squares.0)),
        }
    }

    /// What pawns of this side attack.
    #[inline]
    pub(super) fn pawn_attacks(&self, pawns: BitBoard) -> BitBoard {
        pawn_attacks(Self::COLOR, pawns)
    }
}

/// One step on, as `color` goes.
#[inline]
pub(super) fn ahead(color: Color, squares: BitBoard) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

/// What pawns of `color` attack.
#[inline]
pub(super) fn pawn_attacks(color: Color, pawns: BitBoard) -> BitBoard {
    ahead(color, BitBoard(beside(pawns.0)))
}
