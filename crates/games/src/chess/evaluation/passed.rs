//! Passed pawns among the pieces.

use super::camp::{Attacks, Camp};
use super::pawns::distance;
use super::terms::{Own, Tally, Term};
use cozy_chess::{Piece, Rank, Square};

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Tells of this side's passed pawns what the pawns alone do not.
    pub(super) fn passed_pawns<T: Tally>(
        &self,
        own: &mut Own<'_, T>,
        [ours, theirs]: [&Attacks; 2],
    ) {
        let passed = self.pawns.passed & self.ours(Piece::Pawn);
        for pawn in passed {
            let rank = pawn.rank().relative_to(Self::COLOR) as usize;
            let stop = self.ahead(pawn.bitboard());
            let way = self.onward(stop);
            if !stop.is_disjoint(self.board.colors(Self::OTHER)) {
                own.one(Term::BlockedPassedPawn.at(rank));
            } else if way.is_disjoint(theirs.all | self.board.occupied()) {
                own.one(Term::FreePassedPawn.at(rank));
            } else if stop.is_disjoint(theirs.all) {
                own.one(Term::SafePassedPawn.at(rank));
            }
            if !stop.is_disjoint(ours.all) {
                own.one(Term::LedPassedPawn.at(rank));
            }
            let rooks = self.behind(pawn.bitboard()) & self.ours(Piece::Rook);
            own.add(Term::RookBehindPassedPawn.at(0), rooks.len());
        }
        if !passed.is_empty() && self.is_alone() && passed.into_iter().any(|p| self.runs(p)) {
            own.one(Term::UnstoppablePawn.at(0));
        }
    }

    /// Whether the other side has nothing but pawns and the king.
    fn is_alone(&self) -> bool {
        let theirs = self.board.colors(Self::OTHER);
        theirs == self.theirs(Piece::Pawn) | self.theirs(Piece::King)
    }

    /// Whether the other king comes too late: the rule of the square.
    fn runs(&self, pawn: Square) -> bool {
        let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(Self::COLOR));
        let double = pawn.rank() == Rank::Second.relative_to(Self::COLOR);
        let steps = distance(pawn, goal) - usize::from(double);
        let king = distance(self.board.king(Self::OTHER), goal);
        let way = self.onward(self.ahead(pawn.bitboard()));
        way.is_disjoint(self.board.occupied()) && steps + usize::from(!self.is_to_move()) < king
    }
}
