//! Tic-tac-toe on nine cells.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::tictactoe::{Cell, TicTacToe};

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The cells, row by row from the top left: `x`, `o` or `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cells([char; 9]);

impl Cells {
    pub(super) fn empty() -> Self {
        Self(['.'; 9])
    }

    fn marks(&self, mark: char) -> usize {
        self.0.iter().filter(|cell| **cell == mark).count()
    }

    fn mark(&self) -> char {
        if self.marks('x') > self.marks('o') { 'o' } else { 'x' }
    }

    fn three(&self, mark: char) -> bool {
        LINES.iter().any(|line| line.iter().all(|cell| self.0[*cell] == mark))
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.0.chunks(3).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }
}

impl Plain for Cells {
    type Game = TicTacToe;
    type Name = Self;

    /// The number of the cell, taken from the notation.
    fn move_of(&self, mv: Cell) -> u32 {
        mv.index().into()
    }

    fn side(&self) -> Side {
        if self.mark() == 'x' { Side::First } else { Side::Second }
    }

    fn over(&self) -> Option<Score> {
        let last = if self.mark() == 'x' { 'o' } else { 'x' };
        if self.three(last) {
            return Some(Score::LOSS);
        }
        (self.marks('.') == 0).then_some(Score::DRAW)
    }

    fn moves(&self) -> Vec<u32> {
        (0..9).filter(|cell| self.0[*cell as usize] == '.').collect()
    }

    fn play(&mut self, cell: u32) {
        self.0[cell as usize] = self.mark();
    }

    fn name(&self) -> Self {
        self.clone()
    }

    fn longest(&self) -> Option<u32> {
        Some(self.marks('.') as u32)
    }

    fn count(&self, _: u32, after: &Self, met: &mut Coverage) {
        let (is_full, won) = (after.marks('.') == 0, after.three(self.mark()));
        met.add("draws", u64::from(is_full && !won));
        met.add("won with the last cell", u64::from(is_full && won));
        met.add("won before the last cell", u64::from(!is_full && won));
    }

    fn check_more(&self, game: &TicTacToe) {
        assert_eq!(game.to_string(), self.text());
    }
}

/// Random marks: they must be accepted exactly if the counts are right and the side to move has no
/// three in a row.
pub(super) fn rows(u: &mut Unstructured<'_>) -> Result<()> {
    let mut cells = Cells::empty();
    for cell in &mut cells.0 {
        *cell = *u.choose(&['.', 'x', 'o'])?;
    }
    let (x, o) = (cells.marks('x'), cells.marks('o'));
    let possible = (x == o || x == o + 1) && !cells.three(cells.mark());
    let read = cells.text().parse::<TicTacToe>();
    assert_eq!(read.is_ok(), possible, "{cells:?}: {read:?}");
    assert!(read.is_err() || read.is_ok_and(|position| position.to_string() == cells.text()));
    Ok(())
}
