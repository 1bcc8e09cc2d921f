//! [`GameBoard`]: implements [`Board`] for a position of any game.

use super::board::{Board, Ordinal};
use crate::games::{Game, Move};
use eldest::{Bounds, Evaluator, KeyKind, MoveList, Moves, Position, Score, Side, Window};
use eldest_games::notation::NotationError;
use std::any::Any;
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::fmt;
use std::sync::Arc;

/// A position with its game, and with the move lists that ordinals refer to.
pub struct GameBoard<G: Game> {
    game: Arc<(G, G::Evaluator)>,
    now: G::Position,
    played: Vec<PlayedMove<G>>,
    /// The moves of each position on the path. Longer paths have left lists behind it, which save
    /// allocations at each node, for which threads would contend.
    lists: Vec<Lists<G>>,
    /// What [`Position::moves`] returned last.
    ranked: RefCell<MoveList<Move<G>>>,
}

/// The moves of a position, generated on demand. Ordinals count the relevant moves, then all: a
/// relevant move has its first ordinal, so that a search asks for no other list.
struct Lists<G: Game> {
    relevant: RefCell<MoveList<Move<G>>>,
    /// Whether `relevant` is of this position.
    is_filled: Cell<bool>,
    all: OnceCell<Vec<Move<G>>>,
}

impl<G: Game> Default for Lists<G> {
    fn default() -> Self {
        Self { relevant: RefCell::default(), is_filled: Cell::default(), all: OnceCell::new() }
    }
}

/// A move that was played, with its undo information.
type PlayedMove<G> = (Move<G>, <<G as Game>::Position as Position>::Undo);

impl<G: Game> GameBoard<G> {
    /// Creates a board with the position.
    pub fn new(game: &G, position: &G::Position) -> Self {
        Self::first(Arc::new((game.clone(), game.evaluator())), position.clone())
    }

    fn first(game: Arc<(G, G::Evaluator)>, now: G::Position) -> Self {
        let (lists, ranked) = (vec![Lists::default()], RefCell::default());
        Self { game, now, played: Vec::new(), lists, ranked }
    }

    /// Returns the relevant moves of the position.
    #[inline(always)]
    fn relevant(&self) -> Ref<'_, MoveList<Move<G>>> {
        let lists = &self.lists[self.played.len()];
        if !lists.is_filled.get() {
            self.fill(lists);
        }
        lists.relevant.borrow()
    }

    fn fill(&self, lists: &Lists<G>) {
        lists.relevant.borrow_mut().refill(|out| self.now.relevant_moves(out));
        lists.is_filled.set(true);
    }

    /// Returns all moves of the position, in the order of the game.
    fn all(&self) -> &[Move<G>] {
        let Lists { all, .. } = &self.lists[self.played.len()];
        all.get_or_init(|| Moves::collect(|out| G::list_moves(&self.now, out)))
    }

    /// Forgets the moves of the position that was here.
    #[inline(always)]
    fn renew_lists(&mut self) {
        let depth = self.played.len();
        if depth == self.lists.len() {
            self.lists.push(Lists::default());
        }
        self.lists[depth].is_filled.set(false);
        self.lists[depth].all.take();
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

    #[inline(always)]
    fn named(&self, Ordinal(place): Ordinal) -> Move<G> {
        let (place, relevant) = (place as usize, self.relevant());
        let among_all = || self.all().get(place - relevant.len()).copied();
        relevant.get(place).or_else(among_all).expect("a legal move")
    }

    /// Returns the ordinal of a legal move.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn ordinal(&self, mv: Move<G>) -> Ordinal {
        let relevant = self.relevant();
        let among_all = || self.all().iter().position(|legal| *legal == mv);
        let place = relevant.iter().position(|legal| legal == mv);
        let place = place.or_else(|| among_all().map(|place| relevant.len() + place));
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

    /// Relevant moves usually have the order of all moves.
    fn moves(&self, out: &mut Moves<'_, Ordinal>) {
        let (relevant, mut ranked) = (self.relevant(), self.ranked.borrow_mut());
        ranked.refill(|out| self.now.moves(out));
        let mut next = 0;
        for (mv, rank) in ranked.iter_ranked() {
            let is_next = relevant.get(next) == Some(mv);
            out.push_ranked(if is_next { Ordinal(next as u32) } else { self.ordinal(mv) }, rank);
            next += usize::from(is_next);
        }
    }

    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>) {
        let ranked = self.relevant();
        let named = (0..).map(Ordinal).zip(ranked.iter_ranked());
        named.for_each(|(ordinal, (_, rank))| out.push_ranked(ordinal, rank));
    }

    fn play(&mut self, mv: Ordinal) {
        let mv = self.named(mv);
        self.played.push((mv, self.now.play(mv)));
        self.renew_lists();
    }

    fn undo(&mut self) {
        let (mv, undo) = self.played.pop().expect("a move that was played here");
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
        self.renew_lists();
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
