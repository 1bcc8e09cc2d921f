//! Connect Four on a board of discs, with every line checked separately.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, Score, Side};
use eldest_games::connect4::{AnySize, Column, ConnectFour, Shape};
use eldest_games::notation::Notation;
use std::marker::PhantomData;

/// The directions of four in a row, and the names of the events.
const WAYS: [(&str, (i32, i32)); 4] = [
    ("won along a row", (1, 0)),
    ("won along a column", (0, 1)),
    ("won along a rising diagonal", (1, 1)),
    ("won along a falling diagonal", (1, -1)),
];

/// Columns of discs, each from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainConnectFour<S> {
    cells: Vec<Vec<Option<Side>>>,
    shape: PhantomData<S>,
}

impl<S: Shape> PlainConnectFour<S> {
    /// An empty board.
    #[must_use]
    pub fn empty(shape: S) -> Self {
        let column = vec![None; shape.height() as usize];
        Self { cells: vec![column; shape.width() as usize], shape: PhantomData }
    }

    /// The discs of `position`.
    #[must_use]
    pub fn of(position: &ConnectFour<S>) -> Self {
        let mut board = Self::empty(position.shape());
        for (column, cells) in (0..).zip(&mut board.cells) {
            let row_of = |(row, cell): (u32, &mut _)| *cell = position.stone(column, row);
            (0..).zip(cells).for_each(row_of);
        }
        board
    }

    fn height(&self) -> usize {
        self.cells[0].len()
    }

    fn cell(&self, column: i32, row: i32) -> Option<Side> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        *column.get(usize::try_from(row).ok()?)?
    }

    fn discs(&self, side: Side) -> i32 {
        self.cells.iter().flatten().filter(|cell| **cell == Some(side)).count() as i32
    }

    /// Whether `side` has four in a row.
    fn four(&self, side: Side) -> bool {
        WAYS.iter().any(|(_, way)| self.four_along(side, *way))
    }

    /// Whether `side` has four in a row in the direction of `(dc, dr)` columns and rows.
    fn four_along(&self, side: Side, (dc, dr): (i32, i32)) -> bool {
        let own = |c, r| self.cell(c, r) == Some(side);
        let line = |c, r| (0..4).all(|n| own(c + n * dc, r + n * dr));
        let (width, height) = (self.cells.len() as i32, self.height() as i32);
        (0..width).any(|c| (0..height).any(|r| own(c, r) && line(c, r)))
    }

    fn free(&self) -> u32 {
        self.cells.iter().flatten().filter(|cell| cell.is_none()).count() as u32
    }

    fn mirrored(&self) -> Self {
        Self { cells: self.cells.iter().rev().cloned().collect(), shape: PhantomData }
    }

    /// The columns in which the side to move makes four.
    fn wins(&self) -> Vec<u32> {
        let wins = |mv: &u32| self.after(*mv).four(self.side());
        self.moves().into_iter().filter(wins).collect()
    }

    /// The columns after which the opponent cannot make four at once.
    fn safe(&self) -> Vec<u32> {
        let safe = |mv: &u32| self.after(*mv).wins().is_empty();
        self.moves().into_iter().filter(safe).collect()
    }

    /// Whether the side to move can force four with its second stone from now.
    fn wins_with_the_second_stone(&self) -> bool {
        let wins = |board: Self| !board.wins().is_empty();
        let forces = |mv: u32| {
            let after = self.after(mv);
            let replies = after.moves();
            !replies.is_empty() && replies.into_iter().all(|reply| wins(after.after(reply)))
        };
        self.safe().into_iter().any(forces)
    }

    /// Whether these columns, written as digits, are a legal game.
    fn plays(&self, columns: &[u8]) -> bool {
        let Some((digit, rest)) = columns.split_first() else { return true };
        let column = u32::from(*digit).wrapping_sub(u32::from(b'1'));
        self.over().is_none() && self.moves().contains(&column) && self.after(column).plays(rest)
    }
}

impl<S: Shape> Plain for PlainConnectFour<S> {
    type Game = ConnectFour<S>;
    type Name = Vec<Vec<Option<usize>>>;

    fn move_of(&self, mv: Column) -> u32 {
        mv.index().into()
    }

    fn side(&self) -> Side {
        let odd = self.discs(Side::First) > self.discs(Side::Second);
        if odd { Side::Second } else { Side::First }
    }

    /// One point, plus one for each disc that the winner has left.
    fn over(&self) -> Option<Score> {
        let winner = self.side().other();
        let cells = (self.cells.len() * self.height()) as i32;
        let discs_of_winner = (cells + i32::from(winner == Side::First)) / 2;
        if self.four(winner) {
            return Some(Score::new(self.discs(winner) - 1 - discs_of_winner));
        }
        self.moves().is_empty().then_some(Score::DRAW)
    }

    fn moves(&self) -> Vec<u32> {
        let open = |column: &Vec<_>| column.contains(&None);
        (0..).zip(&self.cells).filter(|(_, column)| open(column)).map(|(index, _)| index).collect()
    }

    fn play(&mut self, column: u32) {
        let side = self.side();
        let free = self.cells[column as usize].iter_mut().find(|cell| cell.is_none());
        *free.expect("a column with an empty cell") = Some(side);
    }

    /// The board or its mirror image.
    fn name(&self) -> Self::Name {
        let side = |cell: &Option<Side>| cell.map(Side::index);
        let column = |cells: &Vec<_>| cells.iter().map(side).collect();
        let of = |board: &Self| board.cells.iter().map(column).collect::<Vec<_>>();
        of(self).min(of(&self.mirrored()))
    }

    fn longest(&self) -> Option<u32> {
        Some(self.free())
    }

    fn count(&self, _: u32, after: &Self, met: &mut Coverage) {
        for (name, way) in WAYS {
            met.add(name, u64::from(after.four_along(self.side(), way)));
        }
        met.add("full boards", u64::from(after.free() == 0));
    }

    /// Static bounds are exact where the next two stones decide the game; elsewhere the relevant
    /// moves are those that the opponent cannot answer by winning at once. The mirror image has the
    /// same key, and its moves have the same move codes.
    fn check_more(&self, game: &ConnectFour<S>) {
        assert_eq!(&Self::of(game), self);
        let (wins, safe) = (self.wins(), self.safe());
        let decided = !wins.is_empty() || safe.is_empty();
        assert!(!decided || game.bounds().value().is_some(), "two stones decide {self:?}");
        if !decided {
            let relevant = Moves::collect(|out| game.relevant_moves(out));
            let mut relevant: Vec<u32> = relevant.into_iter().map(|mv| self.move_of(mv)).collect();
            relevant.sort_unstable();
            assert_eq!(relevant, safe, "the relevant moves of {self:?}");
        }
        let mirror = game.mirrored();
        assert_eq!((Self::of(&mirror), mirror.key()), (self.mirrored(), game.key()));
        for mv in Moves::collect(|out| game.moves(out)) {
            let opposite = Column::new(self.cells.len() as u8 - 1 - mv.index());
            let same = game.move_code(mv) == mirror.move_code(opposite) || mirror == *game;
            assert!(same, "the mirrored move_code of {mv} at {self:?}");
        }
    }

    /// A win with the second stone from now is worth one point less than a win with the next.
    fn check_slowly(&self, game: &ConnectFour<S>) {
        if self.over().is_none() && self.wins().is_empty() && self.wins_with_the_second_stone() {
            let value = Score::new((self.free() as i32 + 1) / 2 - 1);
            let bounds = game.bounds();
            assert!(bounds.contains(value), "{value} is not within {bounds:?} at {self:?}");
        }
    }
}

/// A size of the board; small ones are more frequent.
pub(super) fn size(u: &mut Unstructured<'_>) -> Result<AnySize> {
    let small = u.ratio(1, 2)?;
    let width = u.int_in_range(4..=if small { 5 } else { 9 })?;
    let height = u.int_in_range(1..=if small { 4 } else { 15 })?;
    Ok(AnySize::new(width, height).unwrap_or_default())
}

/// Digits for columns, sometimes invalid: they must be accepted exactly if they are a legal game.
pub(super) fn text(u: &mut Unstructured<'_>) -> Result<()> {
    let shape = size(u)?;
    let most = u8::try_from(shape.width()).expect("at most nine") - u8::from(u.ratio(7, 8)?);
    let count = u.int_in_range(0..=70)?;
    let digit = |_| Ok(b'1' + u.int_in_range(0..=most)?);
    let columns: Vec<u8> = (0..count).map(digit).collect::<Result<_>>()?;
    let text = String::from_utf8_lossy(&columns);
    let read = ConnectFour::parse_position(shape, &text);
    assert_eq!(
        read.is_ok(),
        PlainConnectFour::empty(shape).plays(&columns),
        "{text} on {shape}: {read:?}"
    );
    if let Err(error) = read {
        assert!((1..=columns.len()).contains(&error.column), "{error}");
    }
    Ok(())
}

/// Rows of discs, some floating: they must be accepted exactly if no disc floats, the counts are
/// right, and the side to move has no four.
pub(super) fn rows(u: &mut Unstructured<'_>) -> Result<()> {
    let shape = AnySize::new(u.int_in_range(4..=5)?, u.int_in_range(1..=4)?).unwrap_or_default();
    let mut board = PlainConnectFour::empty(shape);
    let mut side = Side::First;
    for column in &mut board.cells {
        let top = u.int_in_range(0..=column.len())?;
        for cell in &mut column[..top] {
            let blunder = u.int_in_range(0..=15)?;
            side = if blunder == 0 { side } else { side.other() };
            *cell = (blunder > 1).then_some(side);
        }
    }
    let standing = |column: &Vec<Option<Side>>| column.is_sorted_by_key(Option::is_none);
    let more = board.discs(Side::First) - board.discs(Side::Second);
    let possible = board.cells.iter().all(standing) && (0..=1).contains(&more);
    let possible = possible && !board.four(board.side());
    let row = |row| board.cells.iter().map(move |column| ['x', 'o', '.'][disc(column[row])]);
    let rows: Vec<String> = (0..board.height()).rev().map(|r| row(r).collect()).collect();
    let read = ConnectFour::parse_position(shape, &rows.join("/"));
    assert_eq!(read.is_ok(), possible, "{board:?}: {read:?}");
    assert!(read.is_err() || read.is_ok_and(|position| PlainConnectFour::of(&position) == board));
    Ok(())
}

fn disc(cell: Option<Side>) -> usize {
    cell.map_or(2, Side::index)
}
