//! [`StoreError`]: why a store cannot be used.

use redb::{CommitError, DatabaseError, StorageError, TableError, TransactionError};
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// Why a store cannot be used. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file does not exist.
    #[error("there is no such file; expected a file created by prove --store")]
    Missing,
    /// The file is empty or contains only zeros.
    #[error(
        "this file contains no proof: it is empty, or its creation was interrupted; remove it, or name another file"
    )]
    Empty,
    /// A pipe, a device or a folder. It is not opened, because opening a pipe would block.
    #[error("this is not a regular file; expected a file created by prove --store")]
    NoFile,
    /// The file is not a store.
    #[error("this is not a proof store; it was left unchanged: name another file")]
    NoStore,
    /// The store has a format that this version does not read.
    #[error(
        "the store has format {found}; expected {wanted}: another version of the program created it"
    )]
    Format {
        /// The format of the file.
        found: u32,
        /// The format that this program reads and writes.
        wanted: u32,
    },
    /// The store belongs to another game or another position.
    #[error("the store belongs to another proof: {what} is '{found}' there; expected '{wanted}'")]
    Other {
        /// What differs.
        what: &'static str,
        /// The value in the store.
        found: String,
        /// The value requested.
        wanted: String,
    },
    /// The store belongs to other rules of the same game.
    #[error(
        "the rules of {game} have changed since the store was created: their fingerprint differs"
    )]
    GameRules {
        /// The game.
        game: String,
    },
    /// Another process appends to the store.
    #[error(
        "the store is in use by another process; wait until that has ended, or name another file"
    )]
    InUse,
    /// The contents have changed or are incomplete.
    #[error(
        "the store is damaged: {0} cannot be read; restore an older copy, or start again in another file"
    )]
    Damaged(String),
    /// A system error.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl StoreError {
    /// Converts an error of the system. The database reports some damage as such errors too.
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

/// A panic hook.
type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

static HOOK: Once = Once::new();

/// Runs `work`. Returns `None` if it panics, without a call of the panic hook: the first call
/// installs a hook that skips panics in here, on this thread, and passes all others on.
pub(super) fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| set_hook(skip_expected(take_hook())));
    let was_quiet = IS_QUIET.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(was_quiet);
    done.ok()
}

/// Returns a hook that skips expected panics, and passes all others on.
fn skip_expected(before: Hook) -> Hook {
    Box::new(move |panic| {
        if !IS_QUIET.get() {
            before(panic);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static SEEN: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn only_panics_in_here_are_left_out() {
        // From here on no other test installs the hook.
        assert_eq!(quietly(|| ()), Some(()));
        let before = take_hook();
        set_hook(skip_expected(Box::new(move |panic| {
            if panic.payload().downcast_ref() == Some(&"reported") {
                SEEN.fetch_add(1, Ordering::Relaxed);
            } else {
                before(panic);
            }
        })));
        let report = || drop(catch_unwind(|| std::panic::panic_any("reported")));
        report();
        assert_eq!(quietly(|| std::panic::panic_any("reported")).map(|(): ()| ()), None);
        assert_eq!(SEEN.load(Ordering::Relaxed), 1);
        report();
        assert_eq!(SEEN.load(Ordering::Relaxed), 2);
    }
}
