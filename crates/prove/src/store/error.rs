//! [`StoreError`]: what is wrong with a store.

use redb::{CommitError, DatabaseError, StorageError, TableError, TransactionError};
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// What is wrong with a store. It is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is none.
    #[error("there is no such file; expected one that prove --store has made")]
    Missing,
    /// Nothing is written there yet.
    #[error(
        "no proof has begun in this file: it is empty, or was not finished when it was made; remove it, or name another one"
    )]
    Empty,
    /// A pipe, a device or a folder, which is not opened: opening a pipe would block.
    #[error("this is no regular file; expected one that prove --store has made")]
    NoFile,
    /// The file is something else.
    #[error("this is no store of a proof; it is left as it is: name another file")]
    NoStore,
    /// Another program's.
    #[error(
        "the store has format {found}; expected {wanted}: it was made by another version of the program"
    )]
    Format {
        /// The format of the file.
        found: u32,
        /// The one that this program reads and writes.
        wanted: u32,
    },
    /// It belongs to another game or another position.
    #[error("the store is about another proof: {what} is '{found}' there; expected '{wanted}'")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the store is about.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// It belongs to other rules of the same game.
    #[error(
        "the rules of {game} have changed since the store was made: they have another fingerprint now"
    )]
    GameRules {
        /// The game.
        game: String,
    },
    /// Somebody else appends to it.
    #[error(
        "the store is in use: another process proves there; wait for its end, or name another file"
    )]
    InUse,
    /// Bytes have changed.
    #[error(
        "the store is damaged: {0} cannot be read; take an older copy of it, or begin anew in another file"
    )]
    Damaged(String),
    /// The system.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl StoreError {
    /// What the system says; but not what the database says in its words: that a file which begins as one does is none.
    fn of_system(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("its end".to_owned()),
            io::ErrorKind::InvalidData => Self::Damaged("its beginning".to_owned()),
            _ => Self::Io(error),
        }
    }
}

impl From<StorageError> for StoreError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Io(error) => Self::of_system(error),
            other => Self::Damaged(format!("its pages ({other})")),
        }
    }
}

impl From<DatabaseError> for StoreError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::InUse,
            DatabaseError::Storage(error) => error.into(),
            DatabaseError::UpgradeRequired(_) => Self::NoStore,
            other => Self::Damaged(format!("its pages ({other})")),
        }
    }
}

impl From<TransactionError> for StoreError {
    fn from(error: TransactionError) -> Self {
        match error {
            TransactionError::Storage(error) => error.into(),
            other => Self::Damaged(format!("its pages ({other})")),
        }
    }
}

impl From<TableError> for StoreError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Storage(error) => error.into(),
            TableError::TableDoesNotExist(_) => Self::NoStore,
            other => Self::Damaged(format!("its tables ({other})")),
        }
    }
}

impl From<CommitError> for StoreError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Storage(error) => error.into(),
            other => Self::Damaged(format!("its pages ({other})")),
        }
    }
}

thread_local! {
    /// Whether a panic of this thread is expected.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Does `work`; `None` if it panics. The program's panic hook is not called for that panic, and for all others as before: the
/// first call puts a hook in front of it that leaves out panics in here, on this thread.
pub(super) fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let was_quiet = IS_QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(was_quiet);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static SEEN: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn only_panics_in_here_are_left_out() {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if panic.payload().downcast_ref() == Some(&"it is told") {
                SEEN.fetch_add(1, Ordering::Relaxed);
            } else {
                before(panic);
            }
        }));
        let told = || drop(catch_unwind(|| std::panic::panic_any("it is told")));
        told();
        assert_eq!(quietly(|| std::panic::panic_any("it is told")).map(|(): ()| ()), None);
        assert_eq!(SEEN.load(Ordering::Relaxed), 1);
        told();
        assert_eq!(SEEN.load(Ordering::Relaxed), 2);
    }
}
