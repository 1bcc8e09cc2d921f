//! [`Term`]: the terms of the evaluation and the indices of their weights; [`Tally`]: receives
//! them.

/// The number of scales of the endgame.
pub const SCALES: usize = 1 + 3 * PAWNS;
/// The most pawns with a separate scale.
pub(super) const PAWNS: usize = 8;

/// Receives the terms of a position. The evaluator adds up their weights; a tuner records them.
pub trait Tally {
    /// Adds a weight `times` times: the number for White minus the number for Black.
    fn add(&mut self, weight: usize, times: i32);
}

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident: $len:literal,)*) => {
        /// The terms of the evaluation. Each has one or several weights, numbered from
        /// [`first`](Self::first).
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms, in the order of their weights.
            pub const ALL: &[Self] = &[$(Self::$term,)*];
            const LENGTHS: &[usize] = &[$($len,)*];
        }
    };
}

terms! {
    /// The value of a piece on a square, from the view of its own side.
    Placement: 384,
    /// The number of reachable squares that no pawn attacks and that have no own pawn or king.
    KnightMobility: 9,
    BishopMobility: 14,
    RookMobility: 15,
    QueenMobility: 28,
    /// Another pawn of the same side is ahead on the file.
    DoubledPawn: 1,
    /// No own pawn on an adjacent file; by file from the edge, plus four if no pawn of the other
    /// side is ahead on the file.
    IsolatedPawn: 8,
    /// No own pawn can ever guard it, and it cannot advance safely; first with, then without a pawn
    /// of the other side ahead on the file.
    BackwardPawn: 2,
    /// Guarded by a pawn, by rank.
    GuardedPawn: 8,
    /// An own pawn is adjacent on the same rank, by rank.
    PawnBeside: 8,
    /// A passed pawn, by rank.
    PassedPawn: 8,
    /// The distance of the king from the square in front of a passed pawn: by rank from the fourth,
    /// and distance.
    OwnKingFromPassedPawn: 32,
    OtherKingFromPassedPawn: 32,
    /// A piece of the other side is on the square in front of it, by rank.
    BlockedPassedPawn: 8,
    /// The square in front of it is not attacked (safe), or its whole path is empty and not
    /// attacked (free), by rank.
    SafePassedPawn: 8,
    FreePassedPawn: 8,
    /// The square in front of it is guarded, by rank.
    LedPassedPawn: 8,
    /// An own rook is behind it.
    RookBehindPassedPawn: 1,
    /// A passed pawn that the other side, with only pawns and the king, cannot stop in time.
    UnstoppablePawn: 1,
    /// The nearest own pawn in front of the king, on its file and the adjacent ones: by file from
    /// the edge, and rank.
    Shelter: 32,
    /// The nearest pawn of the other side there; plus 32 if an own pawn blocks it.
    Storm: 64,
    /// The attack units on the king's zone, for several attackers and for a single one.
    KingDanger: 32,
    KingDangerOfOne: 32,
    /// Squares from which a knight, bishop, rook or queen can give check without being captured.
    SafeCheck: 4,
    /// Attacked squares beside the king that only the king guards.
    WeakKingSquare: 1,
    /// A knight, bishop, rook or queen that a pawn attacks; plus four if the attacker is to move.
    AttackedByPawn: 8,
    /// Pawn to queen, attacked by a knight or a bishop; plus five if the attacker is to move.
    AttackedByMinor: 10,
    /// The same, attacked by a rook.
    AttackedByRook: 10,
    /// Attacked and not guarded; plus five if the attacker is to move.
    Hanging: 10,
    /// Attacked by the king, and not guarded.
    AttackedByKing: 1,
    /// A piece that a pawn could attack with its next step.
    AttackedByStep: 1,
    BishopPair: 1,
    /// A knight, or a bishop, that a pawn guards and no pawn can drive away.
    Outpost: 2,
    /// A knight or a bishop behind a pawn.
    MinorBehindPawn: 1,
    /// Own pawns on squares of a bishop's colour.
    PawnOnBishopColour: 1,
    /// A rook on a file without pawns; then without own pawns only.
    RookOnOpenFile: 2,
    /// The side to move.
    Tempo: 1,
}

impl Term {
    /// The number of weights of all terms.
    pub const COUNT: usize = Self::after(Self::ALL.len());

    /// Returns the number of its weights.
    #[must_use]
    #[inline]
    pub const fn size(self) -> usize {
        Self::LENGTHS[self as usize]
    }

    /// Returns the index of its first weight.
    #[must_use]
    #[inline]
    pub const fn first(self) -> usize {
        Self::FIRST[self as usize]
    }

    /// Returns the index of one of its weights.
    #[inline]
    pub(super) const fn at(self, which: usize) -> usize {
        debug_assert!(which < self.size());
        self.first() + which
    }

    /// The index of the first weight of each term, precomputed for terms not known at compile time.
    const FIRST: [usize; Self::ALL.len()] = {
        let (mut first, mut term) = ([0; Self::ALL.len()], 0);
        while term < first.len() {
            first[term] = Self::after(term);
            term += 1;
        }
        first
    };

    const fn after(terms: usize) -> usize {
        let (mut first, mut term) = (0, 0);
        while term < terms {
            first += Self::LENGTHS[term];
            term += 1;
        }
        first
    }
}

/// The tally of one side.
pub(super) struct Own<'t, T> {
    pub(super) tally: &'t mut T,
    /// −1 for Black.
    pub(super) sign: i32,
}

impl<T: Tally> Own<'_, T> {
    #[inline(always)]
    pub(super) fn add(&mut self, weight: usize, times: u32) {
        self.tally.add(weight, self.sign * times as i32);
    }

    #[inline(always)]
    pub(super) fn one(&mut self, weight: usize) {
        self.tally.add(weight, self.sign);
    }
}
