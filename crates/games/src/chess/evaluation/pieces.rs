//! Mobility, good squares, threats, and passed pawns among pieces.

use super::camp::{Attacks, Camp, pawn_attacks};
use super::king::Siege;
use super::pawns::distance;
use super::terms::{Own, Tally, Term};
use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

const RANKS_4_TO_6: [u64; 2] = [0x0000_FFFF_FF00_0000, 0x0000_00FF_FFFF_0000];

/// Collects the attacks of one side, one kind of piece after the other.
struct Survey<'a> {
    attacks: Attacks,
    siege: &'a mut Siege,
    /// The squares of own pawns and king, and those that pawns attack, which do not count as
    /// mobility.
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
    /// Adds the terms of all pieces, and records attacks near the other king in `siege`. Returns
    /// all attacks.
    pub(super) fn pieces<T: Tally>(&self, own: &mut Own<'_, T>, siege: &mut Siege) -> Attacks {
        let [pawns, knights, bishops, rooks, queens, king] =
            Piece::ALL.map(|piece| self.ours(piece));
        let their_pawns = pawn_attacks(Self::OTHER, self.theirs(Piece::Pawn));
        let closed = pawns | king | their_pawns;
        let mut survey = Survey { attacks: Attacks::default(), siege, closed };
        survey.attacks.note(Piece::King, get_king_moves(self.board.king(Self::COLOR)));
        survey.attacks.note(Piece::Pawn, self.pawn_attacks(pawns));
        survey.kind(own, (Piece::Knight, Term::KnightMobility), knights, get_knight_moves);
        // Pieces of a battery do not block each other.
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

const FROM_PAWN: [Piece; 5] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Adds the threats of this side.
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
            // A guarded pawn is not a target of pieces.
            let targets = if piece == Piece::Pawn { pieces & worth_it } else { pieces };
            let mut count = |term: Term, attacks: BitBoard| {
                let mine = if self.is_to_move() { 5 } else { 0 };
                own.add(term.at(mine + which), (targets & attacks).len());
            };
            count(Term::AttackedByMinor, knight | bishop);
            count(Term::AttackedByRook, rook);
            count(Term::Hanging, weak);
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

    /// Adds the pieces that a pawn could attack after a safe step.
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

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Adds the terms of this side's passed pawns that depend on pieces.
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

    /// Returns whether the other side has only pawns and the king.
    fn is_alone(&self) -> bool {
        let theirs = self.board.colors(Self::OTHER);
        theirs == self.theirs(Piece::Pawn) | self.theirs(Piece::King)
    }

    /// Returns whether the other king is too late to stop the pawn: the rule of the square.
    fn runs(&self, pawn: Square) -> bool {
        let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(Self::COLOR));
        let double = pawn.rank() == Rank::Second.relative_to(Self::COLOR);
        let steps = distance(pawn, goal) - usize::from(double);
        let king = distance(self.board.king(Self::OTHER), goal);
        let way = self.onward(self.ahead(pawn.bitboard()));
        way.is_disjoint(self.board.occupied()) && steps + usize::from(!self.is_to_move()) < king
    }
}
