//! [`Rules`] and [`State`]: a foreign game.

use crate::Failure;
use eldest::{Bounds, Moves, Score, Side, Window};

/// What the rules of a game declare about all of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name of the game. Certificates have it.
    pub name: String,
    /// The names of the players, the first player first.
    pub players: [String; 2],
    /// Whether values depend on how a position was reached, in a way that the key does not express.
    /// Results are then reported as approximate.
    pub path_dependent: bool,
    /// The number of bits of a key, 1 to 64, if different positions never share a key; `None` for a
    /// hash.
    pub unique_key_bits: Option<u32>,
    /// The plies of the longest game, if there is one. A search to the end needs it, or
    /// [`State::plies_left`].
    pub max_ply: Option<u32>,
    /// The least and the greatest value, for a game scored in points.
    pub range: Option<[i32; 2]>,
    /// The step of the grid of values, which begins at the least one; 1 if nothing is known.
    pub granularity: u32,
    /// The worth of a play without end for the first player, in a game with cycles.
    pub endless: Option<i32>,
    /// Distinguishes variants of the rules: everything on which keys and values depend.
    pub fingerprint: u64,
}

impl Declared {
    /// Creates the declarations of a game that declares only its name.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            players: ["First".to_owned(), "Second".to_owned()],
            path_dependent: false,
            unique_key_bits: None,
            max_ply: None,
            range: None,
            granularity: 1,
            endless: None,
            fingerprint: 0,
        }
    }
}

/// A foreign game. All threads of all searches share it.
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

    /// Returns a number that only the same rules return: the same code over the same data. An engine
    /// accepts the positions of other rules with this number. The default is `None`: those of these
    /// rules alone.
    fn identity(&self) -> Option<u64> {
        None
    }

    /// Runs all work of a thread that calls the rules, which is `run`, once. For foreign code that
    /// needs something for each thread, as an interpreter does.
    fn thread(&self, run: &mut (dyn FnMut() + Send)) {
        run();
    }
}

/// A position of a foreign game, which plays moves and takes them back.
///
/// It is owned by one thread at a time; several threads own different positions at the same time. A
/// failure of any method ends the search at once, and the first one is what the caller gets; the
/// position on which a method failed is dropped.
///
/// Moves are numbers that the game hands out. A number has the same meaning at one position only.
pub trait State: Send {
    /// Makes the state and its copies return what the rules return at each call, and nothing that
    /// they remember: for the check of the rules. The default is for states that remember nothing.
    fn set_checked(&mut self) {}

    /// Returns a copy, for another thread. The copy need not take back moves that were played
    /// before.
    ///
    /// # Errors
    /// The foreign code failed; so for all methods.
    fn copy(&self) -> Result<Box<dyn State>, Failure>;

    /// Returns the side to move.
    fn side(&self) -> Result<Side, Failure>;

    /// Returns the hash key. Positions with equal keys must have equal values, so the side to move
    /// usually belongs in the key.
    fn key(&self) -> Result<u64, Failure>;

    /// Returns the score for the side to move, if the game is over: points within ±4,000,000, or
    /// [`Score::WIN`] or [`Score::LOSS`], which count their distance.
    fn over(&self) -> Result<Option<Score>, Failure>;

    /// Lists all legal moves, at least one; a pass is a move. Not called where the game is over.
    /// [`Moves::push_ranked`] lets a move be searched early.
    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure>;

    /// Plays a legal move.
    fn play(&mut self, mv: u64) -> Result<(), Failure>;

    /// Takes back `mv`, the last move that was played.
    fn undo(&mut self, mv: u64) -> Result<(), Failure>;

    /// Returns a small name for a legal move, from 1 on, under which the table, killers and history
    /// remember it; 0 for none. Moves of one position should have different codes. The default
    /// derives it from the number.
    fn move_code(&self, mv: u64) -> Result<u16, Failure> {
        Ok(default_code(mv))
    }

    /// For games scored in points: the points of the side to move so far, less those of its
    /// opponent. Leave them out of the key then. The default is `None`, for all other games.
    fn taken(&self) -> Result<Option<i32>, Failure> {
        Ok(None)
    }

    /// Returns an upper bound on the plies until the game is over; it decreases with every move.
    fn plies_left(&self) -> Result<Option<u32>, Failure> {
        Ok(None)
    }

    /// Returns static bounds on the value; for a finished game, exact bounds. Called instead of
    /// [`over`](Self::over) in searches to the end.
    fn bounds(&self) -> Result<Bounds, Failure> {
        Ok(self.over()?.map_or(Bounds::FULL, Bounds::exact))
    }

    /// Returns static bounds that decide every window that [`bounds`](Self::bounds) decide. The
    /// default returns these.
    fn bounds_for(&self, _window: Window) -> Result<Bounds, Failure> {
        self.bounds()
    }

    /// Lists legal moves that contain a best one, for searches to the end. The default lists all.
    fn relevant_moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        self.moves(out)
    }

    /// Returns the key after a legal move, if computing it is cheaper than playing the move.
    fn key_after(&self, _mv: u64) -> Result<Option<u64>, Failure> {
        Ok(None)
    }

    /// Judges the position at the horizon for the side to move, within ±4,000,000. The default is
    /// even, but for the points [`taken`](Self::taken).
    fn evaluate(&self) -> Result<Score, Failure> {
        Ok(Score::new(self.taken()?.unwrap_or(0)))
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

/// Returns a code from 1 to 65,535, different for the numbers below that.
fn default_code(mv: u64) -> u16 {
    (mv % u64::from(u16::MAX)) as u16 + 1
}
