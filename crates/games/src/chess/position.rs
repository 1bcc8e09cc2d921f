//! The rules: the [`Position`] of the game.

use super::draws::{Draws, FIFTY_MOVES};
use super::past::Past;
use super::{Chess, Move, side};
use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square, get_pawn_attacks};
use eldest::{Moves, Position, Score, Side};

/// The undo information of a move: the position before it.
#[derive(Clone, Debug)]
pub struct Before(pub(super) Board);

impl<D: Draws> Position for Chess<D> {
    type Move = Move;
    type Undo = Before;

    const ALTERNATES: bool = true;
    const PATH_DEPENDENT: bool = D::Past::KEEPS;

    #[inline]
    fn side(&self) -> Side {
        side(self.board.side_to_move())
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.clock() < D::CLOCK_IN_KEY {
            return self.board_key();
        }
        self.board_key() ^ u64::from(self.clock()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Mate takes precedence over all draws: mate on the hundredth ply wins.
    #[inline]
    fn over(&self) -> Option<Score> {
        if !self.board.generate_moves(|_| true) {
            return Some(if self.in_check() { Score::LOSS } else { Score::DRAW });
        }
        self.is_drawn().then_some(Score::DRAW)
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Move>) {
        if !self.is_drawn() {
            self.push_all(out);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Before {
        let board = &self.board;
        self.past.push(|| board_key(board));
        let before = Before(self.board.clone());
        self.board.play_unchecked(mv.0);
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Before) {
        self.go_back(before);
    }

    /// The squares from and to, and the promotion.
    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        let squares = mv.0.from as u16 | (mv.0.to as u16) << 6;
        1 + squares + mv.0.promotion.map_or(0, |piece| (piece as u16) << 12)
    }

    /// Known only with the fifty-move rule.
    fn plies_left(&self) -> Option<u32> {
        let quiet = FIFTY_MOVES.saturating_sub(self.clock());
        let all =
            || irreversible_moves_left(&self.board) * u32::from(FIFTY_MOVES) + u32::from(quiet);
        D::COUNTS.then(all)
    }

    /// A draw, if no rule ends such a play.
    fn endless(&self) -> Option<Score> {
        (!D::COUNTS).then_some(Score::DRAW)
    }

    fn fingerprint(&self) -> u64 {
        u64::from(D::CLOCK_IN_KEY)
    }
}

impl<D: Draws> Chess<D> {
    /// Undoes a move or a null move.
    #[inline]
    pub(super) fn go_back(&mut self, Before(board): Before) {
        self.board = board;
        self.past.pop();
    }

    /// Returns a key that is equal for positions that are the same by the laws of chess. No
    /// collisions are known.
    #[inline]
    fn board_key(&self) -> u64 {
        board_key(&self.board)
    }

    /// Returns whether the position is drawn by a rule, even if there are moves.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let clock = self.clock();
        is_dead(&self.board)
            || (D::COUNTS && clock >= FIFTY_MOVES)
            || self.past.repeats(|| self.board_key(), clock)
    }
}

/// Returns the key of the board. The en passant file counts only if the capture is legal.
#[inline]
pub(super) fn board_key(board: &Board) -> u64 {
    let double_step = board.en_passant().is_some();
    if double_step && en_passant(board).is_none() { board.hash_without_ep() } else { board.hash() }
}

/// Returns the en passant square, if the capture is legal.
pub(super) fn en_passant(board: &Board) -> Option<Square> {
    let them = !board.side_to_move();
    let square = Square::new(board.en_passant()?, Rank::Third.relative_to(them));
    let beside = get_pawn_attacks(square, them);
    let takers = board.colored_pieces(board.side_to_move(), Piece::Pawn) & beside;
    let legal = !takers.is_empty() && board.generate_moves_for(takers, |list| list.to.has(square));
    legal.then_some(square)
}

/// Returns whether no sequence of moves can give mate: besides the kings there is only a single
/// knight, or only bishops on squares of one colour, or nothing.
#[inline]
pub(super) fn is_dead(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    if !(pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    let one_colour =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    match knights.len() {
        0 => one_colour,
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Returns an upper bound on the irreversible moves still to come: all pieces except the kings are
/// captured, and each pawn moves to the last rank step by step.
pub(super) fn irreversible_moves_left(board: &Board) -> u32 {
    let takes = board.occupied().len() - 2;
    let steps = |color: Color| {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        pawns
            .iter()
            .map(move |pawn| (Rank::Eighth.relative_to(color) as u32).abs_diff(pawn.rank() as u32))
    };
    takes + steps(Color::White).chain(steps(Color::Black)).sum::<u32>()
}
