//! Lines from whoever asks.

use std::fmt;
use std::io::{self, BufRead, Read};

/// Longer lines are no lines of the protocol: a game of 1,000 moves takes 10 kB.
const LONGEST: u64 = 1 << 20;

/// A line was too long, and is gone: what its beginning says may be another thing than the whole.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a line of {LONGEST} bytes or more is passed over; expected a shorter one")
    }
}

/// The next line of `input`; `None` at its end, or if it cannot be read. Bytes that are no UTF-8 become U+FFFD.
pub fn next_line(input: &mut impl BufRead) -> Option<Result<String, TooLong>> {
    let mut line = Vec::new();
    match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        Ok(0) => return None,
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
        Err(_) => return None,
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
        return Some(Err(TooLong));
    }
    Some(Ok(String::from_utf8_lossy(&line).into_owned()))
}
