//! The positions of `--scaling`: suites in the repository, or files.

use super::suite::PLY08;
use crate::bench::args::{ContestArgs, SuiteArg};
use anyhow::{Result, ensure};
use eldest_catalog::games::{Catalog, Game, Visitor, Words};
use eldest_catalog::input::{Entry, Input};
use eldest_terminal::Interrupt;
use std::path::PathBuf;

const PLY06: &str = "147133 -2\n627137 4\n642245 3";

/// Positions of one game.
#[derive(Debug)]
pub(super) struct Part<C> {
    pub(super) game: C,
    pub(super) entries: Vec<Entry>,
}

/// Returns the positions that `args` name.
pub(super) fn parts<C: Catalog>(args: &ContestArgs, interrupt: &Interrupt) -> Result<Vec<Part<C>>> {
    match &args.game {
        Some(game) => Ok(vec![read(&game.of::<C>(), &args.input, interrupt)?]),
        None => args.suite.parts(),
    }
}

impl SuiteArg {
    fn parts<C: Catalog>(self) -> Result<Vec<Part<C>>> {
        match self {
            Self::Connect4 => Ok(vec![part("connect4", PLY08, 6)?]),
            Self::Connect4Ply08 => Ok(vec![part("connect4", PLY08, 60)?]),
            Self::Connect4Ply06 => Ok(vec![part("connect4", PLY06, 3)?]),
            Self::Ordered => trees("ordered:width=30,depth=9", 2),
            Self::Uniform => trees("uniform:width=8,depth=10", 4),
        }
    }
}

/// Returns the roots of `count` trees of a kind.
fn trees<C: Catalog>(kind: &str, count: u64) -> Result<Vec<Part<C>>> {
    (1..=count).map(|seed| part(&format!("tree:{kind},seed={seed}"), "-", 1)).collect()
}

/// Returns the first `count` positions of `lines`.
fn part<C: Catalog>(game: &str, lines: &str, count: usize) -> Result<Part<C>> {
    let words = Words::fixed(1);
    let entry = |(line, content)| Entry::of_line(game, line, content, &words);
    let entries = (1..).zip(lines.lines()).filter_map(entry).take(count).collect();
    Ok(Part { game: game.parse()?, entries })
}

/// Reads all positions of `files`.
fn read<C: Catalog>(game: &C, files: &[PathBuf], interrupt: &Interrupt) -> Result<Part<C>> {
    let words = game.visit(WordsOf);
    let mut input = interrupt.while_waiting(|| Input::new(Vec::new(), files, words))?;
    let mut entries = Vec::new();
    while let Some(entry) = interrupt.while_waiting(|| input.next_entry())? {
        entries.push(entry);
    }
    ensure!(!entries.is_empty(), "there is no position in the input");
    Ok(Part { game: game.clone(), entries })
}

/// Returns the number of words that a position takes in a line of input.
struct WordsOf;

impl Visitor for WordsOf {
    type Output = Words;

    fn visit<G: Game>(self, game: &G) -> Words {
        Words::of(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use eldest_catalog::games::GameArg;

    #[test]
    fn every_suite_can_be_read() {
        for suite in SuiteArg::value_variants() {
            let parts = suite.parts::<GameArg>().unwrap();
            assert!(parts.iter().all(|part| !part.entries.is_empty()), "{suite:?}");
        }
    }

    #[test]
    fn connect_four_comes_with_scores() {
        for (suite, count) in [(SuiteArg::Connect4, 6), (SuiteArg::Connect4Ply08, 60)] {
            let [part] = &suite.parts::<GameArg>().unwrap()[..] else { panic!("one game") };
            assert_eq!(part.entries.len(), count);
            assert!(part.entries.iter().all(|entry| entry.next.is_some()));
        }
    }
}
