//! `eldest spsa`: tunes the parameters of selective search by self-play.

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

/// The number of pairs of games between two progress records.
const STEP: usize = 100;

/// Tune the parameters of selective search by self-play
///
/// SPSA is simultaneous perturbation stochastic approximation (Spall 1992). In each pair of games,
/// every parameter is randomly stepped up or down for one side, and the other way for the other
/// side. The parameters then move towards those of the side that scored more. With limits on depth
/// or nodes and one thread per setting, results are the same every time, for every --concurrency.
/// Tuning takes thousands of pairs; test the result against the starting values with eldest match.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
OPTIONS are those of eldest match: a limit, the parts of selective search, and starting\n\
values of parameters. docs/selective.md describes the parameters.\n\n\
Ctrl-C ends the run, and prints the values found so far. To resume, pass the setting\n\
printed last and another seed, which determines the openings and the steps. Steps start\n\
large again. At most 32 games are played at the same time.\n\n\
JSON: one object of type \"step\" per hundred pairs, then one of type \"result\".\n\n\
Examples:\n  \
eldest spsa othello --setting nodes=2000,selective=on --pairs 5000\n  \
eldest spsa chess --setting nodes=10000,selective=on,depth-match=deeper \\\n    \
--numbers late-base,late-square --opening-plies 8 --concurrency 8")]
pub(crate) struct SpsaArgs {
    /// How both sides play, apart from the tuned parameters, as in nodes=2000,selective=on
    #[arg(long, value_name = "OPTIONS")]
    setting: PlayerSetting,
    /// The parameters to tune; by default all that the setting uses
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = numbers())]
    numbers: Vec<Parameter>,
    /// Number of pairs of games
    #[arg(short, long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pairs: usize,
    /// Final learning rate: the change of a parameter per point gained, as a fraction of its step
    ///
    /// The step, by which each pair of games perturbs a parameter, is an eighth of the starting
    /// value or of the default, whichever is larger, and at least one half.
    #[arg(long, value_name = "PART", default_value = "0.01", value_parser = part)]
    #[arg(allow_negative_numbers = true)]
    rate: f64,
    #[command(flatten)]
    place: PlaceArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Parses the name of a parameter.
fn numbers() -> impl TypedValueParser<Value = Parameter> {
    let named = |name: String| Parameter::named(&name).expect("one of these");
    PossibleValuesParser::new(Parameter::all().map(Parameter::name)).map(named)
}

fn part(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "expected a number above 0 and up to 1".to_owned())
}

/// Tunes the parameters that `args` name.
pub(crate) fn run<C: Catalog>(args: &SpsaArgs, interrupt: &Interrupt) -> Result<Status> {
    let SpsaArgs { setting, pairs, rate, place, format, .. } = args;
    let arena = Arena::open(&place.game.of::<C>(), place, [setting, setting], interrupt)?;
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

/// Returns the parameters to tune: those that are named, or all that the search uses.
fn tuned_numbers(args: &SpsaArgs, selection: Selection) -> Result<Vec<Parameter>> {
    let SpsaArgs { setting, numbers, .. } = args;
    let counts = |number: &Parameter| selection.counts_with(*number);
    if let Some(at) = (1..numbers.len()).find(|at| numbers[..*at].contains(&numbers[*at])) {
        let reason = format!("--numbers: {} twice; expected each once", numbers[at]);
        refuse::<SpsaArgs>("spsa", ErrorKind::ValueValidation, reason);
    }
    if let Some(idle) = numbers.iter().find(|number| !counts(number)) {
        let wanted = missing_switch(*idle, selection);
        bail!("'{setting}': {idle} has no effect here; expected {wanted}=on");
    }
    let all: Vec<Parameter> = Parameter::all().filter(counts).collect();
    if all.is_empty() {
        bail!("'{setting}': there is no parameter to tune; expected selective=on, or parts of it");
    }
    Ok(if numbers.is_empty() { all } else { numbers.clone() })
}

/// The values of the parameters after some pairs.
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

/// The tuned values.
#[derive(Debug, Serialize)]
struct SpsaRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    pairs: usize,
    #[serde(skip)]
    of: usize,
    interrupted: bool,
    numbers: Vec<NumberRecord>,
    /// The setting with the tuned values, as for the command line.
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
    /// Describes the result of `spsa`, which was to play `of` pairs; `setting` has the tuned
    /// values.
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
