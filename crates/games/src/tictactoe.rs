//! Tic-tac-toe: the smallest complete example of a game.

use crate::notation::{Notation, NotationError, OnlyVariant};
use crate::reader::Reader;
use eldest::{KeyKind, Moves, Position, Score, Side};
use std::fmt;
use std::str::FromStr;

/// A position of tic-tac-toe: the first player's crosses, the second player's noughts.
///
/// ```
/// use eldest::{Moves, Position, Score};
/// use eldest_games::tictactoe::TicTacToe;
///
/// let position: TicTacToe = "xx./oo./...".parse().unwrap();
/// assert_eq!(position.over(), None);
/// assert_eq!(Moves::collect(|out| position.moves(out)).len(), 5);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of each player, bit 0 at the top left, row by row.
    stones: [u16; 2],
}

/// A move: the cell to mark, counted from 0 at the top left, row by row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Creates the move with this index.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < 9, "there are nine cells");
        Self(index)
    }

    /// Returns its index.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

const BOARD: u16 = 0o777;
/// Rows, columns, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    /// Creates the empty board.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn empty(&self) -> u16 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.stones[side.index()] & line == *line)
    }
}

impl Position for TicTacToe {
    type Move = Cell;
    type Undo = ();

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.empty().count_ones() % 2 == 1 { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 9
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 18 }
    }

    fn over(&self) -> Option<Score> {
        if self.has_line(self.side().other()) {
            Some(Score::LOSS)
        } else {
            (self.empty() == 0).then_some(Score::DRAW)
        }
    }

    /// The centre first, then the corners.
    fn moves(&self, out: &mut Moves<'_, Cell>) {
        if self.over().is_some() {
            return;
        }
        let free = |cell: &u8| self.empty() >> cell & 1 == 1;
        [4, 0, 2, 6, 8, 1, 3, 5, 7].into_iter().filter(free).for_each(|cell| out.push(Cell(cell)));
    }

    fn play(&mut self, Cell(cell): Cell) {
        self.stones[self.side().index()] |= 1 << cell;
    }

    fn undo(&mut self, Cell(cell): Cell, (): ()) {
        self.stones = self.stones.map(|stones| stones & !(1 << cell));
    }

    fn move_code(&self, Cell(cell): Cell) -> u16 {
        u16::from(cell) + 1
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}

impl Notation for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const PLAYERS: [&'static str; 2] = ["x", "o"];
    type Variant = OnlyVariant;

    fn start(_: OnlyVariant) -> Self {
        Self::new()
    }

    fn parse_position(_: OnlyVariant, text: &str) -> Result<Self, NotationError> {
        text.parse()
    }

    /// Cells are numbered 1 to 9, row by row from the top left.
    fn format_move(&self, Cell(cell): Cell) -> String {
        (cell + 1).to_string()
    }

    /// An empty cell shows its number.
    fn board(&self) -> String {
        let numbered = |(cell, mark): (usize, char)| match mark {
            '.' => (cell + 1).to_string(),
            mark => String::from(mark),
        };
        let marks = self.to_string().replace('/', "");
        let cells: Vec<_> = marks.chars().enumerate().map(numbered).collect();
        cells.chunks(3).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    }
}

/// Three rows from the top, as in `x.o/.x./...`; `-` for the empty board.
impl FromStr for TicTacToe {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text == "-" {
            return Ok(Self::new());
        }
        let (mut reader, mut stones) = (Reader::new(text), [0; 3]);
        for cell in 0..9 {
            if cell == 3 || cell == 6 {
                reader.one_of(&["/"], "'/'")?;
            }
            stones[reader.one_of(&["x", "o", "."], "'x', 'o' or '.'")?] |= 1 << cell;
        }
        reader.end()?;
        let [x, o, _] = stones;
        Self { stones: [x, o] }.possible()
    }
}

impl TicTacToe {
    /// Returns the position, if it can arise in a game.
    fn possible(self) -> Result<Self, NotationError> {
        let [x, o] = self.stones.map(u16::count_ones);
        if x != o && x != o + 1 {
            let what = format!("{x} crosses and {o} noughts");
            Err(NotationError::illegal(1, what, "as many, or one cross more"))
        } else if self.has_line(self.side()) {
            let what = "the side to move has three in a row";
            Err(NotationError::illegal(1, what, "a game that ended with the first three"))
        } else {
            Ok(self)
        }
    }
}

/// Three rows from the top, as in `x.o/.x./...`.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            let [x, o] = self.stones.map(|stones| stones >> cell & 1 == 1);
            f.write_str(if x { "x" } else { [".", "o"][usize::from(o)] })?;
            f.write_str(if cell == 2 || cell == 5 { "/" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The numbers of games below a position, by length and by winner.
    #[derive(Default)]
    struct GameCounts {
        by_length: [u32; 10],
        won_by: [u32; 2],
        drawn: u32,
    }

    fn count_games(position: &mut TicTacToe, length: usize, games: &mut GameCounts) {
        if let Some(score) = position.over() {
            games.by_length[length] += 1;
            match score {
                Score::LOSS => games.won_by[position.side().other().index()] += 1,
                _ => games.drawn += 1,
            }
            return;
        }
        for mv in Moves::collect(|out| position.moves(out)) {
            position.play(mv);
            count_games(position, length + 1, games);
            position.undo(mv, ());
        }
    }

    #[test]
    fn as_many_games_as_are_known() {
        let mut games = GameCounts::default();
        count_games(&mut TicTacToe::new(), 0, &mut games);
        assert_eq!(games.by_length[5..], [1440, 5328, 47952, 72576, 127_872]);
        assert_eq!(games.won_by, [131_184, 77_904]);
        assert_eq!(games.drawn, 46_080);
    }

    /// Returns the value by minimax, in plies to the end; memoizes every position.
    fn value(position: TicTacToe, known: &mut HashMap<TicTacToe, i32>) -> i32 {
        if let Some(value) = known.get(&position) {
            return *value;
        }
        let child = |mv| {
            let mut child = position;
            child.play(mv);
            child
        };
        let value = match position.over() {
            Some(Score::LOSS) => -100,
            Some(_) => 0,
            None => Moves::collect(|out| position.moves(out))
                .into_iter()
                .map(|mv| -value(child(mv), known))
                .map(|value| value - value.signum())
                .max()
                .expect("a move"),
        };
        known.insert(position, value);
        value
    }

    /// Returns the least of the eight symmetric images.
    fn up_to_symmetry(position: &TicTacToe) -> [u16; 2] {
        let image = |cells: [u16; 9]| {
            position.stones.map(|stones| (0..9).map(|c| (stones >> cells[c] & 1) << c).sum())
        };
        let (turn, flip) = ([6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]);
        let after = |a: [u16; 9], b: [u16; 9]| b.map(|cell| a[usize::from(cell)]);
        let turns = std::iter::successors(Some(std::array::from_fn(|c| c as u16)), |cells| {
            Some(after(*cells, turn))
        });
        turns.take(4).flat_map(|cells| [image(cells), image(after(cells, flip))]).min().unwrap()
    }

    #[test]
    fn as_many_positions_as_are_known_and_a_draw() {
        let mut known = HashMap::new();
        assert_eq!(value(TicTacToe::new(), &mut known), 0);
        assert_eq!(known.len(), 5478);
        assert_eq!(known.keys().filter(|position| position.over().is_some()).count(), 958);
        let classes: std::collections::HashSet<_> = known.keys().map(up_to_symmetry).collect();
        assert_eq!(classes.len(), 765);
        for position in known.keys() {
            assert_eq!(position.to_string().parse(), Ok(*position));
        }
    }

    #[test]
    fn empty_cells_are_drawn_as_the_moves_that_mark_them() {
        let position: TicTacToe = "x.o/.x./...".parse().unwrap();
        assert_eq!(position.board(), "x 2 o\n4 x 6\n7 8 9");
        for cell in position.board().split_whitespace().filter(|cell| !"xo".contains(cell)) {
            assert!(position.parse_move(cell).is_ok(), "{cell}");
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| text.parse::<TicTacToe>().unwrap_err().to_string();
        assert_eq!(error("x.o"), "column 4: the text ends here; expected '/'");
        assert_eq!(error("x.z"), "column 3: found 'z'; expected 'x', 'o' or '.'");
        assert_eq!(error("x.o/.../...o"), "column 12: found 'o'; expected no more");
        assert_eq!(
            error("x.x/.../..."),
            "column 1: 2 crosses and 0 noughts; expected as many, or one cross more"
        );
        assert!(error("xxx/oo./o..").contains("ended with the first three"));
    }
}
