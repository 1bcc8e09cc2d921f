//! Domineering as rows of squares.
//!
//! Göran Andersson's rules, in Martin Gardner's column of February 1974: Vertical covers two free
//! squares one above the other, Horizontal two side by side; the side that cannot do so at its
//! turn loses.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::domineering::{Domineering, Domino, Size};
use eldest_games::notation::Notation;

/// Rows of squares from the top: whether each is free, and the side to move.
#[derive(Clone, Debug)]
pub(super) struct Squares<const WORDS: usize> {
    free: Vec<Vec<bool>>,
    vertical: bool,
    board: Size<WORDS>,
}

impl<const WORDS: usize> Squares<WORDS> {
    /// A board with some squares taken.
    pub(super) fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let boards = match WORDS {
            1 => ["8x8", "5x7", "2x9", "1x6", "4x4", "3x5", "9x2", "6x1"],
            _ => ["9x9", "5x14", "16x8", "7x10", "4x17", "6x11", "3x5", "26x3"],
        };
        let board: Size<WORDS> = u.choose(&boards)?.parse().expect("a board");
        let free = vec![vec![true; board.columns() as usize]; board.rows() as usize];
        let mut squares = Self { free, vertical: true, board };
        for _ in 0..u.int_in_range(0..=6)? {
            let row = u.choose_index(board.rows() as usize)?;
            let column = u.choose_index(board.columns() as usize)?;
            squares.free[row][column] = false;
        }
        squares.vertical = !u.ratio(1, 4)?;
        Ok(squares)
    }

    /// A board of at most 25 squares, of which at most 14 are free; in two words, such a part of a
    /// board, as a rule with squares in both.
    pub(super) fn small(u: &mut Unstructured<'_>) -> Result<Self> {
        let boards = ["4x4", "5x5", "3x6", "6x3", "5x4", "4x6", "2x9", "8x3", "1x12", "3x8"];
        let board: Size<WORDS> = u.choose(&boards)?.parse().expect("a board");
        let columns = board.columns() as usize;
        let mut free: Vec<bool> =
            u.arbitrary::<[u8; 25]>()?.iter().map(|byte| *byte < 160).collect();
        free.truncate(board.rows() as usize * columns);
        while free.iter().filter(|is_free| **is_free).count() > 14 {
            let square = u.choose_index(free.len())?;
            let at = (square..free.len()).chain(0..square).find(|square| free[*square]);
            free[at.expect("a free square")] = false;
        }
        let free = free.chunks(columns).map(<[bool]>::to_vec).collect();
        let small = Self { free, vertical: u.arbitrary()?, board };
        if WORDS == 1 { Ok(small) } else { small.within(u) }
    }

    /// The same squares as a part of a larger board.
    fn within(mut self, u: &mut Unstructured<'_>) -> Result<Self> {
        let (rows, columns) = *u.choose(&[(9, 14), (10, 12), (9, 13)])?;
        let above = u.int_in_range(0..=rows - self.board.rows())?;
        let left = u.int_in_range(0..=columns - self.board.columns())?;
        let board = format!("{rows}x{columns}").parse().expect("a board");
        let mut free = vec![vec![false; columns as usize]; rows as usize];
        for (row, squares) in self.free.into_iter().enumerate() {
            let row = &mut free[above as usize + row];
            row[left as usize..][..squares.len()].copy_from_slice(&squares);
        }
        (self.free, self.board) = (free, board);
        Ok(self)
    }

    /// The free squares as bits, row by row.
    pub(super) fn bits(&self) -> u128 {
        let free =
            self.places().enumerate().filter(|(_, (row, column))| self.is_free(*row, *column));
        free.map(|(bit, _)| 1_u128 << bit).sum()
    }

    /// All dominoes of Horizontal and of Vertical: their bits, and their names in the game.
    pub(super) fn dominoes(&self) -> [Vec<(u128, Domino)>; 2] {
        [false, true].map(|vertical| {
            let side = Self { vertical, ..self.clone() };
            let columns = self.board.columns();
            let domino = |mv: u32| {
                let (row, column) = (mv / 64, mv % 64);
                let first = row * columns + column;
                let second = if vertical { first + columns } else { first + 1 };
                (1 << first | 1 << second, Domino::new(row, column, self.board))
            };
            side.moves().into_iter().map(domino).collect()
        })
    }

    pub(super) fn is_vertical(&self) -> bool {
        self.vertical
    }

    pub(super) fn board(&self) -> Size<WORDS> {
        self.board
    }

    /// The game, parsed from a text in which isolated squares are free.
    pub(super) fn game(&self) -> Domineering<WORDS> {
        let text = self.written(|row, column| self.is_free(row, column));
        <Domineering<WORDS>>::parse_position(self.board, &text).expect("a position")
    }

    fn is_free(&self, row: i32, column: i32) -> bool {
        let square = |row: usize, column: usize| self.free.get(row)?.get(column).copied();
        let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        place.and_then(|(row, column)| square(row, column)).unwrap_or(false)
    }

    /// Whether the square is free and a domino can cover it.
    fn is_useful(&self, row: i32, column: i32) -> bool {
        let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        self.is_free(row, column) && beside.into_iter().any(|(r, c)| self.is_free(r, c))
    }

    /// The second square of a domino of the mover, given its upper or left one.
    fn other(&self, row: i32, column: i32) -> (i32, i32) {
        if self.vertical { (row + 1, column) } else { (row, column + 1) }
    }

    /// All squares, row by row.
    fn places(&self) -> impl Iterator<Item = (i32, i32)> + use<WORDS> {
        let (rows, columns) = (self.free.len() as i32, self.free[0].len() as i32);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The position as text, with the free squares given by `free`.
    fn written(&self, free: impl Fn(i32, i32) -> bool) -> String {
        let columns = self.free[0].len() as i32;
        let square = |row, column| if free(row, column) { '.' } else { '#' };
        let row = |row| (0..columns).map(|column| square(row, column)).collect::<String>();
        let rows: Vec<String> = (0..self.free.len() as i32).map(row).collect();
        format!("{} {}", rows.join("/"), if self.vertical { 'V' } else { 'H' })
    }
}

impl<const WORDS: usize> Plain for Squares<WORDS> {
    type Game = Domineering<WORDS>;
    type Name = (Vec<bool>, bool);

    fn move_of(&self, mv: Domino) -> u32 {
        let (row, column) = mv.place(self.board);
        64 * row + column
    }

    fn side(&self) -> Side {
        if self.vertical { Side::First } else { Side::Second }
    }

    fn over(&self) -> Option<Score> {
        self.moves().is_empty().then(|| Score::new(-1))
    }

    fn moves(&self) -> Vec<u32> {
        let fits = |&(row, column): &(i32, i32)| {
            let (low, right) = self.other(row, column);
            self.is_free(row, column) && self.is_free(low, right)
        };
        self.places().filter(fits).map(|(row, column)| (64 * row + column) as u32).collect()
    }

    fn play(&mut self, mv: u32) {
        let (row, column) = ((mv / 64) as i32, (mv % 64) as i32);
        let (low, right) = self.other(row, column);
        self.free[row as usize][column as usize] = false;
        self.free[low as usize][right as usize] = false;
        self.vertical = !self.vertical;
    }

    /// The useful squares and the side to move; the board, its mirror images and its rotation by
    /// 180° are the same.
    fn name(&self) -> Self::Name {
        let (bottom, right) = (self.free.len() as i32 - 1, self.free[0].len() as i32 - 1);
        let image = |flips: bool, mirrors: bool| -> Vec<bool> {
            let place = |(row, column)| {
                let row = if flips { bottom - row } else { row };
                self.is_useful(row, if mirrors { right - column } else { column })
            };
            self.places().map(place).collect()
        };
        let images =
            [image(false, false), image(false, true), image(true, false), image(true, true)];
        (images.into_iter().min().expect("four"), self.vertical)
    }

    fn longest(&self) -> Option<u32> {
        let useful = self.places().filter(|(row, column)| self.is_useful(*row, *column));
        Some(useful.count() as u32 / 2)
    }

    fn text(&self) -> Option<String> {
        Some(self.written(|row, column| self.is_useful(row, column)))
    }

    fn count(&self, mv: u32, after: &Self, met: &mut Coverage) {
        let useful = |of: &Self| of.longest().expect("a count");
        met.add("moves at the last column", u64::from(mv % 64 + 2 >= self.board.columns()));
        met.add("squares of no use left", u64::from(useful(self) > useful(after) + 1));
        if after.over().is_some() {
            met.add("ends with room for the winner", {
                let winner = Self { vertical: self.vertical, ..after.clone() };
                u64::from(!winner.moves().is_empty())
            });
        }
    }
}
