//! What can be typed.

pub(crate) mod bench;
mod certificates;
mod play;
mod saving;
mod search;
mod solve;
mod tree;

pub(crate) use certificates::{CertifyArgs, CheckArgs};
pub(crate) use eldest_terminal::Format;
pub(crate) use eldest_terminal::args::{
    AlgorithmArg, CommonArgs, GivenArgs, LimitArgs, MemoryArgs, SharingArgs, mib,
};
pub(crate) use eldest_terminal::typed::{at_least_one, milliseconds, position, score, within};
pub(crate) use play::{PlayArgs, Seat};
pub(crate) use saving::SavingArgs;
pub(crate) use search::SearchArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use tree::{TreeArgs, TreeFormat, View};

use clap::ValueEnum;
use clap::error::ErrorKind;
use std::fmt::Display;

/// What is typed for `value`, of a kind that hides none.
pub(crate) fn typed_as(value: impl ValueEnum) -> String {
    value.to_possible_value().expect("no value is hidden").get_name().to_owned()
}

/// Ends the program: the words after `command`, which takes `A`, are right one by one, and make no sense together.
pub(crate) fn refuse<A: clap::Args>(command: &str, kind: ErrorKind, reason: impl Display) -> ! {
    let named = clap::Command::new("eldest").bin_name(format!("eldest {command}"));
    A::augment_args(named).error(kind, reason).exit()
}
