//! `eldest match`: two settings against each other; and `eldest spsa`, which plays such pairs of games too.

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
use eldest_terminal::typed::{at_least_one, refuse};
use eldest_terminal::{Format, Interrupt, Output, Status, progress};
use indicatif::ProgressBar;
use record::{MatchRecord, PairRecord};

/// Plays two settings against each other, and says which is the stronger and how surely
///
/// Each opening is played twice, with colours swapped. Games do not depend on each other: with limits on depth
/// or nodes and one thread a setting, results are the same every time, whatever --concurrency says.
/// Chess is played with all its draws, as chess:full.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
OPTIONS are KEY=VALUE, separated by commas; a limit is needed:\n  \
depth=N, nodes=N, time=MS   limits on each move\n  \
evaluator=own|even          what judges at the horizon: the game's own\n                              \
evaluator, or none; for chess pesto|tuned|nnue\n  \
threads=N, algorithm=NAME   as for eldest search; one thread if\n                              \
nothing is said\n  \
driver=NAME                 how windows close in on the value\n  \
table-mib=N                 the size of the transposition table; 16 if\n                              \
nothing is said\n  \
table-move, ranks, killers, history, countermove, iid=on|off\n  \
etc=N|off, table-from=N, depth-match=exact|deeper\n  \
selective=on|off            what is left out (chess, Othello): all that suits\n                              \
the game, or none of\n  \
null-move, reductions, reverse-futility, extensions=on|off\n  \
verify-from=N, margin=N     in plies, and in points a ply\n  \
late-base=N, ...            and what else is counted with there: the\n                              \
numbers of eldest spsa\n\
What is not named is as it suits the game best.\n\n\
With --elo0 and --elo1 a sequential test ends the match as soon as it is sure which of the two differences in \
Elo is the likelier. docs/playing.md explains the numbers.\n\n\
JSON: an object in a line for each pair of games, of type \"pair\", and one of type \"result\" at the end.\n\n\
Examples:\n  \
eldest match othello --a depth=4 --b depth=4,evaluator=even\n  \
eldest match connect4 --a nodes=999 --b nodes=999,ranks=off --elo0 0 --elo1 20")]
pub(crate) struct MatchArgs {
    /// How the one side plays, as in depth=6
    #[arg(long, value_name = "OPTIONS")]
    a: PlayerSetting,
    /// How the other side plays, as in depth=4,evaluator=even
    #[arg(long, value_name = "OPTIONS")]
    b: PlayerSetting,
    /// The most games; an odd number is raised by one
    #[arg(short, long, value_name = "N", default_value = "200", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    games: usize,
    #[command(flatten)]
    place: PlaceArgs,
    /// Tests the difference in Elo: is it this ...
    #[arg(long, value_name = "ELO", requires = "elo1")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    elo0: Option<f64>,
    /// ... or this?
    #[arg(long, value_name = "ELO", requires = "elo0")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    elo1: Option<f64>,
    /// How often the test may wrongly say --elo1
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    alpha: f64,
    /// How often the test may wrongly say --elo0
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    beta: f64,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A probability of an error that a test may make.
fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number < 0.5);
    number.ok_or_else(|| "expected a number above 0 and below 0.5".to_owned())
}

/// A difference in Elo that a test may ask about.
fn difference(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (-1000.0..=1000.0).contains(number));
    number.ok_or_else(|| "expected a number from -1000 to 1000".to_owned())
}

/// Plays what `args` name.
pub(crate) fn run<C: Catalog>(args: &MatchArgs, interrupt: &Interrupt) -> Result<Status> {
    let MatchArgs { a, b, format, .. } = args;
    let arena = Arena::open::<C>(&args.place, [a, b], interrupt)?;
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

/// The sequential test, if there is one.
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
