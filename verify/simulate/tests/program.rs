//! Tests the program: its output, and that equal seeds give equal output.

use serde_json::Value;
use std::process::{Command, Output};

/// A strongly ordered tree of about 20,000 nodes.
const TREE: &str = "tree:ordered:width=8,depth=6,seed=3";

fn run(args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_eldest-simulate"));
    program.args(args).output().expect("it runs")
}

fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn rows(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[args, &["--format", "json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn number(row: &Value, name: &str) -> f64 {
    row[name].as_f64().unwrap_or_else(|| panic!("no number {name} in {row}"))
}

/// Options that share work even at small nodes.
const EAGER: &[&str] = &["--set", "split_work=20,call_after=100"];

#[test]
fn every_algorithm_finds_the_value_on_many_processors_and_work_is_shared() {
    let all = "root-split,pv-split,ybw,abdada,simplified-abdada,lazy-smp";
    let args = [&[TREE, "-d", "6", "-p", "2,64", "--algorithm", all], EAGER].concat();
    let rows = rows(&args);
    assert_eq!(rows.len(), 12);
    for row in rows {
        assert!(number(&row, "steals") > 0.0, "no helper came: {row}");
        let causes = row["causes"].as_object().expect("causes");
        let sum: f64 = causes.values().filter_map(Value::as_f64).sum();
        assert!((sum - 100.0).abs() < 0.5, "all time has a cause: {sum} in {row}");
    }
}

#[test]
fn more_processors_are_faster_on_a_strongly_ordered_tree() {
    let rows = rows(&["tree:ordered:width=30,depth=6", "-d", "6", "-p", "1,2,4"]);
    let speedups: Vec<_> = rows.iter().map(|row| number(row, "speedup")).collect();
    assert!(speedups[0] == 1.0 && speedups.is_sorted(), "{speedups:?}");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_one_another() {
    // Memory addresses differ from run to run, but must not matter: each machine begins in the same
    // state.
    let args = |seed| [&[TREE, "-d", "6", "-p", "2,64,16,64", "--seed", seed], EAGER].concat();
    let one = stdout(&args("1"));
    (0..3).for_each(|_| assert_eq!(one, stdout(&args("1"))));
    assert_ne!(one, stdout(&args("2")));
}

#[test]
fn costlier_wake_ups_and_locks_take_longer() {
    let row = |costs| rows(&[&[TREE, "-d", "6", "-p", "16", "--costs", costs], EAGER].concat());
    let [desktop, server] = ["desktop", "server"].map(|costs| number(&row(costs)[0], "seconds"));
    assert!(server > desktop, "{server} s on a server, {desktop} s on a desktop");
}

#[test]
fn results_are_written_as_a_table_and_as_a_drawing_too() {
    let args = [&[TREE, "-d", "6", "-p", "2,4"], EAGER].concat();
    let text = stdout(&args);
    assert!(text.contains("causes, in percent of") && text.contains("ybw: T = "), "{text}");
    let csv = stdout(&[&args[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("algorithm,processors,speedup") && csv.lines().count() == 3, "{csv}");
    let svg = stdout(&[&args[..], &["--format", "svg"]].concat());
    assert!(svg.starts_with("<svg") && svg.contains("ybw"), "{svg}");
}

/// Published speed-ups, which the documentation shows.
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scaling/published.csv");

#[test]
fn own_speed_ups_are_plotted_with_published_ones() {
    let path = std::env::temp_dir().join(format!("{}-drawn.csv", std::process::id()));
    let args = [&[TREE, "-d", "6", "-p", "2,4"], EAGER].concat();
    let csv = stdout(&[&args[..], &["--format", "csv"]].concat());
    std::fs::write(&path, csv).expect("room");
    let file = path.display().to_string();
    let (alone, both) = (stdout(&["--draw", &file]), stdout(&["--draw", &file, PUBLISHED]));
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(alone, stdout(&[&args[..], &["--format", "svg"]].concat()));
    assert!(both.contains("ybw") && both.contains("Zugzwang") && !alone.contains("Zugzwang"));
}

/// The contents of the timeline of a search by 16 processors, written under this name.
fn timeline(name: &str, algorithm: &str) -> String {
    let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
    let file = path.display().to_string();
    let args = ["-d", "6", "-p", "16", "--algorithm", algorithm, "--timeline", &file];
    stdout(&[&[TREE], &args[..], EAGER].concat());
    let written = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("it is there");
    written
}

#[test]
fn the_same_run_has_the_same_timeline() {
    for (name, algorithm) in [("a.json", "ybw"), ("b.svg", "ybw"), ("c.json", "abdada")] {
        assert_eq!(timeline(name, algorithm), timeline(name, algorithm));
    }
}

#[test]
fn a_timeline_shows_all_processors_and_stolen_siblings() {
    let trace: Value = serde_json::from_str(&timeline("d.json", "ybw")).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let count = |ph: &str, name: &str| {
        events.iter().filter(|event| event["ph"] == ph && event["name"] == name).count()
    };
    assert_eq!((count("M", "thread_name"), count("i", "arrives")), (16, 15));
    assert!(count("X", "steal") > 16 && count("X", "sibling") > count("X", "steal"));
    let picture = timeline("e.svg", "lazy-smp");
    assert!(picture.starts_with("<svg") && picture.contains("16 threads, "), "{picture}");
}

#[test]
fn mistakes_are_named() {
    for (args, part) in [
        (&["connect4", "99"][..], "position '99'"),
        (&["tree", "-p", "2"], "such as uniform:width=3"),
        (&["nim", "--set", "speed=3"], "split_work"),
        (&["nim", "--costs", "laptop"], "desktop, server, this"),
        (&["nim", "-p", "2000"], "1..=1024"),
        (
            &["nim", "--timeline", "a.svg"],
            "expected one --algorithm and one number of --processors",
        ),
        (&["nim", "-p", "2", "--runs", "2", "--timeline", "a.svg"], "one position and one run"),
        (&["--draw", "nowhere.csv"], "nowhere.csv"),
        (&["--draw", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "Cargo.toml: "),
        (&["nim", "--draw", PUBLISHED], "'[GAME]' cannot be used with '--draw"),
        (
            &["nim", "-p", "2", "--timeline", "a.png"],
            "'a.png' for '--timeline <FILE>': expected a file",
        ),
    ] {
        let output = run(args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(part), "{args:?}: {message}");
    }
}
