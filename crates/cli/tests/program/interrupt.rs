#![cfg(unix)]
//! Ctrl-C, SIGTERM and SIGHUP.
//!
//! The tests send a signal when the program shows something, such as the node count, which appears
//! on the terminal once a search runs.

use crate::run::{Run, eldest, program};
use crate::terminal::Watched;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Appears on the terminal once a search is under way.
const NODES: &str = " nodes, ";

/// Returns the signals other than Ctrl-C that end the program. If the tests were started with
/// `nohup`, they and their children ignore SIGHUP, so that it is left out.
#[allow(clippy::print_stderr, reason = "a skipped check is reported")]
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

/// Returns the signals that end the program.
fn signals() -> impl Iterator<Item = Signal> {
    [Signal::INT].into_iter().chain(from_afar())
}

/// Returns stdout after a signal, which must not cause an error message.
#[track_caller]
fn interrupted(run: &Run) -> &str {
    assert_eq!((run.status, run.stderr.contains("eldest: ")), (130, false), "{run:?}");
    &run.stdout
}

#[test]
fn solve_prints_the_proved_bounds() {
    for signal in signals() {
        let mut run = Watched::begin("solve connect4 - 4455 --threads 1");
        run.shows(NODES);
        run.signal(signal);
        let run = run.end();
        let bounds =
            interrupted(&run).strip_prefix("- [-").and_then(|rest| rest.strip_suffix("]\n"));
        assert!(bounds.is_some_and(|bounds| !bounds.contains('\n')), "{}", run.stdout);
    }
}

/// Positions that have not been started are not printed; solved ones are. The other positions are
/// sent once the first is under way, because any of several open positions may be searched first.
#[test]
fn solve_prints_the_proved_bounds_of_each_position() {
    let mut run = Watched::begin("solve connect4 --input - --threads 2");
    run.types("-\n");
    run.shows("[-");
    run.types("45461667\n4\n44\n444\n4444\n44444\n-\n");
    run.interrupt();
    let run = run.end();
    let lines: Vec<_> = interrupted(&run).lines().collect();
    assert!(lines[0].starts_with("- [-") && lines.len() < 8, "{lines:?}");
    let mut order = ["- ", "45461667 ", "4 ", "44 ", "444 ", "4444 ", "44444 "].iter();
    let is_next = |line: &&str| order.any(|text| line.starts_with(text));
    assert!(lines.iter().all(is_next), "{lines:?}");
    let is_known = |line: &&str| line.contains(" [") || *line == "45461667 11";
    assert!(lines.iter().all(is_known), "{lines:?}");
}

/// The bounds appear long before the search ends.
#[test]
fn the_terminal_shows_what_is_proved() {
    let mut run = Watched::begin("solve connect4 -");
    run.shows("[-");
    run.shows("], ");
    run.interrupt();
    assert!(interrupted(&run.end()).starts_with("- [-"));
}

#[test]
fn search_prints_the_best_move_so_far() {
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
fn an_interrupted_measurement_prints_nothing() {
    let mut run = Watched::begin("bench --scaling --table-mib 4 --game connect4 --input -");
    run.types("6641312613213561431776367773\n-\n");
    run.closes_stdin();
    run.shows(NODES);
    run.interrupt();
    assert_eq!(interrupted(&run.end()), "");
}

/// It moves before it has used up the nodes of its level.
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
fn a_match_prints_its_result_so_far() {
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
fn tuning_prints_the_values_so_far() {
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

/// An easy position, which takes ten thousand nodes.
const EASY: &str = "45461667";

/// Returns a path in a new folder.
fn table() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.table");
    (folder, path)
}

/// Returns the files in the folder of `path`.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Whether `file` is the lock file of a process that saves beside it.
fn is_lock(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "lock")
}

/// Loads the table at `path`, which must be sound, and returns the nodes that [`EASY`] takes with
/// it.
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

/// `timeout` and a logout send signals twice: to the program, and to its process group.
#[test]
fn an_interrupted_search_is_saved_however_many_signals_come() {
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

/// A program started with `nohup` ignores the signal.
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

/// A killed process, as after a power cut, leaves a recent table.
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

/// The second Ctrl-C may come before, during or after the write of the file.
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

/// The first claim takes long to search. The second is true of every position, so it is searched at
/// once, and the signal comes while its positions are written.
const CLAIMS: [(&str, &str); 2] = [("--least 1", NODES), ("--least=-21", " positions written")];

/// The earlier content of the certificate's file.
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
fn a_game_against_a_certificate_can_be_left() {
    let (_folder, path) = table();
    eldest(&format!("certify tictactoe --most 0 --out {}", path.display())).done();
    for signal in signals() {
        let mut run = Watched::begin(&format!("check {} --play", path.display()));
        assert!(run.line().starts_with("proved: "));
        run.signal(signal);
        interrupted(&run.end());
    }
}

/// A shell passes `<(...)` as a pipe. Signals come while the program waits for the end of the pipe.
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
        // Blocks until the program has opened the pipe.
        let _other_end = fs::OpenOptions::new().write(true).open(&path).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(interrupted(&child.wait_with_output().unwrap().into()), "");
    }
}

#[test]
fn a_build_of_a_database_ends_and_its_finished_files_stay() {
    let folder = TempDir::new().unwrap();
    let line = format!("database chess --men 3 --out {}", folder.path().display());
    let mut run = Watched::begin(&line);
    run.shows("KRvK: ");
    run.signal(Signal::INT);
    let run = run.end();
    let rows: Vec<_> = interrupted(&run).lines().collect();
    assert!(rows.len() == 2 && rows[1].starts_with("KQvK "), "{rows:?}");
    let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(files.collect::<Vec<_>>(), ["KQvK.eldb"]);
}
