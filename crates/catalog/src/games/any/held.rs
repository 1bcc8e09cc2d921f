//! [`GameBoard`]: implements [`Board`] for a position of any game.

use super::board::{Board, Ordinal};
use crate::games::{Game, Move};
use eldest::{Bounds, Evaluator, KeyKind, MoveList, Moves, Position, Score, Side, Window};
use eldest_games::notation::NotationError;
use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::sync::Arc;

/// A position with its game, and with the move lists that ordinals refer to.
pub struct GameBoard<G: Game> {
    game: Arc<(G, G::Evaluator)>,
    now: G::Position,
    played: Vec<PlayedMove<G>>,
    /// The moves of each position on the path, generated on demand.
    lists: Vec<OnceCell<MoveList<Move<G>>>>,
    /// Unused lists, to avoid allocations at each node, for which threads would contend.
    spare: RefCell<Vec<MoveList<Move<G>>>>,
}

/// A move that was played, with its undo information.
type PlayedMove<G> = (Move<G>, <<G as Game>::Position as Position>::Undo);

impl<G: Game> GameBoard<G> {
    /// Creates a board with the position.
    pub fn new(game: &G, position: &G::Position) -> Self {
        Self::first(Arc::new((game.clone(), game.evaluator())), position.clone())
    }

    fn first(game: Arc<(G, G::Evaluator)>, now: G::Position) -> Self {
        let (lists, spare) = (vec![OnceCell::new()], RefCell::default());
        Self { game, now, played: Vec::new(), lists, spare }
    }

    /// Returns the moves of the position, in the order of the game.
    fn list(&self) -> &MoveList<Move<G>> {
        self.lists[self.played.len()]
            .get_or_init(|| self.filled(|out| G::list_moves(&self.now, out)))
    }

    /// Returns a list of the moves that `generate` pushes.
    fn filled(&self, generate: impl FnOnce(&mut Moves<'_, Move<G>>)) -> MoveList<Move<G>> {
        let mut list = self.spare.borrow_mut().pop().unwrap_or_default();
        list.refill(generate);
        list
    }

    /// Returns the concrete board of this game.
    ///
    /// # Panics
    /// If `board` is a position of another game.
    pub fn within(board: &dyn Board) -> &Self {
        board.as_any().downcast_ref().expect("a position of this game")
    }

    /// Returns the position.
    pub fn position(&self) -> &G::Position {
        &self.now
    }

    fn named(&self, Ordinal(place): Ordinal) -> Move<G> {
        self.list().get(place as usize).expect("a legal move")
    }

    /// Returns the ordinal of a legal move.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn ordinal(&self, mv: Move<G>) -> Ordinal {
        let place = self.list().iter().position(|legal| legal == mv);
        Ordinal(place.expect("a legal move") as u32)
    }
}

impl<G: Game> fmt::Debug for GameBoard<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawing())
    }
}

impl<G: Game> Board for GameBoard<G> {
    fn copy(&self) -> Box<dyn Board> {
        Box::new(Self::first(Arc::clone(&self.game), self.now.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn side(&self) -> Side {
        self.now.side()
    }

    fn key(&self) -> u64 {
        self.now.key()
    }

    fn taken(&self) -> Option<i32> {
        self.now.taken()
    }

    fn key_kind(&self) -> KeyKind {
        self.now.key_kind()
    }

    fn over(&self) -> Option<Score> {
        self.now.over()
    }

    fn moves(&self, out: &mut Moves<'_, Ordinal>) {
        let ranked = self.filled(|out| self.now.moves(out));
        let named = (0..).map(Ordinal).zip(ranked.iter_ranked());
        named.for_each(|(ordinal, (_, rank))| out.push_ranked(ordinal, rank));
        let unused = self.lists[self.played.len()].set(ranked).err();
        self.spare.borrow_mut().extend(unused);
    }

    /// Relevant moves usually have the order of all moves, so each is searched after the last one.
    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>) {
        let (list, mut next) = (self.list(), 0);
        let relevant = self.filled(|out| self.now.relevant_moves(out));
        for (mv, rank) in relevant.iter_ranked() {
            let mut places = (next..list.len()).chain(0..next);
            let place = places.find(|place| list.get(*place) == Some(mv));
            let place = place.expect("a legal move");
            out.push_ranked(Ordinal(place as u32), rank);
            next = place + 1;
        }
        self.spare.borrow_mut().push(relevant);
    }

    fn play(&mut self, mv: Ordinal) {
        let mv = self.named(mv);
        self.played.push((mv, self.now.play(mv)));
        self.lists.push(OnceCell::new());
    }

    fn undo(&mut self) {
        let (mv, undo) = self.played.pop().expect("a move that was played here");
        self.spare.get_mut().extend(self.lists.pop().and_then(OnceCell::into_inner));
        self.now.undo(mv, undo);
    }

    fn move_code(&self, mv: Ordinal) -> u16 {
        self.now.move_code(self.named(mv))
    }

    fn bounds(&self) -> Bounds {
        self.now.bounds()
    }

    fn bounds_for(&self, window: Window) -> Bounds {
        self.now.bounds_for(window)
    }

    fn key_after(&self, mv: Ordinal) -> Option<u64> {
        self.now.key_after(self.named(mv))
    }

    fn plies_left(&self) -> Option<u32> {
        self.now.plies_left()
    }

    fn endless(&self) -> Option<Score> {
        self.now.endless()
    }

    fn range(&self) -> Bounds {
        self.now.range()
    }

    fn granularity(&self) -> u32 {
        self.now.granularity()
    }

    fn fingerprint(&self) -> u64 {
        self.now.fingerprint()
    }

    fn counts_distance(&self) -> bool {
        G::Position::WIN_DISTANCE
    }

    fn is_path_dependent(&self) -> bool {
        G::Position::PATH_DEPENDENT
    }

    fn estimate(&self) -> Score {
        let evaluator = &self.game.1;
        evaluator.evaluate(&self.now, &evaluator.start(&self.now))
    }

    fn advance(&mut self, mv: Ordinal) {
        let mv = self.named(mv);
        G::advance(&mut self.now, mv);
        self.played.clear();
        self.lists = vec![OnceCell::new()];
    }

    fn encode(&self, out: &mut Vec<u8>) {
        self.game.0.encode(&self.now, out);
    }

    fn format_move(&self, mv: Ordinal) -> String {
        self.game.0.format_move(&self.now, self.named(mv))
    }

    fn parse_move(&self, text: &str) -> Result<Ordinal, NotationError> {
        self.game.0.parse_move(&self.now, text).map(|mv| self.ordinal(mv))
    }

    fn drawing(&self) -> String {
        self.game.0.board(&self.now)
    }

    fn known(&self) -> Option<Score> {
        self.game.0.known(&self.now)
    }
}
