//! [`NotatedGame`]: a game with a [`Notation`], with its best evaluator and options.

use super::Game;
use super::any::{Board, GameBoard, Ordinal};
use super::judge::Judge;
use eldest::selective::{Selection, Selective};
use eldest::{Evaluator, Moves, Options, ZeroEvaluator};
use eldest_games::notation::{MoveNumbers, Notation, NotationError};

/// The variant of a game, with its evaluator and its best options. `DENSE` is [`Game::DENSE`].
#[derive(Clone, Debug)]
pub(super) struct NotatedGame<N: Notation, E = ZeroEvaluator, const DENSE: bool = false> {
    variant: N::Variant,
    evaluator: E,
    to_end: Options,
    to_depth: Options,
    selecting: Option<(BySelection<E>, Selection)>,
    named: Option<ByName<N, E>>,
}

/// Returns the same evaluator for a selective search.
pub type BySelection<E> = fn(&E, Selection) -> E;

/// Returns the evaluator of a variant with a name, if there is one.
type ByName<N, E> = fn(<N as Notation>::Variant, &str) -> Option<E>;

impl<N: Notation> NotatedGame<N> {
    /// Creates a game with only its rules.
    pub(super) fn new(variant: N::Variant) -> Self {
        let options = Options::default();
        let evaluator = ZeroEvaluator;
        let (to_end, to_depth) = (options, options);
        Self { variant, evaluator, to_end, to_depth, selecting: None, named: None }
    }

    /// Sets the evaluator at the horizon.
    pub(super) fn judged<E>(self, evaluator: E) -> NotatedGame<N, E> {
        let Self { variant, to_end, to_depth, .. } = self;
        NotatedGame { variant, evaluator, to_end, to_depth, selecting: None, named: None }
    }
}

impl<N: Notation, E> NotatedGame<N, E> {
    /// Sets the options for searches to the end and to a depth.
    pub(super) fn options(self, to_end: Options, to_depth: Options) -> Self {
        Self { to_end, to_depth, ..self }
    }

    /// Lets `solve` use the dense table where it fits.
    pub(super) fn dense(self) -> NotatedGame<N, E, true> {
        let Self { variant, evaluator, to_end, to_depth, selecting, named } = self;
        NotatedGame { variant, evaluator, to_end, to_depth, selecting, named }
    }

    /// Sets the support for selective search, if there is one.
    pub(super) fn selected(self, selecting: Option<(BySelection<E>, Selection)>) -> Self {
        Self { selecting, ..self }
    }

    /// Sets other evaluators, which can be selected by name.
    pub(super) fn named(self, named: ByName<N, E>) -> Self {
        Self { named: Some(named), ..self }
    }
}

impl<N: Notation, E> NotatedGame<N, Selective<E>>
where
    E: Clone,
{
    /// Allows selective search, with `selection` as the best parameters.
    pub(super) fn selective(self, selection: Selection) -> Self {
        Self { selecting: Some((Selective::with, selection)), ..self }
    }
}

impl<N, E, const DENSE: bool> Game for NotatedGame<N, E, DENSE>
where
    N: Notation<Move: Send, Undo: Send, Variant: Send + Sync + 'static> + Send + 'static,
    E: Evaluator<N> + Clone + Send + Sync + 'static,
{
    type Position = N;
    type Evaluator = Judge<E>;

    const DENSE: bool = DENSE;
    const MOVE_NUMBERS: Option<MoveNumbers<N::Move>> = N::MOVE_NUMBERS;

    fn players(&self) -> [&'static str; 2] {
        N::PLAYERS
    }

    fn name(&self) -> String {
        match self.variant.to_string().as_str() {
            "" => N::NAME.to_owned(),
            variant => format!("{}:{variant}", N::NAME),
        }
    }

    fn words(&self, line: &str) -> usize {
        if N::is_remark(self.variant, line) { 0 } else { N::words(line) }
    }

    fn start(&self) -> (N, String) {
        let start = N::start(self.variant);
        let text = start.to_string();
        (start, text)
    }

    fn parse(&self, text: &str) -> Result<N, NotationError> {
        N::parse_position(self.variant, text)
    }

    fn encode(&self, position: &N, out: &mut Vec<u8>) {
        Notation::encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<N> {
        N::decode(self.variant, code)
    }

    fn write(&self, position: &N, _: &str, _: Option<&str>) -> String {
        position.to_string()
    }

    fn format_move(&self, position: &N, mv: N::Move) -> String {
        position.format_move(mv)
    }

    fn parse_move(&self, position: &N, text: &str) -> Result<N::Move, NotationError> {
        position.parse_move(text)
    }

    fn advance(position: &mut N, mv: N::Move) {
        position.advance(mv);
    }

    fn list_moves(position: &N, out: &mut Moves<'_, N::Move>) {
        position.list_moves(out);
    }

    fn erased(&self, position: &N) -> Box<dyn Board> {
        Box::new(GameBoard::new(self, position))
    }

    fn position_of(board: &dyn Board) -> N {
        GameBoard::<Self>::within(board).position().clone()
    }

    fn ordinal_of(board: &dyn Board, mv: N::Move) -> Ordinal {
        GameBoard::<Self>::within(board).ordinal(mv)
    }

    fn board(&self, position: &N) -> String {
        position.board()
    }

    fn evaluator(&self) -> Judge<E> {
        Judge::new(self.evaluator.clone())
    }

    fn even(&self) -> Judge<E> {
        self.evaluator().even()
    }

    fn selective(&self, selection: Selection) -> Option<Judge<E>> {
        self.selecting.map(|(select, _)| Judge::new(select(&self.evaluator, selection)))
    }

    fn selection(&self) -> Selection {
        self.selecting.map_or_else(Selection::default, |(_, selection)| selection)
    }

    fn judged_by(&self, name: &str) -> Option<Self> {
        let evaluator = self.named.and_then(|named| named(self.variant, name))?;
        Some(Self { evaluator, ..self.clone() })
    }

    fn options(&self) -> Options {
        self.to_end
    }

    fn options_to_depth(&self) -> Options {
        self.to_depth
    }
}
