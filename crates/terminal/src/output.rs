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

/// How results are written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Columns
    #[default]
    Text,
    /// An object in each line
    Json,
}

/// Where records and complaints go, past the progress bar.
#[derive(Debug)]
pub struct Output {
    format: Format,
    bar: ProgressBar,
}

impl Output {
    /// Records are written in `format`; `bar` makes room for them.
    pub fn new(format: Format, bar: ProgressBar) -> Self {
        Self { format, bar }
    }

    /// Writes a record at once, so that whoever reads along has it: as text its `Display`, as JSON
    /// an object in a line of its own.
    pub fn put(&self, record: &(impl Display + Serialize)) -> Result<()> {
        match self.format {
            Format::Text => self.line(format_args!("{record}")),
            Format::Json => self.line(serde_json::to_string(record)?),
        }
    }

    /// Writes a record that only programs need.
    pub fn detail(&self, record: &impl Serialize) -> Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => self.line(serde_json::to_string(record)?),
        }
    }

    /// Writes a line that only people need.
    pub fn heading(&self, heading: &str) -> Result<()> {
        match self.format {
            Format::Text => self.line(heading),
            Format::Json => Ok(()),
        }
    }

    /// Colours are left out where nobody wants them: `NO_COLOR`, no terminal.
    fn line(&self, line: impl Display) -> Result<()> {
        self.bar.suspend(|| {
            let mut stdout = anstream::stdout().lock();
            writeln!(stdout, "{line}").and_then(|()| stdout.flush()).context("stdout")
        })
    }

    /// Says on stderr what is wrong.
    pub fn complain(&self, message: impl Display) {
        self.bar.suspend(|| complain(message));
    }
}

/// The bar leaves no trace.
impl Drop for Output {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Why a game is not searched to the end.
pub const ENDLESS: &str = "its rules do not say how long a game may last, and so it cannot be searched to the end; \
     expected a game that ends, as chess:fifty does";

/// What is wrong, and why. A cause that stands already in what it has caused is not repeated.
pub fn causes(error: &anyhow::Error) -> String {
    let mut causes = error.chain().map(in_words);
    let first = causes.next().unwrap_or_default();
    causes.fold(first, |message, cause| {
        if message.contains(&cause) { message } else { format!("{message}: {cause}") }
    })
}

/// What the library says to who writes programs, whoever uses one is told in other words.
fn in_words(cause: &(dyn Error + 'static)) -> String {
    match cause.downcast_ref() {
        Some(eldest::Error::Endless) => ENDLESS.to_owned(),
        _ => cause.to_string(),
    }
}

/// No message has more characters.
const LONGEST: usize = 10_000;

/// Writes on stderr what is wrong, on one line: a file, a server or a worker may have written a part of it. If stderr is
/// closed, nothing happens.
pub fn complain(message: impl Display) {
    let message = printable(&message.to_string(), LONGEST);
    let _ = writeln!(io::stderr(), "{}: {message}", program());
}

/// As which program this was called: `eldest-cluster` complains here too.
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
    fn a_cause_is_told_once() {
        let missing = || anyhow::Error::from(io::Error::new(NotFound, "not there"));
        assert_eq!(causes(&missing()), "not there");
        assert_eq!(causes(&missing().context("a.txt")), "a.txt: not there");
        let twice = missing().context("cannot read a.txt: not there").context("input");
        assert_eq!(causes(&twice), "input: cannot read a.txt: not there");
        let inside = missing().context("cannot read a.txt: not there; name another file");
        assert_eq!(causes(&inside), "cannot read a.txt: not there; name another file");
    }

    #[test]
    fn users_are_told_of_no_builder() {
        let endless = anyhow::Error::from(eldest::Error::Endless).context("chess");
        assert_eq!(causes(&endless), format!("chess: {ENDLESS}"));
    }
}
