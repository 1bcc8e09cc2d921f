use crate::run::eldest;

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
