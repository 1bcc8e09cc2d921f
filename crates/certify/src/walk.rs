//! [`write()`]: builds the proof from the top down.

use crate::Error;
use crate::builder::{CertificateBuilder, Steps};
use crate::oracle::Oracle;
use eldest::Position;
use eldest_check::{
    CertificateWriter, CheckOptions, Claim, Codec, Header, Need, Needs, NodeRecord, Written,
};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// The progress of the writer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteProgress {
    /// Records that have been written.
    pub records: u64,
    /// The current height; it falls to 1, most slowly in the middle.
    pub height: u32,
}

/// Writes the proof of `claim` about `root` to `to`, with the moves that `oracle` finds.
///
/// Only positions that are still to be proved are kept in memory, and beyond the [memory
/// limit](CheckOptions::memory_bytes) they go to disk. Each takes 43 bytes plus its code in memory,
/// and 27 plus its code on disk.
///
/// # Errors
/// If the claim is not true or could not be proved. The output is not a readable certificate then.
pub fn write<C: Codec, W: Write>(
    codec: &C,
    root: &C::Position,
    claim: Claim,
    oracle: &mut dyn Oracle<C::Position>,
    options: &CheckOptions,
    to: W,
    watch: &mut dyn FnMut(&WriteProgress) -> ControlFlow<()>,
) -> Result<Written, Error> {
    if C::Position::PATH_DEPENDENT {
        return Err(eldest_check::Error::PathDependent.into());
    }
    let header = Header::new(codec, root, claim, options.trusts_bounds());
    let mut builder = CertificateBuilder::new(codec, root, &header, oracle);
    let waiting = HeightQueue { levels: BTreeMap::new(), filled: 0, options, failure: None };
    let writer = CertificateWriter::new(to, &header)?;
    CertificateWalk { builder: &mut builder, waiting, writer, done: WriteProgress::default() }
        .run(watch)
}

struct CertificateWalk<'a, W> {
    builder: &'a mut dyn Steps,
    waiting: HeightQueue<'a>,
    writer: CertificateWriter<W>,
    done: WriteProgress,
}

impl<W: Write> CertificateWalk<'_, W> {
    fn run(
        mut self,
        watch: &mut dyn FnMut(&WriteProgress) -> ControlFlow<()>,
    ) -> Result<Written, Error> {
        let Self { builder, waiting, .. } = &mut self;
        builder.begin(&mut |need| waiting.add(need))?;
        waiting.outcome()?;
        while let Some((height, needs)) = self.waiting.highest() {
            self.level(height, needs, watch)?;
        }
        Ok(self.writer.finish()?.1)
    }

    /// Writes the records of one height. All positions that they need are lower.
    fn level(
        &mut self,
        height: u32,
        needs: Needs,
        watch: &mut dyn FnMut(&WriteProgress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut sorted = needs.sorted()?;
        let mut mv = Vec::new();
        while let Some((code, least)) = sorted.next_need()? {
            let Self { builder, waiting, .. } = self;
            mv.clear();
            builder.step((height, code, least), &mut mv, &mut |need| {
                waiting.add_below(height, need);
            })?;
            waiting.outcome()?;
            self.writer.push(NodeRecord::new(height, code, least, &mv))?;
            self.done.records += 1;
            self.done.height = height;
            if watch(&self.done).is_break() {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    }
}

/// Positions still to be proved, by height.
struct HeightQueue<'a> {
    levels: BTreeMap<u32, Needs>,
    /// The memory that all of them use, in bytes, apart from the level taken out by
    /// [`highest`](Self::highest).
    filled: usize,
    options: &'a CheckOptions,
    /// The error of the last position that was added.
    failure: Option<Error>,
}

impl HeightQueue<'_> {
    fn add(&mut self, Need { code, least, plies_left, .. }: Need<'_>) {
        let added = match plies_left {
            Some(height) => self.add_at(height, code, least),
            None => Err(Error::NoHeight),
        };
        self.failure = self.failure.take().or(added.err());
    }

    /// Adds a position to which one of `height` leads.
    fn add_below(&mut self, height: u32, need: Need<'_>) {
        match need.plies_left {
            Some(plies) if plies >= height => {
                let what = "the number of plies left does not decrease (`plies_left`)".to_owned();
                let position = format!("a position with {plies} plies left, {:02x?},", need.code);
                let least = need.least;
                self.failure = Some(Error::Contradiction { position, least, what });
            }
            _ => self.add(need),
        }
    }

    fn add_at(&mut self, height: u32, code: &[u8], least: i32) -> Result<(), Error> {
        let (memory, folder) = (self.options.memory(), self.options.temporary_folder());
        let needs = self.levels.entry(height);
        let needs = needs.or_insert_with(|| Needs::new(memory / 2, folder.map(Path::to_path_buf)));
        let before = needs.bytes();
        needs.push(code, least)?;
        self.filled = self.filled + needs.bytes() - before;
        // A quarter, because vectors may be half empty and half of the memory is for the current
        // level.
        if self.filled > memory / 4 { self.spill() } else { Ok(()) }
    }

    /// Takes out the positions of the greatest height.
    fn highest(&mut self) -> Option<(u32, Needs)> {
        let (height, needs) = self.levels.pop_last()?;
        self.filled -= needs.bytes();
        Some((height, needs))
    }

    /// Moves the level that uses the most memory to disk.
    fn spill(&mut self) -> Result<(), Error> {
        let most = self.levels.values_mut().max_by_key(|needs| needs.bytes());
        let Some(most) = most else { return Ok(()) };
        self.filled -= most.bytes();
        Ok(most.spill()?)
    }

    fn outcome(&mut self) -> Result<(), Error> {
        self.failure.take().map_or(Ok(()), Err)
    }
}
