//! Breakthrough with the commands of `eldest`: `breakthrough solve breakthrough:4x5`, and the
//! others.
#![forbid(unsafe_code)]

mod board;

use board::{Board, Size};
use eldest::{Options, Score};
use eldest_catalog::games::{Own, OwnGame};
use std::process::ExitCode;

impl OwnGame for Board {
    type Evaluator = fn(&Self) -> Score;

    fn evaluator(_: Size) -> Self::Evaluator {
        Self::judge
    }

    fn options() -> Options {
        Options::ranked_only()
    }
}

fn main() -> ExitCode {
    eldest_cli::main_with::<Own<Board>>()
}
