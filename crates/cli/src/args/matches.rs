//! What can be typed after `eldest match`.

use super::{Format, PlaceArgs, at_least_one};
use crate::matches::Setting;

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
Elo is the likelier. docs/playing.md tells what the numbers mean.\n\n\
JSON: an object in a line for each pair of games, of type \"pair\", and one of type \"result\" at the end.\n\n\
Examples:\n  \
eldest match othello --a depth=4 --b depth=4,evaluator=even\n  \
eldest match connect4 --a nodes=999 --b nodes=999,ranks=off --elo0 0 --elo1 20")]
pub(crate) struct MatchArgs {
    /// How the one side plays, as in depth=6
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) a: Setting,
    /// How the other side plays, as in depth=4,evaluator=even
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) b: Setting,
    /// The most games; an odd number is raised by one
    #[arg(short, long, value_name = "N", default_value = "200", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) games: usize,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Tests the difference in Elo: is it this ...
    #[arg(long, value_name = "ELO", requires = "elo1")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    pub(crate) elo0: Option<f64>,
    /// ... or this?
    #[arg(long, value_name = "ELO", requires = "elo0")]
    #[arg(allow_negative_numbers = true, value_parser = difference)]
    pub(crate) elo1: Option<f64>,
    /// How often the test may wrongly say --elo1
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    /// How often the test may wrongly say --elo0
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = probability)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) beta: f64,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl MatchArgs {
    /// How many pairs of games there are to be.
    pub(crate) fn pairs(&self) -> usize {
        self.games.div_ceil(2)
    }
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
