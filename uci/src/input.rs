//! Lines from whoever asks.

use std::io::{self, BufRead, Read};

/// Longer lines are no lines of the protocol: a game of 1,000 moves takes 10 kB.
const LONGEST: u64 = 1 << 20;

/// The next line of `input`; `None` at its end, or if it cannot be read. Bytes that are no UTF-8 become U+FFFD; of a
/// line that is too long the beginning is read, and the rest is gone.
pub fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
        Ok(0) => return None,
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
        Err(_) => return None,
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}
