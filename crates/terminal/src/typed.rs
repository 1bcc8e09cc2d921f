//! Parses the command line: words, numbers, scores, positions.

use crate::ended;
use crate::output::program;
use anyhow::Context;
use clap::ValueEnum;
use clap::error::ErrorKind;
use eldest::Score;
use eldest_catalog::input::Entry;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

/// A word of at least this many squares is more likely a board than an option.
const SHORTEST_BOARD: usize = 8;

/// Returns the words of the command line. A board of Othello may begin like an option, so a blank
/// is put before it.
pub fn words() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|word| {
        let is_board = word.to_str().is_some_and(is_board);
        if is_board { [OsString::from(" "), word].into_iter().collect() } else { word }
    })
}

/// Returns whether `word` is a board: several words, the first without lowercase letters; or a long
/// word of squares, without a side to move. No option looks like that.
fn is_board(word: &str) -> bool {
    let is_square = |c: char| c.is_ascii_uppercase() || "-.*".contains(c);
    word.starts_with('-')
        && match word.split_once([' ', '\t']) {
            Some((first, _)) => !first.contains(|c: char| c.is_lowercase() || c == '='),
            None => word.len() >= SHORTEST_BOARD && word.chars().all(is_square),
        }
}

/// Prints `error`, a help text or a version number. Returns the exit status.
pub fn print(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(fault) if !error.use_stderr() => ended(Err(fault).context("stdout")),
        _ => (error.exit_code() as u8).into(),
    }
}

/// Returns the word of the command line for `value`.
///
/// # Panics
/// If it is hidden.
pub fn typed_as(value: impl ValueEnum) -> String {
    value.to_possible_value().expect("no value is hidden").get_name().to_owned()
}

/// Ends the program with an error about the combination of arguments after `command`, which takes
/// `A`.
pub fn refuse<A: clap::Args>(command: &str, kind: ErrorKind, reason: impl fmt::Display) -> ! {
    let name = format!("{} {command}", program());
    A::augment_args(clap::Command::new("program").bin_name(name)).error(kind, reason).exit()
}

/// Reads a number in `range`.
///
/// # Errors
/// What is expected, as in "a whole number from 1 to 9". A large end is omitted.
pub fn number<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let end = range.end().to_string();
        let end = if end.len() < 7 { format!(" to {end}") } else { " on".to_owned() };
        format!("a whole number from {}{end}", range.start())
    })
}

/// Returns a parser of option values that are numbers in `range`.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + fmt::Display + Clone,
{
    move |text| number(text, range.clone()).map_err(|right| format!("expected {right}"))
}

/// Reads a number of at least 1.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    within(1..=usize::MAX)(text)
}

/// Reads a number of milliseconds.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let millis = number(text, 1..=u64::MAX).map(Duration::from_millis);
    millis.map_err(|_| "expected milliseconds from 1 on, as in 1000".to_owned())
}

/// Reads a score: a number of points, or a win or a loss in a number of plies.
pub fn score(text: &str) -> Result<Score, String> {
    let plies = |text: &str| text.parse().ok().filter(|plies| *plies <= Score::MAX_DISTANCE);
    let points = |number: &i32| number.abs() <= Score::MAX_VALUE.get();
    let score = match text.split_at_checked(1) {
        Some(("W", rest)) => plies(rest).map(Score::win_in),
        Some(("L", rest)) => plies(rest).map(Score::loss_in),
        _ => text.parse().ok().filter(points).map(Score::new),
    };
    score.ok_or_else(|| {
        "expected a score such as 3 or -12, or W5 for a win in 5 plies, L4".to_owned()
    })
}

/// Reads a position. An empty text, as from an empty variable, is an error: otherwise it would
/// start an unwanted long search of the start of the game.
pub fn position(text: &str) -> Result<String, String> {
    let says_something = Entry::given(text.to_owned()).is_there();
    let expected =
        "expected a position; without one, it is that of stdin, or the start of the game";
    says_something.then(|| text.to_owned()).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_begin_like_options_are_none() {
        assert!(is_board("--X- X") && is_board("--X-\tX") && is_board("---- O"));
        assert!(is_board("-----OX--XO-----") && is_board("-...X*O."));
        for option in [
            "-",
            "--",
            "--depth-x",
            "-1000000",
            "-X------=",
            "X-------",
            "-imy file",
            "--input=A B",
            "--X-",
            "X--- O",
            "--input my",
        ] {
            assert!(!is_board(option), "{option}");
        }
    }

    #[test]
    fn scores_are_read_as_they_are_written() {
        for known in [Score::new(-3), Score::DRAW, Score::win_in(5), Score::loss_in(0)] {
            assert_eq!(score(&format!("{known:#}")), Ok(known));
        }
        for text in ["", "W", "w5", "4000001", "-4000001", "L2000001", "W-1", "é"] {
            assert!(score(text).is_err(), "{text}");
        }
    }
}
