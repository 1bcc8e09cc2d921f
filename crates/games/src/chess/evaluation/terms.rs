//! [`Term`]: what is counted, and where its weights are; [`Tally`]: who hears of it.

/// The number of scales of the endgame.
pub const SCALES: usize = 1 + 3 * PAWNS;
/// Scales differ by the number of pawns, from one to this.
pub(super) const PAWNS: usize = 8;

/// Hears of what a position has. The evaluator adds weights up; who tunes them writes down which there are.
pub trait Tally {
    /// The weight of this number counts `times`: how much more often White has it than Black, or less.
    fn add(&mut self, weight: usize, times: i32);
}

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident: $len:literal,)*) => {
        /// What is counted. Each has one weight or several, numbered from [`first`](Self::first) on.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All of them, in the order of their weights.
            pub const ALL: &[Self] = &[$(Self::$term,)*];
            const LENGTHS: &[usize] = &[$($len,)*];
        }
    };
}

terms! {
    /// A piece on a square as its own side sees it: what it is worth altogether.
    Placement: 384,
    /// So many squares can be gone to that no pawn attacks and no own pawn or king is on.
    KnightMobility: 9,
    BishopMobility: 14,
    RookMobility: 15,
    QueenMobility: 28,
    /// Another pawn of the same side is ahead on the file.
    DoubledPawn: 1,
    /// No own pawn on a file beside it; by file from the edge, four more if no other pawn is ahead of it.
    IsolatedPawn: 8,
    /// None that could ever guard it, and it cannot go on; and the same with no other pawn ahead.
    BackwardPawn: 2,
    /// Guarded by a pawn, by rank.
    GuardedPawn: 8,
    /// A pawn beside it, by rank.
    PawnBeside: 8,
    /// No pawn can stop it, by rank.
    PassedPawn: 8,
    /// How far the kings are from the square before it: by rank from the fourth on, and distance.
    OwnKingFromPassedPawn: 32,
    OtherKingFromPassedPawn: 32,
    /// A piece of the other side stands before it, by rank.
    BlockedPassedPawn: 8,
    /// The square before it is not attacked, by rank; nothing on its way is.
    SafePassedPawn: 8,
    FreePassedPawn: 8,
    /// The square before it is guarded, by rank.
    LedPassedPawn: 8,
    /// A rook behind it.
    RookBehindPassedPawn: 1,
    /// Nobody but pawns and a king that comes too late is left to stop it.
    UnstoppablePawn: 1,
    /// The own pawn nearest before the king, on his file and those beside it: by file from the edge, and rank.
    Shelter: 32,
    /// The nearest one of the other side's; 32 more if an own one stands before it.
    Storm: 64,
    /// More than one piece attacks the king's zone: by how much; and a single one.
    KingDanger: 32,
    KingDangerOfOne: 32,
    /// Squares from which a knight, bishop, rook or queen can give check and not be taken.
    SafeCheck: 4,
    /// Squares beside the king that nothing but he guards.
    WeakKingSquare: 1,
    /// A knight, bishop, rook or queen that a pawn attacks; four more if its side is to move.
    AttackedByPawn: 8,
    /// Pawn to queen, attacked by a knight or a bishop; five more if its side is to move.
    AttackedByMinor: 10,
    /// The same, attacked by a rook.
    AttackedByRook: 10,
    /// Attacked and not guarded; five more if its side is to move.
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
    /// A rook on a file without pawns; without own pawns.
    RookOnOpenFile: 2,
    /// To be the one to move.
    Tempo: 1,
}

impl Term {
    /// How many weights there are in all.
    pub const COUNT: usize = Self::after(Self::ALL.len());

    /// How many weights it has.
    #[must_use]
    #[inline]
    pub const fn size(self) -> usize {
        Self::LENGTHS[self as usize]
    }

    /// The number of its first weight.
    #[must_use]
    #[inline]
    pub const fn first(self) -> usize {
        Self::FIRST[self as usize]
    }

    /// The number of one of its weights.
    #[inline]
    pub(super) const fn at(self, which: usize) -> usize {
        debug_assert!(which < self.size());
        self.first() + which
    }

    /// Looked up, and not added up, wherever the term is not known to the compiler.
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
