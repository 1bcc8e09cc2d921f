//! [`Persist`]: tables are written to a stream, and read from one.
//!
//! A file is a head, blocks of lines, and an end (`docs/saved-tables.md` has every byte):
//!
//! - The head says which kind of table it was, how many lines of eight words it had, and whose findings it
//!   holds.
//! - A block holds up to 1,024 lines one after the other: for each a byte that tells which of its words
//!   are not zero, and those words. Lines of zeros between two blocks are left out, so that an empty
//!   table takes next to nothing.
//! - After the head, each block and the end stands a checksum of everything so far. So nothing is believed
//!   before it is checked, and a block that is missing, doubled or from another file is found too.

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

/// A table that can be saved, so that a long search goes on tomorrow, or on another machine.
///
/// The library knows no files: a table is written to anything that takes bytes, and read from anything
/// that gives them. [`Engine::origin`](crate::Engine::origin) says whose findings they are.
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
    /// Writes all entries to `out`; nothing if the table is not the one that `origin` tells of. Other
    /// threads may search meanwhile ([`Engine::table_arc`](crate::Engine::table_arc)): what is written are
    /// findings that were in the table at some time since the call. A search with other findings is refused
    /// until the table is saved ([`Table::bind`]).
    ///
    /// It writes a few dozen KiB at a time. Whoever writes to a file should take another one than the last
    /// that went well, and rename it in the end.
    ///
    /// # Errors
    /// [`SaveError`]; what has been written by then is no saved table.
    fn save(&self, origin: &Origin, mut out: impl Write) -> Result<(), SaveError> {
        // Nobody else's findings can come in before the end.
        let _held = self.header().hold(origin.fingerprint)?.ok_or(SaveError::OtherFindings)?;
        let head = Head::new(self, origin)?;
        let mut writer = Writer::new(&mut out);
        writer.head(&head)?;
        writer.lines(self.lines())?;
        Ok(out.flush()?)
    }

    /// Puts the entries that `input` holds in the place of those that are here. Reads no further than
    /// to their end.
    ///
    /// The table may have another size than the one that was saved; if it is too small for all entries,
    /// the cheapest are left out. The next search takes what is loaded for its own: it goes on with the
    /// search that was saved. Searches are refused meanwhile ([`Table::bind`]).
    ///
    /// Nothing is believed before its checksum is seen to be right. Somebody who makes up a file with right
    /// checksums can mislead a search as any wrong table can, and do no other harm.
    ///
    /// # Errors
    /// [`LoadError`]. If a search uses the table, or the head is refused (anything but [`LoadError::Read`], [`LoadError::Truncated`],
    /// [`LoadError::Damaged`] and [`LoadError::Malformed`] comes from there), the table is as it was; else
    /// it is empty.
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
