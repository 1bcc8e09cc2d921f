//! Stores of answers that are truncated, changed, or copied while they are written.

use crate::kept::folder;
use eldest::{Bounds, Score};
use eldest_prove::{AnswerStore, JobEnd, JobReport, Origin};
use redb::{Database, ReadableTable, TableDefinition};
use std::fs;
use std::path::Path;

/// The number of answers written, ten at a time.
const COUNT: i32 = 120;

fn origin() -> Origin {
    Origin::new("countdown", 1, "")
}

fn answer(number: i32) -> (String, JobReport) {
    let bounds = Bounds::exact(Score::new(number));
    (format!("position {number}"), JobReport::new(bounds, number as u64 + 1, JobEnd::Decided))
}

/// Returns the number of answers in the file, each as it was written; `None` if it is refused.
fn held(path: &Path) -> Option<usize> {
    let answers = AnswerStore::open(path, &origin()).ok()?;
    let right = |(position, outcome): (String, JobReport)| match answers.get(&position) {
        Ok(Some(found)) => {
            assert_eq!(found, outcome, "{position}");
            true
        }
        Ok(None) | Err(_) => false,
    };
    Some((0..COUNT).filter(|number| right(answer(*number))).count())
}

/// Writes all answers, and calls `look` after each ten.
fn written(path: &Path, mut look: impl FnMut(usize)) {
    let mut answers = AnswerStore::open(path, &origin()).unwrap();
    for first in (0..COUNT).step_by(10) {
        let ten: Vec<_> = (first..first + 10).map(answer).collect();
        answers.put(&ten).unwrap();
        look(first as usize + 10);
    }
}

/// The copy is the file as a power cut would leave it.
#[test]
fn what_was_put_is_in_a_copy_of_the_file_at_once() {
    let (folder, path) = folder();
    let copy = folder.path().join("copy");
    written(&path, |count| {
        fs::copy(&path, &copy).unwrap();
        assert_eq!(held(&copy), Some(count));
    });
}

#[test]
fn a_file_of_answers_that_is_cut_off_is_refused_or_whole() {
    let (_folder, path) = folder();
    written(&path, |_| ());
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    for end in (1..whole.len()).step_by(4096) {
        fs::write(&path, &whole[..end]).unwrap();
        match held(&path) {
            None => refused += 1,
            // The last pages may be free.
            Some(count) => assert_eq!(count, COUNT as usize, "cut off at {end}"),
        }
    }
    assert!(refused > 4, "{refused}");
}

/// An unreadable answer is searched again.
#[test]
fn no_changed_byte_makes_an_answer_another_one() {
    let (_folder, path) = folder();
    written(&path, |_| ());
    let whole = fs::read(&path).unwrap();
    let mut fewer = 0;
    for at in (0..whole.len()).step_by(whole.len() / 60) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        fewer += usize::from(held(&path) != Some(COUNT as usize));
    }
    assert!(fewer > 10, "{fewer}");
}

/// Changes a value by a transaction, so that all pages are valid.
#[test]
fn an_answer_that_was_changed_is_none() {
    const ANSWERS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("answers");
    let (_folder, path) = folder();
    written(&path, |_| ());
    let database = Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut table = transaction.open_table(ANSWERS).unwrap();
    for at in 0..8 {
        let (position, _) = answer(at);
        let mut bytes = table.get(position.as_str()).unwrap().unwrap().value().to_vec();
        bytes[at as usize % 3] ^= 2;
        table.insert(position.as_str(), bytes.as_slice()).unwrap();
    }
    drop(table);
    transaction.commit().unwrap();
    drop(database);
    assert_eq!(held(&path), Some(COUNT as usize - 8));
}
