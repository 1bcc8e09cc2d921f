//! Reads a position written as FEN.

use super::board::{Board, Kind, square};
use crate::notation::NotationError;
use crate::reader::Reader;
use eldest::Side;

/// The pieces on squares: both letters, or the counts of empty squares. A chick after a `+` is a
/// hen.
const SYMBOLS: [&str; 14] = ["L", "G", "E", "C", "H", "l", "g", "e", "c", "h", "+", "1", "2", "3"];
/// The kinds of the first five of these, and of the next five.
const KINDS: [Kind; 5] = [Kind::Lion, Kind::Giraffe, Kind::Elephant, Kind::Chick, Kind::Hen];
/// The index of `+`.
const PLUS: usize = 10;
const EXPECTED: &str = "a piece of L G E C +C, or of l g e c +c, or the number of empty squares left in the row or less";
const IN_HAND: &str = "a piece of G E C or of g e c, or ']'";

/// Returns the board as the first player sees it, and the side to move. Each side has one lion, and
/// there are two pieces of each other kind.
pub(super) fn read(text: &str) -> Result<(Board, Side), NotationError> {
    let mut fen = Fen { reader: Reader::new(text), board: Board::EMPTY };
    fen.rows()?;
    fen.has_both_lions()?;
    fen.hands()?;
    fen.has_all()?;
    fen.reader.blanks("a blank and the side to move")?;
    let side = fen.reader.side(["w", "b"], "the side to move, w or b")?;
    Ok((fen.board, side))
}

/// What has been read.
struct Fen<'a> {
    reader: Reader<'a>,
    board: Board,
}

impl Fen<'_> {
    fn rows(&mut self) -> Result<(), NotationError> {
        for row in (0..4).rev() {
            if row < 3 {
                self.reader.one_of(&["/"], "'/' and the next row")?;
            }
            self.row(row)?;
        }
        Ok(())
    }

    fn row(&mut self, row: u8) -> Result<(), NotationError> {
        let mut column = 0;
        while column < 3 {
            let symbols = &SYMBOLS[..SYMBOLS.len() - usize::from(column)];
            let place = self.reader.column;
            let index = self.reader.one_of(symbols, EXPECTED)?;
            if index > PLUS {
                column += (index - PLUS) as u8;
                continue;
            }
            let (kind, side) = self.piece(index)?;
            self.put(place, kind, side, 4 * column + row)?;
            column += 1;
        }
        Ok(())
    }

    /// Returns the piece of the symbol with this index. Reads the letter after a `+`.
    fn piece(&mut self, index: usize) -> Result<(Kind, Side), NotationError> {
        let side = |is_second| if is_second { Side::Second } else { Side::First };
        if index == PLUS {
            let index = self.reader.one_of(&["C", "c"], "C or c after '+'")?;
            return Ok((Kind::Hen, side(index == 1)));
        }
        Ok((KINDS[index % KINDS.len()], side(index >= KINDS.len())))
    }

    fn put(&mut self, place: usize, kind: Kind, side: Side, to: u8) -> Result<(), NotationError> {
        let board = self.board;
        self.board = match side {
            Side::First => board.with_mine(square(to), kind),
            Side::Second => board.with_theirs(square(to), kind),
        };
        let lions = self.board.lions();
        let [mine, theirs] = [self.board.mine(), self.board.theirs()].map(|set| set & lions);
        if mine.count_ones() > 1 || theirs.count_ones() > 1 {
            return Err(NotationError::illegal(place, "a second lion of a side", "one"));
        }
        self.at_most_two(place, kind)
    }

    /// Checks that there are no three pieces of a kind at `place`.
    fn at_most_two(&self, place: usize, kind: Kind) -> Result<(), NotationError> {
        if kind == Kind::Lion || self.count(kind) <= 2 {
            return Ok(());
        }
        let what = format!("a third {}", name(kind));
        Err(NotationError::illegal(place, what, "two pieces of each kind"))
    }

    /// Returns the number of pieces of a kind on the board and in both hands.
    fn count(&self, kind: Kind) -> u64 {
        let in_hand = self.board.my_hand(kind) + self.board.their_hand(kind);
        u64::from(self.board.like(kind).count_ones()) + in_hand
    }

    fn has_both_lions(&self) -> Result<(), NotationError> {
        let lions = self.board.lions();
        for (set, name) in [(self.board.mine(), "L"), (self.board.theirs(), "l")] {
            if lions & set == 0 {
                let what = format!("a board without {name}");
                return Err(NotationError::illegal(self.reader.column, what, "both lions"));
            }
        }
        Ok(())
    }

    /// Reads the hands; a dash may stand for empty ones.
    fn hands(&mut self) -> Result<(), NotationError> {
        self.reader.one_of(&["["], "'[' and the pieces in hand")?;
        let (symbols, mut expected) = (["G", "E", "C", "g", "e", "c", "]", "-"], 8);
        loop {
            let place = self.reader.column;
            let index = self.reader.one_of(&symbols[..expected], IN_HAND)?;
            match index {
                6 => return Ok(()),
                7 => return self.reader.one_of(&["]"], "']'").map(drop),
                _ => self.take(place, Kind::IN_HAND[index % 3], index < 3)?,
            }
            expected = 7;
        }
    }

    fn take(&mut self, place: usize, kind: Kind, is_mine: bool) -> Result<(), NotationError> {
        let board = self.board;
        let taken = if is_mine { board.to_my_hand(kind, 1) } else { board.to_their_hand(kind, 1) };
        self.board = taken;
        self.at_most_two(place, kind)
    }

    fn has_all(&self) -> Result<(), NotationError> {
        let missing = Kind::IN_HAND.into_iter().find(|kind| self.count(*kind) < 2);
        missing.map_or(Ok(()), |kind| {
            let what = format!("{} {} in all", self.count(kind), name(kind));
            Err(NotationError::illegal(self.reader.column, what, "two"))
        })
    }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Lion => "lion",
        Kind::Giraffe => "giraffe",
        Kind::Elephant => "elephant",
        Kind::Chick | Kind::Hen => "chick",
    }
}

#[cfg(test)]
mod tests {
    use crate::dobutsu::Dobutsu;

    fn error(text: &str) -> String {
        text.parse::<Dobutsu>().unwrap_err().to_string()
    }

    #[test]
    fn errors_say_where_and_what() {
        let board = super::EXPECTED;
        assert_eq!(error("glx/"), format!("column 3: found 'x'; expected {board}"));
        assert_eq!(error("gl2/"), format!("column 3: found '2'; expected {board}"));
        assert_eq!(error("gle/1+e1"), "column 7: found 'e'; expected C or c after '+'");
        assert_eq!(error("gle3"), "column 4: found '3'; expected '/' and the next row");
        assert_eq!(
            error("gle/1c1/1C1/ELG w"),
            "column 16: found ' '; expected '[' and the pieces in hand"
        );
        let hand = super::IN_HAND;
        assert_eq!(error("gle/1c1/1C1/ELG[L] w"), format!("column 17: found 'L'; expected {hand}"));
        assert_eq!(
            error("gle/1c1/1C1/ELG[]"),
            "column 18: the text ends here; expected a blank and the side to move"
        );
        assert_eq!(
            error("gle/1c1/1C1/ELG[] x"),
            "column 19: found 'x'; expected the side to move, w or b"
        );
        assert_eq!(error("gle/1c1/1C1/ELG[] w "), "column 20: found ' '; expected no more");
    }

    #[test]
    fn impossible_numbers_of_pieces_are_refused() {
        let refused = |text: &str, column: u32, why: &str| {
            assert_eq!(error(text), format!("column {column}: {why}"), "{text}");
        };
        refused("gle/1L1/1C1/EL", 14, "a second lion of a side; expected one");
        refused("gGe/GcC/ELG[] w", 5, "a third giraffe; expected two pieces of each kind");
        refused("gle/1c1/CC1/ELG[] w", 10, "a third chick; expected two pieces of each kind");
        refused("gle/1c1/1C1/ELG[e] w", 17, "a third elephant; expected two pieces of each kind");
        refused("g1e/1c1/1C1/ELG[] w", 16, "a board without l; expected both lions");
        refused("gle/1c1/3/ELG[] w", 16, "1 chick in all; expected two");
        refused("gle/1c1/3/1LG[Cg] w", 16, "a third giraffe; expected two pieces of each kind");
        refused(
            "1L1/3/1l1/3[GGEECC] w",
            1,
            "the lion of the side to move is on the far row; expected a game that ended when it arrived there",
        );
    }

    /// Returns the start with one to four characters changed, added or left out, or the end cut
    /// off.
    fn damaged(number: u64) -> String {
        let symbols: Vec<char> = "LGECHlgech+123/[]- wb\u{e9}".chars().collect();
        let drawn = |salt: u64, limit: usize| crate::draw(number, salt, limit as u64) as usize;
        let mut text: Vec<char> = "gle/1c1/1C1/ELG[] w".chars().collect();
        for salt in (1..).step_by(3).take(1 + drawn(0, 4)) {
            let place = drawn(salt, text.len());
            let symbol = symbols[drawn(salt + 1, symbols.len())];
            match drawn(salt + 2, 4) {
                0 if !text.is_empty() => drop(text.remove(place)),
                1 if !text.is_empty() => text[place] = symbol,
                2 => text.truncate(place),
                _ => text.insert(place, symbol),
            }
        }
        text.into_iter().collect()
    }

    /// Most of these texts are refused, and none makes the reader panic.
    #[test]
    fn a_damaged_text_is_refused_with_a_column_or_read() {
        let mut accepted = 0;
        for text in (0..20_000).map(damaged) {
            match text.parse::<Dobutsu>() {
                Ok(position) => {
                    accepted += 1;
                    assert_eq!(position.to_string().parse(), Ok(position), "{text}");
                }
                Err(error) => {
                    let columns = 1..=text.chars().count() + 1;
                    assert!(columns.contains(&error.column), "{text}: {error}");
                }
            }
        }
        assert!(accepted > 100, "{accepted}");
    }
}
