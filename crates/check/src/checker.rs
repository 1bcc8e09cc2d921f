//! [`check`]: verifies that a certificate proves its claim.

use crate::Codec;
use crate::block::RecordBlock;
use crate::claim::Claim;
use crate::error::{Error, RecordFault};
use crate::expand::{ErasedGame, Expansion};
use crate::ledger::{Ledger, Mismatch};
use crate::reader::CertificateReader;
use crate::sort::Sorter;
use eldest::Position;
use std::fmt;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Options for checking or writing certificates: memory, the temporary folder, and whether static
/// bounds are trusted.
///
/// ```
/// use eldest_check::CheckOptions;
///
/// let options = CheckOptions::new().memory_bytes(64 << 20).trust_bounds(true);
/// assert!(options.trusts_bounds());
/// ```
#[derive(Clone, Debug)]
pub struct CheckOptions {
    memory: usize,
    folder: Option<PathBuf>,
    trust_bounds: bool,
}

impl Default for CheckOptions {
    /// 256 MiB of memory, temporary files in the folder of the system, static bounds not trusted.
    fn default() -> Self {
        Self { memory: 256 << 20, folder: None, trust_bounds: false }
    }
}

impl CheckOptions {
    /// 256 MiB of memory, temporary files in the folder of the system, static bounds not trusted.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the memory for sorted positions and unmet needs, in bytes. Data beyond that goes to
    /// disk. A few MiB come on top.
    #[must_use]
    pub fn memory_bytes(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Sets the folder for unnamed temporary files. The default is the temporary folder of the
    /// system, which the variable TMPDIR names on Unix.
    #[must_use]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Sets whether a proof may end where [`Position::bounds`] decide. Such a proof is much
    /// shorter, but proves only that the value follows from these bounds.
    #[must_use]
    pub fn trust_bounds(self, trust_bounds: bool) -> Self {
        Self { trust_bounds, ..self }
    }

    /// The memory, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The folder set by [`folder`](Self::folder); `None` for the temporary folder of the system.
    #[must_use]
    pub fn temporary_folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether static bounds are trusted.
    #[must_use]
    pub fn trusts_bounds(&self) -> bool {
        self.trust_bounds
    }
}

/// The progress of a check.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckProgress {
    /// Records whose moves have been played.
    pub records: u64,
    /// Bytes of the file that have been read.
    pub bytes: u64,
    /// All bytes of the file.
    pub length: u64,
}

/// The result of an accepted certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedProof {
    /// The game.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: u64,
    /// The position, as the header writes it.
    pub position: String,
    /// The claim that was proved.
    pub claim: Claim,
    /// Whether static bounds were trusted.
    pub trusts_bounds: bool,
    /// The number of records.
    pub records: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The height of the highest record; 0 if there is none.
    pub height: u32,
    /// The number of sorted runs written to disk; 0 if everything fitted into memory.
    pub runs: u64,
}

/// Checks a certificate, by the rules of the game alone.
///
/// The file is read twice: once for its digest, once for its records, whose moves are played. The
/// bound that each record states and the bounds that it needs of other positions are sorted by
/// position, in memory and beyond that on disk; then each need is compared with the record of its
/// position. Apart from sorting, time is linear in the size of the certificate. `watch` is called
/// after each block and regularly while needs are compared; it stops the check by breaking.
///
/// # Errors
/// [`Error::Refused`] names the first record that is wrong; with any other error the proof was not
/// checked.
///
/// # Panics
/// If the rules or the codec panic. They are given only positions that the codec has decoded.
pub fn check<C: Codec, R: Read + Seek>(
    codec: &C,
    file: R,
    options: &CheckOptions,
    watch: &mut dyn FnMut(&CheckProgress) -> ControlFlow<()>,
) -> Result<CheckedProof, Error> {
    if C::Position::PATH_DEPENDENT {
        return Err(Error::PathDependent);
    }
    let reader = CertificateReader::new(file)?;
    let mut rules = Expansion::new(codec, reader.header());
    Checker::new(&mut rules, options, reader)?.run(watch)
}

struct Checker<'a, R> {
    rules: &'a mut dyn ErasedGame,
    reader: CertificateReader<R>,
    ledger: Ledger,
}

impl<'a, R: Read + Seek> Checker<'a, R> {
    fn new(
        rules: &'a mut dyn ErasedGame,
        options: &CheckOptions,
        reader: CertificateReader<R>,
    ) -> Result<Self, Error> {
        if reader.header().trusts_bounds && !options.trust_bounds {
            return Err(Error::BoundsNotTrusted);
        }
        let ledger = Ledger::new(Sorter::new(options.memory, options.folder.clone()));
        Ok(Self { rules, reader, ledger })
    }

    fn run(
        mut self,
        watch: &mut dyn FnMut(&CheckProgress) -> ControlFlow<()>,
    ) -> Result<CheckedProof, Error> {
        self.root()?;
        let mut height = 0;
        while let Some(block) = self.reader.next_block()? {
            height = block.height.max(height);
            self.block(&block)?;
            let (records, bytes) = self.reader.read_so_far();
            let progress = CheckProgress { records, bytes, length: self.reader.length() };
            if watch(&progress).is_break() {
                return Err(Error::Stopped);
            }
        }
        let proof = self.proof(height);
        Ok(CheckedProof { runs: self.settle(watch)?, ..proof })
    }

    /// Registers the need of the claim.
    fn root(&mut self) -> Result<(), Error> {
        let Self { rules, ledger, reader } = self;
        ledger.begin(0, u32::MAX);
        rules.root(reader.header(), &mut |need| ledger.need(need.code, need.least))?;
        ledger.end()
    }

    /// Registers the bounds that the records of a block state, and those that they need.
    fn block(&mut self, block: &RecordBlock) -> Result<(), Error> {
        for record in block.records() {
            let Self { rules, ledger, .. } = self;
            let number = ledger.record() + 1;
            ledger.begin(number, record.height);
            let comes_after = ledger.state(record);
            let fault = if comes_after {
                rules.record(record, &mut |need| ledger.need(need.code, need.least)).err()
            } else {
                Some(RecordFault::Unsorted)
            };
            if let Some(fault) = fault {
                let position = rules.shown(record.code);
                return Err(Error::Refused { record: number, position, fault });
            }
            self.ledger.end()?;
        }
        Ok(())
    }

    fn proof(&self, height: u32) -> CheckedProof {
        let header = self.reader.header().clone();
        CheckedProof {
            game: header.game,
            rules: header.rules,
            position: header.position,
            claim: header.claim,
            trusts_bounds: header.trusts_bounds,
            records: self.ledger.record(),
            bytes: self.reader.length(),
            height,
            runs: 0,
        }
    }

    /// Compares needs with records. Returns the number of runs written to disk.
    fn settle(
        mut self,
        watch: &mut dyn FnMut(&CheckProgress) -> ControlFlow<()>,
    ) -> Result<u64, Error> {
        let (records, length) = (self.ledger.record(), self.reader.length());
        let done = CheckProgress { records, bytes: length, length };
        let go_on = &mut || if watch(&done).is_break() { Err(Error::Stopped) } else { Ok(()) };
        let Some(Mismatch { record, code, kind }) = self.ledger.compare(go_on)? else {
            return Ok(self.ledger.runs());
        };
        let fault = kind.fault(self.rules.shown(&code));
        let position = self.position_of(record)?;
        Err(Error::Refused { record, position, fault })
    }

    /// Finds the position of a record by reading the file again.
    fn position_of(&mut self, record: u64) -> Result<String, Error> {
        if record == 0 {
            return Ok(self.reader.header().position.clone());
        }
        self.reader.rewind()?;
        let mut before = 0;
        while let Some(block) = self.reader.next_block()? {
            let count = block.len() as u64;
            if record <= before + count {
                return Ok(self.rules.shown(block.get((record - before) as usize - 1).code));
            }
            before += count;
        }
        Ok(String::new()) // the file has been changed since
    }
}

impl fmt::Display for CheckedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.game, self.position, self.claim)
    }
}
