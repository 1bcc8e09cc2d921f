//! [`Persist`]: writes tables to a stream, and reads them again.
//!
//! A file is a head, blocks of lines, and an end (`docs/saved-tables.md` has every byte):
//!
//! - The head describes the kind of the table, its number of lines of eight words, and the search
//!   that it belongs to.
//! - A block holds up to 1,024 consecutive lines: for each a byte that marks its non-zero words,
//!   and those words. Lines of zeros between two blocks are left out, so that an empty table takes
//!   almost no room.
//! - The head, each block and the end are followed by a checksum of everything so far. So nothing
//!   is used before it is checked, and a block that is missing, duplicated or from another file is
//!   detected too.

mod error;
mod head;
mod reader;
mod writer;

pub use error::{LoadError, SaveError};
pub use head::Origin;
pub(super) use reader::{LineAccess, Shape, TableKind, WordLine};

use super::Table;
use crate::sync::Arc;
use head::Head;
use reader::Reader;
use std::io::{Read, Write};
use writer::Writer;

/// A table that can be saved, to continue a long search later, or on another machine.
///
/// The library does not handle files: a table is written to any [`Write`], and read from any
/// [`Read`]. [`Engine::origin`](crate::Engine::origin) describes the search that it belongs to.
///
/// ```
/// use eldest::table::Persist;
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let start = Countdown::new(200);
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// engine.solve(&start, &Limits::new().nodes(100))?;
/// let mut saved = Vec::new();
/// engine.table().save(&engine.origin(&start, "countdown")?, &mut saved)?;
///
/// // On another day, with another size.
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 18).build()?;
/// engine.table().load(&engine.origin(&start, "countdown")?, &saved[..])?;
/// assert!(engine.solve(&start, &Limits::new())?.proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Persist: Table + LineAccess {
    /// Writes all entries to `out`; fails if the table does not belong to `origin`. Other threads
    /// may search meanwhile ([`Engine::table_arc`](crate::Engine::table_arc)): the entries written
    /// were in the table at some time since the call. A search with another fingerprint is refused
    /// until the table is saved ([`Table::bind`]).
    ///
    /// Writes a few dozen KiB at a time. To be safe from interruptions, write to a new file and
    /// rename it over the previous one at the end.
    ///
    /// # Errors
    /// [`SaveError`]; the bytes written so far are then not a valid table.
    fn save(&self, origin: &Origin, mut out: impl Write) -> Result<(), SaveError> {
        // Entries of other searches cannot be stored before the end.
        let _held = self.header().hold(origin.fingerprint)?.ok_or(SaveError::OtherFindings)?;
        let head = Head::new(self, origin)?;
        let mut writer = Writer::new(&mut out);
        writer.head(&head)?;
        writer.lines(self.lines())?;
        Ok(out.flush()?)
    }

    /// Replaces the entries of this table by those in `input`. Does not read beyond their end.
    ///
    /// The table may have another size than the saved one; if it is too small for all entries, the
    /// cheapest are dropped. The next search treats the loaded entries as its own: it continues the
    /// search that was saved. Searches are refused during the call ([`Table::bind`]).
    ///
    /// No data is used before its checksum is verified. A forged file with correct checksums can
    /// mislead a search as any wrong table can, but do no other harm.
    ///
    /// # Errors
    /// [`LoadError`]. If a search uses the table, or the head is refused (any error except
    /// [`LoadError::Read`], [`LoadError::Truncated`], [`LoadError::Damaged`] and
    /// [`LoadError::Malformed`] comes from there), the table is unchanged; otherwise it is empty.
    fn load(&self, origin: &Origin, input: impl Read) -> Result<(), LoadError> {
        let mut reader = Reader::new(input);
        let head = Head::read(&mut reader)?;
        head.check(self, origin)?;
        let _taken = self.header().take_over(origin.fingerprint, head.generation)?;
        self.clear();
        let taken = reader.lines(&head.shape, |number, line| self.take(&head.shape, number, line));
        taken.inspect_err(|_| self.clear())
    }
}

impl<T: Table + LineAccess> Persist for T {}

impl<T: LineAccess> LineAccess for Arc<T> {
    fn shape(&self) -> Shape {
        (**self).shape()
    }
    fn header(&self) -> &super::header::Header {
        (**self).header()
    }
    fn lines(&self) -> impl Iterator<Item = WordLine> {
        (**self).lines()
    }
    fn take(&self, from: &Shape, number: u64, line: WordLine) -> Option<()> {
        (**self).take(from, number, line)
    }
}
