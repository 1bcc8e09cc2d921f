//! The traits that a user implements, and the basic types of the search.

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
pub use moves::{MoveList, Moves};
pub(crate) use moves::{Ranked, push_without_ranks, sort_by_rank, without_ranks};
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
    /// The player to move first in the game.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Returns the opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns 0 for the first player, 1 for the second.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The guarantee of a [`Position::key`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyKind {
    /// A 64-bit hash: two positions may share a key, once in 2^64 pairs.
    Hashed,
    /// The key is below 2^`bits`, and positions with equal keys have equal values.
    Unique {
        /// The number of bits of a key, 1 to 64.
        bits: u32,
    },
}

/// A position of a two-player zero-sum game with perfect information: the rules, in the form that
/// the search needs.
///
/// # The value
/// All searches of this crate find the same value. `V(p, d)`, the value of position `p` at
/// remaining depth `d`, is
///
/// > the score of the finished game, if it is [`over`](Self::over) (checked at d = 0 too);
/// > else at d = 0 the horizon value ([`Evaluator`]);
/// > else the maximum over all legal moves of ±V(child, d − 1), negated if the
/// > [`side`](Self::side) to move changes.
///
/// [`Depth::END`] is a depth of its own that never reaches 0. If
/// [`WIN_DISTANCE`](Self::WIN_DISTANCE) is set, a win or loss gets one ply more distant each time
/// it backs up. In a game scored in points, V is the value of the whole game, including the points
/// taken before `p`; [`taken`](Self::taken) keeps these out of the table.
///
/// # Games with cycles
/// If positions can repeat, a play may never end; it is then worth [`endless`](Self::endless).
/// V(p, END) is the value of the game with such plays:
///
/// > a win in n, if n is the least number of plies within which the side to move can force a
/// > finished win; a loss in n likewise, if its opponent can force one;
/// > else `endless`, if games only end in wins, losses and scores of `endless`.
///
/// In general, for a score s above `endless`, V(p, END) ≥ s where the side to move can force an end
/// of the game with s or more; for any other s, where its opponent cannot force one with less than
/// s. The play before p does not matter (`docs/guarantees.md`, "Games with cycles"). A search to a
/// depth finds the wins and losses within the depth; retrograde analysis finds all values.
///
/// # Required methods
/// Six methods: [`side`](Self::side), [`key`](Self::key), [`over`](Self::over),
/// [`moves`](Self::moves), [`play`](Self::play) and [`undo`](Self::undo); and
/// [`plies_left`](Self::plies_left) for a search to the end. All others are hints and declarations,
/// none of which changes a value that a search finds. If a player moves twice in a row, leave
/// `side` as it is.
///
/// [`conformance::check`](crate::conformance::check) checks all of this on your game.
///
/// # Example
/// Take one, two or three from a heap; taking the last one wins.
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
///     // Here values do not depend on the side. In most games they do: put the side in the key.
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
///     // Each move takes at least one.
///     fn plies_left(&self) -> Option<u32> { Some(u32::from(self.left)) }
/// }
/// ```
pub trait Position: Clone {
    /// A move. Small and cheap to copy.
    type Move: Copy + Eq + Debug;
    /// The data that [`play`](Self::play) returns for [`undo`](Self::undo): `Self` for copy-make, a
    /// few saved fields (or `()`) for make/unmake.
    type Undo;

    /// Whether the side to move changes with every move. If `true`, the check is compiled away.
    const ALTERNATES: bool = false;
    /// Whether wins and losses count their distance ([`Score::WIN`]). `false` for games scored in
    /// points: the counting is compiled away.
    const WIN_DISTANCE: bool = true;
    /// Whether the value depends on how the position was reached, in a way that the key does not
    /// express (repetition). Results are then reported as approximate. Leave it `false` in a game
    /// with cycles whose values do not depend on the path: where only [`endless`](Self::endless)
    /// play makes a draw.
    const PATH_DEPENDENT: bool = false;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns the hash key. Positions with equal keys must have equal values at every depth,
    /// except for the points that [`taken`](Self::taken) returns, if any. The side to move belongs
    /// in the key unless values, as seen by the mover, do not depend on it. Symmetric positions may
    /// share a key; then [`move_code`](Self::move_code) should name moves in the same canonical
    /// frame.
    fn key(&self) -> u64;

    /// For games scored in points: the mover's points so far minus the opponent's. If you return it
    /// here, leave it out of the key; positions that differ only in it then share table entries.
    /// Return `None`, the default, for games without points or with a key that includes them; a
    /// game must return `Some` at all positions or at none.
    ///
    /// Values do not change: [`over`](Self::over), [`bounds`](Self::bounds), an
    /// [`Evaluator`](crate::Evaluator), windows and reports all refer to the whole game, including
    /// the points already taken. But positions with equal keys then have equal values *still to
    /// come*, V(p, d) − `taken`, at every depth; this is what a table stores.
    /// [`range`](Self::range) applies to this difference too. Both the difference and `taken` must
    /// lie within ±[`Score::MAX_VALUE`]. A score beyond ±[`Score::MAX_VALUE`] is a win or a loss,
    /// not a sum of points: it is the same for all positions with the key.
    ///
    /// ```
    /// use eldest::{Engine, Limits, Moves, Position, Score, Side};
    ///
    /// /// A row of coins. A move takes an end of it; the richer side wins by the difference.
    /// #[derive(Clone)]
    /// struct Coins { row: &'static [i32], lead: i32, side: Side }
    ///
    /// impl Position for Coins {
    ///     // Without the lead, which does not change which coin is best.
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

    /// Declares what the key guarantees. Unique keys of few bits can use the denser
    /// [`OneWordTable`](crate::table::OneWordTable).
    #[inline]
    fn key_kind(&self) -> KeyKind {
        KeyKind::Hashed
    }

    /// Returns the score for the side to move if the game is over: within ±[`Score::MAX_VALUE`], or
    /// [`Score::WIN`] or [`Score::LOSS`]. Should be cheap: it is called at every node.
    ///
    /// It may also return the exact value V(p, END) of a position where the game goes on, found in
    /// a database: points, the worth of endless play, or with
    /// [`WIN_DISTANCE`](Self::WIN_DISTANCE) a win or loss with its distance, as in
    /// [`Score::win_in(n)`](Score::win_in). Such a position is a leaf like a finished game. Known
    /// values change no V(p, END). They do change values at a depth, so also change the
    /// [`fingerprint`](Self::fingerprint). All distances, counted from the root of a search, must
    /// stay within [`Score::MAX_DISTANCE`]. A search from such a position reports its value but no
    /// best move.
    fn over(&self) -> Option<Score>;

    /// Lists all legal moves, at least one; a pass is a move. Not called where the game is over.
    fn moves(&self, out: &mut Moves<'_, Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played, for which [`play`](Self::play) returned `undo`.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Returns a small name for a legal move, from 1 on, under which the table, killers and history
    /// remember it; 0 for a move that is not to be remembered. Moves of one position should have
    /// different move codes; nothing breaks if they do not. Move codes should be canonical under the
    /// key's symmetry: where they are not, memories suggest a useless move. The default, 0 for all,
    /// switches these memories off.
    #[inline]
    fn move_code(&self, _mv: Self::Move) -> u16 {
        0
    }

    /// Lists a subset of the legal moves that contains a best one, for searches to the end of the
    /// game: moves that certainly lose may be left out. Not empty unless [`bounds`](Self::bounds)
    /// are exact.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Self::Move>) {
        self.moves(out);
    }

    /// Returns static bounds on V(p, END), found without a search. Called instead of
    /// [`over`](Self::over) at every node of a search to the end: for a finished game return exact
    /// bounds, its score.
    #[inline]
    fn bounds(&self) -> Bounds {
        self.over().map_or(Bounds::FULL, Bounds::exact)
    }

    /// Returns static bounds for the null window being searched: nearly all nodes are searched with
    /// a null window, so bounds that cannot decide it need not be computed. They must be true
    /// bounds, but may be tighter than [`bounds`](Self::bounds) where the window helps, and wider
    /// where they still decide it: every window that `bounds` decide, these must decide too. The
    /// default returns `bounds` for every window.
    #[inline]
    fn bounds_for(&self, _window: Window) -> Bounds {
        self.bounds()
    }

    /// Returns the key after `mv`, if computing it is cheaper than playing the move: the search
    /// then prefetches and probes the entries of the children. Where sides do not always alternate,
    /// children are still played when their entries are read, to find the side to move.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Returns an upper bound on the plies until the game is over, if the rules give one; it
    /// decreases with every move. A search to the end needs it, or a ply cap from the user. `None`
    /// if positions can repeat: such a game is searched to a depth (`docs/own-game.md`, "Games with
    /// cycles"), and may declare [`endless`](Self::endless).
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// Returns the worth of a play without end for the side to move: a score within
    /// ±[`Score::MAX_VALUE`], usually [`Score::DRAW`]. `None`, the default, if every play ends or
    /// the game does not declare it. It is the same at all positions of a game as the first player
    /// sees it, so it is negated where the second player is to move; and it is a value of the game,
    /// within [`range`](Self::range) and on the grid of [`granularity`](Self::granularity).
    ///
    /// No search calls it: it defines V(p, END) in a game with cycles, for retrograde analysis. If
    /// one side loses by endless play, return a score worse than that of a draw, but no loss, which
    /// would have a distance. Do not declare it in a game that returns [`taken`](Self::taken),
    /// where the worth of a play depends on the points taken before.
    ///
    /// ```
    /// use eldest::{Position, Score, Side};
    /// # use eldest::Moves;
    ///
    /// /// Two runners on a track; the mover's runner steps or rests. Arriving wins; if neither ever
    /// /// arrives, the second player gets a point.
    /// #[derive(Clone)]
    /// struct Race { left: [u8; 2], side: Side }
    ///
    /// impl Position for Race {
    ///     fn over(&self) -> Option<Score> {
    ///         (self.left[self.side.other().index()] == 0).then_some(Score::LOSS)
    ///     }
    ///     fn endless(&self) -> Option<Score> {
    ///         Some(Score::new(if self.side == Side::First { -1 } else { 1 }))
    ///     }
    ///     // ... and the rest
    /// #   type Move = bool;
    /// #   type Undo = Self;
    /// #   fn side(&self) -> Side { self.side }
    /// #   fn key(&self) -> u64 {
    /// #       u64::from_le_bytes([self.left[0], self.left[1], self.side as u8, 0, 0, 0, 0, 0])
    /// #   }
    /// #   fn moves(&self, out: &mut Moves<'_, bool>) { out.push(true); out.push(false) }
    /// #   fn play(&mut self, steps: bool) -> Self {
    /// #       let before = self.clone();
    /// #       self.left[self.side.index()] -= u8::from(steps);
    /// #       self.side = self.side.other();
    /// #       before
    /// #   }
    /// #   fn undo(&mut self, _: bool, before: Self) { *self = before }
    /// }
    ///
    /// eldest::conformance::assert_conforms(&Race { left: [4, 4], side: Side::First }, 1_000);
    /// ```
    #[inline]
    fn endless(&self) -> Option<Score> {
        None
    }

    /// Returns bounds on the value of every position of this game at [`Depth::END`], for either
    /// side to move. Where [`taken`](Self::taken) returns points, the bounds also hold for the
    /// value still to come. Searches of limited depth do not use them: an evaluator may exceed
    /// them.
    #[inline]
    fn range(&self) -> Bounds {
        Bounds::FULL
    }

    /// Returns the step of the grid of values: all values to the end of the game differ from
    /// `range().lower()` by multiples of it. At least 1.
    #[inline]
    fn granularity(&self) -> u32 {
        1
    }

    /// Distinguishes variants of the rules: everything that keys, values or move codes depend on. A
    /// table belongs to one fingerprint.
    #[inline]
    fn fingerprint(&self) -> u64 {
        0
    }
}
