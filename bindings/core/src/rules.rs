//! [`Rules`] and [`State`]: a foreign game.

use crate::Failure;
use eldest::{Bounds, Moves, Score, Side};

/// What the rules of a game declare about all of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name of the game. Certificates have it.
    pub name: String,
    /// The names of the players, the first player first.
    pub players: [String; 2],
    /// Whether wins and losses count their distance, so that quicker wins are better. `false` for a
    /// game scored in points.
    pub win_distance: bool,
    /// Whether values depend on how a position was reached, in a way that the key does not express.
    /// Results are then reported as approximate.
    pub path_dependent: bool,
    /// The number of bits of a key, if different positions never share a key; `None` for a hash.
    pub unique_key_bits: Option<u32>,
    /// The plies of the longest game, if there is one. A search to the end needs it, or
    /// [`State::plies_left`].
    pub max_ply: Option<u32>,
    /// The least and the greatest value, if the game declares them.
    pub range: Option<[i32; 2]>,
    /// All values are congruent modulo this number; 1 if nothing is known.
    pub granularity: u32,
    /// Whether [`State::plies_left`] is implemented.
    pub has_plies_left: bool,
    /// Whether [`State::bounds`] is implemented.
    pub has_bounds: bool,
    /// Whether [`State::evaluate`] is implemented; without it all positions at the horizon are
    /// even.
    pub has_evaluate: bool,
    /// The worth of a play without end for the first player, in a game with cycles.
    pub endless: Option<i32>,
}

impl Declared {
    /// Creates the declarations of a game that declares only its name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            players: ["First".to_owned(), "Second".to_owned()],
            win_distance: true,
            path_dependent: false,
            unique_key_bits: None,
            max_ply: None,
            range: None,
            granularity: 1,
            has_plies_left: false,
            has_bounds: false,
            has_evaluate: false,
            endless: None,
        }
    }
}

/// A foreign game. It is shared by all threads of all searches.
pub trait Rules: Send + Sync {
    /// Returns what the game declares. Called once, when the game is opened.
    fn declared(&self) -> Declared;

    /// Returns the position at the start.
    ///
    /// # Errors
    /// The foreign code failed.
    fn start(&self) -> Result<Box<dyn State>, Failure>;

    /// Reads a position; `Ok(None)` if `text` is not one. The default reads none.
    ///
    /// # Errors
    /// The foreign code failed.
    fn parse(&self, _text: &str) -> Result<Option<Box<dyn State>>, Failure> {
        Ok(None)
    }
}

/// A position of a foreign game, which plays moves and takes them back.
///
/// It is owned by one thread at a time. A failure of any method ends the search at once; the first
/// one is what the caller gets. After a failure no method of the position is called any more.
pub trait State: Send {
    /// Returns a copy, for another thread. The copy need not take back moves that were played
    /// before.
    ///
    /// # Errors
    /// The foreign code failed, as for all methods.
    fn copy(&self) -> Result<Box<dyn State>, Failure>;

    /// Returns the side to move.
    fn side(&self) -> Result<Side, Failure>;

    /// Returns the hash key. Positions with equal keys must have equal values, so the side to move
    /// usually belongs in the key.
    fn key(&self) -> Result<u64, Failure>;

    /// Returns the score for the side to move, if the game is over: points within ±4,000,000, or
    /// [`Score::WIN`] or [`Score::LOSS`].
    fn over(&self) -> Result<Option<Score>, Failure>;

    /// Lists all legal moves, at least one; a pass is a move. Not called where the game is over.
    /// [`Moves::push_ranked`] lets a move be searched early.
    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure>;

    /// Plays a legal move.
    fn play(&mut self, mv: u64) -> Result<(), Failure>;

    /// Takes back `mv`, the last move played.
    fn undo(&mut self, mv: u64) -> Result<(), Failure>;

    /// Returns an upper bound on the plies until the game is over; it decreases with every move.
    /// Called only if [`Declared::has_plies_left`].
    fn plies_left(&self) -> Result<Option<u32>, Failure> {
        Ok(None)
    }

    /// Returns static bounds on the value; for a finished game, exact bounds. Called only if
    /// [`Declared::has_bounds`], instead of [`over`](Self::over) in searches to the end.
    fn bounds(&self) -> Result<Bounds, Failure> {
        Ok(self.over()?.map_or(Bounds::FULL, Bounds::exact))
    }

    /// Judges the position at the horizon for the side to move, within ±4,000,000. Called only if
    /// [`Declared::has_evaluate`].
    fn evaluate(&self) -> Result<Score, Failure> {
        Ok(Score::DRAW)
    }

    /// Returns the name of a legal move. The default is its number.
    fn move_name(&self, mv: u64) -> Result<String, Failure> {
        Ok(mv.to_string())
    }

    /// Returns the text of the position, which [`Rules::parse`] reads. `Ok(None)`, the default, if
    /// positions have no text.
    fn text(&self) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Draws the position in several lines. The default is its text.
    fn drawing(&self) -> Result<String, Failure> {
        Ok(self.text()?.unwrap_or_default())
    }
}
