//! Othello on a board of discs, with every direction followed separately.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::notation::Notation;
use eldest_games::othello::{Empties, Othello, OthelloRules, Square};

const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The number of a pass.
const PASS: u32 = 64;

/// Rows of discs from the top, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    cells: Vec<Vec<Option<Side>>>,
    side: Side,
    empties: Empties,
}

impl Discs {
    /// The discs of `position`.
    pub(super) fn of(position: &Othello) -> Self {
        use eldest::Position;
        let size = position.rules().size();
        let row = |row| (0..size).map(|column| position.disc(row, column)).collect();
        let cells = (0..size).map(row).collect();
        Self { cells, side: position.side(), empties: position.rules().empties() }
    }

    fn cell(&self, row: i32, column: i32) -> Option<Side> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn discs(&self, disc: Option<Side>) -> i32 {
        self.cells.iter().flatten().filter(|cell| **cell == disc).count() as i32
    }

    /// The discs that `side` flips by playing at `row` and `column`.
    fn turned(&self, side: Side, row: i32, column: i32) -> Vec<(i32, i32)> {
        let walk = |(down, right): (i32, i32)| {
            let at = |n: i32| (row + n * down, column + n * right);
            let disc = |n: i32| self.cell(at(n).0, at(n).1);
            let end = (1..).find(|n| disc(*n) != Some(side.other())).expect("the edge at last");
            let closed = disc(end) == Some(side);
            (1..if closed { end } else { 1 }).map(at).collect::<Vec<_>>()
        };
        DIRECTIONS.into_iter().flat_map(walk).collect()
    }

    /// The empty squares where `side` flips at least one disc.
    fn playable(&self, side: Side) -> Vec<u32> {
        let size = self.cells.len() as i32;
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let fits = |(row, column): &(i32, i32)| {
            self.cell(*row, *column).is_none() && !self.turned(side, *row, *column).is_empty()
        };
        squares.filter(fits).map(|(row, column)| (8 * row + column) as u32).collect()
    }
}

impl Plain for Discs {
    type Game = Othello;
    /// For each square, whether its disc is the mover's.
    type Name = Vec<Vec<Option<bool>>>;

    fn move_of(&self, mv: Square) -> u32 {
        mv.place().map_or(PASS, |(row, column)| 8 * row + column)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Score> {
        if !self.playable(self.side).is_empty() || !self.playable(self.side.other()).is_empty() {
            return None;
        }
        let lead = self.discs(Some(self.side)) - self.discs(Some(self.side.other()));
        let left = match self.empties {
            Empties::Winner => self.discs(None),
            Empties::Neither => 0,
        };
        Some(Score::new(lead + left * lead.signum()))
    }

    fn moves(&self) -> Vec<u32> {
        let playable = self.playable(self.side);
        if playable.is_empty() { vec![PASS] } else { playable }
    }

    fn play(&mut self, mv: u32) {
        let (row, column) = ((mv / 8) as i32, (mv % 8) as i32);
        if mv != PASS {
            for (row, column) in [self.turned(self.side, row, column), vec![(row, column)]].concat()
            {
                self.cells[row as usize][column as usize] = Some(self.side);
            }
        }
        self.side = self.side.other();
    }

    fn name(&self) -> Self::Name {
        let mine = |cell: &Option<Side>| cell.map(|side| side == self.side);
        self.cells.iter().map(|row| row.iter().map(mine).collect()).collect()
    }

    fn longest(&self) -> Option<u32> {
        Some(2 * self.discs(None) as u32 + u32::from(self.playable(self.side).is_empty()))
    }

    fn count(&self, mv: u32, after: &Self, met: &mut Coverage) {
        met.add("passes", u64::from(mv == PASS));
        if after.over().is_some() {
            let has_none = |side| after.discs(Some(side)) == 0;
            met.add("ends with empty squares", u64::from(after.discs(None) > 0));
            met.add("ends on a full board", u64::from(after.discs(None) == 0));
            met.add("ends without discs of one side", u64::from(has_none(self.side.other())));
        }
    }

    fn check_more(&self, game: &Othello) {
        assert_eq!(&Self::of(game), self);
    }
}

/// A size of the board, and the rule about empty squares at the end.
pub(super) fn rules(u: &mut Unstructured<'_>) -> Result<OthelloRules> {
    let empties = *u.choose(&[Empties::Winner, Empties::Neither])?;
    Ok(OthelloRules::new(*u.choose(&[4, 6, 8])?, empties).expect("a size"))
}

/// Random discs on most squares, so that the game ends soon.
pub(super) fn endgame(u: &mut Unstructured<'_>) -> Result<(OthelloRules, String)> {
    let rules = rules(u)?;
    let square = |_| u.choose(b"XXXXOOOO-").copied();
    let squares: Vec<u8> = (0..rules.squares()).map(square).collect::<Result<_>>()?;
    let side = u.choose(&["X", "O"])?;
    Ok((rules, format!("{} {side}", String::from_utf8_lossy(&squares))))
}

/// Squares, sometimes with an invalid character: they must be accepted exactly if all characters
/// are valid and none is missing.
pub(super) fn text(u: &mut Unstructured<'_>) -> Result<()> {
    let (rules, right) = endgame(u)?;
    let mut text = right.into_bytes();
    let at = u.choose_index(text.len())?;
    let (mut possible, last) = (true, text.len() - 1);
    match u.int_in_range(0..=3)? {
        0 => {
            text[at] = *u.choose(b"XO-x. ?")?;
            possible = match text[at] {
                b'?' => false,
                b' ' => at + 1 == last,
                disc => at + 1 != last && (at != last || b"XOx".contains(&disc)),
            };
        }
        1 => {
            text.truncate(at);
            possible = false;
        }
        _ => {}
    }
    let text = String::from_utf8(text).expect("nothing but ASCII");
    let read = Othello::parse_position(rules, &text);
    assert_eq!(read.is_ok(), possible, "{text} on {rules}: {read:?}");
    if let Err(error) = read {
        assert!((1..=text.len() + 1).contains(&error.column), "{error}");
    }
    Ok(())
}
