//! Reads FEN, with the column of an error.
//!
//! Steven Edwards, "Standard: Portable Game Notation Specification and Implementation Guide", 1994,
//! section 16.1.

use crate::notation::NotationError;
use cozy_chess::{Board, Color, FenParseError, File, Piece, Rank, Square, get_king_moves};
use std::ops::RangeInclusive;

/// The number of fields of a FEN.
pub(super) const FIELDS: usize = 6;
/// The number of fields that identify a position, which are those of EPD. The others are counters.
pub(super) const NAMING: usize = 4;

/// The index of the castling rights.
const RIGHTS: usize = 2;

/// The description of each field.
const EXPECTED: [&str; FIELDS] = [
    "the eight ranks of a legal position: one king on each side, the kings not adjacent, the side that \
     does not move not in check, at most two checks, at most 16 pieces and 8 pawns a side, no pawn on \
     the first or last rank",
    "the side to move, w or b",
    "the castling rights: some of KQkq where king and rook are at home (in Chess960, or the files of the rooks, \
     such as HAha), or -",
    "the square behind a pawn that has just moved two steps, such as e3, or -",
    "the plies since the last pawn move or capture, a whole number of 0 or more",
    "the number of the move, a whole number of 0 or more",
];
/// A field, and the column of its first character.
type FenField<'a> = (usize, &'a str);

/// The squares of kings and rooks with castling rights.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Castling {
    /// The squares of the standard starting position.
    AtHome,
    /// Anywhere on their first rank: Chess960. Rights are the files of the rooks (Shredder-FEN), or
    /// KQkq for the outermost rooks (X-FEN).
    Anywhere,
}

/// Reads a position from six fields, or from the first four or five. Some programs count plies
/// beyond a hundred if no draw is claimed, or moves from 0. So both counters are clamped to the
/// ranges of FEN, 0 to 100 and 1 to 65535.
pub(super) fn read(text: &str, castling: Castling) -> Result<Board, NotationError> {
    let fields = fields(text)?;
    check_squares(fields[0])?;
    check_men(fields[0])?;
    let counts = [count(&fields, NAMING, 0..=100)?, count(&fields, NAMING + 1, 1..=65_535)?];
    let named = fields.iter().take(NAMING).map(|(_, field)| *field);
    let mut words: Vec<&str> = named.chain(counts.iter().map(String::as_str)).collect();
    let anywhere = castling == Castling::Anywhere;
    let files = if anywhere { files_of_rooks(&words) } else { words[RIGHTS].to_owned() };
    words[RIGHTS] = &files;
    let board = Board::from_fen(&words.join(" "), anywhere).map_err(field_of);
    let legal = board.and_then(|board| match () {
        () if !kings_are_apart(&board) => Err(0),
        () if !anywhere && !are_at_home(&board) => Err(RIGHTS),
        () => Ok(board),
    });
    legal.map_err(|wrong| {
        let (column, field) = fields[wrong];
        NotationError::illegal(column, format!("'{field}' is not right here"), EXPECTED[wrong])
    })
}

/// Returns the castling rights of these fields as files of the rooks. Rights without such a rook
/// stay unchanged.
fn files_of_rooks(words: &[&str]) -> String {
    let rights = words[RIGHTS];
    let bare = [words[0], words[1], "-", "-", "0", "1"].join(" ");
    let Ok(board) = Board::from_fen(&bare, true) else { return rights.to_owned() };
    rights.chars().map(|letter| outermost_rook(&board, letter).unwrap_or(letter)).collect()
}

/// Returns the file of the outermost rook on the side of `letter`, one of KQkq, in the same case.
fn outermost_rook(board: &Board, letter: char) -> Option<char> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let rank = Rank::First.relative_to(color).bitboard();
    let rooks = board.colored_pieces(color, Piece::Rook) & rank;
    let king = board.king(color).file();
    let file = match letter.to_ascii_lowercase() {
        'k' => rooks.iter().map(Square::file).max().filter(|file| *file > king),
        'q' => rooks.iter().map(Square::file).min().filter(|file| *file < king),
        _ => None,
    };
    let name = char::from(file?);
    Some(if color == Color::White { name.to_ascii_uppercase() } else { name })
}

/// Returns whether the kings are not adjacent, which `cozy_chess` does not check.
fn kings_are_apart(board: &Board) -> bool {
    !get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

/// Returns the counter in the field `at`, clamped to `range`; the least number if the field is
/// omitted.
fn count(
    fields: &[FenField<'_>],
    at: usize,
    range: RangeInclusive<u64>,
) -> Result<String, NotationError> {
    let Some(&(column, field)) = fields.get(at) else { return Ok(range.start().to_string()) };
    if !field.bytes().all(|byte| byte.is_ascii_digit()) {
        let what = format!("'{field}' is not right here");
        return Err(NotationError::illegal(column, what, EXPECTED[at]));
    }
    let count = field.parse().unwrap_or(u64::MAX); // A number of digits can only be too large.
    Ok(count.clamp(*range.start(), *range.end()).to_string())
}

/// Splits a text into four to six fields.
fn fields(text: &str) -> Result<Vec<FenField<'_>>, NotationError> {
    let words = text.split_whitespace();
    let column = |word: &str| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        text[..before].chars().count() + 1
    };
    let fields: Vec<FenField<'_>> = words.map(|word| (column(word), word)).collect();
    match fields.len() {
        NAMING..=FIELDS => Ok(fields),
        count if count > FIELDS => {
            let (column, field) = fields[FIELDS];
            Err(NotationError::unexpected(column, field.chars().next(), "no more"))
        }
        count => Err(NotationError::unexpected(text.chars().count() + 1, None, EXPECTED[count])),
    }
}

/// Checks that there are eight ranks of eight squares.
fn check_squares((first, field): FenField<'_>) -> Result<(), NotationError> {
    let empty = |digit: char| digit as u32 - '0' as u32;
    let (mut ranks, mut files) = (1, 0);
    for (column, letter) in (first..).zip(field.chars()) {
        match letter {
            '/' if files == 8 && ranks < 8 => (ranks, files) = (ranks + 1, 0),
            '1'..='8' if files + empty(letter) <= 8 => files += empty(letter),
            _ if "PNBRQKpnbrqk".contains(letter) && files < 8 => files += 1,
            _ => return Err(NotationError::unexpected(column, Some(letter), next(ranks, files))),
        }
    }
    if (ranks, files) == (8, 8) {
        return Ok(());
    }
    Err(NotationError::unexpected(first + field.chars().count(), None, next(ranks, files)))
}

/// Checks that neither side has more men than at the start of a game.
fn check_men((column, field): FenField<'_>) -> Result<(), NotationError> {
    type IsOf = fn(&char) -> bool;
    let sides: [(&str, IsOf); 2] =
        [("White", char::is_ascii_uppercase), ("Black", char::is_ascii_lowercase)];
    for (side, is_of) in sides {
        let men = || field.chars().filter(is_of);
        let pawns = men().filter(|man| man.eq_ignore_ascii_case(&'p')).count();
        for (count, most, kind) in [(men().count(), 16, "men"), (pawns, 8, "pawns")] {
            if count > most {
                let what = format!("{side} has {count} {kind}");
                return Err(NotationError::illegal(column, what, format!("at most {most}")));
            }
        }
    }
    Ok(())
}

/// Describes what may follow after `ranks` ranks, the last with `files` squares.
fn next(ranks: u32, files: u32) -> String {
    match (ranks, 8 - files) {
        (8, 0) => "a blank and the side to move".to_owned(),
        (_, 0) => "/ and the next rank".to_owned(),
        (_, 1) => "one of PNBRQK or pnbrqk, or 1 for an empty square".to_owned(),
        (_, left) => format!("one of PNBRQK or pnbrqk, or 1 to {left} for empty squares"),
    }
}

/// Returns the index of the wrong field.
fn field_of(error: FenParseError) -> usize {
    match error {
        FenParseError::InvalidSideToMove => 1,
        FenParseError::InvalidCastlingRights => RIGHTS,
        FenParseError::InvalidEnPassant => 3,
        FenParseError::InvalidHalfMoveClock => 4,
        FenParseError::InvalidFullmoveNumber => 5,
        _ => 0,
    }
}

/// Returns whether each king with castling rights is on its starting square. `cozy_chess` checks
/// the rooks.
fn are_at_home(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let home = Square::new(File::E, Rank::First.relative_to(color));
        (rights.short.is_none() && rights.long.is_none()) || board.king(color) == home
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text, Castling::AtHome).unwrap_err().to_string()
    }

    #[test]
    fn a_position_has_four_to_six_fields() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(start, Castling::AtHome), Ok(Board::default()));
        let spaced = format!(" {}  0\t1 ", start.replace(' ', "  "));
        assert_eq!(read(&spaced, Castling::AtHome), Ok(Board::default()));
        assert_eq!(read(&format!("{start} 0"), Castling::AtHome), Ok(Board::default()));
        assert_eq!(error(&format!("{start} 0 1 x")), "column 58: found 'x'; expected no more");
        assert!(error("").starts_with("column 1: the text ends here; expected the eight ranks"));
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        assert_eq!(
            error("8/9/8 w - -"),
            "column 3: found '9'; expected one of PNBRQK or pnbrqk, or 1 to 8 for empty squares"
        );
        assert_eq!(
            error("7/8 w - -"),
            "column 2: found '/'; expected one of PNBRQK or pnbrqk, or 1 for an empty square"
        );
        assert_eq!(
            error("8/8/8/8 w - -"),
            "column 8: the text ends here; expected / and the next rank"
        );
        assert_eq!(error("88 w - -"), "column 2: found '8'; expected / and the next rank");
        let field = |text: &str, column: usize, expected: &str| {
            let error = error(text);
            assert!(error.starts_with(&format!("column {column}: ")), "{error}");
            assert!(error.contains(expected), "{error}");
        };
        field("8/8/8/8/8/8/kK5P/8 w - -", 1, "the kings not adjacent");
        field("8/8/8/8/8/8/8/8 w - -", 1, "one king on each side");
        field("k7/8/8/8/8/8/8/K6p w - -", 1, "no pawn on the first");
        field("k6R/8/8/8/8/8/8/K7 w - -", 1, "not in check");
        field("k7/8/8/8/8/8/8/K7 x - -", 19, "w or b");
        field("k7/8/8/8/8/8/8/K7 w K -", 21, "some of KQkq");
        field("3k4/8/8/8/8/8/8/3K3R w K -", 24, "at home");
        field("k7/8/8/8/8/8/8/K7 w - e3", 23, "such as e3");
        field("k7/8/8/8/8/8/8/K7 w - - -1 1", 25, "a whole number of 0 or more");
        field("k7/8/8/8/8/8/8/K7 w - - 0 x", 27, "a whole number of 0 or more");
    }

    #[test]
    fn too_many_men_are_the_reason() {
        assert_eq!(
            error("k7/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -"),
            "column 1: White has 17 men; expected at most 16"
        );
        assert_eq!(
            error("k7/ppppppp1/pp6/8/8/8/8/K7 w - -"),
            "column 1: Black has 9 pawns; expected at most 8"
        );
    }

    /// Some programs count on if no draw is claimed, or count moves from 0.
    #[test]
    fn counts_are_held_within_what_fen_allows() {
        for (counts, held) in [
            ("", "0 1"),
            ("7", "7 1"),
            ("0 0", "0 1"),
            ("101 1", "100 1"),
            ("9999999999999999999999 70000", "100 65535"),
        ] {
            let named = "k7/8/8/8/8/8/8/K7 w - -";
            let board = read(&format!("{named} {counts}"), Castling::AtHome).expect("a position");
            assert_eq!(board.to_string(), format!("{named} {held}"));
        }
    }

    #[test]
    fn chess960_names_rooks_by_their_files_or_the_outermost() {
        let read = |text: &str| read(text, Castling::Anywhere).map(|board| format!("{board:#}"));
        for rights in ["KQkq", "HAha", "HQka"] {
            let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
            assert_eq!(read(&text), Ok("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1".to_owned()));
        }
        let inner = "1k2r1r1/8/8/8/8/8/8/1KR2R2 w CKke - 0 1";
        assert!(read(inner).unwrap_err().to_string().starts_with("column 30: 'CKke'"));
        let outer = "1k2r1r1/8/8/8/8/8/8/RK3R2 w KQk - 0 1";
        assert_eq!(read(outer), Ok("1k2r1r1/8/8/8/8/8/8/RK3R2 w FAg - 0 1".to_owned()));
        let named = "1k2r1r1/8/8/8/8/8/8/RK3R2 w FAe - 0 1";
        assert_eq!(read(named), Ok(named.to_owned()));
        assert!(read("1k6/8/8/8/8/8/8/RK6 w K - 0 1").is_err());
        assert!(read("8/8/8/8/8/8/8/8 w KQ - 0 1").is_err());
    }
}
