//! [`Entry`]: positions as they come from the command line, from files, from stdin.

use crate::games::{Game, GameArg, Visitor, Words};
use crate::regular;
use anyhow::{Context, anyhow, ensure};
use eldest::{Moves, Position};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// A position's text, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The position as it was given.
    pub(crate) text: String,
    /// The word after it; never one that begins with `#`.
    pub(crate) next: Option<String>,
    place: Place,
}

/// Where a position was found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    CommandLine,
    /// The column of the position's first character.
    File {
        name: String,
        line: usize,
        column: usize,
    },
}

impl Entry {
    /// A position of the command line.
    pub(crate) fn given(text: String) -> Self {
        let text = without_remark(&text).trim_start().to_owned();
        Self { text, next: None, place: Place::CommandLine }
    }

    /// Whether anything is said.
    pub(crate) fn is_there(&self) -> bool {
        !self.text.is_empty()
    }

    /// The position at the beginning of a line, of so many `words`; `None` if there is none.
    pub(crate) fn of_line(name: &str, line: usize, content: &str, words: Words) -> Option<Self> {
        let content = without_remark(content);
        let trimmed = content.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            return None;
        }
        let indent = &content[..content.len() - trimmed.len()];
        let column = indent.chars().count() + 1;
        let place = Place::File { name: name.to_owned(), line, column };
        let text = first_words(trimmed, words(trimmed));
        let next = trimmed[text.len()..].split_whitespace().next();
        let next = next.filter(|word| !word.starts_with('#')).map(str::to_owned);
        Some(Self { text: text.to_owned(), next, place })
    }

    /// The same of a line as it was read. Where the position is no text, or a zero comes, it is another kind
    /// of file, and what follows is no better; but remarks may have been written with any letters.
    fn read(name: &str, line: usize, bytes: &[u8], words: Words) -> anyhow::Result<Option<Self>> {
        let content = String::from_utf8_lossy(bytes);
        let entry = Self::of_line(name, line, &content, words);
        let was_replaced = matches!(content, Cow::Owned(_));
        let is_text =
            |entry: &Self| !was_replaced || !entry.text.contains(char::REPLACEMENT_CHARACTER);
        ensure!(
            !bytes.contains(&0) && entry.as_ref().is_none_or(is_text),
            "{name}:{line}: this is no text; expected a position in each line"
        );
        Ok(entry)
    }

    /// Where the character at `column` of the position stands.
    pub(crate) fn at(&self, column: usize) -> impl fmt::Display {
        match &self.place {
            Place::CommandLine => format!("{self}: column {column}"),
            Place::File { name, line, column: first } => {
                format!("{name}:{line}:{}", first + column - 1)
            }
        }
    }
}

/// The entry as a message names it.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::CommandLine => write!(f, "position '{}'", self.text),
            Place::File { name, line, .. } => write!(f, "{name}:{line}"),
        }
    }
}

/// `text` up to the first `;`: what follows is a remark, as the moves are in collections of endgames.
fn without_remark(text: &str) -> &str {
    text.split(';').next().unwrap_or(text).trim_end()
}

/// The first `count` words of `text`, with what stands between them; all if there are not so many.
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

/// A file, which is read as a whole, or stdin, which is read line by line.
#[derive(Debug)]
enum Source {
    File(std::vec::IntoIter<Entry>),
    /// How many lines have been read.
    Stdin(usize),
}

impl Source {
    fn open(path: &Path, words: Words) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdin(0));
        }
        let name = path.display().to_string();
        let mut content = Vec::new();
        let read = regular::open(path).and_then(|mut file| file.read_to_end(&mut content));
        read.with_context(|| name.clone())?;
        let lines = (1..).zip(content.split(|byte| *byte == b'\n'));
        let entries =
            lines.filter_map(|(at, line)| Entry::read(&name, at, line, words).transpose());
        Ok(Self::File(entries.collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// The next position, without waiting for more.
    fn next(&mut self, words: Words) -> anyhow::Result<Option<Entry>> {
        match self {
            Self::File(entries) => Ok(entries.next()),
            Self::Stdin(read) => loop {
                let Some(line) = typed_bytes().context("stdin")? else { return Ok(None) };
                *read += 1;
                if let Some(entry) = Entry::read("stdin", *read, &line, words)? {
                    return Ok(Some(entry));
                }
            },
        }
    }
}

/// The next line of stdin, when it is there; `None` at the end. What is no text in it becomes a character
/// that no move contains.
pub(crate) fn typed() -> io::Result<Option<String>> {
    Ok(typed_bytes()?.map(|line| String::from_utf8_lossy(&line).into_owned()))
}

fn typed_bytes() -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok((read > 0).then_some(line))
}

/// All positions, in the order in which they were named.
#[derive(Debug)]
pub(crate) struct Input {
    given: std::vec::IntoIter<Entry>,
    sources: std::vec::IntoIter<Source>,
    /// The source that is being read.
    present: Option<Source>,
    words: Words,
}

impl Input {
    /// The positions `given`, then those of `files`, of so many `words`. Files that cannot be
    /// read, or are no text, are told at once.
    pub(crate) fn new(given: Vec<Entry>, files: &[PathBuf], words: Words) -> anyhow::Result<Self> {
        let sources = files.iter().map(|path| Source::open(path, words));
        let sources = sources.collect::<Result<Vec<_>, _>>()?.into_iter();
        Ok(Self { given: given.into_iter(), sources, present: None, words })
    }

    /// How many positions there are; `None` if that shows only at the end of stdin.
    pub(crate) fn total(&self) -> Option<u64> {
        let count = |source: &Source| match source {
            Source::File(entries) => Some(entries.len()),
            Source::Stdin(_) => None,
        };
        let files: Option<usize> = self.sources.as_slice().iter().map(count).sum();
        Some((self.given.len() + files?) as u64)
    }

    /// The next position, when it is there.
    ///
    /// # Errors
    /// Stdin cannot be read, or is no text.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        if let Some(entry) = self.given.next() {
            return Ok(Some(entry));
        }
        loop {
            if self.present.is_none() {
                self.present = self.sources.next();
            }
            let Some(source) = &mut self.present else { return Ok(None) };
            match source.next(self.words)? {
                None => self.present = None,
                entry => return Ok(entry),
            }
        }
    }
}

/// The position of the command line that is written `text`; without one, the start of the game.
pub(crate) fn position<G: Game>(game: &G, text: Option<&str>) -> anyhow::Result<G::Position> {
    let Some(text) = text else { return Ok(game.start().0) };
    let entry = Entry::given(text.to_owned());
    game.parse(&entry.text).with_context(|| entry.to_string())
}

/// The legal moves of the position at the beginning of a line of input, as the program writes
/// them; none if there is no position, or the game is over.
///
/// # Errors
/// What the program says of a game that it does not know, or of a bad line.
pub fn read_line(game: &str, line: &[u8]) -> anyhow::Result<Vec<String>> {
    game.parse::<GameArg>()?.visit(Line(line))
}

/// A line of input, whatever the game.
struct Line<'a>(&'a [u8]);

impl Visitor for Line<'_> {
    type Output = anyhow::Result<Vec<String>>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Some(entry) = Entry::read("line", 1, self.0, game.words())? else { return Ok(vec![]) };
        let parsed = game.parse(&entry.text);
        let position = parsed.map_err(|e| anyhow!("{}: {}", entry.at(e.column), e.reason))?;
        if position.over().is_some() {
            return Ok(vec![]);
        }
        let moves = Moves::collect(|out| position.moves(out));
        Ok(moves.into_iter().map(|mv| game.format_move(&position, mv)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position_of(content: &str, words: Words) -> Option<String> {
        Entry::of_line("file", 1, content, words).map(|entry| entry.text)
    }

    #[test]
    fn a_position_is_the_first_words_of_a_line() {
        assert_eq!(position_of("445 -3 more\r\n", |_| 1).as_deref(), Some("445"));
        assert_eq!(position_of("  445", |_| 1).as_deref(), Some("445"));
        assert_eq!(position_of("ab  w 12", |_| 2).as_deref(), Some("ab  w"));
        assert_eq!(position_of("ab", |_| 2).as_deref(), Some("ab"));
        assert_eq!(position_of("ab \n", |_| 2).as_deref(), Some("ab"));
    }

    #[test]
    fn the_word_after_the_position_is_kept() {
        let next = |content, words: Words| Entry::of_line("file", 1, content, words).unwrap().next;
        assert_eq!(next("445 -3 more\r\n", |_| 1).as_deref(), Some("-3"));
        assert_eq!(next("ab  w\t12", |_| 2).as_deref(), Some("12"));
        assert_eq!(next("445 # hard", |_| 1), None);
        assert_eq!(next("445\r", |_| 1), None);
    }

    #[test]
    fn comments_and_empty_lines_are_no_positions() {
        for content in ["", " \t\r\n", "# 445", "  # 445"] {
            assert_eq!(position_of(content, |_| 1), None);
        }
    }

    #[test]
    fn columns_count_from_the_start_of_the_line() {
        let entry = Entry::of_line("file", 7, "  44x", |_| 1).unwrap();
        assert_eq!(entry.at(3).to_string(), "file:7:5");
        assert_eq!(Entry::given("44x".to_owned()).at(3).to_string(), "position '44x': column 3");
    }

    #[test]
    fn a_line_is_read_as_the_program_reads_it() {
        assert_eq!(read_line("nim", b" 1,2 # easy\r\n").unwrap(), ["2>0", "2>1", "1>0"]);
        assert_eq!(
            read_line("connect4", b"11223344").unwrap_err().to_string(),
            "line:1:8: the game is over before this move; expected the end of the text"
        );
        assert!(read_line("tictactoe", b"# nothing").unwrap().is_empty());
        assert!(read_line("go", b"-").is_err());
    }

    #[test]
    fn what_is_no_text_is_no_position_but_may_be_a_remark() {
        for line in [&b"1\xff"[..], b"\xfe1", b"1 \0", b"# \0"] {
            let error = read_line("nim", line).unwrap_err().to_string();
            assert_eq!(error, "line:1: this is no text; expected a position in each line");
        }
        for line in [&b"1 sch\xf6n"[..], b"1 ; sch\xf6n", b"1"] {
            assert_eq!(read_line("nim", line).unwrap(), ["1>0"]);
        }
        assert!(read_line("nim", b"# sch\xf6n").unwrap().is_empty());
    }

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let missing = PathBuf::from("no-such-file.txt");
        let error = Input::new(Vec::new(), &[missing], |_| 1).unwrap_err();
        assert!(format!("{error:#}").starts_with("no-such-file.txt: "), "{error:#}");
    }
}
