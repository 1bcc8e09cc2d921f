//! [`Lines`]: lines of bytes, with the line ends of any system.

use std::io::{self, BufRead, ErrorKind};

/// Three bytes that some editors write at the beginning of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most bytes of a line, more than any position has. A stream without line ends must not fill
/// the memory.
const LONGEST: usize = 1 << 20;

/// Reads lines that end with LF, with CR LF, or with CR alone.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Whether the last line ended with CR. An LF that follows belongs to that end, but is not
    /// awaited, because it may never come.
    after_cr: bool,
}

impl Lines {
    /// Returns the next line of `input` without its end and without a byte order mark; `None` at
    /// the end of the input.
    ///
    /// # Errors
    /// Errors of `input`; a line of more than a MiB.
    pub fn next(&mut self, input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let buffer = match input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(Some(without_mark(line)).filter(|line| !line.is_empty()));
            }
            let (used, has_ended) = self.take(buffer, &mut line);
            input.consume(used);
            if line.len() > LONGEST {
                return Err(too_long());
            }
            if has_ended {
                return Ok(Some(without_mark(line)));
            }
        }
    }

    /// Appends the part of a line in `buffer`. Returns the number of bytes used, and whether the
    /// line ends there.
    fn take(&mut self, buffer: &[u8], line: &mut Vec<u8>) -> (usize, bool) {
        if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
            return (1, false);
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        line.extend_from_slice(&buffer[..end.unwrap_or(buffer.len())]);
        self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
        end.map_or((buffer.len(), false), |end| (end + 1, true))
    }
}

fn too_long() -> io::Error {
    let reason = format!("this line has more than {LONGEST} bytes; expected a shorter one");
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// Removes a byte order mark. Each line may begin with one, because files may have been
/// concatenated.
fn without_mark(mut line: Vec<u8>) -> Vec<u8> {
    if line.starts_with(BYTE_ORDER_MARK) {
        line.drain(..BYTE_ORDER_MARK.len());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// Returns the lines of `content`, read in pieces of `size` bytes.
    fn lines(content: &str, size: usize) -> Vec<String> {
        let (mut input, mut lines) =
            (BufReader::with_capacity(size, content.as_bytes()), Lines::default());
        let next = || lines.next(&mut input).unwrap();
        std::iter::from_fn(next).map(|line| String::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let read = |bytes: usize| {
            let mut endless = BufReader::new(io::repeat(b'4').take(bytes as u64));
            Lines::default().next(&mut endless).map(|line| line.map_or(0, |line| line.len()))
        };
        assert_eq!(read(LONGEST).unwrap(), LONGEST);
        let refused = read(LONGEST + 1).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidData, "{refused}");
    }

    #[test]
    fn every_system_ends_lines_in_its_own_way() {
        for size in 1..20 {
            for content in
                ["44\n445\n\n4", "44\r\n445\r\n\r\n4\r\n", "44\r445\r\r4", "44\r445\n\n4\n"]
            {
                assert_eq!(lines(content, size), ["44", "445", "", "4"], "{content:?}, {size}");
            }
            assert!(lines("", size).is_empty());
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        for size in 1..20 {
            assert_eq!(lines("\u{feff}44\n\u{feff}445\r\n", size), ["44", "445"]);
            assert!(lines("\u{feff}", size).is_empty());
        }
    }

    /// A complete line does not wait for a byte that may never come.
    #[test]
    fn a_line_that_ends_with_cr_is_not_held_back() {
        /// Typed input, from which nothing more may be read.
        struct Typed(&'static [u8]);

        impl io::Read for Typed {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                unreachable!("lines use the buffer")
            }
        }

        impl BufRead for Typed {
            fn fill_buf(&mut self) -> io::Result<&[u8]> {
                assert!(!self.0.is_empty(), "it would wait");
                Ok(self.0)
            }

            fn consume(&mut self, used: usize) {
                self.0 = &self.0[used..];
            }
        }

        let mut lines = Lines::default();
        assert_eq!(lines.next(&mut Typed(b"44\r")).unwrap().as_deref(), Some(&b"44"[..]));
        assert_eq!(lines.next(&mut Typed(b"\n445\n")).unwrap().as_deref(), Some(&b"445"[..]));
    }
}
