use crate::run::{eldest, eldest_reading};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

#[test]
fn the_signature_is_the_sum_of_nodes_and_stays() {
    let records = eldest("bench tictactoe nim --format json").json();
    let (signature, entries) = records.split_last().unwrap();
    let nodes: u64 = entries.iter().map(|entry| entry["nodes"].as_u64().unwrap()).sum();
    assert_eq!(entries.len(), 2);
    assert_eq!(signature["signature"], nodes);
    let run = eldest(&format!("bench tictactoe nim --check {nodes}"));
    assert!(run.done().ends_with(&format!("{nodes}\n")), "{}", run.stdout);
}

#[test]
fn another_signature_is_a_failure() {
    let run = eldest("bench nim --check 1");
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.starts_with("eldest: the signature is ") && run.stderr.ends_with(", not 1\n")
    );
}

const PEERS: &str =
    r#"{"peer":"A & B","task":"all","pairs":5,"eldest_seconds":2,"peer_seconds":4,"ratio":0.5}"#;

/// All measurements are on the page and in the records, including those of every entry.
#[test]
fn a_report_is_a_page_that_needs_nothing_else() {
    let folder = TempDir::new().unwrap();
    let [page, peers] = ["page.html", "peers.json"].map(|name| folder.path().join(name));
    fs::write(&peers, PEERS).unwrap();
    let files = format!("--report {} --peers {}", page.display(), peers.display());
    let contest = "--game nim --input - --threads 2 --algorithms ybw";
    let line = format!("bench {files} --plies 28,20 --table-mib 16 {contest} --format json");
    let run = eldest_reading(&line, NIM);
    let records = run.json();
    let of = |kind: &str| records.iter().filter(|record| record["type"] == kind).count();
    assert_eq!(["ply", "fullness", "scaling"].map(of), [2, 3, 2], "{}", run.stdout);
    records.iter().filter(|record| record["type"] == "fullness").for_each(check_curve);
    let entries: Vec<_> = records.iter().filter(|record| record["type"] == "entry").collect();
    let page = fs::read_to_string(page).unwrap();
    for entry in &entries {
        assert!(page.contains(&format!("<td>{}</td>", entry["nodes"])), "{entry}");
    }
    let seen = ["<svg", "A &#38; B", "prefers-color-scheme: dark", "http"]
        .map(|text| page.matches(text).count());
    assert_eq!((entries.len(), seen[..3].to_vec()), (8, vec![4, 1, 1]));
    assert_eq!(seen[3], page.matches("http://www.w3.org/2000/svg").count(), "nothing is fetched");
}

/// The curve has a point after each twelfth of the nodes, on every machine.
fn check_curve(record: &Value) {
    let nodes = record["nodes"].as_u64().unwrap();
    let samples = record["samples"].as_array().unwrap();
    let places: Vec<_> = samples.iter().map(|sample| sample[0].as_u64().unwrap()).collect();
    assert_eq!(places, (0..=12).map(|point| nodes * point / 12).collect::<Vec<_>>(), "{record}");
    assert!(samples.iter().map(|sample| sample[1].as_f64().unwrap()).is_sorted(), "{record}");
}

#[test]
fn a_report_that_cannot_be_written_is_not_measured() {
    let folder = TempDir::new().unwrap();
    let [page, peers] = ["page.html", "peers.json"].map(|name| folder.path().join(name));
    fs::write(&peers, format!("{PEERS}\n{{\"peer\":7}}")).unwrap();
    eldest(&format!("bench --report {}/no/page.html", folder.path().display()))
        .refused(1, "there is no folder");
    let line = format!("bench --report {} --peers {}", page.display(), peers.display());
    let run = eldest(&line);
    run.refused(1, "line 2");
    assert!(!page.exists());
}

#[test]
fn an_unknown_entry() {
    let run = eldest("bench chess");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("there are tictactoe, nim, "), "{}", run.stderr);
}

/// Three positions of Nim, the second one with its score.
const NIM: &str = "3,4,5\n1,2 W3 and more\n\n# comment\n2,2\n";

const HEADING: &str =
    "algorithm,threads,nodes,seconds,speedup,overhead_percent,idle_percent,splits,steals";

fn scaling(options: &str) -> String {
    format!("bench --scaling --table-mib 1 --game nim --input - {options}")
}

#[test]
fn scaling_as_text() {
    let run = eldest_reading(&scaling("--threads 2 --algorithms ybw,lazy-smp"), NIM);
    let rows: Vec<_> = run.done().lines().collect();
    assert_eq!(rows.len(), 4, "{}", run.stdout);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", run.stdout);
    for (row, start) in rows[1..].iter().zip(["serial 1", "ybw 2", "lazy-smp 2"]) {
        let columns: Vec<_> = row.split_whitespace().collect();
        assert_eq!((columns[..2].join(" ").as_str(), columns.len()), (start, 9));
    }
}

#[test]
fn scaling_as_csv() {
    let run = eldest_reading(&scaling("--threads 3,1 --algorithms abdada --format csv"), NIM);
    let rows: Vec<Vec<_>> = run.done().lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), HEADING);
    assert_eq!(rows[1][..2], ["serial", "1"]);
    assert_eq!(rows[1][4..], ["1.0000", "0.000", "0.000", "0", "0"]);
    assert_eq!((&rows[2][..2], &rows[3][..2]), (&["abdada", "3"][..], &["abdada", "1"][..]));
    for row in &rows[1..] {
        assert_eq!(row.len(), 9);
        assert!(row[1..].iter().all(|number| number.parse::<f64>().is_ok()), "{row:?}");
    }
}

#[test]
fn scaling_as_json() {
    let run = eldest_reading(&scaling("--threads 2 --repeat 2 --format json"), NIM);
    let records = run.json();
    let algorithms: Vec<_> = records.iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
    let all = ["root-split", "pv-split", "ybw", "abdada", "simplified-abdada", "lazy-smp"];
    assert_eq!((algorithms[0], &algorithms[1..]), ("serial", &all[..]));
    for row in &records {
        assert_eq!(row["type"], "scaling");
        assert!(HEADING.split(',').skip(1).all(|field| row[field].is_number()), "{row}");
    }
    assert_eq!(records[0]["speedup"], 1.0);
}

#[test]
fn scaling_ends_with_as_many_threads_as_there_are_cores() {
    let run = eldest_reading(&scaling("--algorithms root-split,root-split --format json"), NIM);
    let threads: Vec<_> = run.json().iter().map(|row| row["threads"].as_u64().unwrap()).collect();
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    assert_eq!((threads[..2].to_vec(), threads.last()), (vec![1, 1], Some(&cores)));
    assert!(threads[1..].is_sorted_by(|fewer, more| fewer < more), "{threads:?}");
}

#[test]
fn scaling_compares_scores() {
    let run = eldest_reading(&scaling("--threads 2"), "3,4,5\n1,2 W7\n");
    let complaint = "eldest: stdin:2: 1,2 is worth W7, not W3 (serial, threads 1)\n";
    assert_eq!((run.status, run.stderr.as_str()), (1, complaint));
}

/// A board of Domineering may begin with the comment mark, and a file with a byte order mark.
#[test]
fn scaling_reads_every_board() {
    let line = "bench --scaling --table-mib 1 --game domineering:2x2 --input - --threads 1";
    for (scores, wrong) in [("1 -1", 3), ("-1 1", 1)] {
        let (first, second) = scores.split_once(' ').unwrap();
        let lines = format!("\u{feff}#./.. V {first}\r# ../.. V\r.#/.. V {second}\r");
        let run = eldest_reading(line, &lines);
        assert!(run.stderr.starts_with(&format!("eldest: stdin:{wrong}: ")), "{run:?}");
        assert!(run.stderr.contains("is worth -1, not 1"), "{run:?}");
    }
}

#[test]
fn scaling_names_the_line_of_a_bad_position() {
    let run = eldest_reading(&scaling("--threads 2"), "3,4,5\n  1,x\n");
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with("eldest: stdin:2:5: "), "{}", run.stderr);
    eldest_reading(&scaling("--threads 2"), "# nothing\n").refused(1, "no position");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (line, word) in [
        ("bench --scaling --suite chess", "values: connect4, connect4-ply08, connect4-ply06"),
        ("bench --scaling --algorithms minimax", "simplified-abdada"),
        ("bench --scaling --threads 2,0", "a whole number from 1 to 4096"),
        ("bench --scaling --repeat 0", "a whole number from 1 on"),
        ("bench --scaling --check 1", "cannot be used with"),
        ("bench --scaling --report page.html", "cannot be used with"),
        ("bench --report page.html --plies 7", "possible values: 6, 8, 10, 12, 14, 20, 28"),
        ("bench --report page.html --format csv", "--scaling"),
        ("bench --plies 8", "--report"),
        ("bench --scaling --peers file", "cannot be used with"),
        ("bench --scaling nim", "cannot be used with"),
        ("bench --scaling --input file", "--game"),
        ("bench --scaling --game nim", "--input"),
        ("bench --scaling --suite ordered --game nim --input file", "cannot be used with"),
        ("bench --threads 2", "--scaling"),
        ("bench --suite ordered", "--scaling"),
        ("bench --repeat 2", "--scaling"),
        ("bench --format csv", "--scaling"),
        ("solve nim --format csv", "invalid value 'csv' for '--format"),
        ("search nim --format csv", "invalid value 'csv' for '--format"),
    ] {
        eldest(line).refused(2, word);
    }
}
