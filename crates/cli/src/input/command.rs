//! The positions that a command is about: those of the command line, or those of stdin.

use super::{Entry, Input, notice};
use crate::games::{Game, Words};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Stdin, where files are named.
const STDIN: &str = "-";

/// Returns the positions `given` and those of `files`; without any, those of stdin if it is a file
/// or a pipe; without these, the start of the game, which is written `start`. `words` divides
/// lines. Waits for the first line of stdin.
///
/// # Errors
/// A file or stdin cannot be read, or is no text.
pub(crate) fn positions(
    given: Vec<Entry>,
    files: &[PathBuf],
    start: String,
    words: Words,
) -> Result<Input> {
    if !given.is_empty() || !files.is_empty() {
        return Input::new(given, files, words);
    }
    if !stdin_has_input() {
        return Input::new(vec![Entry::given(start)], files, words);
    }
    let mut input = Input::new(given, &[Path::new(STDIN).to_owned()], words)?;
    let first = notice::while_reading(|| input.next())?;
    Ok(input.after(first.unwrap_or_else(|| Entry::given(start))))
}

/// Returns the one position that a command is about, by the same rule. Waits for the end of stdin,
/// if it is on stdin.
///
/// # Errors
/// Stdin cannot be read, is no text, or has a second position.
pub(crate) fn one<G: Game>(game: &G, given: Option<&str>) -> Result<Entry> {
    let given = given.map(|text| Entry::given(text.to_owned()));
    let mut input = positions(given.into_iter().collect(), &[], game.start().1, Words::of(game))?;
    let first = input.next()?.expect("there is one, or the start of the game");
    match input.next()? {
        None => Ok(first),
        Some(second) => {
            bail!("{second}: this is a second position; expected one on stdin (solve takes many)")
        }
    }
}

/// Whether stdin is a file or a pipe: something that was directed into the program. A terminal is
/// not, nor is `/dev/null`.
fn stdin_has_input() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = std::fs::metadata("/dev/stdin").map(|found| found.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    {
        use std::io::IsTerminal;
        !std::io::stdin().is_terminal()
    }
}
