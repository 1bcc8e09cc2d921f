//! [`DatabaseGame`]: a game that ends where a database knows the value.

use super::any::{Board, GameBoard, Ordinal};
use super::{Game, Move};
use eldest::{Evaluator, Moves, Options, Position, Score};
use eldest_games::notation::{MoveNumbers, NotationError};
use eldest_retro::{Probe, WithDatabase};
use std::sync::Arc;

/// A game whose positions end where a database knows their value.
pub(super) struct DatabaseGame<G, D> {
    game: G,
    database: Arc<D>,
}

impl<G: Game, D: Probe<G::Position>> DatabaseGame<G, D> {
    pub(super) fn new(game: G, database: Arc<D>) -> Self {
        Self { game, database }
    }

    fn root(&self, position: G::Position) -> WithDatabase<G::Position, D> {
        WithDatabase::new(position, Arc::clone(&self.database))
    }
}

// By hand: a derived `Clone` would ask the database for one too.
impl<G: Clone, D> Clone for DatabaseGame<G, D> {
    fn clone(&self) -> Self {
        Self { game: self.game.clone(), database: Arc::clone(&self.database) }
    }
}

impl<G, D> Game for DatabaseGame<G, D>
where
    G: Game,
    D: Probe<G::Position> + 'static,
{
    type Position = WithDatabase<G::Position, D>;
    type Evaluator = StaticEvaluator<G::Evaluator>;

    const DENSE: bool = false;
    const MOVE_NUMBERS: Option<MoveNumbers<Move<Self>>> = G::MOVE_NUMBERS;

    fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    fn name(&self) -> String {
        self.game.name()
    }

    fn words(&self, line: &str) -> usize {
        self.game.words(line)
    }

    fn start(&self) -> (Self::Position, String) {
        let (start, written) = self.game.start();
        (self.root(start), written)
    }

    fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
        self.game.parse(text).map(|position| self.root(position))
    }

    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>) {
        self.game.encode(position.inner(), out);
    }

    fn decode(&self, code: &[u8]) -> Option<Self::Position> {
        self.game.decode(code).map(|position| self.root(position))
    }

    fn write(&self, position: &Self::Position, from: &str, mv: Option<&str>) -> String {
        self.game.write(position.inner(), from, mv)
    }

    fn format_move(&self, position: &Self::Position, mv: Move<Self>) -> String {
        self.game.format_move(position.inner(), mv)
    }

    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Move<Self>, NotationError> {
        self.game.parse_move(position.inner(), text)
    }

    fn advance(position: &mut Self::Position, mv: Move<Self>) {
        position.change_root(|inner| G::advance(inner, mv));
    }

    fn list_moves(position: &Self::Position, out: &mut Moves<'_, Move<Self>>) {
        G::list_moves(position.inner(), out);
    }

    fn erased(&self, position: &Self::Position) -> Box<dyn Board> {
        Box::new(GameBoard::new(self, position))
    }

    fn position_of(board: &dyn Board) -> Self::Position {
        GameBoard::<Self>::within(board).position().clone()
    }

    fn ordinal_of(board: &dyn Board, mv: Move<Self>) -> Ordinal {
        GameBoard::<Self>::within(board).ordinal(mv)
    }

    fn known(&self, position: &Self::Position) -> Option<Score> {
        position.known()
    }

    fn board(&self, position: &Self::Position) -> String {
        self.game.board(position.inner())
    }

    fn evaluator(&self) -> Self::Evaluator {
        StaticEvaluator(self.game.evaluator())
    }

    fn even(&self) -> Self::Evaluator {
        StaticEvaluator(self.game.even())
    }

    fn options(&self) -> Options {
        self.game.options()
    }

    fn options_to_depth(&self) -> Options {
        self.game.options_to_depth()
    }
}

/// The evaluator of the game without a database, from scratch and without quiescence.
pub(super) struct StaticEvaluator<E>(E);

impl<P, D, E> Evaluator<WithDatabase<P, D>> for StaticEvaluator<E>
where
    P: Position,
    D: Probe<P> + ?Sized,
    E: Evaluator<P>,
{
    type State = ();

    fn start(&self, _: &WithDatabase<P, D>) {}

    fn evaluate(&self, position: &WithDatabase<P, D>, (): &()) -> Score {
        self.0.evaluate(position.inner(), &self.0.start(position.inner()))
    }

    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}
