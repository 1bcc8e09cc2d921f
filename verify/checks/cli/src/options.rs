//! Commands with options: accepted exactly if every word is valid.

use arbitrary::{Result, Unstructured};
use clap::Parser;
use eldest_checks::targets::games::words;
use eldest_cli::Args;
use std::collections::BTreeSet;

/// Games as named on the command line, and whether the name is valid.
pub(crate) const GAMES: [(&str, bool); 19] = [
    ("tictactoe", true),
    ("connect4", true),
    ("connect4:4x4", true),
    ("connect4:9x6", true),
    ("nim", true),
    ("othello:6x6,discs", true),
    ("kalah:4x3,no-empty-capture", true),
    ("domineering:3x4", true),
    ("dobutsu", true),
    ("chess", true),
    ("chess:full", true),
    ("tree:[[3 5] [=2 9]]", true),
    ("tree:dag:width=9,depth=60000", true),
    ("tree:uniform:width=65535,depth=9", true),
    ("draughts", false),
    ("connect4:3x3", false),
    ("othello:5x5", false),
    ("tree:[", false),
    ("tree:uniform:width=0,depth=9", false),
];

/// Options of `solve` and `search`, and whether their values are valid.
const COMMON: [OptionCase; 19] = [
    ("--database", "x", true),
    ("--threads", "0", true),
    ("--threads", "4096", true),
    ("--threads", "4097", false),
    ("--threads", "-1", false),
    ("--algorithm", "ybw", true),
    ("--algorithm", "lazy-smp", true),
    ("--algorithm", "alpha-beta", false),
    ("--time", "1", true),
    ("--time", "0", false),
    ("--time", "soon", false),
    ("--nodes", "18446744073709551615", true),
    ("--nodes", "0", false),
    ("--nodes", "18446744073709551616", false),
    ("--table-mib", "1", true),
    ("--table-mib", "18446744073709551615", true),
    ("--table-mib", "0", false),
    ("--format", "json", true),
    ("--format", "csv", false),
];

/// Options of `search` only.
const SEARCH: [OptionCase; 8] = [
    ("--depth", "1", true),
    ("--depth", "65000", true),
    ("--depth", "65001", false),
    ("--depth", "0", false),
    ("--multi-pv", "18446744073709551615", true),
    ("--multi-pv", "0", false),
    ("--driver", "mtdf", true),
    ("--driver", "sss", false),
];

/// Options of `play`.
const PLAY: [OptionCase; 13] = [
    ("--database", "x", true),
    ("--person", "none", true),
    ("--person", "third", false),
    ("--level", "8", true),
    ("--level", "9", false),
    ("--level", "0", false),
    ("--time", "1", true),
    ("--time", "0", false),
    ("--seed", "0", true),
    ("--seed", "-1", false),
    ("--table-mib", "1", true),
    ("--table-mib", "0", false),
    ("--format", "json", true),
];

/// Options of `match`, besides the two that it requires.
const MATCH: [OptionCase; 14] = [
    ("--database", "x", true),
    ("--games", "1", true),
    ("--games", "0", false),
    ("--opening-plies", "65535", true),
    ("--opening-plies", "65536", false),
    ("--seed", "18446744073709551615", true),
    ("--concurrency", "0", false),
    ("--max-plies", "1", true),
    ("--alpha", "0.01", true),
    ("--alpha", "0.5", false),
    ("--beta", "0", false),
    ("--beta", "NaN", false),
    ("--format", "json", true),
    ("--format", "csv", false),
];

/// Options of `spsa`.
const SPSA: [OptionCase; 12] = [
    ("--numbers", "late-base,null-slope", true),
    ("--numbers", "late", false),
    ("--pairs", "1", true),
    ("--pairs", "0", false),
    ("--rate", "1", true),
    ("--rate", "0", false),
    ("--opening-plies", "65535", true),
    ("--seed", "18446744073709551615", true),
    ("--concurrency", "0", false),
    ("--max-plies", "1", true),
    ("--format", "json", true),
    ("--format", "csv", false),
];

/// Options of `tree`.
const TREE: [OptionCase; 14] = [
    ("--database", "x", true),
    ("--depth", "1000", true),
    ("--depth", "1001", false),
    ("--depth", "0", false),
    ("--algorithm", "kernel", true),
    ("--algorithm", "alpha-beta,negascout-1989", true),
    ("--algorithm", "ybw", false),
    ("--view", "root", true),
    ("--view", "leaf", false),
    ("--max-nodes", "5000", true),
    ("--max-nodes", "5001", false),
    ("--format", "svg", true),
    ("--format", "dot", true),
    ("--format", "csv", false),
];

/// Options of `prove`.
const PROVE: [OptionCase; 31] = [
    ("--database", "x", true),
    ("--threads", "4096", true),
    ("--threads", "4097", false),
    ("--algorithm", "abdada", true),
    ("--algorithm", "alpha-beta", false),
    ("--table-mib", "1", true),
    ("--table-mib", "0", false),
    ("--format", "json", true),
    ("--format", "csv", false),
    ("--store", "-", true),
    ("--least", "-8", true),
    ("--least", "W0", true),
    ("--least", "W", false),
    ("--least", "8388608", false),
    ("--budget", "1", true),
    ("--budget", "0", false),
    ("--budget", "18446744073709551616", false),
    ("--nodes", "18446744073709551615", true),
    ("--nodes", "-1", false),
    ("--check", "0.5", true),
    ("--check", "100", true),
    ("--check", "101", false),
    ("--check", "NaN", false),
    ("--report", "x.svg", true),
    ("--facts", "4096", true),
    ("--facts", "4097", false),
    ("--certificate", "x", true),
    ("--memory-mib", "1", true),
    ("--memory-mib", "0", false),
    // Allowed only without a game.
    ("--status", "x", false),
    ("--play", "x", false),
];

/// Options of `certify`, besides the claim and the file that it requires.
const CERTIFY: [OptionCase; 14] = [
    ("--threads", "0", true),
    ("--threads", "4097", false),
    ("--algorithm", "ybw", true),
    ("--algorithm", "ybwc", false),
    ("--time", "1", true),
    ("--time", "0", false),
    ("--nodes", "1", true),
    ("--nodes", "0", false),
    ("--table-mib", "1", true),
    ("--memory-mib", "1", true),
    ("--memory-mib", "0", false),
    // A second claim.
    ("--most", "0", false),
    ("--format", "json", true),
    ("--format", "csv", false),
];

/// Options of `check`.
const CHECK: [OptionCase; 5] = [
    ("--memory-mib", "18446744073709551615", true),
    ("--memory-mib", "-1", false),
    ("--memory-mib", "0", false),
    ("--format", "json", true),
    ("--format", "csv", false),
];

/// Options of `database`, besides the directory that it requires.
const DATABASE: [OptionCase; 11] = [
    ("--men", "3", true),
    ("--men", "5", true),
    ("--men", "2", false),
    ("--men", "6", false),
    ("--threads", "0", true),
    ("--threads", "4097", false),
    ("--memory-mib", "1", true),
    ("--memory-mib", "0", false),
    ("--format", "json", true),
    ("--format", "csv", false),
    // A second task.
    ("--check", "x", false),
];

/// An option, its value, and whether the value is valid.
type OptionCase = (&'static str, &'static str, bool);

/// A command, its required arguments, and its options.
type CommandCase = (&'static str, &'static [&'static str], &'static [&'static [OptionCase]]);

const COMMANDS: [CommandCase; 10] = [
    ("solve", &[], &[&COMMON]),
    ("search", &[], &[&COMMON, &SEARCH]),
    ("play", &[], &[&PLAY]),
    ("match", &["--a=depth=1", "--b=nodes=9,ranks=off"], &[&MATCH]),
    ("spsa", &["--setting=depth=1,late-moves=on,late-base=9"], &[&SPSA]),
    ("tree", &[], &[&TREE]),
    ("prove", &[], &[&PROVE]),
    ("certify", &["--least=-3", "--out=x"], &[&CERTIFY]),
    ("check", &[], &[&CHECK]),
    ("database", &["--out=x"], &[&DATABASE]),
];

/// Checks a command with a game and options, each with its value; now and then an option of another
/// command.
pub(crate) fn options(u: &mut Unstructured<'_>) -> Result<()> {
    let (command, game) = (u.choose(&COMMANDS)?, *u.choose(&GAMES)?);
    let count = u.int_in_range(0..=4)?;
    let mut given = || {
        let (_, _, lists) = if u.ratio(1, 6)? { u.choose(&COMMANDS)? } else { command };
        let list = u.choose(lists)?;
        u.choose(list).copied()
    };
    let given = (0..count).map(|_| given()).collect::<Result<Vec<_>>>()?;
    check(command, game, &given);
    Ok(())
}

/// The command that accepts any file name in place of a game.
const TAKES_FILES: &str = "check";
/// Options that take a list and may be repeated to extend it.
const LISTS: [(&str, &str); 2] = [("tree", "--algorithm"), ("spsa", "--numbers")];

/// Checks that the command line is accepted exactly if the game exists, the values are valid, the
/// options belong to the command, and no option outside [`LISTS`] is repeated.
fn check(
    &(command, needs, lists): &CommandCase,
    (game, mut right): (&str, bool),
    given: &[OptionCase],
) {
    let mut typed = vec!["eldest".to_owned(), command.to_owned(), game.to_owned()];
    typed.extend(needs.iter().map(|&need| need.to_owned()));
    right |= command == TAKES_FILES;
    let mut names = BTreeSet::new();
    for &option @ (name, value, fits) in given {
        let belongs = lists.iter().any(|list| list.contains(&option));
        if !belongs && lists.iter().copied().flatten().any(|own| own.0 == name) {
            continue; // the value belongs to an option of another command with this name
        }
        right &= fits & belongs & (names.insert(name) || LISTS.contains(&(command, name)));
        typed.push(format!("{name}={value}"));
    }
    let read = Args::try_parse_from(&typed);
    assert_eq!(read.is_ok(), right, "{typed:?}: {read:?}");
}

/// Words in any order: no panic, and every refusal has a message.
pub(crate) fn nonsense(u: &mut Unstructured<'_>) -> Result<()> {
    let vocabulary = [
        "solve",
        "search",
        "play",
        "match",
        "spsa",
        "tree",
        "prove",
        "certify",
        "check",
        "database",
        "bench",
        "completions",
        "bash",
        "connect4",
        "connect4:6x4",
        "nim",
        "othello:8x8",
        "--X- O",
        "tree:dag:width=65535,depth=60000",
        "tree:[",
        "--input",
        "-",
        "-b",
        "--all-moves",
        "--algorithm",
        "ybw",
        "--threads",
        "0",
        "4097",
        "--time",
        "--format",
        "csv",
        "-k",
        "--moves",
        "1,2",
        "--scaling",
        "--report",
        "--plies",
        "--peers",
        "--check",
        "--suite",
        "ordered",
        "--game",
        "--repeat",
        "--a",
        "--b",
        "--setting",
        "--numbers",
        "late-base",
        "--pairs",
        "--rate",
        "depth=1",
        "--person",
        "--types",
        "--store",
        "--status",
        "--budget",
        "--least",
        "--most",
        "--out",
        "--trust-bounds",
        "--memory-mib",
        "--database",
        "--slice",
        "KQvK",
        "--men",
        "--list",
        "W3",
        "--help",
        "--version",
        "-h",
        "--",
        "--=",
    ];
    let (game, _) = u.choose(&GAMES)?;
    let commands = [
        "solve", "search", "play", "match", "spsa", "tree", "prove", "certify", "check",
        "database", "bench",
    ];
    let likely = ["eldest", if u.ratio(1, 10)? { "--" } else { u.choose(&commands)? }, game];
    let known = u.int_in_range(1..=3)?;
    let typed = likely[..known].iter().map(|word| (*word).to_owned());
    let typed: Vec<String> = typed.chain(words(u, &vocabulary)?).collect();
    if let Err(error) = Args::try_parse_from(typed) {
        assert!(!error.render().to_string().is_empty());
        assert!(matches!(error.exit_code(), 0 | 2));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_every_option_is_taken_exactly_if_it_is_right() {
        let options = || COMMANDS.iter().flat_map(|(_, _, lists)| lists.iter().copied().flatten());
        for command in &COMMANDS {
            GAMES.into_iter().for_each(|game| check(command, game, &[]));
            options().for_each(|&given| check(command, GAMES[0], &[given]));
        }
    }
}
