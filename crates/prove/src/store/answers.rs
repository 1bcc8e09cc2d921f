//! [`AnswerStore`]: results for many independent positions, in a file.

use super::{Origin, StoreError, guarded, own, record};
use crate::job::JobReport;
use redb::{Database, ReadableDatabase, TableDefinition};
use std::path::Path;

const ANSWERS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("answers");

/// Results for many independent positions of a game, in a file with the format of a proof. One
/// process at a time can open it.
///
/// ```
/// use eldest::{Bounds, Score};
/// use eldest_prove::{AnswerStore, JobEnd, Origin, JobReport};
///
/// let file = std::env::temp_dir().join(format!("answers-{}", std::process::id()));
/// let origin = Origin::new("countdown", 1, "");
/// let outcome = JobReport::new(Bounds::exact(Score::new(3)), 10, JobEnd::Decided);
/// AnswerStore::open(&file, &origin)?.put(&[("21".to_owned(), outcome.clone())])?;
/// let kept = AnswerStore::open(&file, &origin)?;
/// assert_eq!((kept.get("21")?, kept.get("22")?), (Some(outcome), None));
/// # std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnswerStore {
    database: Database,
}

impl AnswerStore {
    /// Opens the file at `path`, for the game and rules of `origin` (leave its position empty).
    /// Creates the file if it does not exist.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn open(path: impl AsRef<Path>, origin: &Origin) -> Result<Self, StoreError> {
        guarded(|| {
            let database = own(path.as_ref(), origin, None)?;
            let transaction = database.begin_write()?;
            transaction.open_table(ANSWERS)?;
            transaction.commit()?;
            Ok(Self { database })
        })
    }

    /// Returns the stored result for `position`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn get(&self, position: &str) -> Result<Option<JobReport>, StoreError> {
        guarded(|| {
            let table = self.database.begin_read()?.open_table(ANSWERS)?;
            let Some(bytes) = table.get(position)? else { return Ok(None) };
            let damaged = || StoreError::Damaged(format!("the answer to '{position}'"));
            record::unsealed(bytes.value()).map(Some).ok_or_else(damaged)
        })
    }

    /// Writes `answers`. When this returns, all of them are on the disk, or none after an error.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn put(&mut self, answers: &[(String, JobReport)]) -> Result<(), StoreError> {
        if answers.is_empty() {
            return Ok(());
        }
        guarded(|| {
            let transaction = self.database.begin_write()?;
            {
                let mut table = transaction.open_table(ANSWERS)?;
                for (position, outcome) in answers {
                    table.insert(position.as_str(), record::sealed(outcome).as_slice())?;
                }
            }
            Ok(transaction.commit()?)
        })
    }
}
