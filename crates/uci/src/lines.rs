//! Lines of the protocol: [`Output`] writes them, from any thread; [`next_line`] reads them.

use std::fmt::{self, Display};
use std::io::{BufRead, ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes whole lines, and flushes each. A closed pipe is no error: the input then ends, too.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Writes lines to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// Writes a line.
    pub fn line(&self, line: impl Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
    }

    /// Writes an `info string` for people. Control characters are replaced, so that quoted input
    /// cannot add lines.
    pub fn info(&self, text: impl Display) {
        const MOST: usize = 2_000;
        let visible = |letter: char| if letter.is_control() { '?' } else { letter };
        let text: String = text.to_string().chars().take(MOST).map(visible).collect();
        self.line(format_args!("info string {text}"));
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}

/// The maximum length of a line. A game of 1,000 moves takes 10 kB.
const LONGEST: usize = 1 << 20;
/// Written by some editors and shells at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line that is too long to be run: its beginning may mean something else than the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The beginning, from which the command can be read.
    pub beginning: String,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line of {LONGEST} bytes or more is ignored; expected a shorter one")
    }
}

/// Returns the next line of `input` without its end, which is LF or CR; `None` at the end of the
/// input, or if it cannot be read. CR LF yields another, empty line, which is harmless. A byte
/// order mark at the start of a line is removed, and invalid UTF-8 becomes U+FFFD.
pub fn next_line(input: &mut impl BufRead) -> Option<Result<String, TooLong>> {
    let (mut line, mut is_there, mut has_ended) = (Vec::new(), false, false);
    while !has_ended {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer.ok()?,
        };
        if buffer.is_empty() {
            break;
        }
        is_there = true;
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let text = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&text[..text.len().min(LONGEST - line.len())]);
        has_ended = end.is_some();
        let used = text.len() + usize::from(has_ended);
        input.consume(used);
    }
    let text = is_there.then(|| text_of(&line))?;
    Some(if line.len() < LONGEST { Ok(text) } else { Err(TooLong { beginning: text }) })
}

fn text_of(line: &[u8]) -> String {
    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    String::from_utf8_lossy(text).into_owned()
}
