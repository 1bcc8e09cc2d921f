//! Texts of any kind: what is read is written back, what is refused is refused with its place.

use arbitrary::{Result, Unstructured};
use clap::Parser;
use eldest_cli::{Args, read_line};
use eldest_games::trees::{AnyTree, Branch, Path, Spec, Synthetic};
use std::fmt::Display;
use std::str::FromStr;

/// The most words of a text.
const WORDS: usize = 24;

/// Games as the command line names them, and two that it does not know.
const GAMES: [&str; 10] = [
    "tictactoe",
    "connect4",
    "connect4:4x4",
    "connect4:9x6",
    "nim",
    "tree:[[3 5] [=2 9]]",
    "tree:dag:width=9,depth=60000",
    "tree:uniform:width=65535,depth=9",
    "chess",
    "connect4:3x3",
];

/// Words of `vocabulary`, now and then anything, one after the other.
fn words(u: &mut Unstructured<'_>, vocabulary: &[&str]) -> Result<Vec<String>> {
    let count = u.int_in_range(0..=WORDS)?;
    let mut word = || {
        let any = u.ratio(1, 16)?;
        if any { u.arbitrary() } else { u.choose(vocabulary).map(|word| (*word).to_owned()) }
    };
    (0..count).map(|_| word()).collect()
}

/// Whatever is read from `text` is the same when written and read again.
fn reads_back<T: FromStr + Display>(text: &str) -> std::result::Result<T, T::Err> {
    let read: T = text.parse()?;
    let written = read.to_string();
    let again = written.parse::<T>().map(|again| again.to_string());
    assert_eq!(again.ok().as_deref(), Some(&*written), "from {text:?}");
    Ok(read)
}

/// Brackets and numbers.
pub(super) fn trees(u: &mut Unstructured<'_>) -> Result<()> {
    let vocabulary = [
        "[", "[", "[[", "]", "]", "]]", "=", ":", "5:[", "-", "0", "12", "-3", " ", ",", "W", "L",
        "4000001",
    ];
    let text = words(u, &vocabulary)?.concat();
    if let Err(error) = reads_back::<Branch>(&text) {
        assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}");
    }
    let nesting = *u.choose(&[2, 999, 1_000, 1_001, 100_000])?;
    let deep = format!("{}1{}", "[".repeat(nesting), "]".repeat(nesting));
    assert_eq!(deep.parse::<Branch>().is_ok(), nesting <= 1_000);
    Ok(())
}

/// Recipes of generated trees, giants among them, and paths.
pub(super) fn recipes(u: &mut Unstructured<'_>) -> Result<()> {
    let kinds = ["uniform:", "uneven:", "dag:", "ordered:", " dag :", "ordered", "even:", ""];
    let pairs = [
        "width=1",
        "width=65535",
        "width=0",
        "depth=0",
        "depth=60000",
        "depth=60001",
        "seed=7",
        "seed=18446744073709551616",
        "range=9",
        "range=4000000",
        "spread=50",
        "spread=4000000",
        "again=100",
        "again=101",
        "stop=0",
        "chain=50",
        "first=99",
        "quarter=70",
        "quarter=100",
        "width",
        "=",
        " width = 2 ",
        "width=+2",
        "width=-2",
        "",
    ];
    let mut text = (*u.choose(&kinds)?).to_owned();
    let most = u.int_in_range(0..=6)?;
    text += &words(u, &pairs)?.into_iter().take(most).collect::<Vec<_>>().join(",");
    if let Ok(spec) = reads_back::<Spec>(&text) {
        assert!(spec.width > 0 && Synthetic::root(spec).ply() == 0, "{text:?}");
    }
    let _ = reads_back::<AnyTree>(&text);
    let most = u.int_in_range(0..=4)?;
    let steps = words(u, &["-", "0", "1", "65535", "65536", "x"])?;
    let _ = reads_back::<Path>(&steps[..most.min(steps.len())].join("."));
    Ok(())
}

/// A line of a file of positions, for any game that the program knows.
pub(super) fn lines(u: &mut Unstructured<'_>) -> Result<()> {
    let game = *u.choose(&GAMES)?;
    let line: Vec<u8> = if u.arbitrary()? {
        let count = u.int_in_range(0..=80)?.min(u.len());
        u.bytes(count)?.to_vec()
    } else {
        let vocabulary =
            ["1", "4", "44", "-", "x.o/.x./...", "...", "/", "3,4,5", ",", ".", "0", "9", " ", "#"];
        words(u, &vocabulary)?.concat().into_bytes()
    };
    let indented = [b"  ", &*line].concat();
    match (read_line(game, &line), read_line(game, &indented)) {
        (Err(error), Err(moved)) => {
            let (column, moved) = (column(&error), column(&moved));
            assert_eq!(column.map(|column| column + 2), moved, "{error} in {line:?}");
            let longest = String::from_utf8_lossy(&line).chars().count() + 1;
            assert!(column.is_none_or(|column| (1..=longest).contains(&column)), "{error}");
        }
        (read, indented) => assert_eq!(read.ok(), indented.ok(), "{line:?}"),
    }
    Ok(())
}

/// The column that a complaint names, if it names one.
fn column(complaint: &impl Display) -> Option<usize> {
    let complaint = complaint.to_string();
    complaint.strip_prefix("line:1:")?.split(':').next()?.parse().ok()
}

/// A command line: taken, or refused with a message.
pub(super) fn command_lines(u: &mut Unstructured<'_>) -> Result<()> {
    let vocabulary = [
        "solve",
        "search",
        "bench",
        "completions",
        "bash",
        "connect4",
        "connect4:6x4",
        "nim",
        "tree:dag:width=65535,depth=60000",
        "tree:[",
        "--input",
        "-",
        "-b",
        "--all-moves",
        "--algorithm",
        "ybw",
        "lazy-smp",
        "--threads",
        "0",
        "4096",
        "4097",
        "--time",
        "--nodes",
        "18446744073709551615",
        "--table-mib",
        "--format",
        "json",
        "csv",
        "--depth",
        "65000",
        "--multi-pv",
        "-k",
        "--moves",
        "1,2",
        "--driver",
        "mtdf",
        "--scaling",
        "--check",
        "--suite",
        "ordered",
        "--game",
        "--repeat",
        "--help",
        "--version",
        "-h",
        "--",
        "--=",
    ];
    let likely = ["eldest", u.choose(&["solve", "search", "bench", "--"])?, u.choose(&GAMES)?];
    let known = u.int_in_range(1..=3)?;
    let typed = likely[..known].iter().map(|word| (*word).to_owned());
    let typed: Vec<String> = typed.chain(words(u, &vocabulary)?).collect();
    if let Err(error) = Args::try_parse_from(typed) {
        assert!(!error.render().to_string().is_empty());
        assert!(matches!(error.exit_code(), 0 | 2));
    }
    Ok(())
}
