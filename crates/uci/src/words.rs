//! A line, word by word, and what is wrong with one.

use eldest_games::notation::NotationError;

/// What is wrong with a line: where, what, and what would be right.
pub type LineError = NotationError;

/// A word of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// Its characters.
    pub text: &'a str,
    /// How many characters of the line stand before it.
    pub before: usize,
}

impl Word<'_> {
    /// It is wrong here: `expected` would be right.
    #[must_use]
    pub fn fault(&self, expected: &str) -> LineError {
        LineError::illegal(self.before + 1, format!("found '{}'", shown(self.text)), expected)
    }
}

/// What is shown of a text that may be anything: its beginning.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut beginning: String = text.chars().take(MOST).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}

/// The words of a line, and where they are.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    /// So many bytes have been read.
    read: usize,
    /// So many characters.
    column: usize,
}

impl<'a> Tokens<'a> {
    /// All words of `line`.
    #[must_use]
    pub fn new(line: &'a str) -> Self {
        Self { line, read: 0, column: 0 }
    }

    /// The line ends here, where `expected` should stand.
    #[must_use]
    pub fn ended(&self, expected: &str) -> LineError {
        LineError::unexpected(self.column + 1, None, expected)
    }

    /// The next word, which stays the next one.
    #[must_use]
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// What has not been read, without blanks around it, and how many characters stand before that.
    #[must_use]
    pub fn rest(&self) -> Word<'a> {
        let rest = &self.line[self.read..];
        let text = rest.trim_start();
        let blanks = rest[..rest.len() - text.len()].chars().count();
        Word { text: text.trim_end(), before: self.column + blanks }
    }

    /// All until `end` or the end of the line, as one text; `end` is read too.
    pub fn until(&mut self, end: &str) -> Word<'a> {
        let (start, before) = (self.start(), self.rest().before);
        let mut last = start;
        while self.next().is_some_and(|word| word.text != end) {
            last = self.read;
        }
        Word { text: &self.line[start..last], before }
    }

    /// The byte at which the next word begins.
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

/// The whole number `text`, with a sign or without, held within the range of its type.
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

/// The same, from `least` on.
#[must_use]
pub fn at_least(least: i64, text: &str) -> Option<u64> {
    let number = whole(text).filter(|number| *number >= least)?;
    u64::try_from(number).ok()
}
