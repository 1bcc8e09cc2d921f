//! [`Input`]: positions from the command line, from files, and from stdin.

mod entry;
mod lines;

pub use entry::Entry;
pub use lines::Lines;

use crate::games::{Catalog, Game, GameArg, Visitor, Words};
use anyhow::{Context, anyhow};
use eldest::{Moves, Position};
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// The file name that stands for stdin.
pub const STDIN: &str = "-";

/// A file, which is read as a whole, or stdin, which is read line by line.
#[derive(Debug)]
enum Source {
    File(std::vec::IntoIter<Entry>),
    /// Stdin, with the number of lines read.
    Stdin(Lines, usize),
}

impl Source {
    fn open(path: &Path, words: &Words) -> anyhow::Result<Self> {
        if path == Path::new(STDIN) {
            return Ok(Self::Stdin(Lines::default(), 0));
        }
        let name = path.display().to_string();
        let file = open_or_pipe(path).with_context(|| name.clone())?;
        let (mut rest, mut lines) = (BufReader::new(file), Lines::default());
        let lines = std::iter::from_fn(|| lines.next(&mut rest).transpose());
        let read = |(at, line): (usize, io::Result<Vec<u8>>)| {
            Entry::read(&name, at, &line.with_context(|| name.clone())?, words)
        };
        let entries = (1..).zip(lines).filter_map(|line| read(line).transpose());
        Ok(Self::File(entries.collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// Returns the next position, without waiting for more.
    fn next(&mut self, words: &Words) -> anyhow::Result<Option<Entry>> {
        match self {
            Self::File(entries) => Ok(entries.next()),
            Self::Stdin(lines, read) => loop {
                let line = lines.next(&mut io::stdin().lock()).context("stdin")?;
                let Some(line) = line else { return Ok(None) };
                *read += 1;
                if let Some(entry) = Entry::read("stdin", *read, &line, words)? {
                    return Ok(Some(entry));
                }
            },
        }
    }
}

/// All positions, in the order of the command line.
#[derive(Debug)]
pub struct Input {
    given: std::vec::IntoIter<Entry>,
    sources: std::vec::IntoIter<Source>,
    /// The current source.
    present: Option<Source>,
    words: Words,
}

impl Input {
    /// Creates an input of the positions `given`, then those of `files`, whose lines `words`
    /// splits. A pipe is read to its end first, which may take a long time.
    ///
    /// # Errors
    /// A file cannot be read, or is not text.
    pub fn new(given: Vec<Entry>, files: &[PathBuf], words: Words) -> anyhow::Result<Self> {
        let sources = files.iter().map(|path| Source::open(path, &words));
        let sources = sources.collect::<Result<Vec<_>, _>>()?.into_iter();
        Ok(Self { given: given.into_iter(), sources, present: None, words })
    }

    /// Returns the same input with `entry` before it.
    #[must_use]
    pub fn after(self, entry: Entry) -> Self {
        Self { given: vec![entry].into_iter(), ..self }
    }

    /// Returns the number of positions; `None` if it is known only at the end of stdin.
    pub fn total(&self) -> Option<u64> {
        let count = |source: &Source| match source {
            Source::File(entries) => Some(entries.len()),
            Source::Stdin(..) => None,
        };
        let files: Option<usize> = self.sources.as_slice().iter().map(count).sum();
        Some((self.given.len() + files?) as u64)
    }

    /// Waits for the next position; `None` at the end.
    ///
    /// # Errors
    /// Stdin cannot be read, or is not text.
    pub fn next_entry(&mut self) -> anyhow::Result<Option<Entry>> {
        if let Some(entry) = self.given.next() {
            return Ok(Some(entry));
        }
        loop {
            if self.present.is_none() {
                self.present = self.sources.next();
            }
            let Some(source) = &mut self.present else { return Ok(None) };
            match source.next(&self.words)? {
                None => self.present = None,
                entry => return Ok(entry),
            }
        }
    }
}

/// Returns the legal moves of the position at the beginning of a line of input, as the program
/// writes them; none if there is no position, or the game is over.
///
/// # Errors
/// The error message of the program for an unknown game, or for an invalid line.
pub fn read_line(game: &str, line: &[u8]) -> anyhow::Result<Vec<String>> {
    game.parse::<GameArg>()?.visit(InputLine(line))
}

/// Returns the results of [`read_line`] for each line of a file of positions, in order. Lines are
/// split as in the program, without byte order marks.
///
/// # Errors
/// The error message of the program for an unknown game. An invalid line is an error in its place.
pub fn read_lines(game: &str, content: &[u8]) -> anyhow::Result<Vec<anyhow::Result<Vec<String>>>> {
    let game: GameArg = game.parse()?;
    let (mut rest, mut lines) = (content, Lines::default());
    let lines = std::iter::from_fn(|| lines.next(&mut rest).transpose());
    Ok(lines.map(|line| game.visit(InputLine(&line?))).collect())
}

/// A line of input, for any game.
struct InputLine<'a>(&'a [u8]);

impl Visitor for InputLine<'_> {
    type Output = anyhow::Result<Vec<String>>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Some(entry) = Entry::read("line", 1, self.0, &Words::of(game))? else {
            return Ok(vec![]);
        };
        let parsed = game.parse(&entry.text);
        let position = parsed.map_err(|e| anyhow!("{}: {}", entry.at(e.column), e.reason))?;
        if position.over().is_some() {
            return Ok(vec![]);
        }
        let moves = Moves::collect(|out| position.moves(out));
        Ok(moves.into_iter().map(|mv| game.format_move(&position, mv)).collect())
    }
}

/// Opens the file at `path` for reading. Refuses a pipe, because opening one waits for its other
/// end and ignores signals.
///
/// # Errors
/// An error of the system, or the file is a folder, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    refuse_others(path)?;
    File::open(path)
}

/// Opens the file or the pipe at `path`, to read it once. Waits for the other end of a pipe.
///
/// # Errors
/// An error of the system, or the file is a folder or a device.
pub fn open_or_pipe(path: &Path) -> io::Result<File> {
    if !is_pipe(path) {
        refuse_others(path)?;
    }
    File::open(path)
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Refuses `path` if it exists and is not a regular file.
///
/// # Errors
/// It is a folder, a pipe or a device.
pub fn refuse_others(path: &Path) -> io::Result<()> {
    let Ok(about) = fs::metadata(path) else { return Ok(()) };
    let kind = match about.is_dir() {
        _ if about.is_file() => return Ok(()),
        true => "a folder",
        false => "a pipe or a device",
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("this is {kind}; expected a regular file")))
}

/// Returns whether `error` is that the reader of stdout has closed it, as in `eldest ... | head
/// -1`, which is not a failure.
#[must_use]
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let pipe = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(pipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_line_by_line() {
        let read = read_lines("nim", b"\xef\xbb\xbf1\r# x\r\n\n9,\n2").unwrap();
        let read: Vec<_> = read.into_iter().map(Result::ok).collect();
        let moves = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(read, [moves(&["1>0"]), moves(&[]), moves(&[]), None, moves(&["2>0", "2>1"])]);
        assert!(read_lines("go", b"-").is_err());
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
            assert_eq!(error, "line:1: this is not text; expected a position in each line");
        }
        for line in [&b"1 sch\xf6n"[..], b"1 ; sch\xf6n", b"1"] {
            assert_eq!(read_line("nim", line).unwrap(), ["1>0"]);
        }
        assert!(read_line("nim", b"# sch\xf6n").unwrap().is_empty());
    }

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let missing = PathBuf::from("no-such-file.txt");
        let error = Input::new(Vec::new(), &[missing], Words::fixed(1)).unwrap_err();
        assert!(format!("{error:#}").starts_with("no-such-file.txt: "), "{error:#}");
    }
}
