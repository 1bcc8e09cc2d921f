//! What a move gains by exchanges on the square it goes to.

use super::draws::Draws;
use super::noisy::taken;
use super::placement::piece_at;
use super::{Chess, Move};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// Pawn, knight, bishop, rook, queen and king, in hundredths of a pawn: one, three, three, five, nine and two
/// hundred (Shannon 1950).
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

impl<D: Draws> Chess<D> {
    /// Static exchange evaluation: what the side to move gains by the legal move `mv` if from then on both sides may
    /// take on the square it goes to, in turn, always with the least valuable piece, and stop when they like.
    /// Hundredths of a pawn, by one table of values; 0 for castling.
    ///
    /// The swap algorithm (Slate and Atkin 1977; Reinefeld, *Spielbaum-Suchverfahren*, 1989): who stands behind a piece that
    /// has taken attacks through its square. Kings do not step into an attack. Pins are ignored, and a pawn that
    /// takes back on the last rank stays a pawn.
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

    /// Whether [`exchange`](Self::exchange) is `least` or more: the same with a null window, which often needs no look at
    /// the board.
    #[must_use]
    #[inline]
    pub fn exchange_is_at_least(&self, mv: Move, least: i32) -> bool {
        let (gain, standing, mut exchange) = Exchange::after(&self.board, mv);
        gain >= least && exchange.is_at_most(standing, gain - least)
    }
}

/// Captures on one square, where a piece of the other side stands.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    /// Those that have not taken yet.
    occupied: BitBoard,
    /// Who may take.
    color: Color,
}

impl<'a> Exchange<'a> {
    /// What the move gains at once, what the piece is worth that stands there then, and how it goes on.
    #[inline]
    fn after(board: &'a Board, Move(mv): Move) -> (i32, i32, Self) {
        let color = board.side_to_move();
        let piece = piece_at(board, mv.from);
        let victim = taken(board, piece, mv);
        let left = mv.from.bitboard() | passed_pawn(board, piece, victim, mv);
        let occupied = (board.occupied() & !left) | mv.to.bitboard();
        let exchange = Self { board, square: mv.to, occupied, color: !color };
        if board.colors(color).has(mv.to) {
            return (0, 0, exchange); // Castling: nothing that stands on the rook's square is lost.
        }
        let becomes = mv.promotion.unwrap_or(piece);
        let gain = victim.map_or(0, value) + value(becomes) - value(piece);
        (gain, value(becomes), exchange)
    }

    /// What the side to take gains, where a piece worth `standing` stands: nothing if it does not take.
    fn value(&mut self, standing: i32) -> i32 {
        self.take().map_or(0, |piece| (standing - self.value(value(piece))).max(0))
    }

    /// Whether that is `most` or less, which is 0 or more. If a piece takes, what the other side then gains is to be
    /// at least `standing - most`, or not at most one less: the same question with the opposite answer.
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

    /// The least valuable piece takes, and it is the other side's turn.
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

    /// Whether the other side could take a king there.
    fn is_guarded(&self) -> bool {
        Piece::ALL.into_iter().any(|piece| !self.attackers(piece, !self.color).is_empty())
    }

    /// Those pieces that attack the square and have not taken.
    #[inline]
    fn attackers(&self, piece: Piece, color: Color) -> BitBoard {
        let pieces = self.board.colored_pieces(color, piece) & self.occupied;
        if pieces.is_empty() { pieces } else { pieces & self.reach(piece, color) }
    }

    /// From where a piece attacks the square.
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

/// The pawn that is taken in passing, if there is one.
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

/// What a piece is worth in exchanges.
#[inline]
pub(super) const fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}
