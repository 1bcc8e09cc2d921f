//! Tic-tac-toe as a foreign game; what tests share.

use eldest_bindings::{
    Declared, Engine, EngineOptions, Failure, Moves, Rules, Score, SearchLimits, Side, State,
};
use std::sync::Arc;

/// Returns options with a small table.
pub(crate) fn small(threads: usize) -> EngineOptions {
    EngineOptions { threads, table_mib: 1, ..EngineOptions::default() }
}

/// Returns an engine for a shipped game.
pub(crate) fn shipped(game: &str, threads: usize) -> Engine {
    Engine::open(game, &small(threads)).expect("a shipped game")
}

/// Returns limits to a depth.
pub(crate) fn depth(plies: u16) -> SearchLimits {
    SearchLimits { depth: Some(plies), ..SearchLimits::default() }
}

/// Tic-tac-toe: the squares of each player as bits, row by row from the top.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    own: u16,
    other: u16,
    side: Side,
}

const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    pub(crate) fn new() -> Self {
        Self { own: 0, other: 0, side: Side::First }
    }

    /// Reads rows such as `x.o/.x./...`, where x begins.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let squares: Vec<char> = text.chars().filter(|square| *square != '/').collect();
        let of = |mark| squares.iter().rev().fold(0, |bits, at| bits << 1 | u16::from(*at == mark));
        let (x, o): (u16, u16) = (of('x'), of('o'));
        let is_known = |square: &char| ['x', 'o', '.'].contains(square);
        let is_valid = squares.len() == 9 && squares.iter().all(is_known);
        let side = if x.count_ones() == o.count_ones() { Side::First } else { Side::Second };
        let (own, other) = if side == Side::First { (x, o) } else { (o, x) };
        is_valid.then_some(Self { own, other, side })
    }
}

impl State for Board {
    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(self.clone()))
    }

    fn side(&self) -> Result<Side, Failure> {
        Ok(self.side)
    }

    fn key(&self) -> Result<u64, Failure> {
        Ok(u64::from(self.own) | u64::from(self.other) << 9)
    }

    fn over(&self) -> Result<Option<Score>, Failure> {
        let is_lost = ROWS.iter().any(|row| self.other & row == *row);
        let is_full = (self.own | self.other) == 0o777;
        Ok(if is_lost { Some(Score::LOSS) } else { is_full.then_some(Score::DRAW) })
    }

    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        let taken = self.own | self.other;
        (0..9).filter(|at| taken & 1 << at == 0).for_each(|at| out.push(at));
        Ok(())
    }

    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        let own = self.own | 1 << mv;
        *self = Self { own: self.other, other: own, side: self.side.other() };
        Ok(())
    }

    fn undo(&mut self, mv: u64) -> Result<(), Failure> {
        let own = self.other & !(1 << mv);
        *self = Self { own, other: self.own, side: self.side.other() };
        Ok(())
    }

    fn plies_left(&self) -> Result<Option<u32>, Failure> {
        Ok(Some(9 - (self.own | self.other).count_ones()))
    }

    fn move_name(&self, mv: u64) -> Result<String, Failure> {
        Ok((mv + 1).to_string())
    }

    fn text(&self) -> Result<Option<String>, Failure> {
        let is_first = self.side == Side::First;
        let (x, o) = if is_first { (self.own, self.other) } else { (self.other, self.own) };
        let mark = |at: u16| match (x >> at & 1, o >> at & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        let row = |row: u16| (0..3).map(|at| mark(3 * row + at)).collect::<String>();
        Ok(Some([row(0), row(1), row(2)].join("/")))
    }
}

/// The rules of tic-tac-toe.
#[derive(Debug)]
pub(crate) struct TicTacToe;

impl Rules for TicTacToe {
    fn declared(&self) -> Declared {
        Declared {
            players: ["x".to_owned(), "o".to_owned()],
            unique_key_bits: Some(18),
            ..Declared::new("noughts")
        }
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(Board::new()))
    }

    fn parse(&self, text: &str) -> Result<Option<Box<dyn State>>, Failure> {
        Ok(Board::parse(text).map(|board| Box::new(board) as Box<dyn State>))
    }
}

/// Returns an engine for foreign tic-tac-toe.
pub(crate) fn foreign(threads: usize) -> Engine {
    Engine::of(Arc::new(TicTacToe), &small(threads)).expect("valid rules")
}
