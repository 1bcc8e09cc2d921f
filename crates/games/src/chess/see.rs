//! Static exchange evaluation.

use super::draws::Draws;
use super::noisy::taken;
use super::placement::piece_at;
use super::{Chess, Move};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// The values of pawn, knight, bishop, rook, queen and king, in hundredths of a pawn: one, three,
/// three, five, nine and two hundred pawns (Shannon 1950).
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

impl<D: Draws> Chess<D> {
    /// Returns the static exchange evaluation of the legal move `mv`: the gain of the side to move
    /// if afterwards both sides may capture on its target square, in turn, always with the least
    /// valuable piece, and may stop at any time. In hundredths of a pawn, by a fixed table of
    /// values; 0 for castling.
    ///
    /// Uses the swap algorithm (Slate and Atkin 1977; Reinefeld, *Spielbaum-Suchverfahren*, 1989):
    /// a piece behind one that has captured attacks through its square. Kings do not move into an
    /// attack. Pins are ignored, and a pawn that recaptures on the last rank stays a pawn.
    ///
    /// ```
    /// use eldest_games::chess::Chess;
    /// use eldest_games::notation::Notation;
    ///
    /// // The pawn is guarded by another one.
    /// let position: Chess = "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1".parse().unwrap();
    /// let takes = position.parse_move("Rxd6").unwrap();
    /// assert_eq!(position.exchange(takes), 100 - 500);
    /// ```
    #[must_use]
    pub fn exchange(&self, mv: Move) -> i32 {
        let (gain, standing, mut exchange) = Exchange::after(&self.board, mv);
        gain - exchange.value(standing)
    }

    /// Returns whether [`exchange`](Self::exchange) is at least `least`. This is the same with a
    /// null window, which often needs no look at the board.
    #[must_use]
    #[inline]
    pub fn exchange_is_at_least(&self, mv: Move, least: i32) -> bool {
        let (gain, standing, mut exchange) = Exchange::after(&self.board, mv);
        gain >= least && exchange.is_at_most(standing, gain - least)
    }
}

/// A sequence of captures on one square, which has a piece of the other side.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    /// The pieces that have not captured yet.
    occupied: BitBoard,
    /// The side to capture.
    color: Color,
}

impl<'a> Exchange<'a> {
    /// Returns the immediate gain of the move, the value of the piece then on its target square,
    /// and the exchange there.
    #[inline]
    fn after(board: &'a Board, Move(mv): Move) -> (i32, i32, Self) {
        let color = board.side_to_move();
        let piece = piece_at(board, mv.from);
        let victim = taken(board, piece, mv);
        let left = mv.from.bitboard() | passed_pawn(board, piece, victim, mv);
        let occupied = (board.occupied() & !left) | mv.to.bitboard();
        let exchange = Self { board, square: mv.to, occupied, color: !color };
        if board.colors(color).has(mv.to) {
            return (0, 0, exchange); // Castling: nothing on the rook's square is lost.
        }
        let becomes = mv.promotion.unwrap_or(piece);
        let gain = victim.map_or(0, value) + value(becomes) - value(piece);
        (gain, value(becomes), exchange)
    }

    /// Returns the gain of the side to capture, where the piece on the square has the value
    /// `standing`: 0 if it does not capture.
    fn value(&mut self, standing: i32) -> i32 {
        self.take().map_or(0, |piece| (standing - self.value(value(piece))).max(0))
    }

    /// Returns whether that gain is at most `most`, which is at least 0. If a piece captures, the
    /// other side must then gain at least `standing - most`, that is, not at most one less: the
    /// same question with the opposite answer.
    #[inline]
    fn is_at_most(&mut self, mut standing: i32, mut most: i32) -> bool {
        let mut answer = true;
        while standing > most {
            let Some(piece) = self.take() else { break };
            (most, standing) = (standing - most - 1, value(piece));
            answer = !answer;
        }
        answer
    }

    /// Captures with the least valuable piece, and switches sides.
    #[inline]
    fn take(&mut self) -> Option<Piece> {
        let (piece, from) = self.least_valuable()?;
        self.occupied &= !from.bitboard();
        self.color = !self.color;
        Some(piece)
    }

    #[inline]
    fn least_valuable(&self) -> Option<(Piece, Square)> {
        let of = |piece| Some((piece, self.attackers(piece, self.color).next_square()?));
        let found = Piece::ALL.into_iter().find_map(of)?;
        (found.0 != Piece::King || !self.is_guarded()).then_some(found)
    }

    /// Returns whether the other side could capture a king there.
    fn is_guarded(&self) -> bool {
        Piece::ALL.into_iter().any(|piece| !self.attackers(piece, !self.color).is_empty())
    }

    /// Returns the pieces that attack the square and have not captured.
    #[inline]
    fn attackers(&self, piece: Piece, color: Color) -> BitBoard {
        let pieces = self.board.colored_pieces(color, piece) & self.occupied;
        if pieces.is_empty() { pieces } else { pieces & self.reach(piece, color) }
    }

    /// Returns the squares from which a piece attacks the square.
    #[inline]
    fn reach(&self, piece: Piece, color: Color) -> BitBoard {
        let diagonals = || get_bishop_moves(self.square, self.occupied);
        let lines = || get_rook_moves(self.square, self.occupied);
        match piece {
            Piece::Pawn => get_pawn_attacks(self.square, !color),
            Piece::Knight => get_knight_moves(self.square),
            Piece::Bishop => diagonals(),
            Piece::Rook => lines(),
            Piece::Queen => diagonals() | lines(),
            Piece::King => get_king_moves(self.square),
        }
    }
}

/// Returns the pawn captured en passant, if there is one.
#[inline]
fn passed_pawn(
    board: &Board,
    piece: Piece,
    victim: Option<Piece>,
    mv: cozy_chess::Move,
) -> BitBoard {
    let in_passing = piece == Piece::Pawn && victim.is_some() && !board.occupied().has(mv.to);
    let square = || Square::new(mv.to.file(), mv.from.rank()).bitboard();
    if in_passing { square() } else { BitBoard::EMPTY }
}

/// Returns the value of a piece in exchanges.
#[inline]
pub(super) const fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}
