//! Lines of the protocol: [`Output`] writes them, from any thread; [`next_line`] reads them.

use std::fmt::{self, Display};
use std::io::{BufRead, ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where lines go: whole ones, and at once. A pipe that nobody reads any more is no error: the input ends then too.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Lines go to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// One line.
    pub fn line(&self, line: impl Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
    }

    /// A line for people. What somebody else has written into it does not become a line of its own.
    pub fn tell(&self, text: impl Display) {
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

/// Longer lines are no lines of the protocol: a game of 1,000 moves takes 10 kB.
const LONGEST: usize = 1 << 20;
/// Some editors and shells write it at the beginning of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line is too long to be obeyed: its beginning may mean another thing than the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The beginning, from which the command can be read.
    pub beginning: String,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line of {LONGEST} bytes or more is passed over; expected a shorter one")
    }
}

/// Returns the next line of `input` without its end, which is LF or CR; `None` at the end of the input, or if it
/// cannot be read. After CR LF an empty line follows, which no command is. A byte order mark at the beginning
/// of a line is left out, and bytes that are no UTF-8 become U+FFFD.
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
