//! [`Camp`]: one side's view of the board; [`Attacks`]: the squares it attacks.

use super::pawns::{Pawns, beside, fill_down, fill_up};
use super::terms::{Own, Tally};
use cozy_chess::{BitBoard, Board, Color, Piece};

/// The squares that one side attacks: by each kind of piece, by any, and by two or more pieces.
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

    /// Returns the squares attacked by pieces other than the king.
    #[inline]
    pub(super) fn but_king(&self) -> BitBoard {
        let [pawn, knight, bishop, rook, queen, _] = self.by;
        pawn | knight | bishop | rook | queen
    }
}

/// The board from the view of White or of Black, compiled separately for each.
#[derive(Copy, Clone)]
pub(super) struct Camp<'a, const BLACK: bool> {
    pub(super) board: &'a Board,
    pub(super) pawns: &'a Pawns,
}

impl<const BLACK: bool> Camp<'_, BLACK> {
    pub(super) const COLOR: Color = if BLACK { Color::Black } else { Color::White };
    pub(super) const OTHER: Color = if BLACK { Color::White } else { Color::Black };

    /// Returns a tally that counts for this side.
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

    /// Moves squares one step forward.
    #[inline]
    pub(super) fn ahead(&self, squares: BitBoard) -> BitBoard {
        ahead(Self::COLOR, squares)
    }

    /// Returns these squares and all behind them.
    #[inline]
    pub(super) fn behind(&self, squares: BitBoard) -> BitBoard {
        match Self::COLOR {
            Color::White => BitBoard(fill_down(squares.0)),
            Color::Black => BitBoard(fill_up(squares.0)),
        }
    }

    /// Returns these squares and all in front of them.
    #[inline]
    pub(super) fn onward(&self, squares: BitBoard) -> BitBoard {
        match Self::COLOR {
            Color::White => BitBoard(fill_up(squares.0)),
            Color::Black => BitBoard(fill_down(squares.0)),
        }
    }

    /// Returns the squares that pawns of this side attack.
    #[inline]
    pub(super) fn pawn_attacks(&self, pawns: BitBoard) -> BitBoard {
        pawn_attacks(Self::COLOR, pawns)
    }
}

/// Moves squares one step in the direction of `color`.
#[inline]
pub(super) fn ahead(color: Color, squares: BitBoard) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

/// Returns the squares that pawns of `color` attack.
#[inline]
pub(super) fn pawn_attacks(color: Color, pawns: BitBoard) -> BitBoard {
    ahead(color, BitBoard(beside(pawns.0)))
}
