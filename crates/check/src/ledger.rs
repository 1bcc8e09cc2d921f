//! [`Ledger`]: the bounds that all records state, and those that they need of each other.

use crate::block::NodeRecord;
use crate::error::{Error, RecordFault};
use crate::sort::{BoundEntry, EntryKind, Sorter};

/// The number of entries compared between two calls of `go_on`.
const LOOK: u64 = 1 << 12;

/// Collects the bounds stated and the bounds needed.
pub(crate) struct Ledger {
    sorter: Sorter,
    /// The number of the current record, and its height.
    record: u64,
    height: u32,
    /// The code of the last record, and its height; `None` before the first.
    last: Option<(u32, Vec<u8>)>,
    entry: BoundEntry,
    outcome: Result<(), Error>,
}

impl Ledger {
    pub(crate) fn new(sorter: Sorter) -> Self {
        let (entry, outcome) = (BoundEntry::default(), Ok(()));
        Self { sorter, record: 0, height: 0, last: None, entry, outcome }
    }

    pub(crate) fn begin(&mut self, record: u64, height: u32) {
        (self.record, self.height) = (record, height);
    }

    /// The number of the current record; 0 is the claim of the header.
    pub(crate) fn record(&self) -> u64 {
        self.record
    }

    /// The number of sorted runs written to disk.
    pub(crate) fn runs(&self) -> u64 {
        self.sorter.runs()
    }

    /// Ends the current record. Fails if one of its entries could not be stored.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        std::mem::replace(&mut self.outcome, Ok(()))
    }

    /// Registers the bound that the current record states. Returns whether the record is in order.
    pub(crate) fn state(&mut self, record: NodeRecord<'_>) -> bool {
        let NodeRecord { height, code, least, .. } = record;
        let last = self.last.get_or_insert_with(|| (u32::MAX, Vec::new()));
        let comes_after = height < last.0 || height == last.0 && *code > last.1[..];
        last.0 = height;
        last.1.clear();
        last.1.extend_from_slice(code);
        self.put(EntryKind::Stated, code, least);
        comes_after
    }

    pub(crate) fn need(&mut self, code: &[u8], least: i32) {
        self.put(EntryKind::Needed, code, least);
    }

    fn put(&mut self, kind: EntryKind, code: &[u8], least: i32) {
        let Self { entry, record, height, .. } = self;
        entry.code.clear();
        entry.code.extend_from_slice(code);
        (entry.kind, entry.least) = (kind, least);
        (entry.height, entry.height_of, entry.least_of) = (*height, *record, *record);
        if self.outcome.is_ok() {
            self.outcome = self.sorter.push(&self.entry);
        }
    }

    /// Compares needs with records, in the order of positions, and returns the first mismatch.
    /// `go_on` is called once every few thousand entries.
    ///
    /// # Errors
    /// Those of `go_on` and of the sorter.
    pub(crate) fn compare(
        &mut self,
        go_on: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<Option<Mismatch>, Error> {
        let mut entries = self.sorter.drain()?;
        let (mut stated, mut entry, mut count) = (None, BoundEntry::default(), 0_u64);
        while entries.next(&mut entry).map_err(|source| self.sorter.failure(source))? {
            count = count.wrapping_add(1);
            if count.is_multiple_of(LOOK) {
                go_on()?;
            }
            let same = stated.take_if(|stated: &mut BoundEntry| stated.code == entry.code);
            match (entry.kind, same) {
                (EntryKind::Stated, None) => stated = Some(entry.clone()),
                (EntryKind::Stated, Some(other)) => {
                    return Ok(Some(Mismatch::twice(&entry, &other)));
                }
                (EntryKind::Needed, stated) => {
                    if let Some(mismatch) = Mismatch::of(&entry, stated.as_ref()) {
                        return Ok(Some(mismatch));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A need that is not met, or a position with two records.
pub(crate) struct Mismatch {
    /// The number of the record that has it.
    pub(crate) record: u64,
    /// The position that is needed.
    pub(crate) code: Vec<u8>,
    pub(crate) kind: Unmet,
}

/// What is wrong with the record of that position.
pub(crate) enum Unmet {
    Missing,
    Height { child: u64, height: u32 },
    Weak { child: u64, found: i32, needed: i32 },
    Duplicate { other: u64 },
}

impl Mismatch {
    /// Compares a need with the record of its position.
    fn of(needed: &BoundEntry, stated: Option<&BoundEntry>) -> Option<Self> {
        let (record, kind) = match stated {
            None => (needed.height_of, Unmet::Missing),
            Some(stated) if stated.height >= needed.height => {
                (needed.height_of, Unmet::Height { child: stated.height_of, height: stated.height })
            }
            Some(stated) if stated.least < needed.least => {
                let (child, found, needed_least) = (stated.height_of, stated.least, needed.least);
                (needed.least_of, Unmet::Weak { child, found, needed: needed_least })
            }
            Some(_) => return None,
        };
        Some(Self { record, code: needed.code.clone(), kind })
    }

    fn twice(one: &BoundEntry, other: &BoundEntry) -> Self {
        let (first, second) =
            (one.height_of.min(other.height_of), one.height_of.max(other.height_of));
        Self { record: second, code: one.code.clone(), kind: Unmet::Duplicate { other: first } }
    }
}

impl Unmet {
    /// Converts to a fault; `position` is the text of the needed position.
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
