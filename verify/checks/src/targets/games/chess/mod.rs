//! Chess on an array of squares, and the draws of each of its three games.

mod board;
mod starts;

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use board::{ArrayBoard, ArrayMove, rank};
use eldest::{Moves, Position, Score, Side};
use eldest_games::chess::{Chess, Draws, Move};
use std::fmt;
use std::marker::PhantomData;

/// Everything that distinguishes positions: the squares, the side to move, castling rights, and the
/// square where a legal move can take en passant (FIDE, article 9.2.3).
type Repetition = (Vec<u8>, bool, [[Option<u8>; 2]; 2], Option<u8>);

/// A position and its history.
#[derive(Clone)]
pub(super) struct Laws<D> {
    board: ArrayBoard,
    /// All legal moves.
    legal: Vec<ArrayMove>,
    past: Vec<Repetition>,
    /// The length of the history at the root of the search.
    root: usize,
    draws: PhantomData<D>,
}

/// A position to start from: of ordinary chess or Chess960, after some moves of a game before the
/// root.
pub(super) fn start<D: Draws>(
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<Option<(Laws<D>, Chess<D>)>> {
    let board = starts::board(u)?;
    let (past, root) = (Vec::new(), 0);
    let mut laws = Laws { legal: board.moves(), board, past, root, draws: PhantomData };
    // A random set-up may be illegal.
    let Ok(mut game) = Chess::from_chess960(&laws.board.fen(true, laws.board.behind)) else {
        return Ok(None);
    };
    laws.count_state(met);
    for _ in 0..u.int_in_range(0..=6)? / 2 {
        if game.over().is_some() {
            break;
        }
        let moves = Moves::collect(|out| game.moves(out));
        let mv = moves[u.choose_index(moves.len())?];
        let (before, name) = (laws.clone(), laws.move_of(mv));
        laws.play(name);
        before.count(name, &laws, met);
        laws.root = laws.past.len();
        game.advance(mv);
    }
    Ok(Some((laws, game)))
}

impl<D: Draws> Laws<D> {
    /// Whether kings and rooks with castling rights stand on their squares in ordinary chess.
    pub(super) fn is_ordinary(&self) -> bool {
        let rights = [true, false].into_iter().zip(self.board.rights);
        rights.into_iter().all(|(white, [short, long])| {
            let at_home = self.board.king(white) == if white { 4 } else { 60 };
            let corners = [None, Some(7)].contains(&short) && [None, Some(0)].contains(&long);
            (short.is_none() && long.is_none()) || at_home && corners
        })
    }

    /// The square where a legal move can take a pawn en passant.
    fn en_passant(&self) -> Option<u8> {
        let takes = |step: &ArrayMove| self.board.takes_in_passing(*step);
        self.board.behind.filter(|_| self.legal.iter().any(takes))
    }

    fn same(&self) -> Repetition {
        let ArrayBoard { squares, white, rights, .. } = &self.board;
        (squares.to_vec(), *white, *rights, self.en_passant())
    }

    /// Whether the position has occurred twice before, or once since the root of the search.
    fn repeats(&self) -> bool {
        let same = self.same();
        let times = |past: &[Repetition]| past.iter().filter(|earlier| **earlier == same).count();
        times(&self.past) >= 2 || times(&self.past[self.root..]) >= 1
    }

    fn is_draw(&self) -> bool {
        let fifty = !D::NAME.is_empty() && self.board.clock >= 100;
        self.board.is_dead() || fifty || D::NAME == "full" && self.repeats()
    }
}

impl<D: Draws> fmt::Debug for Laws<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({}, after {} positions)", self.board, D::NAME, self.past.len())
    }
}

const fn number(ArrayMove { from, to, promotion }: ArrayMove) -> u32 {
    (promotion as u32 * 64 + from as u32) * 64 + to as u32
}

const fn step_of(number: u32) -> ArrayMove {
    let from = (number / 64 % 64) as u8;
    ArrayMove { from, to: (number % 64) as u8, promotion: (number / 4096) as u8 }
}

impl<D: Draws> Plain for Laws<D> {
    type Game = Chess<D>;
    /// The position, and the clock where it is part of the key.
    type Name = (Repetition, Option<u32>);

    /// Each node costs a list of legal moves.
    const NODES: u32 = 2;
    /// Special events are near.
    const PLIES: u32 = 20;

    fn move_of(&self, mv: Move) -> u32 {
        number(board::step(&format!("{mv:?}")).expect("a move"))
    }

    fn side(&self) -> Side {
        if self.board.white { Side::First } else { Side::Second }
    }

    fn over(&self) -> Option<Score> {
        if self.legal.is_empty() {
            let mated = self.board.is_in_check(self.board.white);
            return Some(if mated { Score::LOSS } else { Score::DRAW });
        }
        self.is_draw().then_some(Score::DRAW)
    }

    fn moves(&self) -> Vec<u32> {
        let mut moves: Vec<u32> = self.legal.iter().copied().map(number).collect();
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, mv: u32) {
        self.past.push(self.same());
        self.board = self.board.after(step_of(mv));
        self.legal = self.board.moves();
    }

    fn name(&self) -> Self::Name {
        let clock = match D::NAME {
            "fifty" => Some(self.board.clock),
            "full" => Some(self.board.clock).filter(|clock| *clock >= 80),
            _ => None,
        };
        (self.same(), clock)
    }

    /// The rules give only a bound.
    fn longest(&self) -> Option<u32> {
        None
    }

    fn text(&self) -> Option<String> {
        Some(self.board.fen(false, self.en_passant()))
    }

    /// Checks the key of the position read from its text, and the names of the moves.
    fn check_more(&self, game: &Chess<D>) {
        let text = self.board.fen(true, self.en_passant());
        assert_eq!(game.shredder_fen().split(' ').next(), text.split(' ').next());
        let read =
            Chess::<D>::from_chess960(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.key(), game.key(), "the key of {text}");
        self.check_key_of_others(game);
        let legal = game.legal_moves().len();
        assert_eq!(legal, self.legal.len(), "{text}");
        assert_eq!(game.in_check(), self.board.is_in_check(self.board.white), "{text}");
        for mv in Moves::collect(|out| game.moves(out)) {
            let named = self.board.uci(step_of(self.move_of(mv)));
            assert_eq!(game.uci(mv), named, "at {text}");
        }
    }

    /// Castling, promotions, en passant, and double steps that allow it.
    fn rare(&self) -> Vec<u32> {
        let board = &self.board;
        let is_rare = |step: &ArrayMove| {
            let special = board.is_castling(*step) || board.takes_in_passing(*step);
            let passes = || self.passes_a_pawn(*step);
            special || step.promotion > 0 || passes()
        };
        self.legal.iter().copied().filter(is_rare).map(number).collect()
    }

    fn count(&self, mv: u32, after: &Self, met: &mut Coverage) {
        let (step, board) = (step_of(mv), &self.board);
        let castles = board.is_castling(step);
        let kinds = [
            "White castles short",
            "White castles long",
            "Black castles short",
            "Black castles long",
        ];
        let kind = usize::from(step.to < step.from) + 2 * usize::from(!board.white);
        met.add(kinds[kind], u64::from(castles));
        met.add("Chess960 castling", u64::from(castles && !self.is_ordinary()));
        met.add("promotions", u64::from(step.promotion == 4));
        met.add("promotions to less than a queen", u64::from([1, 2, 3].contains(&step.promotion)));
        met.add("taken in passing", u64::from(board.takes_in_passing(step)));
        after.count_state(met);
    }
}

impl<D: Draws> Laws<D> {
    /// The keys of positions that differ in the clock, or in a castling right, differ exactly if
    /// the positions count as different.
    fn check_key_of_others(&self, game: &Chess<D>) {
        let mut others = [self.clone(), self.clone()];
        let clock = &mut others[0].board.clock;
        *clock = if *clock == 0 { 1 } else { *clock - 1 };
        let rights = others[1].board.rights.iter_mut().flatten();
        rights.filter(|right| right.is_some()).take(1).for_each(|right| *right = None);
        for other in others {
            let text = other.board.fen(true, self.en_passant());
            let read = Chess::<D>::from_chess960(&text);
            let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
            let same = [read.key() == game.key(), other.name() == self.name()];
            assert_eq!(same[0], same[1], "the key of {text} beside {self:?}");
        }
    }

    /// Whether a pawn advances two squares and ends beside a pawn of the opponent.
    fn passes_a_pawn(&self, ArrayMove { from, to, .. }: ArrayMove) -> bool {
        let is_double = self.board.is(from, b'p', self.board.white) && from.abs_diff(to) == 16;
        is_double && self.has_pawn_beside(to, !self.board.white)
    }

    /// Whether a pawn of this colour stands beside `square`.
    fn has_pawn_beside(&self, square: u8, white: bool) -> bool {
        let beside = |at: &u8| rank(*at) == rank(square) && at.abs_diff(square) == 1;
        (0..64).filter(beside).any(|at| self.board.is(at, b'p', white))
    }

    /// Counts special properties of the position.
    pub(super) fn count_state(&self, met: &mut Coverage) {
        let board = &self.board;
        let is_over = self.legal.is_empty();
        let checked = board.is_in_check(board.white);
        let ahead = |behind: u8| if board.white { behind - 8 } else { behind + 8 };
        let beside =
            board.behind.is_some_and(|behind| self.has_pawn_beside(ahead(behind), board.white));
        let passing = self.en_passant().is_some();
        met.add("can be taken in passing", u64::from(passing));
        met.add(
            "cannot be taken in passing, for the taker is pinned",
            u64::from(beside && !passing && !checked),
        );
        met.add("mates", u64::from(is_over && checked));
        met.add("stalemates", u64::from(is_over && !checked));
        met.add("dead positions", u64::from(board.is_dead() && !is_over));
        met.add("fifty moves", u64::from(!D::NAME.is_empty() && board.clock >= 100));
        met.add("repetitions", u64::from(D::NAME == "full" && self.repeats()));
        let forbidden = board.passes_attacked_squares();
        met.add("castling through an attacked square", u64::from(forbidden));
    }
}
