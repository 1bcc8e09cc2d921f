//! [`Output`]: results on stdout, everything else on stderr.

use anyhow::{Context, Result};
use clap::ValueEnum;
use eldest_check::printable;
use indicatif::ProgressBar;
use serde::Serialize;
use std::env;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// The format of results.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Columns
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Writes records and error messages around the progress bar.
#[derive(Debug)]
pub struct Output {
    format: Format,
    bar: ProgressBar,
}

impl Output {
    /// Creates an output of records in `format`; `bar` is suspended while they are written.
    pub fn new(format: Format, bar: ProgressBar) -> Self {
        Self { format, bar }
    }

    /// Writes a record and flushes it: as text its `Display`, as JSON an object on a separate line.
    pub fn put(&self, record: &(impl Display + Serialize)) -> Result<()> {
        match self.format {
            Format::Text => self.line(format_args!("{record}")),
            Format::Json => self.line(serde_json::to_string(record)?),
        }
    }

    /// Writes a record in JSON only.
    pub fn detail(&self, record: &impl Serialize) -> Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => self.line(serde_json::to_string(record)?),
        }
    }

    /// Writes a line in text format only.
    pub fn heading(&self, heading: &str) -> Result<()> {
        match self.format {
            Format::Text => self.line(heading),
            Format::Json => Ok(()),
        }
    }

    /// Writes a line, without colours if `NO_COLOR` is set or stdout is not a terminal.
    fn line(&self, line: impl Display) -> Result<()> {
        self.bar.suspend(|| {
            let mut stdout = anstream::stdout().lock();
            writeln!(stdout, "{line}").and_then(|()| stdout.flush()).context("stdout")
        })
    }

    /// Writes an error message to stderr.
    pub fn complain(&self, message: impl Display) {
        self.bar.suspend(|| complain(message));
    }
}

/// Removes the progress bar.
impl Drop for Output {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The reason why a game cannot be searched to the end.
pub const ENDLESS: &str = "its rules do not limit the length of a game, so it cannot be searched to the end; \
     expected a game that ends, such as chess:fifty, or a position that a --database knows";

/// Returns the message of an error with its causes. A cause that the message already contains is
/// not repeated.
pub fn causes(error: &anyhow::Error) -> String {
    let mut causes = error.chain().map(in_words);
    let first = causes.next().unwrap_or_default();
    causes.fold(first, |message, cause| {
        if message.contains(&cause) { message } else { format!("{message}: {cause}") }
    })
}

/// Returns the message of a cause, which for some errors of the library is rewritten for users of
/// the program.
fn in_words(cause: &(dyn Error + 'static)) -> String {
    match cause.downcast_ref() {
        Some(eldest::Error::Endless) => ENDLESS.to_owned(),
        _ => cause.to_string(),
    }
}

/// The most characters of a message.
const LONGEST: usize = 10_000;

/// Writes an error message to stderr, made printable on one line, because parts of it may come from
/// a file, a server or a worker. Does nothing if stderr is closed.
pub fn complain(message: impl Display) {
    let message = printable(&message.to_string(), LONGEST);
    let _ = writeln!(io::stderr(), "{}: {message}", program());
}

/// Returns the name under which the program was called, which may be `eldest-cluster`.
pub(crate) fn program() -> String {
    let called = env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_name().unwrap_or("eldest".as_ref()).to_string_lossy();
    name.strip_suffix(env::consts::EXE_SUFFIX).unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind::NotFound;

    #[test]
    fn a_cause_is_reported_once() {
        let missing = || anyhow::Error::from(io::Error::new(NotFound, "not there"));
        assert_eq!(causes(&missing()), "not there");
        assert_eq!(causes(&missing().context("a.txt")), "a.txt: not there");
        let twice = missing().context("cannot read a.txt: not there").context("input");
        assert_eq!(causes(&twice), "input: cannot read a.txt: not there");
        let inside = missing().context("cannot read a.txt: not there; name another file");
        assert_eq!(causes(&inside), "cannot read a.txt: not there; name another file");
    }

    #[test]
    fn users_see_no_builder() {
        let endless = anyhow::Error::from(eldest::Error::Endless).context("chess");
        assert_eq!(causes(&endless), format!("chess: {ENDLESS}"));
    }
}
