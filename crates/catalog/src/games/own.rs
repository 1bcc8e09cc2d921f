//! [`Catalog`]: the games that a program knows. [`Own`] is the catalog of a program with a game of its own.

use super::error::GameError;
use super::noted::{BySelection, NotatedGame};
use super::{Game, Visitor};
use clap::builder::{PossibleValue, TypedValueParser};
use eldest::selective::Selection;
use eldest::{Evaluator, Options};
use eldest_games::notation::{Notation, NotationError};
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A game among those that a program knows, read from its name and variant.
///
/// All that a program does with games is compiled for those of its catalog, and for no other.
pub trait Catalog: FromStr<Err = GameError> + Clone + fmt::Debug + Send + Sync + 'static {
    /// Returns the names that may stand before the colon.
    fn names() -> Vec<&'static str>;

    /// Returns how positions of each game are written, in lines for the help of the program.
    #[must_use]
    fn help() -> String {
        String::new()
    }

    /// Lets `visitor` do its work with this game.
    fn visit<V: Visitor>(&self, visitor: V) -> V::Output;

    /// Returns what it is called, as in `connect4:7x6`.
    fn name(&self) -> String {
        self.visit(NameOf)
    }

    /// Returns the same game with all rules that end it, where a search to a depth can do without them.
    #[must_use]
    fn for_play(&self) -> Self {
        self.clone()
    }

    /// Returns whether it is a synthetic tree, which is searched to its leaves.
    fn is_synthetic(&self) -> bool {
        false
    }

    /// Returns the name of the game, if the program knows no other.
    #[must_use]
    fn only() -> Option<&'static str> {
        None
    }
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
    /// Returns the game among those of the catalog that it was checked for.
    ///
    /// # Panics
    /// If it was checked for another one.
    #[must_use]
    pub fn of<C: Catalog>(&self) -> C {
        self.0.parse().expect("the parser of arguments has checked it")
    }
}

/// Reads a game of the command line. Completions offer its names; a variant may follow after a colon.
#[derive(Clone, Debug)]
pub struct GameParser<C>(PhantomData<C>);

impl<C: Catalog> GameParser<C> {
    /// A parser of the names of a catalog.
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

/// A game of one's own: a position with a [`Notation`], and what judges it.
pub trait OwnGame:
    Notation<Move: Send, Undo: Send, Variant: Send + Sync + 'static> + Send + 'static
{
    /// What judges positions at the horizon. [`ZeroEvaluator`](eldest::ZeroEvaluator) finds them even; a function is
    /// `fn(&Self) -> Score`.
    type Evaluator: Evaluator<Self> + Clone + Send + Sync + 'static;

    /// Returns the evaluator of a variant.
    fn evaluator(variant: Self::Variant) -> Self::Evaluator;

    /// Returns the options that suit a search to the end.
    #[must_use]
    fn options() -> Options {
        Options::default()
    }

    /// Returns the options that suit a search to a depth.
    #[must_use]
    fn options_to_depth() -> Options {
        Self::options()
    }

    /// Returns how to build an evaluator that leaves something out, and the selection that suits the game; `None` if
    /// its searches leave nothing out.
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

/// The variant of a game that is written `text`.
pub(super) fn read<N: Notation>(text: &str) -> Result<N::Variant, GameError> {
    text.parse().map_err(|error: NotationError| GameError::Variant(error.reason.to_string()))
}
