//! The moves with their ranks, and the noisy moves for quiescence.

use super::draws::Draws;
use super::placement::piece_at;
use super::{Chess, Move};
use cozy_chess::{BitBoard, Board, Piece, PieceMoves, Rank, get_king_moves};
use eldest::Moves;

/// The rank difference between two kinds of victims, which outweighs any attacker.
const VICTIM: i32 = 8;
/// The rank of a queen promotion, as large as that of capturing a queen.
const QUEEN: i32 = VICTIM * (Piece::Queen as i32 + 1);

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

impl<D: Draws> Chess<D> {
    /// Pushes all legal moves.
    #[inline]
    pub(super) fn push_all(&self, out: &mut Moves<'_, Move>) {
        self.board.generate_moves(|list| {
            push(&self.board, list, |_| true, out);
            false
        });
    }

    /// Pushes the legal captures and queen promotions.
    #[inline]
    pub(super) fn push_noisy(&self, out: &mut Moves<'_, Move>) {
        self.push_noisy_if(|_| true, out);
    }

    /// Pushes those of them that do not lose material by static exchange.
    #[inline]
    pub(super) fn push_sound(&self, out: &mut Moves<'_, Move>) {
        self.push_noisy_if(|mv| self.exchange_is_at_least(mv, 0), out);
    }

    #[inline(always)]
    fn push_noisy_if(&self, wanted: impl Fn(Move) -> bool, out: &mut Moves<'_, Move>) {
        let theirs = self.board.colors(!self.board.side_to_move());
        let by_pawns = theirs | LAST_RANKS | self.en_passant_square();
        let king = self.board.king(self.board.side_to_move());
        // Generating king moves is slow, so skip them if the king has nothing to capture.
        let idle = if (get_king_moves(king) & theirs).is_empty() {
            king.bitboard()
        } else {
            BitBoard::EMPTY
        };
        self.board.generate_moves_for(!idle, |mut list| {
            list.to &= if list.piece == Piece::Pawn { by_pawns } else { theirs };
            let makes_queen =
                |mv: &cozy_chess::Move| matches!(mv.promotion, None | Some(Piece::Queen));
            push(&self.board, list, |mv| makes_queen(mv) && wanted(Move(*mv)), out);
            false
        });
    }

    /// Returns the en passant square, even if no capture there is legal.
    fn en_passant_square(&self) -> BitBoard {
        let rank = Rank::Third.relative_to(!self.board.side_to_move());
        let file = self.board.en_passant();
        file.map_or(BitBoard::EMPTY, |file| file.bitboard() & rank.bitboard())
    }
}

#[inline(always)]
fn push(
    board: &Board,
    list: PieceMoves,
    wanted: impl Fn(&cozy_chess::Move) -> bool,
    out: &mut Moves<'_, Move>,
) {
    for mv in list.into_iter().filter(wanted) {
        out.push_ranked(Move(mv), rank(board, list.piece, mv));
    }
}

/// Ranks moves by most valuable victim, least valuable attacker; then quiet moves, all equal; then
/// underpromotions.
#[inline(always)]
fn rank(board: &Board, piece: Piece, mv: cozy_chess::Move) -> i32 {
    let takes =
        taken(board, piece, mv).map_or(0, |victim| (victim as i32 + 1) * VICTIM - piece as i32);
    match mv.promotion {
        None => takes,
        Some(Piece::Queen) => takes + QUEEN,
        Some(_) => takes - 2 * QUEEN,
    }
}

/// Returns whether the move captures something.
#[inline(always)]
pub(super) fn takes(board: &Board, mv: cozy_chess::Move) -> bool {
    let passes = || board.pieces(Piece::Pawn).has(mv.from) && mv.from.file() != mv.to.file();
    board.colors(!board.side_to_move()).has(mv.to) || passes()
}

/// Returns the kind of piece that the move captures. Castling moves the king onto its own rook,
/// which is no capture.
#[inline(always)]
pub(super) fn taken(board: &Board, piece: Piece, mv: cozy_chess::Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        Some(piece_at(board, mv.to))
    } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
        Some(Piece::Pawn)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn best(fen: &str) -> String {
        let position: Chess = fen.parse().expect("a position");
        let mut list: Vec<(i32, String)> = Vec::new();
        position.board.generate_moves(|moves| {
            let ranked =
                |mv| (-rank(&position.board, moves.piece, mv), position.format_move(Move(mv)));
            list.extend(moves.into_iter().map(ranked));
            false
        });
        list.sort();
        let names: Vec<String> =
            list.into_iter().map(|(rank, name)| format!("{name} {}", -rank)).collect();
        names.join(", ")
    }

    /// Includes en passant captures; castling captures nothing.
    #[test]
    fn what_takes_takes_something() {
        for fen in ["k7/5P2/8/2pP2q1/3r3N/8/1B6/K7 w - c6 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]
        {
            let Chess { board, .. } = fen.parse::<Chess>().expect("a position");
            board.generate_moves(|moves| {
                for mv in moves {
                    assert_eq!(takes(&board, mv), taken(&board, moves.piece, mv).is_some());
                }
                false
            });
        }
    }

    #[test]
    fn the_largest_victim_of_the_smallest_attacker_comes_first() {
        let ranks = best("k7/5P2/8/2pP2q1/3r3N/8/1B6/K7 w - c6 0 1");
        assert!(ranks.starts_with("f8=Q+ 40, Bxd4 30, dxc6 8, "), "{ranks}");
        assert!(ranks.ends_with("f8=B -80, f8=N -80, f8=R+ -80"), "{ranks}");
    }
}
