//! Positions from stdin, when none is given on the command line.

use crate::run::{eldest, eldest_reading};

/// Every command that takes a position reads it from stdin.
#[test]
fn without_a_position_it_is_that_of_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for (command, options) in [
        ("solve nim", String::new()),
        ("prove nim", String::new()),
        ("tree nim", "--depth 2".to_owned()),
        (
            "match nim",
            "--a depth=1 --b depth=2 --games 2 --opening-plies 0 --format json".to_owned(),
        ),
    ] {
        let named = eldest(&format!("{command} 2,3 {options}"));
        let read = eldest_reading(&format!("{command} {options}"), "# remark\n\n2,3 # remark\r\n");
        assert_eq!(read.done().lines().next(), named.done().lines().next(), "{command}");
        let wrong = eldest_reading(&format!("{command} {options}"), "\n 2,x\n");
        wrong.refused(1, "stdin:2:4: ");
    }
    let search = eldest_reading("search nim", "2,3");
    assert!(search.done().contains("best move 3>2, value W5, proved"), "{search:?}");
    for (position, input, path) in [("2,3", "", &one), ("", "2,3\n", &other)] {
        let line = format!("certify nim {position} --least 0 --out {}", path.display());
        eldest_reading(&line, input).done();
    }
    assert_eq!(std::fs::read(one).unwrap(), std::fs::read(other).unwrap());
}

#[test]
fn without_any_position_it_is_the_start_of_the_game() {
    for command in ["search tictactoe --depth 1", "tree tictactoe --depth 1"] {
        let (game, options) = command.split_once(' ').unwrap();
        let name = options.split_once(' ').map_or(options, |(name, _)| name);
        let rest = options.strip_prefix(name).unwrap();
        let first = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let named = eldest(&format!("{game} {name} - {rest}"));
        assert_eq!(first(eldest(command).done()), first(named.done()), "{command}");
    }
}

#[test]
fn one_position_is_searched_and_not_the_first_of_several() {
    for command in ["search nim", "prove nim", "tree nim --depth 2"] {
        let run = eldest_reading(command, "1,2\n# remark\n2\n");
        run.refused(1, "stdin:3: this is a second position; expected one on stdin");
    }
    assert_eq!(eldest_reading("solve nim", "1\n2\n").done(), "1 W1\n2 W1\n");
}

/// A command that waits for a pipe prints a notice on a terminal; a signal ends the wait.
#[cfg(unix)]
#[test]
fn waiting_for_stdin_shows_a_notice_and_ends_with_a_signal() {
    use crate::terminal::Watched;
    use rustix::process::Signal;
    let mut run = Watched::begin("search nim");
    run.shows("waiting for positions from stdin");
    run.types("1\n");
    run.closes_stdin();
    let run = run.end();
    assert_eq!((run.status, run.stdout.contains("value W1")), (0, true), "{run:?}");
    let mut run = Watched::begin("solve nim");
    run.shows("waiting for positions from stdin");
    run.signal(Signal::TERM);
    assert_eq!(run.end().status, 130);
}
