//! Lines of a file of positions: any text is accepted, or refused with a valid column.

use crate::options::GAMES;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position};
use eldest_catalog::input::{read_line, read_lines};
use eldest_checks::targets::games::words;
use eldest_games::domineering::{Domineering, Size};
use eldest_games::notation::Notation;
use std::fmt::Display;

/// Checks one line of a file of positions, for any game of the program.
pub(crate) fn lines(u: &mut Unstructured<'_>) -> Result<()> {
    let (game, _) = *u.choose(&GAMES)?;
    let line: Vec<u8> = if u.arbitrary()? {
        let count = u.int_in_range(0..=80)?.min(u.len());
        u.bytes(count)?.to_vec()
    } else {
        let vocabulary = [
            "1",
            "4",
            "44",
            "-",
            "x.o/.x./...",
            "...",
            "/",
            "3,4,5",
            ",",
            ".",
            "0",
            "9",
            " ",
            "#",
            ":",
            "-------------------XO------OX------------- X",
            "X",
            "O",
            "3,3,3,3:0/3,3,3,3:0 S",
            " N",
            "..../.#../.... V",
            " H",
            "8/8/8/4k3/8/4K3/4P3/8 w - -",
            "rnbqkbnr",
            "8",
            "p",
            " w KQkq",
            "e3",
        ];
        words(u, &vocabulary)?.concat().into_bytes()
    };
    let indented = [b"  ", &*line].concat();
    match (read_line(game, &line), read_line(game, &indented)) {
        (Err(error), Err(moved)) => {
            let (column, moved) = (column(&error), column(&moved));
            assert_eq!(column.map(|column| column + 2), moved, "{error} in {line:?}");
            let longest = String::from_utf8_lossy(&line).chars().count() + 1;
            assert!(column.is_none_or(|column| (1..=longest).contains(&column)), "{error}");
        }
        (read, indented) => assert_eq!(read.ok(), indented.ok(), "{line:?}"),
    }
    domineering(u)?;
    file(u, game, &line)
}

/// A board of Domineering as the game prints it; all of its moves must be readable.
fn domineering(u: &mut Unstructured<'_>) -> Result<()> {
    let (rows, columns) = (u.int_in_range(1..=3)?, u.int_in_range(1..=4)?);
    let mut row = || (0..columns).map(|_| Ok(*u.choose(&['.', '#'])?)).collect::<Result<String>>();
    let written = (0..rows).map(|_| row()).collect::<Result<Vec<_>>>()?.join("/");
    let board = Size::new(rows, columns).expect("a small board");
    let side = u.choose(&["V", "H"])?;
    let position = <Domineering>::parse_position(board, &format!("{written} {side}"));
    let position = position.expect("a board");
    let moves = Moves::collect(|out| position.moves(out)).into_iter();
    let moves: Vec<_> = moves.map(|mv| position.format_move(mv)).collect();
    let read = read_line(&format!("domineering:{board}"), position.to_string().as_bytes());
    assert_eq!(read.ok(), Some(moves), "{position}");
    Ok(())
}

/// Several lines with any line ending: each is read as if it stood alone.
fn file(u: &mut Unstructured<'_>, game: &str, line: &[u8]) -> Result<()> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let is_one = !line.contains(&b'\n') && !line.contains(&b'\r') && !line.starts_with(MARK);
    let lines = [if is_one { line } else { b"-" }, b"# -", b"-", b""];
    let end = *u.choose(&[&b"\n"[..], b"\r", b"\r\n"])?;
    let (mut content, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..u.int_in_range(0..=4)? {
        let line = *u.choose(&lines)?;
        content.extend_from_slice(if u.ratio(1, 4)? { MARK } else { b"" });
        content.extend_from_slice(line);
        content.extend_from_slice(end);
        alone.push(read_line(game, line).map_err(|error| error.to_string()));
    }
    let Ok(read) = read_lines(game, &content) else { return Ok(()) };
    let read: Vec<_> = read.into_iter().map(|read| read.map_err(|e| e.to_string())).collect();
    assert_eq!(read, alone, "{content:?}");
    Ok(())
}

/// The column that an error message names, if it names one.
fn column(complaint: &impl Display) -> Option<usize> {
    let complaint = complaint.to_string();
    complaint.strip_prefix("line:1:")?.split(':').next()?.parse().ok()
}
