//! The target `command_lines` on the checked-in inputs and on fresh ones.

use eldest_checks::soak::{InputSource, Soak, inputs_in, try_once};
use eldest_checks_cli::COMMAND_LINES;
use std::path::Path;

#[test]
fn what_is_read_is_right_and_what_is_refused_is_wrong() {
    let inputs = InputSource::new(&COMMAND_LINES, 1, 400, None).expect("no folder");
    let soak = Soak::run(&COMMAND_LINES, &inputs, Some(5_000), None);
    if let Some(failure) = soak.failure {
        panic!("{} fails: {:?}: {}", failure.execution, failure.bytes, failure.message);
    }
}

#[test]
fn every_stored_input_passes() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz");
    let seeds = inputs_in(&fuzz.join("corpus/command_lines")).expect("a folder of files");
    assert!(seeds.len() >= 10, "{} seeds", seeds.len());
    let regressions =
        inputs_in(&fuzz.join("regressions/command_lines")).expect("a folder of files");
    for input in seeds.iter().chain(&regressions) {
        try_once(&COMMAND_LINES, input).unwrap_or_else(|message| panic!("{input:?}: {message}"));
    }
}
