//! Reads the positions of a command from the command line or from stdin, with a notice while it
//! waits for stdin.

use crate::output::complain;
use anyhow::{Result, bail};
use eldest_catalog::games::{Game, Words};
use eldest_catalog::input::{Entry, Input, STDIN};
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The delay before the notice.
const MOMENT: Duration = Duration::from_secs(1);

const NOTICE: &str = "waiting for positions from stdin, which is a pipe or a file; name a position to search that one, \
     or add < /dev/null for the start of the game";

/// Returns the positions `given` and those of `files`; without any, those of stdin if it is a file
/// or a pipe; without these, the start of the game, with the text `start`. `words` splits lines.
/// Waits for the first line of stdin.
///
/// # Errors
/// A file or stdin cannot be read, or is not text.
pub fn positions(
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
    let first = while_reading(|| input.next_entry())?;
    Ok(input.after(first.unwrap_or_else(|| Entry::given(start))))
}

/// Returns the only position of a command, by the same rules. Waits for the end of stdin, if it is
/// on stdin.
///
/// # Errors
/// Stdin cannot be read, is not text, or has a second position.
pub fn one<G: Game>(game: &G, given: Option<&str>) -> Result<Entry> {
    let given = given.map(|text| Entry::given(text.to_owned()));
    let mut input = positions(given.into_iter().collect(), &[], game.start().1, Words::of(game))?;
    let first = input.next_entry()?.expect("there is one, or the start of the game");
    match input.next_entry()? {
        None => Ok(first),
        Some(second) => {
            bail!("{second}: this is a second position; expected one on stdin (solve takes many)")
        }
    }
}

/// Returns whether stdin is a file or a pipe, as opposed to a terminal or `/dev/null`.
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

/// Runs `read`, which waits for stdin although no option names it. If that takes long, prints a
/// notice on a terminal.
fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return read();
    }
    let (done, reading) = channel::<()>();
    let watch = thread::spawn(move || {
        if reading.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
            complain(NOTICE);
        }
    });
    let found = read();
    drop(done);
    // Join, so that no notice follows later output.
    watch.join().unwrap_or_default();
    found
}
