//! [`AnyPosition`]: a position of any game, for a search.

use super::board::{Board, Ordinal};
use eldest::{Bounds, KeyKind, Moves, Position, Score, Side, Window};
use std::fmt;

/// A position of any game. The parameters are whether wins and losses count their distance, and
/// whether values depend on the path, which a search needs at compile time.
///
/// Whether the sides alternate is checked at run time at each node. A clone cannot undo moves
/// played before it, which no search does.
pub struct AnyPosition<const DISTANCE: bool, const PATH: bool = false>(Box<dyn Board>);

impl<const DISTANCE: bool, const PATH: bool> AnyPosition<DISTANCE, PATH> {
    /// # Panics
    /// If the game of `board` is of another kind.
    pub fn new(board: Box<dyn Board>) -> Self {
        let kind = (board.counts_distance(), board.is_path_dependent());
        assert_eq!(kind, (DISTANCE, PATH), "a game of this kind");
        Self(board)
    }

    /// Writes a move.
    pub fn format_move(&self, mv: Ordinal) -> String {
        self.0.format_move(mv)
    }

    /// Returns the static evaluation of the game's evaluator.
    pub fn estimate(&self) -> Score {
        self.0.estimate()
    }

    /// Returns the board.
    pub fn board(&self) -> &dyn Board {
        &*self.0
    }

    /// Plays a legal move of the actual game, which cannot be undone.
    pub fn advance(&mut self, mv: Ordinal) {
        self.0.advance(mv);
    }
}

/// A position of any game, for play only: a search would count distances where the game has none.
pub type PlayPosition = AnyPosition<true, true>;

impl PlayPosition {
    /// Creates a position for `board`, of any game.
    pub fn to_play(board: Box<dyn Board>) -> Self {
        Self(board)
    }
}

impl<const DISTANCE: bool, const PATH: bool> fmt::Debug for AnyPosition<DISTANCE, PATH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.drawing())
    }
}

impl<const DISTANCE: bool, const PATH: bool> Clone for AnyPosition<DISTANCE, PATH> {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

/// The lint requires a new method of the trait with a default to be forwarded too.
#[deny(clippy::missing_trait_methods)]
impl<const DISTANCE: bool, const PATH: bool> Position for AnyPosition<DISTANCE, PATH> {
    type Move = Ordinal;
    /// The board stores its undo information.
    type Undo = ();

    const WIN_DISTANCE: bool = DISTANCE;
    const PATH_DEPENDENT: bool = PATH;

    fn side(&self) -> Side {
        self.0.side()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn taken(&self) -> Option<i32> {
        self.0.taken()
    }

    fn key_kind(&self) -> KeyKind {
        self.0.key_kind()
    }

    fn over(&self) -> Option<Score> {
        self.0.over()
    }

    fn moves(&self, out: &mut Moves<'_, Ordinal>) {
        self.0.moves(out);
    }

    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>) {
        self.0.relevant_moves(out);
    }

    fn play(&mut self, mv: Ordinal) {
        self.0.play(mv);
    }

    fn undo(&mut self, _: Ordinal, (): ()) {
        self.0.undo();
    }

    fn move_code(&self, mv: Ordinal) -> u16 {
        self.0.move_code(mv)
    }

    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    fn bounds_for(&self, window: Window) -> Bounds {
        self.0.bounds_for(window)
    }

    fn key_after(&self, mv: Ordinal) -> Option<u64> {
        self.0.key_after(mv)
    }

    fn plies_left(&self) -> Option<u32> {
        self.0.plies_left()
    }

    fn endless(&self) -> Option<Score> {
        self.0.endless()
    }

    fn range(&self) -> Bounds {
        self.0.range()
    }

    fn granularity(&self) -> u32 {
        self.0.granularity()
    }

    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}
