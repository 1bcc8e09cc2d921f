//! Stores in which two results contradict each other.

use crate::kept::folder;
use eldest::{Bounds, Score, StopToken};
use eldest_checks::simulated::Workers;
use eldest_prove::doc::{Countdown, Heaps};
use eldest_prove::{Error, Job, JobEnd, JobReport, ProofManager, ProofOptions, TextGame};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use std::path::Path;

const RESULTS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("results");

fn game() -> TextGame<Countdown, Heaps> {
    TextGame::new("countdown", 1, Heaps)
}

fn options() -> ProofOptions {
    ProofOptions::default().with(|o| o.least = Some(1))
}

/// Answers each job with yes, or each with no.
fn answer(yes: bool, job: &Job) -> JobReport {
    let least = job.least.expect("jobs of a proof have a null window");
    let (yes_is, no_is) = (Score::new(least), Score::new(least - 1));
    let bounds =
        if yes { Bounds::new(yes_is, Score::WIN) } else { Bounds::new(Score::LOSS, no_is) };
    JobReport::new(bounds, 7, JobEnd::Decided)
}

fn prove(
    path: &Path,
    options: ProofOptions,
    answer: impl Fn(&Job) -> JobReport,
) -> Result<(), Error> {
    let game = game();
    let mut manager = ProofManager::new(&game, "20", options)?.keep(path)?;
    manager.run(&mut Workers::new(1, answer), &StopToken::new(), &mut |_| ()).map(drop)
}

/// Returns all stored results, as bytes.
fn written(path: &Path) -> Vec<Vec<u8>> {
    let database = Database::open(path).unwrap();
    let table = database.begin_read().unwrap().open_table(RESULTS).unwrap();
    table.iter().unwrap().map(|entry| entry.unwrap().1.value().to_vec()).collect()
}

/// Asserts that each attempt to resume or read the store reports `message`, and that the file stays
/// unchanged.
fn is_alarm(path: &Path, message: &str) {
    let (game, before) = (game(), written(path));
    assert_eq!(before.len(), 2);
    for least in [Some(1), None, Some(1)] {
        let manager =
            || ProofManager::new(&game, "20", options().with(|o| o.least = least)).unwrap();
        for opened in [manager().keep(path), manager().look(path), manager().keep(path)] {
            let error = opened.expect_err("they contradict each other");
            assert!(matches!(error, Error::Contradiction(_)));
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(
            prove(path, options(), |job| answer(true, job)).unwrap_err().to_string(),
            message
        );
        assert!(written(path) == before, "they were overwritten");
    }
}

const ALARM: &str = "contradiction: the value of '20' is at least 1 by result 0 ('20' is at least 1), and at most 0 by \
                     result 1 ('20' is at most 0); one of them is wrong, and nothing was overwritten";

#[test]
fn a_check_that_contradicts_is_the_same_alarm_each_time() {
    let (_folder, path) = folder();
    let checked = options().with(|o| o.checks = 1.0);
    let ended = prove(&path, checked, |job| answer(!job.afresh, job)).unwrap_err();
    assert_eq!(ended.to_string(), ALARM);
    is_alarm(&path, ALARM);
}

#[test]
fn two_results_that_were_put_together_by_hand_are_an_alarm() {
    let (_folder, path) = folder();
    let other = path.with_extension("other");
    prove(&path, options(), |job| answer(true, job)).unwrap();
    prove(&other, options(), |job| answer(false, job)).unwrap();
    let contrary = written(&other).remove(0);
    let database = Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(RESULTS).unwrap().insert(1, contrary.as_slice()).unwrap();
    transaction.commit().unwrap();
    drop(database);
    is_alarm(&path, ALARM);
}
