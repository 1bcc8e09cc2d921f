//! Where pieces can go, and where they stand well.

use super::camp::{Attacks, Camp, pawn_attacks};
use super::king::Siege;
use super::terms::{Own, Tally, Term};
use cozy_chess::{
    BitBoard, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

const RANKS_4_TO_6: [u64; 2] = [0x0000_FFFF_FF00_0000, 0x0000_00FF_FFFF_0000];

/// What one side's pieces can do, found out one kind after the other.
struct Survey<'a> {
    attacks: Attacks,
    siege: &'a mut Siege,
    /// Where a piece would be in the way, or taken by a pawn.
    closed: BitBoard,
}

impl Survey<'_> {
    #[inline(always)]
    fn kind<T: Tally>(
        &mut self,
        own: &mut Own<'_, T>,
        (piece, mobility): (Piece, Term),
        pieces: BitBoard,
        reach: impl Fn(Square) -> BitBoard,
    ) {
        for square in pieces {
            let reach = reach(square);
            self.attacks.note(piece, reach);
            self.siege.note(piece, reach);
            own.one(mobility.at((reach & !self.closed).len() as usize));
        }
    }
}

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Tells of all pieces, and what they attack; `siege` hears what they attack near the other king.
    pub(super) fn pieces<T: Tally>(&self, own: &mut Own<'_, T>, siege: &mut Siege) -> Attacks {
        let [pawns, knights, bishops, rooks, queens, king] =
            Piece::ALL.map(|piece| self.ours(piece));
        let their_pawns = pawn_attacks(Self::OTHER, self.theirs(Piece::Pawn));
        let closed = pawns | king | their_pawns;
        let mut survey = Survey { attacks: Attacks::default(), siege, closed };
        survey.attacks.note(Piece::King, get_king_moves(self.board.king(Self::COLOR)));
        survey.attacks.note(Piece::Pawn, self.pawn_attacks(pawns));
        survey.kind(own, (Piece::Knight, Term::KnightMobility), knights, get_knight_moves);
        // Those behind which a piece works together with another of its kind are no obstacle.
        let all = self.board.occupied();
        let diagonals = |from| get_bishop_moves(from, all & !queens);
        survey.kind(own, (Piece::Bishop, Term::BishopMobility), bishops, diagonals);
        let lines = |from| get_rook_moves(from, all & !queens & !rooks);
        survey.kind(own, (Piece::Rook, Term::RookMobility), rooks, lines);
        let both = |from| get_bishop_moves(from, all) | get_rook_moves(from, all);
        survey.kind(own, (Piece::Queen, Term::QueenMobility), queens, both);
        self.minors(own, &survey.attacks);
        self.bishops(own);
        self.rooks(own);
        survey.attacks
    }

    #[inline]
    fn minors<T: Tally>(&self, own: &mut Own<'_, T>, attacks: &Attacks) {
        let safe = attacks.by(Piece::Pawn) & !self.pawns.span[Self::OTHER as usize];
        let outposts = safe & BitBoard(RANKS_4_TO_6[Self::COLOR as usize]);
        let (knights, bishops) = (self.ours(Piece::Knight), self.ours(Piece::Bishop));
        own.add(Term::Outpost.at(0), (knights & outposts).len());
        own.add(Term::Outpost.at(1), (bishops & outposts).len());
        let behind = self.ahead(knights | bishops) & self.board.pieces(Piece::Pawn);
        own.add(Term::MinorBehindPawn.at(0), behind.len());
    }

    #[inline]
    fn bishops<T: Tally>(&self, own: &mut Own<'_, T>) {
        let (bishops, pawns) = (self.ours(Piece::Bishop), self.ours(Piece::Pawn));
        let colours = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES];
        let [light, dark] = colours.map(|colour| (bishops & colour).len());
        let beside = light * (pawns & BitBoard::LIGHT_SQUARES).len()
            + dark * (pawns & BitBoard::DARK_SQUARES).len();
        own.add(Term::PawnOnBishopColour.at(0), beside);
        own.add(Term::BishopPair.at(0), light.min(1) * dark.min(1));
    }

    #[inline]
    fn rooks<T: Tally>(&self, own: &mut Own<'_, T>) {
        let files = |color| self.pawns.files[color as usize];
        let half_open = self.ours(Piece::Rook) & !files(Self::COLOR);
        let open = half_open & !files(Self::OTHER);
        own.add(Term::RookOnOpenFile.at(0), open.len());
        own.add(Term::RookOnOpenFile.at(1), (half_open & !open).len());
    }
}
