//! [`Catalog`]: the games that a program supports. [`Own`] is the catalog of a program for a single
//! game.

use super::error::GameError;
use super::noted::{BySelection, NotatedGame};
use super::{Game, Visitor};
#[cfg(feature = "databases")]
use crate::database::{DatabaseChoice, DatabaseError, GameDatabase};
use clap::builder::{PossibleValue, TypedValueParser};
use eldest::selective::Selection;
use eldest::{Evaluator, Options};
use eldest_games::notation::{Notation, NotationError};
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
#[cfg(feature = "databases")]
use std::path::Path;
use std::str::FromStr;

/// A game that a program supports, read from its name and variant.
///
/// The generic code of a program is compiled for the games of its catalog only.
pub trait Catalog: FromStr<Err = GameError> + Clone + fmt::Debug + Send + Sync + 'static {
    /// Returns the names of the games, without variants.
    fn names() -> Vec<&'static str>;

    /// Returns the text forms of the positions of each game, in lines for the help of the program.
    #[must_use]
    fn help() -> String {
        String::new()
    }

    /// Calls `visitor` with this game.
    fn visit<V: Visitor>(&self, visitor: V) -> V::Output;

    /// Returns its name, as in `connect4:7x6`.
    fn name(&self) -> String {
        self.visit(NameOf)
    }

    /// Returns the same game with all rules that end it, for play. A search to a depth may use
    /// fewer rules.
    #[must_use]
    fn for_play(&self) -> Self {
        self.clone()
    }

    /// Returns the database with the chosen slices, to be built or verified. By default the game
    /// has none.
    ///
    /// # Errors
    /// If the game has no database, or no such slice.
    #[cfg(feature = "databases")]
    fn database(&self, _: &DatabaseChoice) -> Result<Box<dyn GameDatabase>, DatabaseError> {
        Err(without_database(self.name()))
    }

    /// Returns the same game, which ends where the database in `directory` knows the value. By
    /// default the game has none.
    ///
    /// # Errors
    /// If the game has no database, or the files in `directory` cannot be used.
    #[cfg(feature = "databases")]
    fn with_database(&self, _directory: &Path) -> Result<Self, DatabaseError> {
        Err(without_database(self.name()))
    }

    /// Returns whether it is a synthetic tree, which is searched to its leaves.
    fn is_synthetic(&self) -> bool {
        false
    }

    /// Returns the name of the game, if the program supports only one.
    #[must_use]
    fn only() -> Option<&'static str> {
        None
    }
}

#[cfg(feature = "databases")]
fn without_database(game: String) -> DatabaseError {
    let reason = "this program has none";
    DatabaseError::Unsupported { game, reason, expected: "a game of eldest".to_owned() }
}

struct NameOf;

impl Visitor for NameOf {
    type Output = String;

    fn visit<G: Game>(self, game: &G) -> String {
        game.name()
    }
}

/// A game of the command line, which [`GameParser`] has checked.
#[derive(Clone, Debug)]
pub struct GameName(String);

impl GameName {
    /// Returns the game, from the catalog that it was checked for.
    ///
    /// # Panics
    /// If it was checked for another catalog.
    #[must_use]
    pub fn of<C: Catalog>(&self) -> C {
        self.0.parse().expect("the parser of arguments has checked it")
    }

    /// Returns the game, with the database in `directory` if there is one.
    ///
    /// # Errors
    /// As [`Catalog::with_database`].
    ///
    /// # Panics
    /// If it was checked for another catalog.
    #[cfg(feature = "databases")]
    pub fn with<C: Catalog>(&self, directory: Option<&Path>) -> Result<C, DatabaseError> {
        let game = self.of::<C>();
        directory.map_or(Ok(game.clone()), |directory| game.with_database(directory))
    }
}

/// Reads a game of the command line. Completions offer the names; a variant may follow after a
/// colon.
#[derive(Clone, Debug)]
pub struct GameParser<C>(PhantomData<C>);

impl<C: Catalog> GameParser<C> {
    /// Creates a parser of the games of a catalog.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<C: Catalog> Default for GameParser<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Catalog> TypedValueParser for GameParser<C> {
    type Value = GameName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<GameName, clap::Error> {
        let read = |text: &str| text.parse::<C>().map(|_| GameName(text.to_owned()));
        TypedValueParser::parse_ref(&read, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(C::names().into_iter().map(PossibleValue::new)))
    }
}

/// A user-defined game: a position with a [`Notation`], and its evaluator.
pub trait OwnGame:
    Notation<Move: Send, Undo: Send, Variant: Send + Sync + 'static> + Send + 'static
{
    /// The evaluator at the horizon. [`ZeroEvaluator`](eldest::ZeroEvaluator) scores all positions
    /// as even; for a function, use `fn(&Self) -> Score`.
    type Evaluator: Evaluator<Self> + Clone + Send + Sync + 'static;

    /// Returns the evaluator of a variant.
    fn evaluator(variant: Self::Variant) -> Self::Evaluator;

    /// Returns the best options of a search to the end.
    #[must_use]
    fn options() -> Options {
        Options::default()
    }

    /// Returns the best options of a search to a depth.
    #[must_use]
    fn options_to_depth() -> Options {
        Self::options()
    }

    /// Returns the function that builds an evaluator for selective search, with the best selection;
    /// `None` if the game does not support selective search.
    #[must_use]
    fn selective() -> Option<(BySelection<Self::Evaluator>, Selection)> {
        None
    }
}

/// The only game of a program, with its variant.
#[derive(Clone)]
pub struct Own<N: OwnGame>(N::Variant);

impl<N: OwnGame> Own<N> {
    fn game(&self) -> NotatedGame<N, N::Evaluator> {
        let game = NotatedGame::<N>::new(self.0).judged(N::evaluator(self.0));
        game.options(N::options(), N::options_to_depth()).selected(N::selective())
    }
}

impl<N: OwnGame> Catalog for Own<N> {
    fn names() -> Vec<&'static str> {
        vec![N::NAME]
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        visitor.visit(&self.game())
    }

    fn only() -> Option<&'static str> {
        Some(N::NAME)
    }
}

impl<N: OwnGame> FromStr for Own<N> {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let (name, variant) = text.split_once(':').unwrap_or((text, ""));
        if name != N::NAME {
            return Err(GameError::Unknown { name: name.to_owned(), known: Self::names() });
        }
        if variant.is_empty() {
            Ok(Self(N::Variant::default()))
        } else {
            read::<N>(variant).map(Self)
        }
    }
}

impl<N: OwnGame> fmt::Debug for Own<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Own").field(&Catalog::name(self)).finish()
    }
}

/// Reads the variant of a game.
pub(super) fn read<N: Notation>(text: &str) -> Result<N::Variant, GameError> {
    text.parse().map_err(|error: NotationError| GameError::Variant(error.reason.to_string()))
}
