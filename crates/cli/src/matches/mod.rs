//! `eldest match`: plays two settings against each other; and `eldest spsa`, which also plays pairs
//! of games.

mod arena;
mod player;
mod record;
pub(crate) mod spsa;

pub(crate) use player::evaluator;

use anyhow::Result;
use arena::{Arena, PlaceArgs};
use clap::error::ErrorKind;
use eldest_catalog::games::Catalog;
use eldest_contest::{MatchEnd, MatchOptions, MatchScore, PlayerSetting, Sprt, play_match};
use eldest_terminal::args::KnownArgs;
use eldest_terminal::typed::{at_least_one, refuse};
use eldest_terminal::{Format, Interrupt, Output, Status, progress};
use indicatif::ProgressBar;
use record::{MatchRecord, PairRecord};

/// Play two settings against each other, and report the difference in strength with error bars
///
/// Each opening is played twice, with colours swapped. Games are independent of each other: with
/// limits on depth or nodes and one thread per setting, results are the same every time, for every
/// --concurrency. Chess is played with all its draws, as chess:full.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
OPTIONS are KEY=VALUE, separated by commas; a limit is required:\n  \
depth=N, nodes=N, time=MS   limits on each move\n  \
evaluator=own|even          evaluation at the horizon: the game's own, or\n                              \
all positions equal; for chess pesto|tuned|nnue,\n                              \
for Othello iago|trained\n  \
threads=N, algorithm=NAME   as for eldest search; one thread by default\n  \
driver=NAME                 how the window converges on the value\n  \
table-mib=N                 size of the table in MiB; 16 by default\n  \
table-move, ranks, killers, history, countermove, iid=on|off\n  \
etc=N|off, table-from=N, depth-match=exact|deeper\n  \
selective=on|off            selective search (chess, Othello): all parts that\n                              \
suit the game, or none\n  \
null-move, reductions, reverse-futility, extensions=on|off\n  \
verify-from=N, margin=N     depth in plies; margin in points\n  \
late-base=N, ...            parameters of selective search, as listed by\n                              \
eldest spsa --help for --numbers\n\
Options that are not named have the values that suit the game best.\n\n\
With --elo0 and --elo1, a sequential test (SPRT) ends the match as soon as it accepts one of the two Elo \
differences. docs/playing.md explains the numbers.\n\n\
JSON: one object per line for each pair of games, of type \"pair\", then one of type \"result\".\n\n\
Examples:\n  \
eldest match othello --a depth=4 --b depth=4,evaluator=iago\n  \
eldest match connect4 --a nodes=999 --b nodes=999,ranks=off --elo0 0 --elo1 20")]
pub(crate) struct MatchArgs {
    /// How side A plays, as in depth=6
    #[arg(long, value_name = "OPTIONS")]
    a: PlayerSetting,
    /// How side B plays, as in depth=4,evaluator=even
    #[arg(long, value_name = "OPTIONS")]
    b: PlayerSetting,
    /// Maximum number of games; an odd number is rounded up
    #[arg(short, long, value_name = "N", default_value = "200", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    games: usize,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    known: KnownArgs,
    /// Elo difference of hypothesis H0 of a sequential test
    #[arg(long, value_name = "ELO", requires = "elo1")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    elo0: Option<f64>,
    /// Elo difference of hypothesis H1
    #[arg(long, value_name = "ELO", requires = "elo0")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    elo1: Option<f64>,
    /// Probability of wrongly accepting --elo1
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    alpha: f64,
    /// Probability of wrongly accepting --elo0
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    beta: f64,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Parses an error probability of the test.
fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number < 0.5);
    number.ok_or_else(|| "expected a number above 0 and below 0.5".to_owned())
}

/// Parses an Elo difference to test.
fn difference(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (-1000.0..=1000.0).contains(number));
    number.ok_or_else(|| "expected a number from -1000 to 1000".to_owned())
}

/// Plays the match that `args` describe.
pub(crate) fn run<C: Catalog>(args: &MatchArgs, interrupt: &Interrupt) -> Result<Status> {
    let MatchArgs { a, b, format, .. } = args;
    let game = args.known.of::<C>(&args.place.game)?;
    let arena = Arena::open(&game, &args.place, [a, b], interrupt)?;
    let (test, pairs) = (test(args), args.games.div_ceil(2));
    let openings = arena.openings(pairs)?;
    let players = arena.players(openings.len())?;
    let bar = progress::bar(Some(openings.len() as u64));
    let output = Output::new(*format, bar.clone());
    output.heading(&format!("A       {a}\nB       {b}"))?;
    let from = arena.summary(openings.len(), pairs);
    output.heading(&format!("from    {from}, each played twice"))?;
    let stop = interrupt.token().clone();
    let options = MatchOptions::default().with(|o| (o.test, o.stop) = (test, stop));
    let rules = &arena.rules;
    let report = play_match(rules, openings, players, &options, |pair, score| {
        show(&bar, score);
        output.detail(&PairRecord::new(rules.start().board(), pair))
    })?;
    let interrupted = report.end == MatchEnd::Stopped;
    output.put(&MatchRecord::new(&report.score, test, interrupted))?;
    Ok(if interrupted { Status::Interrupted } else { Status::Done })
}

/// Returns the sequential test, if one is given.
fn test(args: &MatchArgs) -> Option<Sprt> {
    let MatchArgs { elo0, elo1, alpha, beta, .. } = *args;
    let (elo0, elo1) = elo0.zip(elo1)?;
    if elo0 >= elo1 {
        let expected = "expected --elo0 to be less than --elo1";
        let reason = format!("--elo0 {elo0} and --elo1 {elo1}; {expected}");
        refuse::<MatchArgs>("match", ErrorKind::ValueValidation, reason);
    }
    Some(Sprt { elo0, elo1, alpha, beta })
}

fn show(bar: &ProgressBar, score: &MatchScore) {
    let score = score.pairs.score().map_or(0.0, |score| 100.0 * score.value);
    bar.inc(1);
    bar.set_message(format!("pairs, A scores {score:.1}%"));
}
