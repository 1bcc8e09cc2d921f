//! What is told of numbers on their way, in text and in JSON.

use super::walk::{Tuned, Walk};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Where the numbers are after some pairs.
#[derive(Debug, Serialize)]
pub(super) struct StepRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    pairs: usize,
    numbers: BTreeMap<&'static str, f64>,
}

impl StepRecord {
    pub(super) fn new(walk: &Walk, pairs: usize) -> Self {
        let told = |tuned: &Tuned| (tuned.number.name(), hundredths(tuned.value));
        Self { kind: "step", pairs, numbers: walk.tuned.iter().map(told).collect() }
    }
}

/// Where they have come to.
#[derive(Debug, Serialize)]
pub(super) struct ResultRecord {
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

impl ResultRecord {
    /// After the first of two numbers of pairs; there were to be the second.
    pub(super) fn new(
        walk: &Walk,
        [pairs, of]: [usize; 2],
        setting: String,
        interrupted: bool,
    ) -> Self {
        let told = |tuned: &Tuned| NumberRecord {
            name: tuned.number.name(),
            before: tuned.first,
            found: hundredths(tuned.value),
            rounded: tuned.rounded(),
        };
        let numbers = walk.tuned.iter().map(told).collect();
        Self { kind: "result", pairs, of, interrupted, numbers, setting }
    }
}

fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

impl fmt::Display for ResultRecord {
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
    use eldest::selective::{Parameter, Parameters};

    #[test]
    fn numbers_are_told_in_a_table() {
        let tuned = [Parameter::NullSlope, Parameter::ReduceLearnt];
        let mut walk = Walk::new(Parameters::default(), &tuned, (5, 0.1), 1);
        walk.tuned[0].value = 24.567;
        let told = ResultRecord::new(&walk, [3, 5], "depth=3,null-slope=25".to_owned(), true);
        let expected = "\
number            before     found  rounded
null-slope            22     24.57       25
reduce-learnt       8192   8192.00     8192
pairs    3 of 5, interrupted
setting  depth=3,null-slope=25";
        assert_eq!(told.to_string(), expected);
    }
}
