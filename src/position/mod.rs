//! What a user implements, and the words the search is written in.

mod depth;
mod evaluator;
mod forward;
mod mixed;
mod moves;
mod parameters;
mod points;
mod score;
mod selection;
mod selective;
mod tactics;
mod window;

pub use depth::Depth;
pub use evaluator::{Evaluator, ZeroEvaluator};
pub use mixed::mixed;
pub(crate) use mixed::{ODD, mix};
pub(crate) use moves::Ranked;
pub use moves::{MoveList, Moves};
pub use parameters::{Parameter, Parameters};
pub(crate) use points::Points;
pub(crate) use points::Turn;
pub use score::Score;
pub use selection::Selection;
pub use selective::Selective;
pub(crate) use tactics::MOST_KINDS;
pub use tactics::{Selector, Tactics};
pub use window::{Bound, Bounds, Window};

use std::fmt::Debug;

/// One of the two players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Side {
    /// The player who moves first in the game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a [`Position::key`] promises.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyKind {
    /// A 64-bit hash: two positions may share a key, once in 2^64 pairs.
    Hashed,
    /// The key is below 2^`bits`, and positions with equal keys have equal values.
    Unique {
        /// How many bits a key has, 1 to 64.
        bits: u32,
    },
}

/// A position of a two-player zero-sum game with perfect information: the rules, as the search
/// wants to hear them.
///
/// # The value
/// Every search of this crate is measured against one definition. `V(p, d)`, the value of position
/// `p` at remaining depth `d`, is
///
/// > the score of the finished game, if it is [`over`](Self::over) (asked at d = 0 too);
/// > else at d = 0 the horizon value ([`Evaluator`]);
/// > else the best over all legal moves of ±V(child, d − 1), the sign turned when the
/// > [`side`](Self::side) to move changes.
///
/// [`Depth::END`] is a depth of its own that never reaches 0. If [`WIN_DISTANCE`](Self::WIN_DISTANCE)
/// holds, a win or loss gets one ply more distant each time it backs up. In a game of points V is that of the
/// whole game, with what was taken before `p`; [`taken`](Self::taken) keeps that out of the table.
///
/// # What must be implemented
/// Six methods: [`side`](Self::side), [`key`](Self::key), [`over`](Self::over),
/// [`moves`](Self::moves), [`play`](Self::play) and [`undo`](Self::undo); and
/// [`plies_left`](Self::plies_left) for a search to the end. The rest are hints and declarations;
/// each of them preserves values. A player may move twice in a row: just leave `side` as it is.
///
/// [`conformance::check`](crate::conformance::check) tries all of it on your game.
///
/// # Example
/// Take one, two or three from a heap; who takes the last one wins.
/// ```
/// use eldest::{Moves, Position, Score, Side};
///
/// #[derive(Clone)]
/// struct Heap { left: u8, side: Side }
///
/// impl Position for Heap {
///     type Move = u8;
///     type Undo = Self; // copy-make: undo is the position before
///
///     fn side(&self) -> Side { self.side }
///     // Values do not depend on who takes. In most games they do: the side belongs in the key.
///     fn key(&self) -> u64 { u64::from(self.left) }
///     fn over(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
///     fn moves(&self, out: &mut Moves<'_, u8>) {
///         (1..=self.left.min(3)).for_each(|taken| out.push(taken));
///     }
///     fn play(&mut self, taken: u8) -> Self {
///         let before = self.clone();
///         *self = Heap { left: self.left - taken, side: self.side.other() };
///         before
///     }
///     fn undo(&mut self, _: u8, before: Self) { *self = before; }
///     // Each move takes one at least.
///     fn plies_left(&self) -> Option<u32> { Some(u32::from(self.left)) }
/// }
/// ```
pub trait Position: Clone {
    /// A move. Small and cheap to copy.
    type Move: Copy + Eq + Debug;
    /// What [`play`](Self::play) leaves for [`undo`](Self::undo): `Self` for copy-make, a few saved
    /// fields (or `()`) for make/unmake.
    type Undo;

    /// Whether the side to move changes with every move. `true` compiles the question away.
    const ALTERNATES: bool = false;
    /// Whether wins and losses count their distance ([`Score::WIN`]). `false` for games whose
    /// scores are points; it compiles the counting away.
    const WIN_DISTANCE: bool = true;
    /// Whether the value depends on how the position was reached, in a way that the key does not
    /// tell (repetition). Results are then reported as approximate. A game with cycles in which values do not depend
    /// on the path leaves it `false`.
    const PATH_DEPENDENT: bool = false;

    /// Who moves.
    fn side(&self) -> Side;

    /// Positions with equal keys must have equal values at every depth; but for the points that
    /// [`taken`](Self::taken) tells, if it does. The side to move belongs
    /// in the key unless values, as seen by the mover, do not depend on it. Symmetric positions may
    /// share a key; then [`move_code`](Self::move_code) must name moves in the same canonical frame.
    fn key(&self) -> u64;

    /// In a game of points, those that the side to move has taken so far less those of its opponent: if it
    /// is told here it does not belong in the key, and positions that differ in nothing else share what is
    /// found about them. `None`, the default, for games without points, or with a key that tells them; the same
    /// answer, some or none, at all positions of a game.
    ///
    /// It changes nothing about values: [`over`](Self::over), [`bounds`](Self::bounds), an
    /// [`Evaluator`](crate::Evaluator) and all that a search is asked and answers mean the whole game, its past
    /// and what is still to come. But positions with equal keys have equal values *still to come* then,
    /// V(p, d) − `taken`, at every depth, and that is what a table keeps; [`range`](Self::range) holds for it
    /// too, and it is within ±[`Score::MAX_VALUE`] as `taken` is. A score beyond ±[`Score::MAX_VALUE`] is a win or a loss and no sum of points: it is the
    /// same for all positions with the key.
    ///
    /// ```
    /// use eldest::{Engine, Limits, Moves, Position, Score, Side};
    ///
    /// /// A row of coins; who moves takes the first or the last, and the side with more wins by the difference.
    /// #[derive(Clone)]
    /// struct Coins { row: &'static [i32], lead: i32, side: Side }
    ///
    /// impl Position for Coins {
    ///     // Without the lead: it makes no difference to what is worth taking.
    ///     fn key(&self) -> u64 { (self.row.as_ptr() as u64) << 8 | self.row.len() as u64 }
    ///     fn taken(&self) -> Option<i32> { Some(self.lead) }
    ///     fn over(&self) -> Option<Score> {
    ///         self.row.is_empty().then(|| Score::new(self.lead))
    ///     }
    ///     fn play(&mut self, is_first: bool) -> Self {
    ///         let (first, last) = (self.row[0], self.row[self.row.len() - 1]);
    ///         let (coin, row) = if is_first {
    ///             (first, &self.row[1..])
    ///         } else {
    ///             (last, &self.row[..self.row.len() - 1])
    ///         };
    ///         let side = self.side.other();
    ///         std::mem::replace(self, Coins { row, lead: -(self.lead + coin), side })
    ///     }
    ///     // ... and the rest
    /// #   type Move = bool;
    /// #   type Undo = Self;
    /// #   fn side(&self) -> Side { self.side }
    /// #   fn moves(&self, out: &mut Moves<'_, bool>) { out.push(true); out.push(false) }
    /// #   fn undo(&mut self, _: bool, before: Self) { *self = before }
    /// #   fn plies_left(&self) -> Option<u32> { Some(self.row.len() as u32) }
    /// }
    ///
    /// let coins = Coins { row: &[3, 9, 1, 2], lead: 0, side: Side::First };
    /// let mut engine = Engine::<Coins>::builder().build()?;
    /// assert_eq!(engine.solve(&coins, &Limits::new())?.value(), Some(Score::new(7)));
    /// # Ok::<(), eldest::Error>(())
    /// ```
    #[inline]
    fn taken(&self) -> Option<i32> {
        None
    }

    /// What the key promises. Unique keys of few bits can use the denser
    /// [`OneWordTable`](crate::table::OneWordTable).
    #[inline]
    fn key_kind(&self) -> KeyKind {
        KeyKind::Hashed
    }

    /// If the game is over, its score for the side to move: within ±[`Score::MAX_VALUE`], or
    /// [`Score::WIN`] or [`Score::LOSS`]. Should be cheap: every node asks.
    fn over(&self) -> Option<Score>;

    /// All legal moves, at least one; a pass is a move. Not asked where the game is over.
    fn moves(&self, out: &mut Moves<'_, Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, which was the last move played and gave `undo`.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// A small name for a legal move, from 1 on, by which the table, killers and history remember it;
    /// 0 for a move that is not to be remembered. Moves of
    /// one position should have different move codes; nothing breaks if they do not. Canonical under the
    /// key's symmetry. The default, 0 for all, switches these memories off.
    #[inline]
    fn move_code(&self, _mv: Self::Move) -> u16 {
        0
    }

    /// A subset of the legal moves that holds a best one, for searches to the end of the game: moves
    /// that lose for certain may be left out. Not empty unless [`bounds`](Self::bounds) are exact.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Self::Move>) {
        self.moves(out);
    }

    /// Static bounds on V(p, END), found without a search. Asked instead of [`over`](Self::over) at every
    /// node of a search to the end: a finished game must have exact bounds, its score.
    #[inline]
    fn bounds(&self) -> Bounds {
        self.over().map_or(Bounds::FULL, Bounds::exact)
    }

    /// Static bounds for the null window being searched: nearly all nodes are asked "more than alpha?", and
    /// [`bounds`](Self::bounds) that decide no window need not be found. True bounds too, which may be
    /// tighter where it helps to know the question, and wider where they answer it anyway: what `bounds`
    /// decide, these must decide too. The default is to tell every window the same.
    #[inline]
    fn bounds_for(&self, _window: Window) -> Bounds {
        self.bounds()
    }

    /// The key after `mv`, if it can be told more cheaply than by playing: the table is then asked
    /// for the children's entries ahead of time. Where sides do not always alternate, children are
    /// still played when their entries are looked at, to see who moves.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// An upper bound on the plies until the game is over, if the rules give one; it gets less with
    /// every move. A search to the end needs it, or a ply cap from the user. `None` if positions can come again: such a
    /// game is searched to a depth (`docs/own-game.md`, "Games with cycles").
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// Bounds on the value of every position of this game at [`Depth::END`], whoever is to move; where
    /// [`taken`](Self::taken) tells points, on what is still to come of it too.
    /// Searches of limited depth do not use them: an evaluator may go beyond.
    #[inline]
    fn range(&self) -> Bounds {
        Bounds::FULL
    }

    /// The grid of values: all values to the end of the game differ by multiples of this from
    /// `range().lower()`. At least 1.
    #[inline]
    fn granularity(&self) -> u32 {
        1
    }

    /// Distinguishes options of the rules, whatever a key, a value or a move code depends on: a table belongs to
    /// one fingerprint.
    #[inline]
    fn fingerprint(&self) -> u64 {
        0
    }
}
