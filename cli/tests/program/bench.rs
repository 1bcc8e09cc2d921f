use crate::run::{eldest, eldest_reading};

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

#[test]
fn every_entry_runs() {
    let run = eldest("bench");
    assert!(run.done().lines().count() > 6, "{}", run.stdout);
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

#[test]
fn scaling_tells_where_a_position_is_bad() {
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
