//! [`Reader`]: reads a text and reports the column of an error.

use crate::notation::NotationError;
use eldest::Side;

/// The characters between the parts of a position.
pub(crate) const BLANKS: &str = " \t";

/// The unread rest of a text.
pub(crate) struct Reader<'a> {
    rest: &'a str,
    /// The column of the next character, counted from 1.
    pub(crate) column: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// Reads a character. Returns the index of its group in `groups`.
    pub(crate) fn one_of(
        &mut self,
        groups: &[&str],
        expected: &str,
    ) -> Result<usize, NotationError> {
        let mut rest = self.rest.chars();
        let group = rest.next().and_then(|c| groups.iter().position(|group| group.contains(c)));
        let group = group.ok_or_else(|| self.unexpected(expected))?;
        (self.rest, self.column) = (rest.as_str(), self.column + 1);
        Ok(group)
    }

    /// Skips blanks and tabs, at least one.
    pub(crate) fn blanks(&mut self, expected: &str) -> Result<(), NotationError> {
        self.one_of(&[BLANKS], expected)?;
        self.more_blanks();
        Ok(())
    }

    /// Skips blanks and tabs, if any.
    pub(crate) fn more_blanks(&mut self) {
        let rest = self.rest.trim_start_matches(|c| BLANKS.contains(c));
        (self.column, self.rest) = (self.column + self.rest.len() - rest.len(), rest);
    }

    /// Reads digits, at least one.
    pub(crate) fn digits(&mut self, expected: &str) -> Result<&'a str, NotationError> {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(count);
        if digits.is_empty() {
            return Err(self.unexpected(expected));
        }
        (self.rest, self.column) = (rest, self.column + count);
        Ok(digits)
    }

    /// Reads the letter of a side, which must end the text.
    pub(crate) fn side(
        mut self,
        letters: [&str; 2],
        expected: &str,
    ) -> Result<Side, NotationError> {
        let side = [Side::First, Side::Second][self.one_of(&letters, expected)?];
        self.end().map(|()| side)
    }

    /// Checks that nothing is left.
    pub(crate) fn end(&self) -> Result<(), NotationError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected("no more")) }
    }

    fn unexpected(&self, expected: &str) -> NotationError {
        NotationError::unexpected(self.column, self.rest.chars().next(), expected)
    }
}

/// Reads `size`, two numbers as in `6x4`, and passes them to `make`. `size` is `text` or a part of
/// it. Returns the standard board of `game` if `text` is empty.
pub(crate) fn board<B: Default>(
    text: &str,
    size: &str,
    (game, expected): (&str, &str),
    make: impl FnOnce(u32, u32) -> Option<B>,
) -> Result<B, NotationError> {
    if text.is_empty() {
        return Ok(B::default());
    }
    self::size(size).and_then(|(first, second)| make(first, second)).ok_or_else(|| {
        NotationError::illegal(1, format!("'{text}' is not a board of {game}"), expected)
    })
}

/// Reads the two numbers of a size such as `6x4`.
pub(crate) fn size(text: &str) -> Option<(u32, u32)> {
    let (first, second) = text.split_once('x')?;
    first.parse().ok().zip(second.parse().ok())
}
