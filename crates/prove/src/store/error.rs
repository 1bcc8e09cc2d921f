//! [`StoreError`]: what is wrong with a store.

use redb::{CommitError, DatabaseError, StorageError, TableError, TransactionError};
use std::io;

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
    Rules {
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
