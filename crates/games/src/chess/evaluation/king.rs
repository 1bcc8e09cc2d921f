//! King safety.

use super::camp::{Attacks, Camp, ahead};
use super::terms::{Own, Tally, Term};
use cozy_chess::{
    BitBoard, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// The attack units of a piece for each attacked square of the zone (Chess Programming Wiki, "King
/// Safety"). The weights of the sums are tuned.
const UNITS: [u32; 6] = [0, 2, 2, 3, 4, 0];
/// The units of a kind of piece that can give check without being captured.
const CHECK_UNITS: u32 = 4;
/// The units of an attacked square that only the king guards.
const WEAK_UNITS: u32 = 2;

/// One side's attack on the other king.
#[derive(Debug)]
pub(super) struct Siege {
    zone: BitBoard,
    attackers: u32,
    units: u32,
}

impl Siege {
    /// Creates the attack by `camp`. The zone is the king's square, the adjacent squares, and those
    /// one step in front of them.
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

    /// Counts the terms of the attack, once the attacks of both sides are known.
    pub(super) fn count<T: Tally, const BLACK: bool>(
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
    /// Returns the squares where knights, bishops, rooks and queens of this side could give check
    /// with their next move.
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
