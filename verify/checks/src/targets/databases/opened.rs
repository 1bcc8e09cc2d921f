//! [`Opened`]: a database of either form, probed and checked.

use super::numbers::Numbers;
use super::world::Cyclic;
use super::{ALL, DatabaseCase, Files, Form, GAME};
use crate::shares::Coverage;
use eldest::{Score, StopToken};
use eldest_retro::{
    CheckError, Database, FileError, KeyedDatabase, Probe, Summary, check as check_dense,
    check_keyed,
};
use std::path::Path;

/// A database of either form.
#[derive(Debug)]
pub(super) enum Opened {
    Dense(Database<Numbers<true>>),
    Keyed(Box<KeyedDatabase<Cyclic<true>>>, Cyclic<true>),
}

impl Opened {
    pub(super) fn open(case: &DatabaseCase, folder: &Path) -> Result<Self, FileError> {
        match case.form {
            Form::Dense => Database::open(folder, GAME, Numbers::new(&case.world)).map(Self::Dense),
            Form::Keyed => {
                let root = case.position(case.root, false);
                let path = folder.join(format!("{ALL}.eldb"));
                Ok(Self::Keyed(Box::new(KeyedDatabase::open(&path, GAME, &root)?), root))
            }
        }
    }

    /// Returns the summaries of all files, if the check accepts them.
    pub(super) fn checked(&self) -> Result<Vec<Summary>, CheckError> {
        let stop = StopToken::new();
        match self {
            Self::Dense(database) => {
                let slices = 0..database.slices().count();
                slices.map(|slice| check_dense(database, slice, &|_, _| (), &stop)).collect()
            }
            Self::Keyed(database, root) => {
                check_keyed(database, root, &|_, _| (), &stop).map(|summary| vec![summary])
            }
        }
    }
}

impl DatabaseCase {
    /// Writes files to a new folder, and opens them.
    pub(super) fn opened(&self, name: &str, files: &Files) -> Result<Opened, FileError> {
        let folder = self.folder(name);
        for (name, bytes) in files {
            std::fs::write(folder.join(name), bytes).expect("room for a file");
        }
        Opened::open(self, &folder)
    }
}

impl Probe<Cyclic<true>> for Opened {
    fn probe(&self, position: &Cyclic<true>) -> Option<Score> {
        match self {
            Self::Dense(database) => database.probe(position),
            Self::Keyed(database, _) => database.probe(position),
        }
    }

    fn identity(&self) -> u64 {
        match self {
            Self::Dense(database) => database.identity(),
            Self::Keyed(database, _) => database.identity(),
        }
    }
}

/// A complete database is accepted by the check, and holds the values of the oracle.
pub(super) fn check(case: &DatabaseCase, opened: &Opened, met: &mut Coverage) {
    let summaries = opened.checked().expect("a database without flaws");
    for (at, value) in case.values.iter().enumerate() {
        for is_mirrored in [false, true] {
            let found = opened.probe(&case.position(at, is_mirrored));
            assert_eq!(found, case.held[at].then_some(*value), "node {at}");
        }
    }
    match opened {
        Opened::Dense(database) => {
            let held = database.slices().map(|(_, summary)| summary);
            assert!(held.eq(summaries.into_iter().map(Some)));
        }
        Opened::Keyed(database, _) => {
            assert_eq!((database.name(), vec![database.summary()]), (ALL, summaries));
        }
    }
    foreign(case, met);
}

/// Files of another game or another numbering are refused. A numbering may withhold values.
fn foreign(case: &DatabaseCase, met: &mut Coverage) {
    let folder = case.folder.path().join("whole");
    let numbers = || Numbers::<true>::new(&case.world);
    let is_foreign = |error: Option<FileError>| matches!(error, Some(FileError::Foreign { .. }));
    if case.form == Form::Keyed {
        let root: Cyclic<true> = case.position(case.root, false);
        let path = folder.join(format!("{ALL}.eldb"));
        assert!(is_foreign(KeyedDatabase::open(&path, "chess", &root).err()));
        return;
    }
    assert!(is_foreign(Database::open(&folder, "chess", numbers()).err()));
    let others = Numbers { fingerprint: 79, ..numbers() };
    assert!(is_foreign(Database::open(&folder, GAME, others).err()));
    let strict = Numbers { is_strict: true, ..numbers() };
    let strict = Database::open(&folder, GAME, strict).expect("the same numbering");
    for (at, value) in case.values.iter().enumerate().filter(|(at, _)| case.held[*at]) {
        let holds = value.distance().is_none_or(|plies| plies <= 3);
        let found = strict.probe(&case.position(at, true));
        assert_eq!(found, holds.then_some(*value), "node {at}");
        met.add("values not given by a numbering", (!holds).into());
    }
}
