//! What could be taken.

use super::camp::{Attacks, Camp};
use super::terms::{Own, Tally, Term};
use cozy_chess::{BitBoard, Piece};

const FROM_PAWN: [Piece; 5] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Tells what this side attacks.
    pub(super) fn threats<T: Tally>(&self, own: &mut Own<'_, T>, [ours, theirs]: [&Attacks; 2]) {
        let [_, knight, bishop, rook, ..] = ours.by;
        let guarded_by_pawn = theirs.by(Piece::Pawn);
        let weak = ours.all & !theirs.all;
        let worth_it = !guarded_by_pawn & (!theirs.all | ours.twice);
        for (which, piece) in FROM_PAWN.into_iter().enumerate() {
            let pieces = self.theirs(piece) & ours.all;
            if pieces.is_empty() {
                continue;
            }
            // A guarded pawn is no target of a piece.
            let targets = if piece == Piece::Pawn { pieces & worth_it } else { pieces };
            let mut tell = |term: Term, attacks: BitBoard| {
                let mine = if self.is_to_move() { 5 } else { 0 };
                own.add(term.at(mine + which), (targets & attacks).len());
            };
            tell(Term::AttackedByMinor, knight | bishop);
            tell(Term::AttackedByRook, rook);
            tell(Term::Hanging, weak);
        }
        self.attacks_by_pawns(own, ours);
        self.steps(own, [ours, theirs]);
        let by_king = self.board.colors(Self::OTHER) & ours.by(Piece::King) & !theirs.all;
        own.add(Term::AttackedByKing.at(0), by_king.len());
    }

    #[inline]
    fn attacks_by_pawns<T: Tally>(&self, own: &mut Own<'_, T>, ours: &Attacks) {
        let mine = if self.is_to_move() { 4 } else { 0 };
        for (which, piece) in FROM_PAWN[1..].iter().enumerate() {
            let attacked = self.theirs(*piece) & ours.by(Piece::Pawn);
            own.add(Term::AttackedByPawn.at(mine + which), attacked.len());
        }
    }

    /// Pawns that go on to where they are not lost, and attack a piece from there.
    #[inline]
    fn steps<T: Tally>(&self, own: &mut Own<'_, T>, [ours, theirs]: [&Attacks; 2]) {
        let free = !self.board.occupied();
        let steps = self.ahead(self.ours(Piece::Pawn)) & free;
        let safe = steps & !theirs.by(Piece::Pawn) & (ours.all | !theirs.all);
        let pieces = self.board.colors(Self::OTHER) & !self.theirs(Piece::Pawn);
        let attacked = self.pawn_attacks(safe) & pieces & !ours.by(Piece::Pawn);
        own.add(Term::AttackedByStep.at(0), attacked.len());
    }
}
