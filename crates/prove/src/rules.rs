//! [`GameRules`]: a game as the manager knows it, by texts.

use eldest::options::Driver;
use eldest::{Bounds, Score};

/// A game as the manager of a proof knows it: positions are texts, and what follows from one is a list of texts.
///
/// [`TextGame`](crate::TextGame) makes this of any [`Position`](eldest::Position) whose positions are written; so nothing of the
/// manager is compiled for a game.
pub trait GameRules {
    /// What holds for the whole game.
    fn about(&self) -> &About;

    /// The position that is written `text`.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn place(&self, text: &str) -> Result<GraphPosition, String>;

    /// What the moves lead to that are enough to the end of the game, in the order in which the game likes them. Not
    /// empty, unless the place's bounds are exact.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn replies(&self, text: &str) -> Result<Vec<Reply>, String>;

    /// The moves of [`replies`](Self::replies) alone, in the same order.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        Ok(self.replies(text)?.into_iter().map(|reply| reply.mv).collect())
    }
}

/// What holds for a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// What the game is called, with its variant.
    pub game: String,
    /// A sum of the rules: another one where they answer otherwise.
    pub fingerprint: u64,
    /// Whether wins and losses count their distance ([`WIN_DISTANCE`](eldest::Position::WIN_DISTANCE)).
    pub counts_distance: bool,
    /// In what order the windows of a position's value are asked: as one search of it would,
    /// [`Options::driver_to_end`](eldest::Options::driver_to_end).
    pub driver: Driver,
    /// Why nothing can be proved of the positions of this game, if that is so.
    pub refusal: Option<String>,
}

impl About {
    /// A game whose wins count their distance, if it has any, and whose values are halved.
    #[must_use]
    pub fn new(game: impl Into<String>, fingerprint: u64) -> Self {
        let (game, driver) = (game.into(), Driver::Bisection);
        Self { game, fingerprint, counts_distance: true, driver, refusal: None }
    }

    /// This, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// A position as the graph keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphPosition {
    /// Places of one name have the same value: mirror images share one, if the game knows them.
    pub name: String,
    /// A text that the rules read.
    pub text: String,
    /// What is certain about its value at a glance, for its side to move: exact where the game is over.
    pub bounds: Bounds,
    /// Its values differ from [`origin`](Self::origin) by multiples of this; at least 1.
    pub step: u32,
    /// One of the values that it may have.
    pub origin: i32,
}

impl GraphPosition {
    /// A place of which only that is known.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>, bounds: Bounds) -> Self {
        Self { name: name.into(), text: text.into(), bounds, step: 1, origin: 0 }
    }

    /// This, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// `known`, moved inwards to the next values that the game can have.
    pub(crate) fn on_grid(&self, known: Bounds) -> Bounds {
        known.on_grid(Score::new(self.origin), self.step.clamp(1, i32::MAX as u32))
    }
}

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The move as people write it.
    pub mv: String,
    /// Whether it is the other side's turn then.
    pub turns: bool,
    /// What it leads to.
    pub place: GraphPosition,
}

impl Reply {
    /// The move `mv` leads to `place`, where it is the other side's turn.
    #[must_use]
    pub fn new(mv: impl Into<String>, place: GraphPosition) -> Self {
        Self { mv: mv.into(), turns: true, place }
    }

    /// The same, but the side moves again.
    #[must_use]
    pub fn again(self) -> Self {
        Self { turns: false, ..self }
    }
}
