//! The words of a line, and errors in them.

use eldest_games::notation::NotationError;

/// An error in a line: the column, what was found there, and what was expected.
pub type LineError = NotationError;

/// A word of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// Its characters.
    pub text: &'a str,
    /// The number of characters of the line before it.
    pub before: usize,
}

impl Word<'_> {
    /// Returns the error that `expected` should stand here.
    #[must_use]
    pub fn fault(&self, expected: &str) -> LineError {
        LineError::illegal(self.before + 1, format!("found '{}'", shown(self.text)), expected)
    }
}

/// Returns the beginning of `text` for a message.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut beginning: String = text.chars().take(MOST).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}

/// The words of a line, and their columns.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    /// The number of bytes read.
    read: usize,
    /// The number of characters read.
    column: usize,
}

impl<'a> Tokens<'a> {
    /// Creates an iterator over the words of `line`.
    #[must_use]
    pub fn new(line: &'a str) -> Self {
        Self { line, read: 0, column: 0 }
    }

    /// Returns the error that the line ends where `expected` should stand.
    #[must_use]
    pub fn ended(&self, expected: &str) -> LineError {
        LineError::unexpected(self.column + 1, None, expected)
    }

    /// Returns the next word without consuming it.
    #[must_use]
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Returns the unread text without surrounding blanks, and the number of characters before it.
    #[must_use]
    pub fn rest(&self) -> Word<'a> {
        let rest = &self.line[self.read..];
        let text = rest.trim_start();
        let blanks = rest[..rest.len() - text.len()].chars().count();
        Word { text: text.trim_end(), before: self.column + blanks }
    }

    /// Returns the text up to the word `end` or the end of the line; consumes `end`, too.
    pub fn until(&mut self, end: &str) -> Word<'a> {
        let (start, before) = (self.start(), self.rest().before);
        let mut last = start;
        while self.next().is_some_and(|word| word.text != end) {
            last = self.read;
        }
        Word { text: &self.line[start..last], before }
    }

    /// Returns the byte offset of the next word.
    fn start(&self) -> usize {
        self.line.len() - self.line[self.read..].trim_start().len()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let Word { text: rest, before } = self.rest();
        let text = rest.split_whitespace().next()?;
        self.read = self.start() + text.len();
        self.column = before + text.chars().count();
        Some(Word { text, before })
    }
}

/// Parses a whole number with an optional sign; saturates at the range of the type.
#[must_use]
pub fn whole(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let add = |number: i64, digit: char| {
        let digit = i64::from(digit.to_digit(10)?);
        Some(number.saturating_mul(10).saturating_add(sign * digit))
    };
    if digits.is_empty() { None } else { digits.chars().try_fold(0, add) }
}

/// Parses a whole number that is at least `least`.
#[must_use]
pub fn at_least(least: i64, text: &str) -> Option<u64> {
    let number = whole(text).filter(|number| *number >= least)?;
    u64::try_from(number).ok()
}
