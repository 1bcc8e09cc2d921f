//! [`GameBoard`]: implements [`Board`] for a position of any game.

use super::board::{Board, Ordinal};
use crate::games::{Game, Move};
use eldest::{Bounds, Evaluator, KeyKind, MoveList, Moves, Position, Score, Side, Window};
use eldest_games::notation::NotationError;
use std::any::Any;
use std::cell::{Cell, Ref, RefCell};
use std::fmt;
use std::sync::Arc;

/// A position with its game, and with the move lists that ordinals refer to, unless the game
/// numbers its moves.
pub struct GameBoard<G: Game> {
    game: Arc<(G, G::Evaluator)>,
    now: G::Position,
    played: Vec<PlayedMove<G>>,
    /// The moves of each position on the path, generated on demand. Longer paths have left lists
    /// behind it, which saves allocations at each node, for which threads would contend.
    lists: Vec<Listed<G>>,
    /// The relevant moves of the position that was asked last.
    relevant: RefCell<MoveList<Move<G>>>,
}

/// The moves of a position, once they have been asked for.
struct Listed<G: Game> {
    moves: RefCell<MoveList<Move<G>>>,
    is_filled: Cell<bool>,
}

impl<G: Game> Default for Listed<G> {
    fn default() -> Self {
        Self { moves: RefCell::default(), is_filled: Cell::default() }
    }
}

impl<G: Game> Listed<G> {
    fn fill(&self, generate: impl FnOnce(&mut Moves<'_, Move<G>>)) {
        self.is_filled.set(false);
        self.moves.borrow_mut().refill(generate);
        self.is_filled.set(true);
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
        let (lists, relevant) = (vec![Listed::default()], RefCell::default());
        Self { game, now, played: Vec::new(), lists, relevant }
    }

    /// Returns the moves of the position, in the order of the game.
    #[inline(always)]
    fn list(&self) -> Ref<'_, MoveList<Move<G>>> {
        let listed = &self.lists[self.played.len()];
        if !listed.is_filled.get() {
            listed.fill(|out| G::list_moves(&self.now, out));
        }
        listed.moves.borrow()
    }

    /// Forgets the moves of the position that was here.
    #[inline(always)]
    fn renew_list(&mut self) {
        let depth = self.played.len();
        if depth == self.lists.len() {
            self.lists.push(Listed::default());
        }
        self.lists[depth].is_filled.set(false);
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
    fn named(&self, Ordinal(number): Ordinal) -> Move<G> {
        match G::MOVE_NUMBERS {
            Some((_, numbered)) => numbered(number),
            None => self.list().get(number as usize).expect("a legal move"),
        }
    }

    /// Returns the ordinal of a legal move.
    ///
    /// # Panics
    /// If the move is not legal.
    pub fn ordinal(&self, mv: Move<G>) -> Ordinal {
        let place = self.list().iter().position(|legal| legal == mv);
        Self::number(mv, place.expect("a legal move"))
    }

    /// Returns the ordinal of a move by its place in the list.
    #[inline(always)]
    fn number(mv: Move<G>, place: usize) -> Ordinal {
        Ordinal(G::MOVE_NUMBERS.map_or(place as u32, |(number, _)| number(mv)))
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
        let listed = &self.lists[self.played.len()];
        listed.fill(|out| self.now.moves(out));
        for (place, (mv, rank)) in listed.moves.borrow().iter_ranked().enumerate() {
            out.push_ranked(Self::number(mv, place), rank);
        }
    }

    /// Relevant moves usually have the order of all moves, so each is searched after the last one.
    fn relevant_moves(&self, out: &mut Moves<'_, Ordinal>) {
        let mut relevant = self.relevant.borrow_mut();
        relevant.refill(|out| self.now.relevant_moves(out));
        if let Some((number, _)) = G::MOVE_NUMBERS {
            let ranked = relevant.iter_ranked();
            return ranked.for_each(|(mv, rank)| out.push_ranked(Ordinal(number(mv)), rank));
        }
        let (list, mut next) = (self.list(), 0);
        for (mv, rank) in relevant.iter_ranked() {
            let mut places = (next..list.len()).chain(0..next);
            let place = places.find(|place| list.get(*place) == Some(mv));
            let place = place.expect("a legal move");
            out.push_ranked(Ordinal(place as u32), rank);
            next = place + 1;
        }
    }

    fn play(&mut self, mv: Ordinal) {
        let mv = self.named(mv);
        self.played.push((mv, self.now.play(mv)));
        self.renew_list();
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
        self.renew_list();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tree::TreeGame;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_list_that_panics_halfway_is_not_filled() {
        let listed = Listed::<TreeGame>::default();
        listed.fill(|out| out.push(1));
        let panics = |out: &mut Moves<'_, u16>| {
            out.push(2);
            panic!("a game that fails");
        };
        assert!(catch_unwind(AssertUnwindSafe(|| listed.fill(panics))).is_err());
        assert!(!listed.is_filled.get());
    }
}
