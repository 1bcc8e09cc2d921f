//! [`ErasedPosition`]: a position with its game, with the type of the game erased.

use crate::fault::Fault;
use crate::foreign::Foreign;
use crate::foreign_game::ForeignGame;
use crate::kind::Kind;
use crate::{Error, Move, Result, State, Value};
use eldest::conformance::perft_until;
use eldest::{Evaluator, Moves, Position, Score, Side, StopToken};
use eldest_catalog::games::{self, Board, Game};
use std::any::Any;
use std::ops::Deref;

/// A position of any game. Where foreign code fails, calls unwind.
pub(crate) trait ErasedPosition: Send {
    fn copy(&self) -> Box<dyn ErasedPosition>;
    fn as_any(&self) -> &dyn Any;
    fn game_name(&self) -> String;
    fn side(&self) -> Side;
    fn key(&self) -> u64;
    fn over(&self) -> Option<Score>;
    fn moves(&self) -> Vec<Move>;
    fn find(&self, name: &str) -> Result<Move>;
    fn after(&self, mv: &Move) -> Result<Box<dyn ErasedPosition>>;
    fn bounds(&self) -> Value;
    fn evaluate(&self) -> Score;
    fn text(&self) -> String;
    fn drawing(&self) -> String;
    fn known(&self) -> Option<Score>;
    /// Returns the position behind a type that all games share, which reports to `fault`.
    fn board(&self, fault: &Fault) -> Box<dyn Board>;
    fn state(&self) -> Option<Box<dyn State>>;
    /// Counts the games of this many plies; `None` if it is stopped.
    fn perft(&self, depth: u32, stop: &StopToken) -> Option<u64>;
    fn kind(&self) -> Result<Kind>;
}

/// A position of one type of game.
pub(crate) struct GamePosition<G: Game> {
    pub(crate) game: G,
    pub(crate) position: G::Position,
    /// The text; empty for a foreign game, which writes it when it is wanted.
    text: String,
}

impl<G: Game> GamePosition<G> {
    /// Creates the position with this text.
    pub(crate) fn new(game: &G, position: G::Position, text: String) -> Self {
        Self { game: game.clone(), position, text }
    }

    /// Reads a position.
    pub(crate) fn read(game: &G, text: &str) -> Result<Self> {
        let position = game.parse(text).map_err(|error| {
            Error::Position(format!("'{text}' is no position of {}: {error}", game.name()))
        })?;
        let text =
            if is_foreign::<G>() { String::new() } else { game.write(&position, text, None) };
        Ok(Self::new(game, position, text))
    }

    /// Returns the legal moves; none if the game is over.
    pub(crate) fn legal(&self) -> Vec<games::Move<G>> {
        match self.position.over() {
            Some(_) => Vec::new(),
            None => Moves::collect(|out| self.position.moves(out)),
        }
    }

    /// Returns the legal move with this number, which has this name.
    pub(crate) fn numbered(&self, mv: &Move) -> Result<games::Move<G>> {
        let legal = self.legal();
        let found = if is_foreign::<G>() {
            legal.iter().copied().find(|known| foreign_number(known) == Some(mv.number))
        } else {
            usize::try_from(mv.number).ok().and_then(|at| legal.get(at).copied())
        };
        let text = self.text();
        found.ok_or_else(|| Error::Move(format!("move {mv} is not legal in position {text}")))
    }

    /// Returns the position, whose foreign code reports to `fault`.
    pub(crate) fn rooted(&self, fault: &Fault) -> G::Position {
        let mut position = self.position.clone();
        if let Some(foreign) = (&mut position as &mut dyn Any).downcast_mut::<Foreign>() {
            foreign.report_to(fault);
        }
        position
    }
}

/// Whether `G` is the type of all foreign games.
pub(crate) fn is_foreign<G: Game>() -> bool {
    std::any::TypeId::of::<G>() == std::any::TypeId::of::<ForeignGame>()
}

/// Returns the number of a move of a foreign game.
pub(crate) fn foreign_number<M: 'static>(mv: &M) -> Option<u64> {
    (mv as &dyn Any).downcast_ref::<u64>().copied()
}

/// Returns a move with its number and its name. `at` is its index among the legal moves.
pub(crate) fn named<G: Game>(
    game: &G,
    position: &G::Position,
    mv: games::Move<G>,
    at: usize,
) -> Move {
    let number = if is_foreign::<G>() { foreign_number(&mv) } else { None };
    Move { number: number.unwrap_or(at as u64), name: game.format_move(position, mv) }
}

impl<G: Game> ErasedPosition for GamePosition<G> {
    fn copy(&self) -> Box<dyn ErasedPosition> {
        let Self { game, position, text } = self;
        Box::new(Self::new(game, position.clone(), text.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn game_name(&self) -> String {
        self.game.name()
    }

    fn side(&self) -> Side {
        self.position.side()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn over(&self) -> Option<Score> {
        self.position.over()
    }

    fn moves(&self) -> Vec<Move> {
        let moves = self.legal().into_iter().enumerate();
        moves.map(|(at, mv)| named(&self.game, &self.position, mv, at)).collect()
    }

    fn find(&self, name: &str) -> Result<Move> {
        let refused = |error| {
            Error::Move(format!("'{name}' is no move in position {}: {error}", self.text()))
        };
        let mv = self.game.parse_move(&self.position, name).map_err(refused)?;
        let at = self.legal().iter().position(|known| *known == mv).unwrap_or_default();
        Ok(named(&self.game, &self.position, mv, at))
    }

    fn after(&self, mv: &Move) -> Result<Box<dyn ErasedPosition>> {
        let played = self.numbered(mv)?;
        let mut position = self.position.clone();
        G::advance(&mut position, played);
        let text = match is_foreign::<G>() {
            true => String::new(),
            false => self.game.write(&position, &self.text, Some(&mv.name)),
        };
        Ok(Box::new(Self::new(&self.game, position, text)))
    }

    fn bounds(&self) -> Value {
        let (bounds, range) = (self.position.bounds(), self.position.range());
        bounds.intersect(range).unwrap_or(bounds).into()
    }

    fn evaluate(&self) -> Score {
        let evaluator = self.game.evaluator();
        evaluator.evaluate(&self.position, &evaluator.start(&self.position))
    }

    fn text(&self) -> String {
        match is_foreign::<G>() {
            true => self.game.write(&self.position, "", None),
            false => self.text.clone(),
        }
    }

    fn drawing(&self) -> String {
        self.game.board(&self.position)
    }

    fn known(&self) -> Option<Score> {
        self.position.over().or_else(|| self.game.known(&self.position))
    }

    fn board(&self, fault: &Fault) -> Box<dyn Board> {
        self.game.erased(&self.rooted(fault))
    }

    fn state(&self) -> Option<Box<dyn State>> {
        let foreign = (&self.position as &dyn Any).downcast_ref::<Foreign>()?;
        Some(foreign.got(foreign.state().copy()))
    }

    fn perft(&self, depth: u32, stop: &StopToken) -> Option<u64> {
        perft_until(&mut self.position.clone(), depth, stop)
    }

    fn kind(&self) -> Result<Kind> {
        match (&self.game as &dyn Any).downcast_ref::<ForeignGame>() {
            Some(game) => Ok(Kind::Foreign(game.clone())),
            None => Kind::open(&self.game.name()),
        }
    }
}

/// A position of a game: one of it, or one that was read for it.
pub(crate) enum RootPosition<'a, G: Game> {
    Given(&'a GamePosition<G>),
    Read(GamePosition<G>),
}

impl<G: Game> Deref for RootPosition<'_, G> {
    type Target = GamePosition<G>;

    fn deref(&self) -> &GamePosition<G> {
        match self {
            Self::Given(at) => at,
            Self::Read(at) => at,
        }
    }
}

/// Whether two games of a type are the same, if they have the same name.
fn is_same<G: Game>(game: &G, other: &G) -> bool {
    let foreign = |game: &G| (game as &dyn Any).downcast_ref::<ForeignGame>().cloned();
    match (foreign(game), foreign(other)) {
        (Some(game), Some(other)) => game.is_same(&other),
        _ => true,
    }
}

/// Returns a position for `game`, whose searches may have another type than those of the game that
/// the position is from, as they have with a database.
///
/// # Errors
/// The position is one of another game.
pub(crate) fn position_for<'a, G: Game>(
    game: &G,
    erased: &'a dyn ErasedPosition,
) -> Result<RootPosition<'a, G>> {
    let (name, found) = (game.name(), erased.game_name());
    if name != found {
        return Err(Error::Position(format!("a position of {found}; expected one of {name}")));
    }
    match erased.as_any().downcast_ref::<GamePosition<G>>() {
        Some(at) if !is_same(game, &at.game) => Err(Error::Position(format!(
            "a position of other rules that are called {name} too; expected one of this engine"
        ))),
        Some(at) => Ok(RootPosition::Given(at)),
        None => GamePosition::read(game, &erased.text()).map(RootPosition::Read),
    }
}
