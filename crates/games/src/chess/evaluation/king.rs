//! What threatens a king.

use super::camp::{Attacks, Camp, ahead};
use super::terms::{Own, Tally, Term};
use cozy_chess::{
    BitBoard, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// What one piece's attack on a square of the zone counts: the idea of attack units (Chess Programming Wiki, "King
/// Safety"). What so many units are worth is tuned.
const UNITS: [u32; 6] = [0, 2, 2, 3, 4, 0];
/// A kind of piece that can give check and not be taken.
const CHECK_UNITS: u32 = 4;
/// A square that only the king guards.
const WEAK_UNITS: u32 = 2;

/// One side's attack on the other king.
#[derive(Debug)]
pub(super) struct Siege {
    zone: BitBoard,
    attackers: u32,
    units: u32,
}

impl Siege {
    /// By `camp`. The zone: beside the king, and those before that.
    #[inline]
    pub(super) fn by<const BLACK: bool>(camp: &Camp<'_, BLACK>) -> Self {
        let other = Camp::<BLACK>::OTHER;
        let king = camp.board.king(other);
        let near = get_king_moves(king) | king.bitboard();
        Self { zone: near | ahead(other, near), attackers: 0, units: 0 }
    }

    #[inline(always)]
    pub(super) fn note(&mut self, piece: Piece, reach: BitBoard) {
        let hits = (reach & self.zone).len();
        self.attackers += u32::from(hits > 0);
        self.units += hits * UNITS[piece as usize];
    }

    /// Tells of it, when it is known what both sides attack.
    pub(super) fn tell<T: Tally, const BLACK: bool>(
        &self,
        camp: &Camp<'_, BLACK>,
        own: &mut Own<'_, T>,
        [ours, theirs]: [&Attacks; 2],
    ) {
        let guarded = theirs.but_king();
        let weak = ours.all & theirs.by(Piece::King) & !guarded;
        own.add(Term::WeakKingSquare.at(0), weak.len());
        let taken = guarded | (theirs.by(Piece::King) & !ours.twice);
        let safe = !taken & !camp.board.colors(Camp::<BLACK>::COLOR);
        let checks = camp.checks(ours).map(|squares| (squares & safe).len());
        let mut units = self.units + weak.len() * WEAK_UNITS;
        for (which, count) in checks.into_iter().enumerate() {
            own.add(Term::SafeCheck.at(which), count);
            units += CHECK_UNITS * count.min(1);
        }
        let units = (units as usize / 2).min(31);
        match self.attackers {
            0 => {}
            1 => own.one(Term::KingDangerOfOne.at(units)),
            _ => own.one(Term::KingDanger.at(units)),
        }
    }
}

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Where knights, bishops, rooks and queens of this side could give check with their next move.
    #[inline]
    fn checks(&self, ours: &Attacks) -> [BitBoard; 4] {
        let king = self.board.king(Self::OTHER);
        let occupied = self.board.occupied() & !self.theirs(Piece::Queen);
        let (diagonals, lines) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        [
            get_knight_moves(king) & ours.by(Piece::Knight),
            diagonals & ours.by(Piece::Bishop),
            lines & ours.by(Piece::Rook),
            (diagonals | lines) & ours.by(Piece::Queen),
        ]
    }
}
