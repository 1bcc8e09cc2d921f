#![cfg(unix)]
//! Ctrl-C, SIGTERM and SIGHUP.
//!
//! When it is pressed is told by what the program shows: the count of nodes on the terminal is there once
//! something is searched.

use crate::run::{Run, eldest, program};
use crate::terminal::Watched;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Shown on the terminal as soon as a search is under way.
const NODES: &str = " nodes, ";

/// What ends a program from outside without a person at a terminal, of those that it hears: what is begun by
/// `nohup` has the tests ignore SIGHUP, and all that they begin.
#[allow(clippy::print_stderr, reason = "who runs the tests is told what is left out")]
fn from_afar() -> Vec<Signal> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0);
    if ignored & 1 == 0 {
        return vec![Signal::TERM, Signal::HUP];
    }
    eprintln!("SKIPPED: SIGHUP, which is ignored here");
    vec![Signal::TERM]
}

/// What ends a program from outside.
fn signals() -> impl Iterator<Item = Signal> {
    [Signal::INT].into_iter().chain(from_afar())
}

/// What stands on stdout after one of them, of which nobody complains.
#[track_caller]
fn interrupted(run: &Run) -> &str {
    assert_eq!((run.status, run.stderr.contains("eldest: ")), (130, false), "{run:?}");
    &run.stdout
}

#[test]
fn solving_tells_what_is_proved() {
    for signal in signals() {
        let mut run = Watched::begin("solve connect4 - 4455 --threads 1");
        run.shows(NODES);
        run.signal(signal);
        let run = run.end();
        let told = interrupted(&run).strip_prefix("- [-").and_then(|rest| rest.strip_suffix("]\n"));
        assert!(told.is_some_and(|bounds| !bounds.contains('\n')), "{}", run.stdout);
    }
}

/// What has not begun is not told, and what is known already is. The others come once the first is under way:
/// of positions side by side, any may be the first that is searched.
#[test]
fn solving_side_by_side_tells_what_is_proved_of_each() {
    let mut run = Watched::begin("solve connect4 --input - --threads 2");
    run.types("-\n");
    run.shows("[-");
    run.types("45461667\n4\n44\n444\n4444\n44444\n-\n");
    run.interrupt();
    let run = run.end();
    let told: Vec<_> = interrupted(&run).lines().collect();
    assert!(told[0].starts_with("- [-") && told.len() < 8, "{told:?}");
    let mut order = ["- ", "45461667 ", "4 ", "44 ", "444 ", "4444 ", "44444 "].iter();
    let is_next = |line: &&str| order.any(|text| line.starts_with(text));
    assert!(told.iter().all(is_next), "{told:?}");
    let is_known = |line: &&str| line.contains(" [") || *line == "45461667 11";
    assert!(told.iter().all(is_known), "{told:?}");
}

/// Long before the search has ended.
#[test]
fn the_terminal_shows_what_is_proved() {
    let mut run = Watched::begin("solve connect4 -");
    run.shows("[-");
    run.shows("], ");
    run.interrupt();
    assert!(interrupted(&run.end()).starts_with("- [-"));
}

#[test]
fn searching_tells_the_best_move_so_far() {
    let mut run = Watched::begin("search connect4 -");
    let _heading_and_first_depth = [run.line(), run.line()];
    run.interrupt();
    let run = run.end();
    let last = interrupted(&run).lines().last().unwrap();
    assert!(last.starts_with("best move ") && last.contains(", depth "), "{last}");
}

#[test]
fn waiting_for_input_ends_at_once() {
    let mut run = Watched::begin("solve nim 1 --input -");
    assert_eq!(run.line(), "1 W1\n");
    run.until_it_waits();
    run.interrupt();
    assert_eq!(interrupted(&run.end()), "");
}

#[test]
fn a_measurement_that_is_interrupted_tells_nothing() {
    let mut run = Watched::begin("bench --scaling --table-mib 4 --game connect4 --input -");
    run.types("6641312613213561431776367773\n-\n");
    run.closes_stdin();
    run.shows(NODES);
    run.interrupt();
    assert_eq!(interrupted(&run.end()), "");
}

/// Before it has used up the nodes of its level.
#[test]
fn an_engine_that_thinks_moves_at_once() {
    let mut run = Watched::begin("play connect4 --person second --level 8 --format json");
    run.shows(NODES);
    run.interrupt();
    let mut record = serde_json::Value::Null;
    while record["type"] != "move" {
        record = serde_json::from_str(&run.line()).unwrap();
    }
    assert!(record["nodes"].as_u64().unwrap() < 50_000_000, "{record}");
    run.closes_stdin();
    let run = run.end();
    assert_eq!(run.status, 0, "{run:?}");
    assert!(run.stdout.contains("Game left after 1 ply."), "{}", run.stdout);
}

#[test]
fn a_game_is_left_when_the_program_is_to_end() {
    for signal in from_afar() {
        let mut run = Watched::begin("play connect4 --person second --level 8");
        run.shows(NODES);
        run.signal(signal);
        let run = run.end();
        assert!(!interrupted(&run).contains("plays"), "{}", run.stdout);
    }
}

#[test]
fn two_engines_are_left_at_once() {
    let mut run = Watched::begin("play connect4 --person none --level 8");
    run.shows(NODES);
    run.interrupt();
    let run = run.end();
    assert!(!interrupted(&run).contains("plays"), "{}", run.stdout);
}

#[test]
fn a_match_tells_what_is_known_so_far() {
    let line = "match othello --a depth=4 --b depth=2 --games 2000 --concurrency 2 --format json";
    let mut run = Watched::begin(line);
    run.closes_stdin();
    let first = run.line();
    assert!(first.starts_with(r#"{"type":"pair","#), "{first}");
    run.interrupt();
    let run = run.end();
    interrupted(&run);
    let result = run.json().pop().unwrap();
    let counts = result["pairs"].as_array().unwrap().iter();
    let pairs: u64 = counts.map(|count| count.as_u64().unwrap()).sum();
    assert!((1..1000).contains(&pairs), "{result}");
    assert_eq!(result["interrupted"], true);
}

#[test]
fn tuning_tells_where_the_numbers_are() {
    let line = "spsa othello:6x6 --setting nodes=10,table-mib=1,selective=on --pairs 100000 --concurrency 2";
    let mut run = Watched::begin(&format!("{line} --format json"));
    run.closes_stdin();
    let first = run.line();
    assert!(first.starts_with(r#"{"type":"step","pairs":100,"#), "{first}");
    run.interrupt();
    let run = run.end();
    interrupted(&run);
    let result = run.json().pop().unwrap();
    assert!((100..100_000).contains(&result["pairs"].as_u64().unwrap()), "{result}");
    assert_eq!(result["interrupted"], true);
}

/// An easy position: it takes ten thousand nodes.
const EASY: &str = "45461667";

/// A path in a folder of its own.
fn table() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.table");
    (folder, path)
}

/// What is in the folder of `path`.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Whether `file` is there as long as somebody saves beside it, and no longer.
fn is_lock(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "lock")
}

/// Another run goes on from the table at `path`: it is sound. The nodes that [`EASY`] takes with it.
#[track_caller]
fn nodes_after(path: &Path) -> u64 {
    assert_eq!(files(path), [path], "nothing else is left");
    let load = format!("--table-mib 4 --format json --load {}", path.display());
    let run = eldest(&format!("solve connect4 {EASY} {load}"));
    run.done();
    run.json()[0]["nodes"].as_u64().unwrap()
}

#[test]
fn a_search_that_is_interrupted_is_saved() {
    let (_folder, path) = table();
    let line = format!("solve connect4 {EASY} - 4455 --table-mib 4 --save {}", path.display());
    let mut run = Watched::begin(&line);
    assert_eq!(run.line(), "45461667 11\n");
    run.interrupt();
    interrupted(&run.end());
    assert!(nodes_after(&path) < 1_000);
}

/// `timeout` and a logout send them twice: to the program, and to all that were started with it.
#[test]
fn a_search_that_is_to_end_is_saved_however_often_that_is_said() {
    for signal in from_afar() {
        let (_folder, path) = table();
        let line = format!("solve connect4 {EASY} - 4455 --table-mib 4 --save {}", path.display());
        let mut run = Watched::begin(&line);
        assert_eq!(run.line(), "45461667 11\n");
        (0..3).for_each(|_| run.signal(signal));
        run.until(|| path.exists());
        run.signal(signal);
        interrupted(&run.end());
        assert!(nodes_after(&path) < 1_000);
    }
}

#[test]
fn what_is_interrupted_while_it_waits_for_input_is_saved() {
    for signal in signals() {
        let (_folder, path) = table();
        let input = "--input - --table-mib 4";
        let line = format!("solve connect4 {EASY} {input} --save {}", path.display());
        let mut run = Watched::begin(&line);
        assert_eq!(run.line(), "45461667 11\n");
        run.until_it_waits();
        run.signal(signal);
        assert_eq!(interrupted(&run.end()), "");
        assert!(nodes_after(&path) < 1_000);
    }
}

/// It ignores the signal then.
#[cfg(target_os = "linux")]
#[test]
fn a_logout_does_not_end_what_was_begun_with_nohup() {
    let mut run = Watched::begin_by("trap '' HUP; exec \"$0\" \"$@\"", "solve nim 1 --input -");
    assert_eq!(run.line(), "1 W1\n");
    run.signal(Signal::HUP);
    run.types("2\n");
    run.closes_stdin();
    let run = run.end();
    assert_eq!((run.status, run.stdout.as_str()), (0, "2 W1\n"));
}

/// Whoever is killed, as by a power cut, has the table of a moment ago.
#[test]
fn a_search_is_saved_now_and_then() {
    let (_folder, path) = table();
    let line =
        format!("solve connect4 - --table-mib 4 --save {} --save-every 0.001", path.display());
    let mut run = Watched::begin(&line);
    run.shows(NODES);
    run.until(|| path.exists());
    run.kill();
    let parts = files(&path).into_iter().filter(|part| *part != path);
    parts.for_each(|part| fs::remove_file(part).unwrap());
    nodes_after(&path);
}

/// The second Ctrl-C may come before the file is written, in the midst of it or after.
#[test]
fn whenever_the_second_ctrl_c_comes_there_is_a_sound_file_or_none() {
    let moments: [fn(&mut Watched, &Path); 4] = [
        |_, _| {},
        |run, _| run.shows("saving "),
        |run, path| run.until(|| files(path).iter().any(|file| !is_lock(file))),
        |run, path| run.until(|| path.exists()),
    ];
    for until_it_is_time in moments {
        let (_folder, path) = table();
        let line = format!("solve connect4 {EASY} - --save {}", path.display());
        let mut run = Watched::begin(&line);
        assert_eq!(run.line(), "45461667 11\n");
        run.interrupt();
        until_it_is_time(&mut run, &path);
        run.interrupt();
        interrupted(&run.end());
        assert!(files(&path).is_empty() || nodes_after(&path) < 1_000);
    }
}

/// The first takes long to search. The second is true of every position, so it is searched in no time, and nobody
/// waits for all of its positions.
const CLAIMS: [(&str, &str); 2] = [("--least 1", NODES), ("--least=-21", " positions written")];

/// What stands in the file of a certificate before.
const OTHER: &str = "eldest certificate 1\nof another position";

#[test]
fn a_certificate_that_is_interrupted_is_none() {
    for (claim, shown) in CLAIMS {
        for signal in signals() {
            let (_folder, path) = table();
            let begin = || {
                let line =
                    format!("certify connect4 - {claim} --table-mib 4 --out {}", path.display());
                let mut run = Watched::begin(&line);
                run.shows(shown);
                run.signal(signal);
                run.end()
            };
            assert_eq!(interrupted(&begin()), "");
            assert!(files(&path).is_empty(), "{:?} are left", files(&path));
            fs::write(&path, OTHER).unwrap();
            assert_eq!(interrupted(&begin()), "");
            let left = (files(&path), fs::read(&path).unwrap());
            assert_eq!(left, (vec![path.clone()], OTHER.as_bytes().to_vec()));
        }
    }
}

#[test]
fn who_plays_against_a_certificate_may_leave() {
    let (_folder, path) = table();
    eldest(&format!("certify tictactoe --most 0 --out {}", path.display())).done();
    for signal in signals() {
        let mut run = Watched::begin(&format!("check {} --play", path.display()));
        assert!(run.line().starts_with("proved: "));
        run.signal(signal);
        interrupted(&run.end());
    }
}

/// What a shell writes for `<(...)` is a pipe. Signals come while the program waits for its end.
#[test]
fn a_pipe_is_input_and_waiting_for_it_ends_with_a_signal() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let begin = || program(&format!("solve nim --input {}", path.display())).spawn().unwrap();
    let child = begin();
    fs::write(&path, "1\n2,2").unwrap();
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.done(), "1 W1\n2,2 L4\n");
    for signal in signals() {
        let child = begin();
        // Open once the program has opened it.
        let _other_end = fs::OpenOptions::new().write(true).open(&path).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(interrupted(&child.wait_with_output().unwrap().into()), "");
    }
}
