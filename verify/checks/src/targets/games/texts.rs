//! Random texts: accepted texts survive writing and parsing, refused ones name the place of the
//! error.

use arbitrary::{Result, Unstructured};
use eldest_games::trees::{AnyTree, Branch, Spec, Synthetic, TreePath};
use std::fmt::Display;
use std::str::FromStr;

/// The most words of a text.
const WORDS: usize = 24;

/// Random words of `vocabulary`, sometimes arbitrary ones.
///
/// # Errors
/// Those of `arbitrary`, if the bytes run out.
pub fn words(u: &mut Unstructured<'_>, vocabulary: &[&str]) -> Result<Vec<String>> {
    let count = u.int_in_range(0..=WORDS)?;
    let mut word = || {
        let any = u.ratio(1, 16)?;
        if any { u.arbitrary() } else { u.choose(vocabulary).map(|word| (*word).to_owned()) }
    };
    (0..count).map(|_| word()).collect()
}

/// Checks that `text`, if accepted, survives writing and parsing.
fn reads_back<T: FromStr + Display>(text: &str) -> std::result::Result<T, T::Err> {
    let read: T = text.parse()?;
    let written = read.to_string();
    let again = written.parse::<T>().map(|again| again.to_string());
    assert_eq!(again.ok().as_deref(), Some(&*written), "from {text:?}");
    Ok(read)
}

/// Trees as brackets and numbers.
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

/// Specs of generated trees, including giant ones, and paths.
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
        "fold=0",
        "fold=64",
        "fold=65536",
        "tempo=1",
        "tempo=4000000",
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
    let _ = reads_back::<TreePath>(&steps[..most.min(steps.len())].join("."));
    Ok(())
}
