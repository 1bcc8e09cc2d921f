//! [`Ledger`]: what all records say, and what they need of each other.

use crate::block::NodeRecord;
use crate::error::{Error, RecordFault};
use crate::sort::{Entry, Kind, Sorter};

/// Entries that are compared between two looks at whether the check goes on.
const LOOK: u64 = 1 << 12;

/// Keeps what is said and what is needed.
pub(crate) struct Ledger {
    sorter: Sorter,
    /// The record at hand, and its height.
    record: u64,
    height: u32,
    /// The code of the last record, and its height; `None` before the first.
    last: Option<(u32, Vec<u8>)>,
    entry: Entry,
    outcome: Result<(), Error>,
}

impl Ledger {
    pub(crate) fn new(sorter: Sorter) -> Self {
        let (entry, outcome) = (Entry::default(), Ok(()));
        Self { sorter, record: 0, height: 0, last: None, entry, outcome }
    }

    pub(crate) fn begin(&mut self, record: u64, height: u32) {
        (self.record, self.height) = (record, height);
    }

    /// Which record is at hand; 0 is the claim of the header.
    pub(crate) fn record(&self) -> u64 {
        self.record
    }

    /// Sorted runs that went to disk.
    pub(crate) fn runs(&self) -> u64 {
        self.sorter.runs()
    }

    /// Whether all that was said and needed since [`begin`](Self::begin) is kept.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        std::mem::replace(&mut self.outcome, Ok(()))
    }

    /// What the record at hand says; whether it may come after the last one.
    pub(crate) fn say(&mut self, record: NodeRecord<'_>) -> bool {
        let NodeRecord { height, code, least, .. } = record;
        let last = self.last.get_or_insert_with(|| (u32::MAX, Vec::new()));
        let comes_after = height < last.0 || height == last.0 && *code > last.1[..];
        last.0 = height;
        last.1.clear();
        last.1.extend_from_slice(code);
        self.put(Kind::Said, code, least);
        comes_after
    }

    pub(crate) fn need(&mut self, code: &[u8], least: i32) {
        self.put(Kind::Needed, code, least);
    }

    fn put(&mut self, kind: Kind, code: &[u8], least: i32) {
        let Self { entry, record, height, .. } = self;
        entry.code.clear();
        entry.code.extend_from_slice(code);
        (entry.kind, entry.least) = (kind, least);
        (entry.height, entry.height_of, entry.least_of) = (*height, *record, *record);
        if self.outcome.is_ok() {
            self.outcome = self.sorter.push(&self.entry);
        }
    }

    /// The need of the first record, in the order of positions, that is not met; `go_on` is called after every few
    /// entries.
    ///
    /// # Errors
    /// That of `go_on`, or of the sorting.
    pub(crate) fn compare(
        &mut self,
        go_on: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<Option<Mismatch>, Error> {
        let mut entries = self.sorter.drain()?;
        let (mut said, mut entry, mut count) = (None, Entry::default(), 0_u64);
        while entries.next(&mut entry).map_err(|source| self.sorter.failure(source))? {
            count = count.wrapping_add(1);
            if count.is_multiple_of(LOOK) {
                go_on()?;
            }
            let same = said.take_if(|said: &mut Entry| said.code == entry.code);
            match (entry.kind, same) {
                (Kind::Said, None) => said = Some(entry.clone()),
                (Kind::Said, Some(other)) => return Ok(Some(Mismatch::twice(&entry, &other))),
                (Kind::Needed, said) => {
                    if let Some(mismatch) = Mismatch::of(&entry, said.as_ref()) {
                        return Ok(Some(mismatch));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A need that is not met.
pub(crate) struct Mismatch {
    /// The record that has it.
    pub(crate) record: u64,
    /// The position that is needed.
    pub(crate) code: Vec<u8>,
    pub(crate) kind: Unmet,
}

/// What is wrong with what is said of the position.
pub(crate) enum Unmet {
    Missing,
    Height { child: u64, height: u32 },
    Weak { child: u64, found: i32, needed: i32 },
    Duplicate { other: u64 },
}

impl Mismatch {
    /// What `said` leaves to be wished.
    fn of(needed: &Entry, said: Option<&Entry>) -> Option<Self> {
        let (record, kind) = match said {
            None => (needed.height_of, Unmet::Missing),
            Some(said) if said.height >= needed.height => {
                (needed.height_of, Unmet::Height { child: said.height_of, height: said.height })
            }
            Some(said) if said.least < needed.least => {
                let (child, found, needed_least) = (said.height_of, said.least, needed.least);
                (needed.least_of, Unmet::Weak { child, found, needed: needed_least })
            }
            Some(_) => return None,
        };
        Some(Self { record, code: needed.code.clone(), kind })
    }

    fn twice(one: &Entry, other: &Entry) -> Self {
        let (first, second) =
            (one.height_of.min(other.height_of), one.height_of.max(other.height_of));
        Self { record: second, code: one.code.clone(), kind: Unmet::Duplicate { other: first } }
    }
}

impl Unmet {
    /// In words, where `position` is the one that is needed.
    pub(crate) fn fault(self, position: String) -> RecordFault {
        match self {
            Self::Missing => RecordFault::Missing { position },
            Self::Height { child, height } => RecordFault::Height { position, child, height },
            Self::Weak { child, found, needed } => {
                RecordFault::Weak { position, child, found, needed }
            }
            Self::Duplicate { other } => RecordFault::Duplicate { other },
        }
    }
}
