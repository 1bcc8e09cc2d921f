#![cfg(unix)]
//! Ctrl-C.

use crate::run::{Run, program};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

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

/// A path in a folder of its own.
fn table() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.table");
    (folder, path)
}

/// The program with `line` for its arguments goes on from the table at `path`: it is sound.
fn assert_sound(line: &str, path: &Path) {
    let run: Run = program(line).arg("--load").arg(path).output().unwrap().into();
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let names = fs::read_dir(path.parent().unwrap()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["c4.table"], "nothing else is left");
}

#[test]
fn a_search_that_is_interrupted_is_saved() {
    let (_folder, path) = table();
    let line = format!("solve connect4 45461667 - 4455 --table-mib 4 --save {}", path.display());
    let (child, stdout, first) = begin(&line);
    assert_eq!(first, "45461667 11\n");
    sleep(Duration::from_millis(300));
    interrupt(&child);
    let run = end(child, stdout);
    assert_eq!((run.status, run.stderr.as_str()), (130, ""));
    assert!(run.stdout.starts_with("- [-"), "{}", run.stdout);
    assert_sound("solve connect4 45461667 --table-mib 4", &path);
}

#[test]
fn what_is_interrupted_while_it_waits_for_input_is_saved() {
    let (_folder, path) = table();
    let line = format!("solve connect4 45461667 --input - --table-mib 4 --save {}", path.display());
    let (mut child, stdout, _) = begin(&line);
    sleep(Duration::from_millis(300));
    let stdin = child.stdin.take();
    interrupt(&child);
    let run = end(child, stdout);
    drop(stdin);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (130, "", ""));
    assert_sound("solve connect4 45461667 --table-mib 4", &path);
}

/// Whoever is killed, as by a power cut, has the table of a moment ago.
#[test]
fn a_search_is_saved_now_and_then() {
    let (_folder, path) = table();
    let line = format!("solve connect4 --table-mib 4 --save {} --save-every 0.001", path.display());
    let mut child = program(&line).spawn().unwrap();
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let parts = fs::read_dir(path.parent().unwrap()).unwrap().flatten();
    let parts = parts.filter(|entry| entry.file_name() != "c4.table");
    parts.for_each(|part| fs::remove_file(part.path()).unwrap());
    assert_sound("solve connect4 45461667 --table-mib 4", &path);
}

/// The second Ctrl-C may come before the file is written, in the midst of it or after.
#[test]
fn whenever_the_second_ctrl_c_comes_there_is_a_sound_file_or_none() {
    for millis in [0, 5, 20, 60, 200] {
        let (_folder, path) = table();
        let line = format!("solve connect4 45461667 - --table-mib 4 --save {}", path.display());
        let (child, stdout, _) = begin(&line);
        sleep(Duration::from_millis(100));
        interrupt(&child);
        sleep(Duration::from_millis(millis));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).output().unwrap();
        let run = end(child, stdout);
        assert_eq!((run.status, run.stderr.as_str()), (130, ""));
        if path.exists() {
            assert_sound("solve connect4 45461667 --table-mib 4", &path);
        } else {
            assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
        }
    }
}
