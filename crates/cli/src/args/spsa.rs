//! What can be typed after `eldest spsa`.

use super::{Format, PlaceArgs, at_least_one};
use crate::matches::Setting;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use eldest::selective::Parameter;

/// Tunes what a selective search counts with, by games of a setting against itself
///
/// SPSA is simultaneous perturbation stochastic approximation (Spall 1992). In each pair of games every number goes a
/// step up or down by chance for the one side, and the other way for the other side. The numbers then move towards those
/// of the side that gained more. With limits on depth or nodes and one thread a setting, results are the same every time, whatever
/// --concurrency says. It takes thousands of pairs: what is found is worth a match against what was there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
OPTIONS are those of eldest match: a limit, what is left out, and where numbers\n\
begin. docs/selective.md tells what the numbers are.\n\n\
Ctrl-C ends it, and what has been found by then is printed. To go on from there, give\n\
the setting that was printed last and another seed, which sets the openings and what\n\
is tried. Steps begin large again. More than 32 games are not played side by side.\n\n\
JSON: an object of type \"step\" for every hundred pairs, and one of type \"result\".\n\n\
Examples:\n  \
eldest spsa othello --setting nodes=2000,selective=on --pairs 5000\n  \
eldest spsa chess --setting nodes=10000,selective=on,depth-match=deeper \\\n    \
--numbers late-base,late-square --opening-plies 8 --concurrency 8")]
pub(crate) struct SpsaArgs {
    /// How both sides play but for the numbers, as in nodes=2000,selective=on
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) setting: Setting,
    /// What is tuned; all that the setting counts with if nothing is named
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = numbers())]
    pub(crate) numbers: Vec<Parameter>,
    /// Pairs of games
    #[arg(short, long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) pairs: usize,
    /// How far a point that is won moves the numbers in the end, in parts of what they are tried up and down by: an eighth
    /// of where they begin or of what is usual, whichever is more, and a half at least
    #[arg(long, value_name = "PART", default_value = "0.01", value_parser = part)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) rate: f64,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Names of numbers.
fn numbers() -> impl TypedValueParser<Value = Parameter> {
    let named = |name: String| Parameter::named(&name).expect("one of these");
    PossibleValuesParser::new(Parameter::all().map(Parameter::name)).map(named)
}

fn part(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "expected a number above 0 and up to 1".to_owned())
}
