#![cfg(unix)]
//! Ctrl-C.

use crate::run::{Run, program};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command};
use std::thread::sleep;
use std::time::Duration;

/// Starts `eldest line` and reads up to the end of its first line.
fn begin(line: &str) -> (Child, BufReader<ChildStdout>, String) {
    let mut child = program(line).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    (child, stdout, first)
}

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
}

/// Waits for the end.
fn end(child: Child, mut stdout: BufReader<ChildStdout>) -> Run {
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    Run { stdout: rest, ..child.wait_with_output().unwrap().into() }
}

#[test]
fn solving_tells_what_is_proved() {
    let (child, stdout, first) = begin("solve connect4 45461667 - 4455");
    assert_eq!(first, "45461667 11\n");
    sleep(Duration::from_millis(300));
    interrupt(&child);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (130, ""));
    assert!(run.stdout.starts_with("- [-") && run.stdout.ends_with("]\n"), "{}", run.stdout);
}

#[test]
fn searching_tells_the_best_move_so_far() {
    let (child, mut stdout, _heading) = begin("search connect4");
    stdout.read_line(&mut String::new()).unwrap();
    interrupt(&child);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (130, ""));
    let last = run.stdout.lines().last().unwrap();
    assert!(last.starts_with("best move ") && last.contains(", depth "), "{last}");
}

#[test]
fn waiting_for_input_ends_at_once() {
    let (mut child, stdout, first) = begin("solve nim 1 --input -");
    assert_eq!(first, "1 W1\n");
    sleep(Duration::from_millis(300));
    let stdin = child.stdin.take();
    interrupt(&child);
    let run = end(child, stdout);
    drop(stdin);
    assert_eq!((run.status, run.stdout.as_str()), (130, ""));
}

#[test]
fn a_measurement_that_is_interrupted_tells_nothing() {
    let child = program("bench --scaling --suite connect4-ply06").spawn().unwrap();
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (130, "", ""));
}

/// Before it has used up the nodes of its level.
#[test]
fn an_engine_that_thinks_moves_at_once() {
    let line = "play connect4 --person second --level 8 --format json";
    let (mut child, mut stdout, _) = begin(line);
    let stdin = child.stdin.take();
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let mut record = serde_json::Value::Null;
    while record["type"] != "move" {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        record = serde_json::from_str(&line).unwrap();
    }
    assert!(record["nodes"].as_u64().unwrap() < 50_000_000, "{record}");
    drop(stdin);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("The game is left after 1 ply."), "{}", run.stdout);
}

#[test]
fn two_engines_are_left_at_once() {
    let (child, stdout, _) = begin("play connect4 --person none --level 8");
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (130, ""));
    assert!(!run.stdout.contains("plays"), "{}", run.stdout);
}

#[test]
fn a_match_tells_what_is_known_so_far() {
    let line = "match othello --a depth=4 --b depth=2 --games 2000 --concurrency 2";
    let (child, stdout, first) = begin(line);
    assert_eq!(first, "A       depth=4\n");
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (130, ""));
    assert!(run.stdout.contains("\ngames   "), "{}", run.stdout);
}
