//! [`Entry`]: the text of a position.

use crate::games::{Game, Words};
use anyhow::{anyhow, ensure};
use std::borrow::Cow;
use std::fmt;

/// The text of a position, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The text of the position, as given.
    pub text: String,
    /// The word after it, unless it begins a remark with `#`.
    pub next: Option<String>,
    place: SourceLine,
}

/// The place of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SourceLine {
    CommandLine,
    /// The column of the position's first character.
    File {
        name: String,
        line: usize,
        column: usize,
    },
}

impl Entry {
    /// Creates a position of the command line.
    pub fn given(text: String) -> Self {
        let text = without_remark(&text).trim_start().to_owned();
        Self { text, next: None, place: SourceLine::CommandLine }
    }

    /// Returns whether the text is not empty.
    pub fn is_there(&self) -> bool {
        !self.text.is_empty()
    }

    /// Returns the position at the beginning of a line, which `words` splits; `None` if there is
    /// none.
    pub fn of_line(name: &str, line: usize, content: &str, words: &Words) -> Option<Self> {
        let content = without_remark(content);
        let trimmed = content.trim_start();
        let count = words.count(trimmed);
        if trimmed.is_empty() || count == 0 {
            return None;
        }
        let indent = &content[..content.len() - trimmed.len()];
        let column = indent.chars().count() + 1;
        let place = SourceLine::File { name: name.to_owned(), line, column };
        let text = first_words(trimmed, count);
        let next = trimmed[text.len()..].split_whitespace().next();
        let next = next.filter(|word| !word.starts_with('#')).map(str::to_owned);
        Some(Self { text: text.to_owned(), next, place })
    }

    /// Reads the position of a line in bytes. Fails if the position is not UTF-8, or the line has a
    /// zero byte, because then it is another kind of file. Remarks may have any encoding.
    pub fn read(
        name: &str,
        line: usize,
        bytes: &[u8],
        words: &Words,
    ) -> anyhow::Result<Option<Self>> {
        let content = String::from_utf8_lossy(bytes);
        let entry = Self::of_line(name, line, &content, words);
        let was_replaced = matches!(content, Cow::Owned(_));
        let is_text =
            |entry: &Self| !was_replaced || !entry.text.contains(char::REPLACEMENT_CHARACTER);
        ensure!(
            !bytes.contains(&0) && entry.as_ref().is_none_or(is_text),
            "{name}:{line}: this is not text; expected a position in each line"
        );
        Ok(entry)
    }

    /// Reads the position of `game`.
    ///
    /// # Errors
    /// The error in the text, with its place.
    pub fn parse<G: Game>(&self, game: &G) -> anyhow::Result<G::Position> {
        game.parse(&self.text)
            .map_err(|fault| anyhow!("{}: {}", self.at(fault.column), fault.reason))
    }

    /// Returns the place of the character at `column` of the position.
    pub fn at(&self, column: usize) -> impl fmt::Display {
        match &self.place {
            SourceLine::CommandLine => format!("{self}: column {column}"),
            SourceLine::File { name, line, column: first } => {
                format!("{name}:{line}:{}", first + column - 1)
            }
        }
    }
}

/// Writes the entry as messages name it.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            SourceLine::CommandLine => write!(f, "position '{}'", self.text),
            SourceLine::File { name, line, .. } => write!(f, "{name}:{line}"),
        }
    }
}

/// Returns `text` up to the first `;`, which begins a remark, such as the moves in collections of
/// endgames.
fn without_remark(text: &str) -> &str {
    text.split(';').next().unwrap_or(text).trim_end()
}

/// Returns the first `count` words of `text` with the blanks between them; the whole text if it has
/// fewer.
fn first_words(text: &str, count: usize) -> &str {
    let mut end = 0;
    for _ in 0..count {
        let rest = &text[end..];
        let word = rest.len() - rest.trim_start().len();
        let length = rest[word..].find(char::is_whitespace).unwrap_or(rest.len() - word);
        end += word + length;
    }
    text[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> Words {
        Words::fixed(count)
    }

    fn position_of(content: &str, count: usize) -> Option<String> {
        Entry::of_line("file", 1, content, &words(count)).map(|entry| entry.text)
    }

    #[test]
    fn a_position_is_the_first_words_of_a_line() {
        assert_eq!(position_of("445 -3 more\r\n", 1).as_deref(), Some("445"));
        assert_eq!(position_of("  445", 1).as_deref(), Some("445"));
        assert_eq!(position_of("ab  w 12", 2).as_deref(), Some("ab  w"));
        assert_eq!(position_of("ab", 2).as_deref(), Some("ab"));
        assert_eq!(position_of("ab \n", 2).as_deref(), Some("ab"));
    }

    #[test]
    fn the_word_after_the_position_is_kept() {
        let next = |content, count| Entry::of_line("file", 1, content, &words(count)).unwrap().next;
        assert_eq!(next("445 -3 more\r\n", 1).as_deref(), Some("-3"));
        assert_eq!(next("ab  w\t12", 2).as_deref(), Some("12"));
        assert_eq!(next("445 # hard", 1), None);
        assert_eq!(next("445\r", 1), None);
    }

    #[test]
    fn comments_and_empty_lines_are_no_positions() {
        for content in ["", " \t\r\n", "# 445", "  # 445"] {
            assert_eq!(position_of(content, 1), None);
        }
    }

    #[test]
    fn columns_count_from_the_start_of_the_line() {
        let entry = Entry::of_line("file", 7, "  44x", &words(1)).unwrap();
        assert_eq!(entry.at(3).to_string(), "file:7:5");
        assert_eq!(Entry::given("44x".to_owned()).at(3).to_string(), "position '44x': column 3");
    }
}
