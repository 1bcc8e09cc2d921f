//! Results that cannot be written.

use crate::run::{Run, eldest, program};
use std::fs::File;

/// Runs `eldest line` with a full device for stdout.
fn full(line: &str) -> Run {
    let device = File::options().write(true).open("/dev/full").unwrap();
    program(line).stdout(device).output().unwrap().into()
}

#[test]
fn what_cannot_be_written_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof").display().to_string();
    eldest(&format!("certify tictactoe --least 0 --out {path}")).done();
    for line in [
        "--help",
        "help",
        "solve --help",
        "-h",
        "--version",
        "completions bash",
        "solve nim 1,2",
        "solve nim 1,2 --format json",
        "search nim 1,2",
        "prove nim 1,2",
        "play nim 1,2 --person none",
        "match nim 1,2 --a depth=1 --b depth=2 --games 2 --opening-plies 0",
        "tree nim 1,2 --depth 2",
        "tree nim 1,2 --depth 2 --format svg",
        "tree nim 1,2 --depth 2 --format json",
        &format!("check {path}"),
        &format!("certify tictactoe --least 0 --out {path}"),
    ] {
        let run = full(line);
        assert_eq!((run.status, run.stderr.lines().count()), (1, 1), "{line}: {run:?}");
        assert!(run.stderr.starts_with("eldest: stdout: "), "{line}: {run:?}");
    }
    // A wrong command line is reported on stderr.
    let wrong = full("solve");
    assert_eq!((wrong.status, wrong.stderr.contains("<GAME>")), (2, true), "{wrong:?}");
}
