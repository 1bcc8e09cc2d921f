//! Stores that are truncated, changed, half written, or in another format.

use crate::kept::{Four, folder, look, options, rules, run};
use eldest::{Engine, StopToken};
use eldest_prove::{Error, ProofManager, StoreError, Threads};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use std::fs;
use std::path::Path;

const PAGE: usize = 4096;
const RESULTS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("results");
const HEAD: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("head");

/// Returns the number of results in a file with these bytes; `None` if it is refused.
fn results(path: &Path, bytes: &[u8]) -> Option<u64> {
    fs::write(path, bytes).unwrap();
    match look(path) {
        Ok(status) => Some(status.results),
        Err(Error::Store(_)) => None,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_store_that_is_cut_off_at_a_page_is_refused_or_whole() {
    let (_folder, path) = folder();
    let all = run(&path, Some(4000)).unwrap().1.results;
    let whole = fs::read(&path).unwrap();
    assert!(all > 5 && whole.len() > 4 * PAGE);
    let ends: Vec<_> = (0..whole.len()).step_by(PAGE).collect();
    let found = ends.iter().map(|&end| results(&path, &whole[..end]));
    let found: Vec<_> = found.collect();
    // The last pages may be free.
    assert!(found.iter().flatten().all(|results| *results == all), "{found:?}");
    assert!(found.iter().filter(|found| found.is_none()).count() > 4, "{found:?}");
    assert_eq!(results(&path, &whole), Some(all));
}

/// A truncated file gets the error message of the store, not that of the database.
#[test]
fn a_store_without_its_end_is_called_damaged() {
    let (_folder, path) = folder();
    run(&path, Some(4000)).unwrap();
    let whole = fs::read(&path).unwrap();
    for end in [4, 9, 100, PAGE / 2, PAGE, PAGE + 1, 3 * PAGE] {
        fs::write(&path, &whole[..end]).unwrap();
        for refused in [look(&path).unwrap_err(), run(&path, None).unwrap_err()] {
            assert!(matches!(refused, Error::Store(StoreError::Damaged(_))), "{end}: {refused}");
            assert!(refused.to_string().ends_with("or start again in another file"), "{refused}");
        }
        assert!(fs::read(&path).unwrap() == whole[..end], "{end}: it was written to");
    }
}

#[test]
fn an_empty_file_is_a_proof_that_has_not_begun() {
    let (_folder, path) = folder();
    for bytes in [vec![], vec![0; 100]] {
        fs::write(&path, &bytes).unwrap();
        let refused = look(&path).unwrap_err();
        assert!(matches!(refused, Error::Store(StoreError::Empty)), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "reading writes nothing");
    }
    fs::write(&path, []).unwrap();
    assert!(run(&path, Some(4000)).unwrap().1.results > 5);
}

/// Returns all stored values, as bytes.
fn values(path: &Path) -> Vec<Vec<u8>> {
    let database = Database::open(path).unwrap();
    let transaction = database.begin_read().unwrap();
    let (head, results) =
        (transaction.open_table(HEAD).unwrap(), transaction.open_table(RESULTS).unwrap());
    let head = head.iter().unwrap().map(|entry| entry.unwrap().1.value().to_vec());
    head.chain(results.iter().unwrap().map(|entry| entry.unwrap().1.value().to_vec())).collect()
}

/// Free pages may have old copies of a value. Changes in these do no harm.
#[test]
fn whatever_byte_of_a_value_changes_the_store_is_refused() {
    let (_folder, path) = folder();
    let all = run(&path, Some(1000)).unwrap().1.results;
    let (whole, values) = (fs::read(&path).unwrap(), values(&path));
    for value in &values {
        let places: Vec<_> =
            (0..whole.len() - value.len()).filter(|&at| whole[at..].starts_with(value)).collect();
        for byte in 0..value.len() {
            let flipped = places.iter().map(|place| {
                let mut bytes = whole.clone();
                bytes[place + byte] ^= 0x10;
                results(&path, &bytes)
            });
            let flipped: Vec<_> = flipped.collect();
            assert!(flipped.contains(&None), "byte {byte} of {value:?}");
            assert!(flipped.iter().flatten().all(|results| *results == all), "{flipped:?}");
        }
    }
}

/// Returns the contents of the file after each step of a proof, with the number of results.
fn images(path: &Path) -> Vec<(Vec<u8>, u64)> {
    let (rules, mut images) = (rules(1), Vec::new());
    let mut engine = Engine::<Four>::builder().table_bytes(1 << 16).build().unwrap();
    let mut manager =
        ProofManager::new(&rules, "-", options(Some(4000))).unwrap().keep(path).unwrap();
    let mut threads = Threads::new(&mut engine, &rules);
    let mut watch = |manager: &ProofManager<'_>| {
        images.push((fs::read(path).unwrap(), manager.status().results));
    };
    manager.run(&mut threads, &StopToken::new(), &mut watch).unwrap();
    images
}

/// Returns `after` with the page at `at`, or its second half, as it was `before`.
fn torn(before: &[u8], after: &[u8], at: usize, is_half: bool) -> Vec<u8> {
    let mut bytes = after.to_vec();
    let from = if is_half { at + PAGE / 2 } else { at };
    let page = from..(at + PAGE).min(after.len());
    bytes[page.clone()].fill(0);
    let there = page.start.min(before.len())..page.end.min(before.len());
    bytes[there.clone()].copy_from_slice(&before[there]);
    bytes
}

/// Returns the places of the pages that differ, each as a whole page and as its second half.
fn changed(before: &[u8], after: &[u8]) -> Vec<(usize, bool)> {
    let differs = |at: &usize| torn(before, after, *at, false) != after;
    let pages = (0..after.len()).step_by(PAGE).filter(differs);
    pages.flat_map(|at| [(at, false), (at, true)]).collect()
}

/// Pages are on the disk before the first page refers to them. A power cut in between may leave any
/// page unchanged or half written, including the first. Results that counted before must still be
/// there.
#[test]
fn a_page_that_was_not_written_or_half_costs_no_result_that_counted() {
    let (folder, path) = folder();
    let (images, copy, mut torn_pages) = (images(&path), folder.path().join("copy"), 0);
    for pair in images.windows(2) {
        let [(before, counted), (after, count)] = pair else { unreachable!("they are pairs") };
        for (at, is_half) in changed(before, after) {
            let mut bytes = torn(before, after, at, is_half);
            if at > 0 {
                bytes[..PAGE].copy_from_slice(&before[..PAGE]);
            }
            let found = results(&copy, &bytes);
            let found = found.unwrap_or_else(|| panic!("the page at {at} ({is_half}) costs all"));
            assert!(
                (*counted..=*count).contains(&found),
                "{found} of {counted} to {count} at {at}"
            );
            torn_pages += 1;
        }
    }
    assert!(torn_pages > 50, "{torn_pages}");
}

/// Applies `change` to the store at `path`. Returns the error of the next run, and asserts that the
/// run does not change the file.
fn refusal(path: &Path, change: impl FnOnce(&redb::WriteTransaction)) -> String {
    let database = Database::create(path).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
    drop(database);
    let before = fs::read(path).unwrap();
    let (looked, ran) = (look(path).unwrap_err(), run(path, None).unwrap_err());
    assert_eq!(looked.to_string(), ran.to_string());
    assert!(matches!(ran, Error::Store(_)));
    assert!(fs::read(path).unwrap() == before, "it was written to: {ran}");
    ran.to_string()
}

#[test]
fn a_newer_format_is_named_and_a_head_that_is_not_whole_is_none() {
    let (_folder, path) = folder();
    let no_store = StoreError::NoStore.to_string();
    for key in ["format", "origin", "goal"] {
        fs::remove_file(&path).unwrap_or_default();
        run(&path, Some(1)).unwrap();
        let refused = refusal(&path, |transaction| {
            drop(transaction.open_table(HEAD).unwrap().remove(key).unwrap());
        });
        assert_eq!(refused, no_store);
    }
    fs::remove_file(&path).unwrap();
    run(&path, Some(1)).unwrap();
    let refused = refusal(&path, |transaction| {
        let mut head = transaction.open_table(HEAD).unwrap();
        head.insert("format", 3_u32.to_le_bytes().as_slice()).unwrap();
    });
    let expected = "the store has format 3; expected 2: another version of the program created it";
    assert_eq!(refused, expected);
    fs::remove_file(&path).unwrap();
    let others: TableDefinition<'_, u64, u64> = TableDefinition::new("prices");
    let refused = refusal(&path, |transaction| drop(transaction.open_table(others).unwrap()));
    assert_eq!(refused, no_store);
}

/// Returns the format number in the store at `path`.
fn mark(path: &Path) -> Vec<u8> {
    let database = Database::open(path).unwrap();
    let head = database.begin_read().unwrap().open_table(HEAD).unwrap();
    head.get("format").unwrap().unwrap().value().to_vec()
}

/// An older program would report results of format 2 as damage; the format number prevents that.
#[test]
fn a_store_of_format_1_is_marked_anew_before_it_gets_results() {
    let (_folder, path) = folder();
    run(&path, Some(1)).unwrap();
    let database = Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut head = transaction.open_table(HEAD).unwrap();
    head.insert("format", 1_u32.to_le_bytes().as_slice()).unwrap();
    drop(head);
    transaction.commit().unwrap();
    drop(database);
    look(&path).unwrap();
    assert_eq!(mark(&path), 1_u32.to_le_bytes(), "reading writes nothing");
    run(&path, Some(1)).unwrap();
    assert_eq!(mark(&path), 2_u32.to_le_bytes());
}
