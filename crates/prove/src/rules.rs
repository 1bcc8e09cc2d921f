//! [`GameRules`]: a game as the manager sees it, in texts.

use eldest::options::Driver;
use eldest::{Bounds, Score};

/// A game as the manager of a proof sees it: positions are texts, and each has a list of replies.
///
/// [`TextGame`](crate::TextGame) implements this for any [`Position`](eldest::Position) with a text
/// form, so the manager is not generic over the game.
pub trait GameRules {
    /// Returns the properties of the whole game.
    fn about(&self) -> &About;

    /// Reads a position.
    ///
    /// # Errors
    /// The reason why `text` is not a position.
    fn place(&self, text: &str) -> Result<GraphPosition, String>;

    /// Returns the relevant moves and their positions, in the move order of the game. It is empty
    /// only if the bounds of the position are exact.
    ///
    /// # Errors
    /// The reason why `text` is not a position.
    fn replies(&self, text: &str) -> Result<Vec<Reply>, String>;

    /// Returns the moves of [`replies`](Self::replies) alone, in the same order.
    ///
    /// # Errors
    /// The reason why `text` is not a position.
    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        Ok(self.replies(text)?.into_iter().map(|reply| reply.mv).collect())
    }
}

/// The properties of a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The name of the game, with its variant.
    pub game: String,
    /// A checksum of the rules, which differs if they behave differently.
    pub fingerprint: u64,
    /// Whether wins and losses count their distance
    /// ([`WIN_DISTANCE`](eldest::Position::WIN_DISTANCE)).
    pub counts_distance: bool,
    /// The driver that chooses the windows at the root, as
    /// [`Options::driver_to_end`](eldest::Options::driver_to_end) does for one search.
    pub driver: Driver,
    /// The reason why positions of this game cannot be proved, if there is one.
    pub refusal: Option<String>,
}

impl About {
    /// Creates the properties of a game whose wins and losses count their distance and whose
    /// windows are bisected.
    #[must_use]
    pub fn new(game: impl Into<String>, fingerprint: u64) -> Self {
        let (game, driver) = (game.into(), Driver::Bisection);
        Self { game, fingerprint, counts_distance: true, driver, refusal: None }
    }

    /// Returns this after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// A position as the graph stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphPosition {
    /// The name. Positions with the same name have the same value; mirror images share a name
    /// where the game detects them.
    pub name: String,
    /// The text, which the rules can read.
    pub text: String,
    /// Static bounds of its value, for its side to move: exact where the game is over.
    pub bounds: Bounds,
    /// Its value differs from [`origin`](Self::origin) by a multiple of this; at least 1.
    pub step: u32,
    /// One of its possible values.
    pub origin: i32,
}

impl GraphPosition {
    /// Creates a position with a step of 1.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>, bounds: Bounds) -> Self {
        Self { name: name.into(), text: text.into(), bounds, step: 1, origin: 0 }
    }

    /// Returns this after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Returns `known` narrowed to the next possible values.
    pub(crate) fn on_grid(&self, known: Bounds) -> Bounds {
        known.on_grid(Score::new(self.origin), self.step.clamp(1, i32::MAX as u32))
    }
}

/// A move and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The move in the notation of the game.
    pub mv: String,
    /// Whether the other side moves next.
    pub turns: bool,
    /// The position after the move.
    pub place: GraphPosition,
}

impl Reply {
    /// Creates a move that leads to `place`, where the other side moves.
    #[must_use]
    pub fn new(mv: impl Into<String>, place: GraphPosition) -> Self {
        Self { mv: mv.into(), turns: true, place }
    }

    /// Returns the same reply, but with the same side to move again.
    #[must_use]
    pub fn again(self) -> Self {
        Self { turns: false, ..self }
    }
}
