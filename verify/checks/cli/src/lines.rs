//! Lines of a file of positions: any text is taken, or refused with a place within it.

use crate::options::GAMES;
use arbitrary::{Result, Unstructured};
use eldest_checks::targets::games::words;
use eldest_cli::read_line;
use std::fmt::Display;

/// A line of a file of positions, for any game that the program knows.
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
    Ok(())
}

/// The column that a complaint names, if it names one.
fn column(complaint: &impl Display) -> Option<usize> {
    let complaint = complaint.to_string();
    complaint.strip_prefix("line:1:")?.split(':').next()?.parse().ok()
}
