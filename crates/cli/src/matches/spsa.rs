//! `eldest spsa`: tunes the numbers of a selective search by games.

use super::arena::{Arena, PlaceArgs};
use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use eldest::selective::{Parameter, Selection};
use eldest_catalog::games::Catalog;
use eldest_contest::{MatchEnd, PlayerSetting, Spsa, SpsaOptions, TunedParameter, missing_switch};
use eldest_terminal::typed::{at_least_one, refuse};
use eldest_terminal::{Format, Interrupt, Output, Status, progress};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The number of pairs between two records of progress.
const STEP: usize = 100;

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
    setting: PlayerSetting,
    /// What is tuned; all that the setting counts with if nothing is named
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = numbers())]
    numbers: Vec<Parameter>,
    /// Pairs of games
    #[arg(short, long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pairs: usize,
    /// How far a point that is won moves the numbers in the end, in parts of what they are tried up and down by: an eighth
    /// of where they begin or of what is usual, whichever is more, and a half at least
    #[arg(long, value_name = "PART", default_value = "0.01", value_parser = part)]
    #[arg(allow_negative_numbers = true)]
    rate: f64,
    #[command(flatten)]
    place: PlaceArgs,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
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

/// Tunes what `args` name.
pub(crate) fn run<C: Catalog>(args: &SpsaArgs, interrupt: &Interrupt) -> Result<Status> {
    let SpsaArgs { setting, pairs, rate, place, format, .. } = args;
    let arena = Arena::open::<C>(place, [setting, setting], interrupt)?;
    let numbers = tuned_numbers(args, arena.selection)?;
    let openings = arena.openings(*pairs)?;
    let players = arena.players(*pairs)?;
    let bar = progress::bar(Some(*pairs as u64));
    let output = Output::new(*format, bar.clone());
    let from = arena.summary(openings.len(), *pairs);
    output.heading(&format!("tuned    {setting}\nfrom     {from}"))?;
    let options = SpsaOptions::default();
    let options = options.with(|o| (o.pairs, o.rate, o.seed) = (*pairs, *rate, place.seed));
    let mut spsa = Spsa::new(arena.selection.parameters, &numbers, options);
    let end = spsa.tune(&arena.rules, &openings, players, interrupt.token(), |spsa| {
        bar.inc(1);
        if spsa.done().is_multiple_of(STEP) {
            output.detail(&StepRecord::new(spsa))?;
        }
        Ok(())
    });
    let is_complete = matches!(end, Ok(MatchEnd::Complete));
    let moved = spsa.tuned().iter().filter(|tuned| tuned.rounded() != tuned.first);
    let found = setting.text_with(moved.map(|tuned| (tuned.parameter, tuned.rounded())));
    let written = output.put(&SpsaRecord::new(&spsa, *pairs, found, !is_complete));
    end.and(written)?;
    Ok(if is_complete { Status::Done } else { Status::Interrupted })
}

/// The numbers to tune: all that searches count with, unless some are named.
fn tuned_numbers(args: &SpsaArgs, selection: Selection) -> Result<Vec<Parameter>> {
    let SpsaArgs { setting, numbers, .. } = args;
    let counts = |number: &Parameter| selection.counts_with(*number);
    if let Some(at) = (1..numbers.len()).find(|at| numbers[..*at].contains(&numbers[*at])) {
        let reason = format!("--numbers: {} twice; expected each once", numbers[at]);
        refuse::<SpsaArgs>("spsa", ErrorKind::ValueValidation, reason);
    }
    if let Some(idle) = numbers.iter().find(|number| !counts(number)) {
        let wanted = missing_switch(*idle, selection);
        bail!("'{setting}': nothing counts with {idle} there; expected {wanted}=on");
    }
    let all: Vec<Parameter> = Parameter::all().filter(counts).collect();
    if all.is_empty() {
        bail!(
            "'{setting}': nothing there counts with numbers; expected selective=on, or some of it"
        );
    }
    Ok(if numbers.is_empty() { all } else { numbers.clone() })
}

/// Where the numbers are after some pairs.
#[derive(Debug, Serialize)]
struct StepRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    pairs: usize,
    numbers: BTreeMap<&'static str, f64>,
}

impl StepRecord {
    fn new(spsa: &Spsa) -> Self {
        let record = |tuned: &TunedParameter| (tuned.parameter.name(), hundredths(tuned.value));
        Self {
            kind: "step",
            pairs: spsa.done(),
            numbers: spsa.tuned().iter().map(record).collect(),
        }
    }
}

/// Where they have come to.
#[derive(Debug, Serialize)]
struct SpsaRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    pairs: usize,
    #[serde(skip)]
    of: usize,
    interrupted: bool,
    numbers: Vec<NumberRecord>,
    /// What plays with the numbers that are found, as it would be typed.
    setting: String,
}

#[derive(Debug, Serialize)]
struct NumberRecord {
    name: &'static str,
    before: i32,
    found: f64,
    rounded: i32,
}

impl SpsaRecord {
    /// After `spsa`, which was to play `of` pairs; `setting` has the numbers that were found.
    fn new(spsa: &Spsa, of: usize, setting: String, interrupted: bool) -> Self {
        let record = |tuned: &TunedParameter| NumberRecord {
            name: tuned.parameter.name(),
            before: tuned.first,
            found: hundredths(tuned.value),
            rounded: tuned.rounded(),
        };
        let numbers = spsa.tuned().iter().map(record).collect();
        Self { kind: "result", pairs: spsa.done(), of, interrupted, numbers, setting }
    }
}

fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

impl fmt::Display for SpsaRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16} {:>7} {:>9} {:>8}", "number", "before", "found", "rounded")?;
        for NumberRecord { name, before, found, rounded } in &self.numbers {
            writeln!(f, "{name:<16} {before:>7} {found:>9.2} {rounded:>8}")?;
        }
        let rest =
            if self.interrupted { format!(" of {}, interrupted", self.of) } else { String::new() };
        write!(f, "pairs    {}{rest}\nsetting  {}", self.pairs, self.setting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::selective::Parameters;

    #[test]
    fn numbers_are_written_as_a_table() {
        let tuned = [Parameter::NullSlope, Parameter::ReduceLearnt];
        let numbers = Parameters::default();
        let options = SpsaOptions::default().with(|o| (o.pairs, o.rate) = (5, 0.1));
        let mut spsa = Spsa::new(numbers, &tuned, options);
        let tried = spsa.perturbation(0);
        spsa.learn(&tried, 2.0);
        let setting = "depth=3,null-slope=23".to_owned();
        let written = SpsaRecord::new(&spsa, 5, setting, true).to_string();
        let expected = "\
number            before     found  rounded
null-slope            22     23.02       23
reduce-learnt       8192   8572.56     8573
pairs    1 of 5, interrupted
setting  depth=3,null-slope=23";
        assert_eq!(written, expected);
    }
}
