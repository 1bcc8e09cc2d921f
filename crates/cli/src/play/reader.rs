//! [`LineReader`]: reads lines from a terminal, a file or a pipe.

use super::command::WORDS;
use anyhow::{Context, Result};
use eldest_catalog::input::Lines;
use eldest_terminal::{Format, Interrupt};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Editor, Helper};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// A line of input, or how the input ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// The end of the input; Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// The source of lines.
#[derive(Debug)]
pub(super) enum LineReader {
    /// A terminal, with editing, history, and completion of moves.
    Terminal(Box<Editor<Completion, MemHistory>>),
    /// Anything else. If `is_shown`, prompts and lines are echoed to stdout, which then reads like
    /// a session at a terminal.
    Plain { is_shown: bool, lines: Lines },
}

impl LineReader {
    /// Creates a reader of stdin.
    pub(super) fn new(format: Format) -> Result<Self> {
        if format == Format::Json || !io::stdin().is_terminal() {
            let is_shown = format == Format::Text;
            return Ok(Self::Plain { is_shown, lines: Lines::default() });
        }
        let mut editor = Editor::with_history(Config::default(), MemHistory::new())?;
        editor.set_helper(Some(Completion::default()));
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// Reads the next line; `moves` are offered for completion.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        moves: Vec<String>,
        interrupt: &Interrupt,
    ) -> Result<Typed> {
        match self {
            Self::Terminal(editor) => edit(editor, prompt, moves),
            Self::Plain { is_shown, lines } => plain(*is_shown, lines, prompt, interrupt),
        }
    }
}

fn edit(
    editor: &mut Editor<Completion, MemHistory>,
    prompt: &str,
    moves: Vec<String>,
) -> Result<Typed> {
    if let Some(completion) = editor.helper_mut() {
        completion.moves = moves;
    }
    match editor.readline(prompt) {
        Ok(line) => {
            editor.add_history_entry(&line)?;
            Ok(Typed::Line(line))
        }
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
        Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
            Ok(Typed::Line(char::REPLACEMENT_CHARACTER.into()))
        }
        Err(error) => Err(error).context("stdin"),
    }
}

/// Reads the next line of stdin. Invalid UTF-8 becomes U+FFFD, which no move contains.
fn plain(is_shown: bool, lines: &mut Lines, prompt: &str, interrupt: &Interrupt) -> Result<Typed> {
    if is_shown {
        show(prompt)?;
    }
    let line = interrupt.while_waiting(|| lines.next(&mut io::stdin().lock())).context("stdin")?;
    let line = line.map(|line| String::from_utf8_lossy(&line).into_owned());
    if is_shown {
        show(&format!("{}\n", line.as_deref().unwrap_or_default().trim_end()))?;
    }
    Ok(line.map_or(Typed::End, Typed::Line))
}

fn show(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("stdout")
}

/// Completes moves and the words of commands.
#[derive(Debug, Default)]
pub(super) struct Completion {
    moves: Vec<String>,
}

impl Completion {
    /// Returns the moves and commands that start with `typed`.
    fn of(&self, typed: &str) -> Vec<String> {
        let words = self.moves.iter().map(String::as_str).chain(WORDS);
        words.filter(|word| word.starts_with(typed)).map(str::to_owned).collect()
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.of(&line[..pos])))
    }
}

impl Helper for Completion {}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Hinter for Completion {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_words_are_completed() {
        let completion = Completion { moves: vec!["e3".to_owned(), "h4".to_owned()] };
        assert_eq!(completion.of("h"), ["h4", "hint", "help"]);
        assert_eq!(completion.of("e"), ["e3"]);
        assert!(completion.of("z").is_empty());
    }
}
