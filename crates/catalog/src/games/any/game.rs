//! [`AnyGame`]: a small game that is searched behind a shared type.

use super::board::{Board, Ordinal};
use super::held::GameBoard;
use super::position::AnyPosition;
use crate::games::Game;
use crate::games::judge::Judge;
use eldest::{Options, Position, Score};
use eldest_games::notation::NotationError;
use std::sync::Arc;

/// Any game with its variant. Its evaluator must have no quiescence.
#[derive(Clone)]
pub(crate) struct AnyGame<const DISTANCE: bool>(Arc<dyn DynGame>);

impl<const DISTANCE: bool> AnyGame<DISTANCE> {
    pub(crate) fn new<G: Game>(game: G) -> Self {
        const { assert!(G::Position::WIN_DISTANCE == DISTANCE) };
        Self(Arc::new(game))
    }
}

/// A game behind a trait object.
trait DynGame: Send + Sync {
    fn name(&self) -> String;
    fn players(&self) -> [&'static str; 2];
    fn words(&self, line: &str) -> usize;
    fn start(&self) -> (Box<dyn Board>, String);
    fn parse(&self, text: &str) -> Result<Box<dyn Board>, NotationError>;
    fn decode(&self, code: &[u8]) -> Option<Box<dyn Board>>;
    fn write(&self, board: &dyn Board, from: &str, mv: Option<&str>) -> String;
    /// Returns the options to the end, and to a depth.
    fn options(&self) -> [Options; 2];
}

impl<G: Game> DynGame for G {
    fn name(&self) -> String {
        Game::name(self)
    }

    fn players(&self) -> [&'static str; 2] {
        Game::players(self)
    }

    fn words(&self, line: &str) -> usize {
        Game::words(self, line)
    }

    fn start(&self) -> (Box<dyn Board>, String) {
        let (start, written) = Game::start(self);
        (Box::new(GameBoard::new(self, &start)), written)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Board>, NotationError> {
        let position = Game::parse(self, text)?;
        Ok(Box::new(GameBoard::new(self, &position)))
    }

    fn decode(&self, code: &[u8]) -> Option<Box<dyn Board>> {
        let position = Game::decode(self, code)?;
        Some(Box::new(GameBoard::new(self, &position)))
    }

    fn write(&self, board: &dyn Board, from: &str, mv: Option<&str>) -> String {
        Game::write(self, GameBoard::<Self>::within(board).position(), from, mv)
    }

    fn options(&self) -> [Options; 2] {
        [Game::options(self), Game::options_to_depth(self)]
    }
}

impl<const DISTANCE: bool> Game for AnyGame<DISTANCE> {
    type Position = AnyPosition<DISTANCE>;
    type Evaluator = Judge<fn(&Self::Position) -> Score>;

    /// Fits some games without distances; with distances there are too many values.
    const DENSE: bool = !DISTANCE;

    fn players(&self) -> [&'static str; 2] {
        self.0.players()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn words(&self, line: &str) -> usize {
        self.0.words(line)
    }

    fn start(&self) -> (Self::Position, String) {
        let (start, written) = self.0.start();
        (AnyPosition::new(start), written)
    }

    fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
        self.0.parse(text).map(AnyPosition::new)
    }

    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>) {
        position.board().encode(out);
    }

    fn decode(&self, code: &[u8]) -> Option<Self::Position> {
        self.0.decode(code).map(AnyPosition::new)
    }

    fn write(&self, position: &Self::Position, from: &str, mv: Option<&str>) -> String {
        self.0.write(position.board(), from, mv)
    }

    fn format_move(&self, position: &Self::Position, mv: Ordinal) -> String {
        position.board().format_move(mv)
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Ordinal, NotationError> {
        position.board().parse_move(text)
    }

    fn advance(position: &mut Self::Position, mv: Ordinal) {
        position.advance(mv);
    }

    fn board(&self, position: &Self::Position) -> String {
        position.board().drawing()
    }

    fn known(&self, position: &Self::Position) -> Option<Score> {
        position.board().known()
    }

    fn erased(&self, position: &Self::Position) -> Box<dyn Board> {
        position.board().copy()
    }

    fn position_of(board: &dyn Board) -> Self::Position {
        AnyPosition::new(board.copy())
    }

    fn ordinal_of(_: &dyn Board, mv: Ordinal) -> Ordinal {
        mv
    }

    fn evaluator(&self) -> Self::Evaluator {
        Judge::new(AnyPosition::estimate)
    }

    fn even(&self) -> Self::Evaluator {
        self.evaluator().even()
    }

    fn options(&self) -> Options {
        self.0.options()[0]
    }

    fn options_to_depth(&self) -> Options {
        self.0.options()[1]
    }
}
