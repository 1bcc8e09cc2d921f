use crate::run::{eldest, eldest_reading, program};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
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

/// The rows of one thread have the ceiling 1: the serial search itself.
#[test]
fn a_ceiling_is_a_column_of_each_format() {
    let options = "--ceiling --threads 1,2 --algorithms ybw,abdada --repeat 2";
    let run = eldest_reading(&scaling(options), NIM);
    let rows: Vec<_> = run.done().lines().collect();
    assert!(rows[0].ends_with("  ceiling    ratio"), "{}", run.stdout);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{}", run.stdout);
    let csv = eldest_reading(&scaling(&format!("{options} --format csv")), NIM);
    let rows: Vec<Vec<_>> = csv.done().lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), format!("{HEADING},ceiling,ratio"));
    assert_eq!((rows.len(), rows.iter().all(|row| row.len() == 11)), (5, true), "{}", csv.stdout);
    assert_eq!((rows[1][9], rows[3][9]), ("1.0000", "1.0000"), "{}", csv.stdout);
}

#[test]
fn a_ceiling_of_one_thread_needs_no_process() {
    let run = eldest_reading(&scaling("--ceiling --threads 1 --algorithms ybw,abdada"), NIM);
    let rows: Vec<Vec<_>> =
        run.done().lines().map(|row| row.split_whitespace().collect()).collect();
    let ceilings: Vec<_> = rows.iter().map(|row| row[row.len() - 2]).collect();
    assert_eq!(ceilings, ["ceiling", "1.00", "1.00"]);
}

/// With one position and one round, the ratio is that of the two numbers.
#[test]
fn a_ratio_is_the_speed_up_divided_by_the_ceiling() {
    let run = eldest_reading(&scaling("--ceiling --threads 3 --format json"), "3,4,5\n");
    let records = run.json();
    assert_eq!(records.len(), 7, "{run:?}");
    for row in &records {
        let [speedup, ceiling, ratio] =
            ["speedup", "ceiling", "ratio"].map(|field| row[field].as_f64().unwrap());
        assert!((ratio * ceiling / speedup - 1.0).abs() < 1e-9 && ceiling > 0.0, "{row}");
    }
    let ceilings: Vec<_> = records[1..].iter().map(|row| &row["ceiling"]).collect();
    assert!(ceilings.iter().all(|ceiling| *ceiling == ceilings[0]), "measured once: {run:?}");
}

#[test]
fn scaling_to_a_depth_visits_fewer_nodes_and_ignores_scores() {
    let nodes = |options: &str| {
        let line =
            format!("bench --scaling --ceiling --table-mib 1 --threads 2 --format json {options}");
        let run = eldest_reading(&format!("{line} --game connect4:4x4 --input -"), "- 0\n");
        run.done();
        run.json()[0]["nodes"].as_u64().unwrap()
    };
    assert!(nodes("--depth 3") < nodes(""));
    let line = "bench --scaling --table-mib 1 --threads 2 --game connect4:4x4 --input - --depth 3";
    eldest_reading(line, "- 99\n").done();
}

/// A process that `--ceiling` starts answers each position, and ends with its input at the latest,
/// in the middle of a search.
#[test]
fn an_independent_process_answers_and_ends_with_its_input() {
    let line = "bench --scaling --copy --table-mib 1 --game connect4 --input -";
    let mut process = program(line).spawn().unwrap();
    let mut positions = process.stdin.take().unwrap();
    let mut answers = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut answer = || answers.next().unwrap().unwrap();
    assert_eq!(answer(), "ready");
    for _ in 0..2 {
        positions.write_all(b"6641312613213561431776367773\n").unwrap();
        let answer = answer();
        let (time, value) = answer.split_once(' ').unwrap();
        assert_eq!((time.parse::<u64>().is_ok(), value), (true, "6"), "{answer}");
    }
    positions.write_all(b"-\n").unwrap();
    drop(positions);
    assert!(answers.next().is_none(), "the search is stopped");
    assert!(process.wait().unwrap().success());
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
        ("bench --ceiling", "--scaling"),
        ("bench --report page.html --ceiling", "cannot be used with"),
        ("bench --depth 3", "--scaling"),
        ("bench --scaling --depth 0", "a whole number from 1 to 65535"),
        ("bench --scaling --copy", "--input"),
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
