use crate::run::eldest;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Returns a path of this name in a new folder.
fn file(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Returns the timeline that `eldest line` writes under this name.
fn written(line: &str, name: &str) -> String {
    let (_folder, path) = file(name);
    eldest(&format!("{line} --timeline {}", path.display())).done();
    fs::read_to_string(&path).unwrap()
}

fn events(text: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_str(text).unwrap();
    assert_eq!(trace["otherData"]["dropped"], 0);
    trace["traceEvents"].as_array().unwrap().clone()
}

fn time(event: &Value, name: &str) -> f64 {
    event[name].as_f64().unwrap_or_else(|| panic!("no {name} in {event}"))
}

/// Checks that the spans of each thread are nested or follow each other, in file order. Returns the
/// busy time of all threads, the time of the whole search, and the number of threads.
fn busy_and_whole(events: &[Value]) -> (f64, f64, usize) {
    let mut open: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    let (mut busy, mut whole) = (0.0, 0.0_f64);
    for event in events.iter().filter(|event| event["ph"] == "X") {
        let (begin, length) = (time(event, "ts"), time(event, "dur"));
        let end = begin + length;
        let open = open.entry(event["tid"].as_u64().unwrap()).or_default();
        open.retain(|outer| *outer > begin);
        assert!(open.iter().all(|outer| end <= *outer), "{event} is not within {open:?}");
        let waits = event["name"] == "idle" || event["name"] == "waits for siblings";
        busy += if open.is_empty() && !waits { length } else { 0.0 };
        whole = whole.max(end);
        open.push(end);
    }
    (busy, whole, open.len())
}

fn count(events: &[Value], ph: &str, name: &str) -> usize {
    events.iter().filter(|event| event["ph"] == ph && event["name"] == name).count()
}

#[test]
fn a_search_by_several_threads_is_written_as_trace_events() {
    let events = events(&written("search connect4 4444 --depth 16 --threads 3", "a.json"));
    let (busy, whole, threads) = busy_and_whole(&events);
    assert!(threads == 3 && busy > 0.0 && busy <= whole * 3.0, "{threads}: {busy} of {whole}");
    let (steals, arrows) = (count(&events, "X", "steal"), count(&events, "s", "steal"));
    assert!(steals > 0 && steals == arrows && steals == count(&events, "f", "steal"));
    let siblings = events.iter().filter(|event| {
        event["ph"] == "X" && event["name"].as_str().is_some_and(|name| name.starts_with("sibling"))
    });
    let complete = siblings.filter(|event| {
        let outcome = event["args"]["outcome"].as_str().unwrap();
        ["finished", "cutoff", "aborted"].contains(&outcome) && event["args"]["split"].is_string()
    });
    assert!(complete.count() > steals);
    assert_eq!(count(&events, "X", "iteration 16"), 1);
    assert_eq!(count(&events, "i", "calls helpers"), 1);
}

#[test]
fn every_algorithm_has_a_timeline_as_trace_events_and_as_a_picture() {
    for algorithm in ["root-split", "pv-split", "ybw", "abdada", "simplified-abdada", "lazy-smp"] {
        for threads in [1, 2] {
            let line = format!("search nim 3,4,5 --threads {threads} --algorithm {algorithm}");
            busy_and_whole(&events(&written(&line, "a.json")));
            let picture = written(&line, "a.svg");
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
            assert!(picture.contains(&format!("nim 3,4,5, {algorithm}")), "{picture}");
        }
    }
}

#[test]
fn a_position_that_is_solved_has_a_timeline() {
    let events = events(&written("solve connect4 45461667445 --threads 2", "a.json"));
    assert_eq!(count(&events, "X", "iteration end"), 1);
}

#[test]
fn a_search_that_a_limit_ends_is_written_too() {
    let (_folder, path) = file("a.json");
    let run = eldest(&format!(
        "solve connect4 44 --nodes 20000 --threads 2 --timeline {}",
        path.display()
    ));
    assert_eq!(run.status, 3, "{run:?}");
    let events = events(&fs::read_to_string(&path).unwrap());
    let iteration = events.iter().find(|event| event["name"] == "iteration end").unwrap();
    assert_eq!(iteration["args"]["outcome"], "aborted");
}

#[test]
fn an_unwritable_file_is_reported_before_the_search() {
    let (folder, _) = file("");
    let inside = |name: &str| folder.path().join(name).display().to_string();
    let nim = |name: &str| eldest(&format!("search nim 1,2 --timeline {}", inside(name)));
    nim("a.txt")
        .refused(2, "a.txt' for '--timeline <FILE>': expected a file whose name ends in .json");
    nim("none/a.svg").refused(1, "there is no folder");
    let two = eldest(&format!("solve nim 1,2 1,3 --timeline {}", inside("a.svg")));
    two.refused(2, "--timeline shows one search; expected one position");
    let listed = eldest(&format!("solve nim --input - --timeline {}", inside("a.svg")));
    listed.refused(2, "cannot be used with");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}
