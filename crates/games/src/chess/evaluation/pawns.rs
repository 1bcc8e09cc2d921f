//! Terms that depend only on pawns and kings: structure, passed pawns, shelter.

use super::terms::{Own, Tally, Term};
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

/// Properties of the pawns that other terms need.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pawns {
    /// The passed pawns of both sides.
    pub(super) passed: BitBoard,
    /// By colour: the squares that its pawns attack, now or after advancing.
    pub(super) span: [BitBoard; 2],
    /// By colour: the files with pawns.
    pub(super) files: [BitBoard; 2],
}

/// Adds all terms that depend only on pawns and kings.
pub(super) fn pawns<T: Tally>(board: &Board, tally: &mut T) -> Pawns {
    let mut found = Pawns::default();
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let half = Half::of(board, color);
        let mut own = Own { tally: &mut *tally, sign };
        half.structure(&mut own);
        half.passed_pawns(&mut own);
        half.shelter(&mut own);
        found.passed |= half.seen_by_white(half.passed());
        found.span[color as usize] = half.seen_by_white(fill_up(half.attacks()));
        found.files[color as usize] = BitBoard(fill_up(half.ours) | fill_down(half.ours));
    }
    found
}

/// Pawns and kings from the view of one side, whose pawns move up.
struct Half {
    color: Color,
    ours: u64,
    theirs: u64,
    our_king: Square,
    their_king: Square,
}

impl Half {
    fn of(board: &Board, color: Color) -> Self {
        let flip = |pawns: BitBoard| match color {
            Color::White => pawns.0,
            Color::Black => pawns.0.swap_bytes(),
        };
        Self {
            color,
            ours: flip(board.colored_pieces(color, Piece::Pawn)),
            theirs: flip(board.colored_pieces(!color, Piece::Pawn)),
            our_king: board.king(color).relative_to(color),
            their_king: board.king(!color).relative_to(color),
        }
    }

    fn seen_by_white(&self, squares: u64) -> BitBoard {
        BitBoard(if self.color == Color::White { squares } else { squares.swap_bytes() })
    }

    fn attacks(&self) -> u64 {
        up(beside(self.ours))
    }

    /// Returns the pawns with a pawn of the other side ahead on the file.
    fn opposed(&self) -> u64 {
        self.ours & fill_down(down(self.theirs))
    }

    /// Returns the passed pawns: no pawn of the other side is ahead on the file or an adjacent one,
    /// and no own pawn is ahead on the file.
    fn passed(&self) -> u64 {
        let before_theirs = fill_down(down(self.theirs));
        self.ours & !(before_theirs | beside(before_theirs)) & !fill_down(down(self.ours))
    }

    fn structure<T: Tally>(&self, own: &mut Own<'_, T>) {
        let ours = self.ours;
        own.add(Term::DoubledPawn.at(0), (ours & fill_down(down(ours))).count_ones());
        for pawn in squares(ours & self.attacks()) {
            own.one(Term::GuardedPawn.at(pawn.rank() as usize));
        }
        for pawn in squares(ours & beside(ours)) {
            own.one(Term::PawnBeside.at(pawn.rank() as usize));
        }
        let (isolated, opposed) = (ours & !beside(fill_up(ours) | fill_down(ours)), self.opposed());
        for pawn in squares(isolated) {
            let is_opposed = BitBoard(opposed).has(pawn);
            own.one(Term::IsolatedPawn.at(from_edge(pawn) + if is_opposed { 0 } else { 4 }));
        }
        let stopped = ours & down(down(beside(self.theirs)));
        let backward = stopped & !fill_up(beside(ours)) & !isolated;
        own.add(Term::BackwardPawn.at(0), (backward & opposed).count_ones());
        own.add(Term::BackwardPawn.at(1), (backward & !opposed).count_ones());
    }

    fn passed_pawns<T: Tally>(&self, own: &mut Own<'_, T>) {
        for pawn in squares(self.passed()) {
            let rank = pawn.rank() as usize;
            own.one(Term::PassedPawn.at(rank));
            if rank >= 3 {
                let stop = pawn.offset(0, 1);
                let distance = |king| (rank - 3) * 8 + distance(king, stop);
                own.one(Term::OwnKingFromPassedPawn.at(distance(self.our_king)));
                own.one(Term::OtherKingFromPassedPawn.at(distance(self.their_king)));
            }
        }
    }

    /// Adds the terms of the king's shelter, on three files.
    fn shelter<T: Tally>(&self, own: &mut Own<'_, T>) {
        let king = self.our_king;
        let from_here_on = !0_u64 << (8 * king.rank() as u32);
        let middle = (king.file() as usize).clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let nearest = |pawns: u64| {
                let pawns = pawns & (A_FILE << file) & from_here_on;
                if pawns == 0 { 0 } else { pawns.trailing_zeros() as usize / 8 }
            };
            let (ours, theirs, edge) =
                (nearest(self.ours), nearest(self.theirs), file.min(7 - file));
            let blocked = if ours != 0 && theirs == ours + 1 { 32 } else { 0 };
            own.one(Term::Shelter.at(edge * 8 + ours));
            own.one(Term::Storm.at(blocked + edge * 8 + theirs));
        }
    }
}

/// Returns the number of king moves from one square to another.
#[inline]
pub(super) fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    files.max((from.rank() as usize).abs_diff(to.rank() as usize))
}

fn from_edge(square: Square) -> usize {
    (square.file() as usize).min(7 - square.file() as usize)
}

fn squares(of: u64) -> impl Iterator<Item = Square> {
    BitBoard(of).into_iter()
}

const fn up(squares: u64) -> u64 {
    squares << 8
}

const fn down(squares: u64) -> u64 {
    squares >> 8
}

/// Returns the squares to the left and to the right.
#[inline]
pub(super) const fn beside(squares: u64) -> u64 {
    (squares & !A_FILE) >> 1 | (squares & !H_FILE) << 1
}

/// Returns these squares and all above them.
#[inline]
pub(super) const fn fill_up(squares: u64) -> u64 {
    let squares = squares | squares << 8;
    let squares = squares | squares << 16;
    squares | squares << 32
}

/// Returns these squares and all below them.
#[inline]
pub(super) const fn fill_down(squares: u64) -> u64 {
    let squares = squares | squares >> 8;
    let squares = squares | squares >> 16;
    squares | squares >> 32
}
